import { coverKind, WATER_PROBES } from '@tanker/domain/probe-type'
import { HALF_UNLOADED, IN_TRANSIT } from '@tanker/domain/transport-process'
import { type Moment, placeNow, raise } from './moment.ts'
import type { ProbeState } from './truck-state.ts'

/** Alarms of single probes: box door (210), water at a probe (3), seal break (320). */
const DOOR_REASONS = ['outside-area', 'moving', 'long-open'] as const
const BREAK_REASONS = ['housing', 'count'] as const
/** A counter that jumps further was reset, not opened. */
const mostUnseenOpenings = 1000

export function stepSiteAlarms(moment: Moment): void {
  for (const probe of moment.state.probes) {
    const { unseenOpenings } = probe
    probe.unseenOpenings = 0
    if (!probe.open && !probe.wet && probe.alarmAt === 0 && unseenOpenings === 0) continue
    const kind = coverKind(probe.type)
    if (kind === 'box-door') stepBoxDoor(moment, probe)
    else if (kind === 'housing') stepHousing(moment, probe)
    else if (WATER_PROBES.includes(probe.type)) stepWaterProbe(moment, probe)
    else if (unseenOpenings > 0 && unseenOpenings < mostUnseenOpenings) breakByCount(moment, probe, unseenOpenings)
  }
}

function stepBoxDoor(moment: Moment, probe: ProbeState): void {
  const { at, state, thresholds } = moment
  if (!probe.open) {
    if (probe.alarmAt === 0) return
    report(moment, probe, 210, DOOR_REASONS[probe.alarmReason] ?? '', probe.closePendingAt)
    forget(probe)
    return
  }
  if (probe.alarmAt !== 0 || probe.fault !== 0) return
  const openMs = at - probe.openedAt
  const fence = state.membership.fence?.kind
  const permitted = fence === 'depot' || fence === 'station' || fence === 'repair' || probe.openedAt <= state.authorisedUntil
  let reason = -1
  if (state.motion.speedKmh >= thresholds.boxDoorKmh && state.motion.moving) reason = 1
  else if (!permitted && openMs >= thresholds.boxDoorMinS * 1000) reason = 0
  else if (openMs > thresholds.boxDoorOpenMin * 60_000) reason = 2
  if (reason === -1) return
  // A door that only stood open too long is known too long after its opening to start with it (rebuild.ts).
  probe.alarmAt = reason === 0 ? probe.openedAt : at
  probe.alarmReason = reason
  probe.alarmPlace = placeNow(state)
  markAbnormal(probe)
  report(moment, probe, 210, DOOR_REASONS[reason] ?? '', null)
}

function stepHousing(moment: Moment, probe: ProbeState): void {
  const { state } = moment
  if (!probe.open) {
    if (probe.alarmAt === 0) return
    report(moment, probe, 320, BREAK_REASONS[0], probe.closePendingAt)
    forget(probe)
    return
  }
  const authorised = state.membership.fence?.kind === 'repair' || probe.openedAt <= state.authorisedUntil
  if (probe.alarmAt !== 0 || probe.fault !== 0 || authorised) return
  probe.alarmAt = probe.openedAt
  probe.alarmReason = 0
  probe.alarmPlace = placeNow(state)
  markAbnormal(probe)
  report(moment, probe, 320, BREAK_REASONS[0], null)
}

/** The journal says so too: doors and housings are judged here, not by the unsealing rules. */
function markAbnormal(probe: ProbeState): void {
  if (probe.cover === null) return
  probe.cover.judged = true
  probe.cover.abnormal = true
}

/** The counter rose and nobody saw the switch open: opened while the console was off. Only on the road. */
function breakByCount(moment: Moment, probe: ProbeState, openings: number): void {
  const { state } = moment
  const inTransit = state.process.state === IN_TRANSIT || state.process.state === HALF_UNLOADED
  const fence = state.membership.fence?.kind
  if (!inTransit || fence === 'depot' || fence === 'station' || fence === 'repair') return
  if (probe.alarmAt !== 0 || moment.at <= state.authorisedUntil) return
  probe.alarmAt = moment.at
  probe.alarmReason = 1
  probe.alarmPlace = placeNow(state)
  report(moment, probe, 320, BREAK_REASONS[1], null, openings)
}

/** The seals were armed again: whatever was broken is repaired. */
export function endSealBreaks(moment: Moment): void {
  for (const probe of moment.state.probes) {
    const kind = coverKind(probe.type)
    if (probe.alarmAt === 0 || kind === undefined || kind === 'box-door' || kind === 'housing') continue
    report(moment, probe, 320, BREAK_REASONS[probe.alarmReason] ?? '', moment.at)
    forget(probe)
  }
}

/** `wetSinceAt` is after five seconds of debounce; the alarm asks for ten. */
function stepWaterProbe(moment: Moment, probe: ProbeState): void {
  const { at, thresholds } = moment
  if (probe.alarmAt === 0) {
    if (!probe.wet || probe.fault !== 0 || at - probe.wetSinceAt < thresholds.waterS * 1000) return
    probe.alarmAt = probe.wetSinceAt
    probe.alarmPlace = placeNow(moment.state)
    report(moment, probe, 3, 'probe', null)
    return
  }
  if (probe.wet) return
  report(moment, probe, 3, 'probe', probe.drySinceAt)
  forget(probe)
}

function forget(probe: ProbeState): void {
  probe.alarmAt = 0
  probe.alarmPlace = null
  probe.alarmReason = 0
}

function report(moment: Moment, probe: ProbeState, type: 3 | 210 | 320, reason: string, endedAt: number | null, openings = 0): void {
  if (probe.alarmPlace === null) return
  const { loaded } = moment.state
  const name = type === 3 ? 'water' : type === 210 ? 'box-door-outside' : 'seal-broken'
  const withLoad = type === 320 ? 'black' : 'red'
  raise(moment, {
    name: `${name}${endedAt === null ? '-began' : '-ended'}`,
    type,
    startedAt: probe.alarmAt,
    object: probe.compartment * 100 + probe.type,
    ...(endedAt === null ? {} : { endedAt }),
    grade: type === 3 ? 'yellow' : loaded ? withLoad : type === 320 ? 'red' : 'yellow',
    place: probe.alarmPlace,
    properties: {
      compartment: probe.compartment,
      probeType: probe.type,
      reason,
      loaded,
      sealCount: probe.sealCount,
      unseenOpenings: openings,
    },
  })
}
