import { offlineFact } from '@tanker/domain/facts/driving-facts'
import { type Moment, placeNow, raise } from '../moment.ts'
import { flag, hundredths, place, type StateOf, time, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

export const offlineState = stateOf(when('openAt', { openAt: time(), place: place(), loaded: flag(), limitMin: hundredths() }))
type OfflineState = StateOf<typeof offlineState>

/** How long silence lasts until it is an alarm: shorter when product was on the road (domain rule D.7). */
export function offlineLimitMin(moment: Moment): number {
  const { state, thresholds } = moment
  return state.loaded && state.motion.moving ? thresholds.offlineLoadedMovingMin : thresholds.offlineMin
}

/**
 * Offline (7) is due at `at`, by the clock or by the first frame after the silence. It starts when silence became
 * too long; the last contact is a property: a row may not start long before it is known (rebuild.ts).
 * A silence that only the frame after it shows is over: it raises no pop-up.
 * @param heardAt by the clock: when the platform last received anything of the truck, ms. A truck that has just uploaded
 * old readings is not silent. Null if a frame shows it.
 */
export function stepOffline(moment: Moment, heardAt: number | null, offline: OfflineState): void {
  const { state, at } = moment
  if (offline.openAt !== 0 || state.lastContactAt === 0) return
  const limitMin = offlineLimitMin(moment)
  if (at - Math.max(state.lastContactAt, heardAt ?? 0) < limitMin * 60_000) return
  offline.openAt = state.lastContactAt + limitMin * 60_000
  offline.place = placeNow(state)
  offline.loaded = state.loaded
  offline.limitMin = limitMin
  report(moment, offline, null, heardAt === null)
}

/** A frame of any kind ends it. */
export function endOffline(moment: Moment, offline: OfflineState): void {
  if (offline.openAt === 0) return
  report(moment, offline, moment.at, true)
  offline.openAt = 0
  offline.place = null
}

function report(moment: Moment, offline: OfflineState, endedAt: number | null, isHistory: boolean): void {
  if (offline.place === null) return
  const lostAt = offline.openAt - offline.limitMin * 60_000
  raise(moment, offlineFact, {
    name: endedAt === null ? 'offline-began' : 'offline-ended',
    startedAt: offline.openAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: offline.loaded ? 'red' : 'yellow',
    isHistory,
    place: offline.place,
    properties: {
      lastContactAt: lostAt,
      thresholdMin: offline.limitMin,
      loaded: offline.loaded,
      durationS: endedAt === null ? null : Math.round((endedAt - lostAt) / 1000),
      driverName: moment.context.driver?.name ?? null,
    },
  })
}
