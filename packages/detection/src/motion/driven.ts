import { drivenFact } from '@tanker/domain/facts/driving-facts'
import { distanceM } from '@tanker/domain/fences/geo'
import type { Position } from '@tanker/domain/reading'
import { hundredth } from '../gauges/gauge-window.ts'
import { type Moment, note, placeNow } from '../moment.ts'
import { flag, hundredths, place, span, type StateOf, tenths, time, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

const hourMs = 3_600_000
/** A gap longer than this between two moving readings is not driving that we know of. */
const longestGapMs = 300_000

/** A longer stop ends a piece: parked trucks need not remember it. */
const longestStopMs = 600_000

export const drivenState = stateOf({
  ...when('startedAt', {
    startedAt: time(),
    /** The last reading that was driving. */
    lastAt: time(),
    place: place(),
    loaded: flag(),
    distanceM: hundredths(),
    drivingMs: span(),
    maxKmh: tenths(),
    /** Odometer; 0 is unknown. */
    fromKm: tenths(),
    toKm: tenths(),
  }),
})
type DrivenState = StateOf<typeof drivenState>

/**
 * Distance and time driven, in pieces of one clock hour, one fence and one load each: sums over days, months and fences are sums of
 * pieces. A piece is written when it begins, whenever the truck stops, and when it ends. A short stop does not end it.
 */
export function stepDriven(moment: Moment, { mileageKm }: Position, driven: DrivenState): void {
  const { at, state } = moment
  const { motion } = state
  // A truck that stands in the first reading after a gap drove until then.
  if (moment.halted && driven.startedAt !== 0) {
    driven.distanceM = hundredth(driven.distanceM + moment.movedM)
    report(moment, driven)
  }
  if (!motion.moving) {
    // It was written when the truck stopped.
    if (driven.startedAt !== 0 && at - driven.lastAt >= longestStopMs) Object.assign(driven, drivenState.initial())
    return
  }
  const since = Math.max(driven.lastAt, motion.movingSinceAt)
  const isNew = driven.startedAt === 0 || !belongsTo(moment, driven)
  if (isNew) {
    if (driven.startedAt !== 0) report(moment, driven)
    begin(moment, driven, Math.max(since, at - longestGapMs))
  }
  driven.distanceM = hundredth(driven.distanceM + movedM(moment))
  const drivenMs = at - since
  if (drivenMs > 0 && drivenMs <= longestGapMs) driven.drivingMs += drivenMs
  driven.lastAt = at
  if (moment.speedKnown) driven.maxKmh = Math.max(driven.maxKmh, motion.speedKmh)
  if (mileageKm !== undefined) {
    driven.toKm = mileageKm
    if (driven.fromKm === 0) driven.fromKm = mileageKm
  }
  if (isNew) report(moment, driven)
}

/** Since the reading before; from where it stood, when it has just driven off. */
function movedM(moment: Moment): number {
  const { fix, parking } = moment.state
  const { place: stop } = parking
  // Before any fix a place is 0° 0°.
  if (!moment.droveOff || stop === null || (stop.lat === 0 && stop.lng === 0)) return moment.movedM
  return distanceM(stop.lat, stop.lng, fix.lat, fix.lng)
}

const hourOf = (at: number): number => Math.floor(at / hourMs)

const belongsTo = ({ at, state }: Moment, driven: DrivenState): boolean =>
  hourOf(at) === hourOf(driven.startedAt) &&
  (state.membership.fence?.id ?? null) === (driven.place?.fenceId ?? null) &&
  state.loaded === driven.loaded

function begin({ at, state }: Moment, driven: DrivenState, since: number): void {
  // No two pieces begin at once, and none before its hour.
  const from = Math.max(since, hourOf(at) * hourMs)
  const startedAt = from > driven.startedAt ? from : at
  Object.assign(driven, drivenState.initial({ startedAt, lastAt: at, place: placeNow(state), loaded: state.loaded }))
}

function report(moment: Moment, driven: DrivenState): void {
  const { context } = moment
  if (driven.place === null) return
  note(moment, drivenFact, {
    name: 'driven',
    startedAt: driven.startedAt,
    endedAt: driven.lastAt,
    place: driven.place,
    properties: {
      distanceM: driven.distanceM,
      drivingS: Math.round(driven.drivingMs / 1000),
      maxKmh: driven.maxKmh,
      loaded: driven.loaded,
      fromKm: driven.fromKm || null,
      toKm: driven.toKm || null,
      driverId: context.driver?.id ?? null,
      driverName: context.driver?.name ?? null,
    },
  })
}
