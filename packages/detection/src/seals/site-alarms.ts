import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { coverKind, WATER_PROBES } from '@tanker/domain/devices/probe-type'
import { waterAlarmFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { DOOR_REASONS } from '@tanker/domain/facts/seal-facts'
import type { ProbeState } from './probe-state.ts'
import { maxBackdateMs } from '../fact.ts'
import { edgeHolds } from '../cargo/fence-edge.ts'
import { exemptionNow } from './exempt-opening.ts'
import { reportHappening } from './happening-report.ts'
import { addOpening, beginHappening, findHappening, openingOf } from './happenings.ts'
import { type Moment, placeNow, raise } from '../moment.ts'
import { breakHousing } from './seal-breaks.ts'
import { atSite, worksAtSite } from '../cargo/site-work.ts'
import { placeOfOpening } from './unsealing.ts'

const OUTSIDE_AREA = DOOR_REASONS.indexOf('outside-area')
const MOVING = DOOR_REASONS.indexOf('moving')
const LONG_OPEN = DOOR_REASONS.indexOf('long-open')

/** Alarms of single probes: box doors (210), opened housings (320), water at a probe (3). */
export function stepSiteAlarms(moment: Moment): void {
  const { custody, probes } = moment.state
  if (!moment.probesActive) {
    custody.doorWorkAt = 0
    return
  }
  let doorOpen = false
  for (const probe of probes) {
    if (!probe.open && !probe.wet && probe.alarmAt === 0) continue
    const kind = coverKind(probe.type)
    if (kind === 'box-door' && probe.open) {
      if (!doorOpen && worksAtSite(moment)) custody.doorWorkAt = moment.at
      doorOpen = true
      stepBoxDoor(moment, probe)
    } else if (kind === 'housing' && probe.open) breakHousing(moment, probe)
    else if (WATER_PROBES.includes(probe.type)) stepWaterProbe(moment, probe)
  }
  if (!doorOpen) custody.doorWorkAt = 0
}

function stepBoxDoor(moment: Moment, probe: ProbeState): void {
  const { at, state } = moment
  if (probe.fault !== 0 || openingOf(moment, probe) !== null) return
  const reason = doorReason(moment, probe)
  if (reason === -1) return
  markAbnormal(probe)
  // A door that only stood open too long is known too long after its opening to start with it (rebuild.ts).
  const startedAt = reason === OUTSIDE_AREA ? Math.max(probe.openedAt, at - maxBackdateMs) : at
  const place = placeNow(state)
  const known = findHappening(moment, [ALARM.unsealing, ALARM.highLoss, ALARM.boxDoorOutside, ALARM.privateDischarge], startedAt, place)
  const happening =
    known ??
    beginHappening(moment, {
      type: ALARM.boxDoorOutside,
      object: probe.compartment * 100 + probe.type,
      startedAt,
      grade: state.loaded ? 'red' : 'yellow',
      place,
      placeKind: placeOfOpening(moment, probe.openedAt),
      processState: state.process.state,
      reason,
    })
  addOpening(happening, probe, 'opened', probe.openedAt, 0, probe.sealCount)
  if (known === null) happening.lastAt = Math.max(happening.lastAt, startedAt)
  reportHappening(moment, happening)
}

/** Index in DOOR_REASONS; -1 while nothing is wrong with an open door. */
function doorReason(moment: Moment, probe: ProbeState): number {
  const { at, state, thresholds } = moment
  if (state.motion.speedKmh >= thresholds.boxDoorKmh && state.motion.moving) return MOVING
  if (state.membership.fence?.kind === 'repair' || probe.openedAt <= state.authorisedUntil) return -1
  if (exemptionNow(moment, probe.openedAt, probe.compartment) !== null) return -1
  const openMs = at - probe.openedAt
  if (!atSite(moment)) return openMs >= thresholds.boxDoorMinS * 1000 && !edgeHolds(moment, probe.openedAt) ? OUTSIDE_AREA : -1
  // An empty truck in a depot is cleaned or waits for its next load.
  const atRest = state.membership.fence?.kind === 'depot' && !state.loaded
  const { doorWorkAt } = state.custody
  const works = doorWorkAt !== 0 && at - doorWorkAt <= thresholds.doorAfterWorkMin * 60_000
  return openMs > thresholds.boxDoorOpenMin * 60_000 && !atRest && !works ? LONG_OPEN : -1
}

/** The journal uses the same verdict: doors are judged here, not by the unsealing rules. */
function markAbnormal(probe: ProbeState): void {
  if (probe.cover === null) return
  probe.cover.judged = true
  probe.cover.abnormal = true
}

/** `wetSinceAt` is after five seconds of debounce; the alarm asks for ten. */
function stepWaterProbe(moment: Moment, probe: ProbeState): void {
  const { at, thresholds } = moment
  if (probe.alarmAt === 0) {
    if (!probe.wet || probe.fault !== 0 || at - probe.wetSinceAt < thresholds.waterS * 1000) return
    probe.alarmAt = probe.wetSinceAt
    probe.alarmPlace = placeNow(moment.state)
    reportWater(moment, probe, null)
    return
  }
  if (probe.wet) return
  reportWater(moment, probe, probe.drySinceAt)
  probe.alarmAt = 0
  probe.alarmPlace = null
}

function reportWater(moment: Moment, probe: ProbeState, endedAt: number | null): void {
  if (probe.alarmPlace === null) return
  raise(moment, waterAlarmFact, {
    name: `water${endedAt === null ? '-began' : '-ended'}`,
    startedAt: probe.alarmAt,
    object: probe.compartment * 100 + probe.type,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'yellow',
    place: probe.alarmPlace,
    properties: {
      compartment: probe.compartment,
      probeType: probe.type,
      reason: 'probe',
      loaded: moment.state.loaded,
      sealCount: probe.sealCount,
    },
  })
}
