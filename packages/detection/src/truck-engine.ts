import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { stepAir } from './equipment/air.ts'
import { forgetAlarms, limitAlarms } from './alarm-limits.ts'
import { noteDeviceEvents } from './cargo/cargo-journal.ts'
import { shutdownState, stepSilence, takeConsoleEvents } from './equipment/console-events.ts'
import { stepCovers } from './seals/covers.ts'
import { stepDensity } from './gauges/density.ts'
import { stepEdge, stepEdgeLeft, stepEntered } from './cargo/edge-work.ts'
import { stepEmergency } from './equipment/emergency.ts'
import { stepUnfinished } from './cargo/emptying.ts'
import type { Fact } from './fact.ts'
import { stepMembership } from './motion/fence-membership.ts'
import { stepFix } from './motion/fix.ts'
import { stepGaugeTroubles } from './gauges/gauge-troubles.ts'
import { sampleGauge, stepGauges, takeGauges } from './gauges/gauges.ts'
import { stepLedger } from './cargo/ledger.ts'
import { dropBefore, hundredth } from './gauges/gauge-window.ts'
import { settleFlowing, stepJumps } from './gauges/jump-settlement.ts'
import { sampleOf } from './gauges/level-jumps.ts'
import { stepLoadWithoutGauge } from './gauges/load-without-gauge.ts'
import { stepMeters } from './gauges/meter-delivery.ts'
import { Moment } from './moment.ts'
import { stepMotion } from './motion/motion.ts'
import { stepNotUnloaded } from './cargo/not-unloaded.ts'
import { endOffline, offlineLimitMin, offlineState, stepOffline } from './motion/offline.ts'
import { stepFlow, stepOperations } from './cargo/operations.ts'
import { overspeedState, stepDeviceOverspeed, stepOverspeed } from './motion/overspeed.ts'
import { stepParking } from './motion/parking.ts'
import { powerState, stepPower } from './equipment/power.ts'
import { noteFlips, stepProbes, takeProbes } from './seals/probes.ts'
import { probeState } from './seals/probe-state.ts'
import { stepProbeHealth } from './seals/probe-health.ts'
import { stepProcess } from './process/process-machine.ts'
import { safetyState, stepSafety, takeSafetyEvents } from './equipment/safety-events.ts'
import { stepSealBreaks } from './seals/seal-breaks.ts'
import { freezeSeals } from './seals/seal-counts.ts'
import { stepHappenings } from './seals/happenings.ts'
import { stepSiteAlarms } from './seals/site-alarms.ts'
import { standardL } from './gauges/standard-volume.ts'
import { stepDeparture, stepStandingChanges } from './cargo/standing-changes.ts'
import { stepTransfers } from './cargo/transfers.ts'
import { stepArrival } from './cargo/trip.ts'
import { readTruckState, writeTruckState } from './truck-bytes.ts'
import { part, type StateOf } from './state/state-fields.ts'
import { stateOf } from './state/state-of.ts'
import { truckState } from './truck-state.ts'
import { aroundThen, countedGauges, readingByKey } from './gauges/volume-basis.ts'
import { stepVolumeCheck } from './gauges/volume-check.ts'
import { stepWater } from './gauges/water.ts'
import { carriesWater, stepWaterTruck } from './cargo/water-truck.ts'
import { hoursState, stepWorkingHours } from './motion/working-hours.ts'

export type Step = { readonly state: TruckState; readonly facts: readonly Fact[] }

/** JT/T 808 terminal heartbeat: it has no device time and no position, only contact. */
const heartbeat = 0x0002
const checkpointMs = 30 * 60_000
const quietCheckpointMs = 10 * 60_000

/** What detectors share, and what each one alone remembers. */
const wholeState = stateOf({
  ...truckState.fields,
  overspeed: part(overspeedState),
  hours: part(hoursState),
  offline: part(offlineState),
  power: part(powerState),
  shutdown: part(shutdownState),
  safety: part(safetyState),
})

export type TruckState = StateOf<typeof wholeState>

/** State of a truck without readings. */
export const createTruckState = (): TruckState => wholeState.initial()

/**
 * One reading of one truck. Called in device-time order: a reading older than `state.newestAt` is not stepped,
 * its period is rebuilt instead (rebuild.ts). The given state may be changed in place: do not use it afterwards.
 */
export function step(state: TruckState, reading: Reading, context: TruckContext): Step {
  const moment = new Moment(state, reading.at, reading.receivedAt, context)
  stepClockRules(moment, state, null)
  endOffline(moment, state.offline)
  if (reading.at > state.lastContactAt) state.lastContactAt = reading.at
  if (reading.at > state.newestAt) state.newestAt = reading.at
  if (reading.kind === heartbeat) {
    if (moment.facts.length > 0) limitAlarms(moment)
    return { state, facts: moment.facts }
  }

  const { position } = reading
  moment.altitudeM = Math.round(position.altitudeM)
  moment.resent = reading.resent
  stepFix(moment, position)
  stepMotion(moment)
  stepMembership(moment)
  if (state.trip !== null) state.trip.distanceM = hundredth(state.trip.distanceM + moment.movedM)

  freezeSeals(moment)
  if (reading.compartments.length > 0) takeGauges(moment, countedGauges(moment, reading), reading.events)
  if (reading.probes.length > 0) takeProbes(moment, reading.probes)
  if (reading.events.length > 0) {
    takeConsoleEvents(moment, state.shutdown, reading.events)
    noteDeviceEvents(moment, reading.events)
  }
  const { tilt } = reading
  const tiltDeg = tilt === undefined ? 0 : Math.max(Math.abs(tilt.axialDeg), Math.abs(tilt.lateralDeg))
  stepGauges(moment, tiltDeg)
  const isFuel = !carriesWater(moment)
  if (isFuel && moment.entered) stepEntered(moment)
  if (isFuel && state.membership.edge !== null) stepEdge(moment)
  if (isFuel) stepJumps(moment)
  stepProbes(moment)
  if (isFuel) {
    stepFuel(moment, reading)
    if (reading.compartments.length > 0) stepDensity(moment, reading.compartments)
  } else stepWaterTruck(moment)
  if (reading.environment !== undefined) stepAir(moment, reading.environment)
  if (reading.meters !== undefined) stepMeters(moment, reading.meters)

  stepParking(moment, reading.at)
  stepOverspeed(moment, state.overspeed)
  stepDeviceOverspeed(moment, state.overspeed, position.alarmBits)
  stepWorkingHours(moment, state.hours)
  stepEmergency(moment, position.alarmBits)
  if (reading.power !== undefined) stepPower(moment, state.power, reading.power.externalV)
  if (reading.safety.length > 0) takeSafetyEvents(moment, state.safety, reading.safety)
  if (state.safety.open.length > 0) stepSafety(moment, state.safety)
  stepSilence(moment, reading.compartments.length > 0 || reading.probes.length > 0)
  if (reading.at - state.custody.minuteAt >= 60_000) {
    state.custody.minuteAt = reading.at
    stepGaugeTroubles(moment, tiltDeg)
    if (reading.compartments.length > 0) stepVolumeCheck(moment, reading)
    forgetAlarms(moment)
  }
  if (moment.facts.length > 0) limitAlarms(moment)
  stepCheckpoint(state)
  return { state, facts: moment.facts }
}

/** All rules that apply to fuel cargo. */
function stepFuel(moment: Moment, reading: Reading): void {
  stepLoadWithoutGauge(moment)
  stepProbeHealth(moment)
  stepCovers(moment)
  stepSealBreaks(moment, reading.probes)
  stepSiteAlarms(moment)
  stepHappenings(moment)
  stepFlow(moment)
  settleFlowing(moment)
  if (moment.state.custody.happenings.length > 0) stepEdgeLeft(moment)
  stepTransfers(moment)
  if (moment.droveOff) stepDeparture(moment)
  stepProcess(moment)
  stepOperations(moment)
  stepArrival(moment)
  stepUnfinished(moment)
  stepNotUnloaded(moment)
  stepStandingChanges(moment)
  stepWater(moment)
  stepLedger(moment)
}

/** Marks moments for a checkpoint: each half hour, and sooner when nothing is under way. */
function stepCheckpoint(state: TruckState): void {
  const sinceMs = state.newestAt - state.checkpointAt
  if (sinceMs < quietCheckpointMs) return
  const quiet = !state.motion.moving && state.process.state === 0
  if (quiet || sinceMs >= checkpointMs) state.checkpointAt = state.newestAt
}

/**
 * Facts due by time alone: the offline alarm and parking overtime. Calling it or not changes no fact.
 * @param heardAt when the platform last received anything of the truck, ms; default the time of its newest reading
 */
export function stepClock(state: TruckState, now: number, context: TruckContext, heardAt = 0): Step {
  const moment = new Moment(state, now, now, context)
  stepClockRules(moment, state, heardAt)
  if (moment.facts.length > 0) limitAlarms(moment)
  return { state, facts: moment.facts }
}

function stepClockRules(moment: Moment, state: TruckState, heardAt: number | null): void {
  const { at } = moment
  if (state.lastContactAt === 0) return
  if (state.parking.startedAt !== 0 && !state.motion.moving) {
    // A truck that cannot be heard is offline, not parked: its stop counts until then.
    stepParking(moment, Math.min(at, state.lastContactAt + offlineLimitMin(moment) * 60_000))
  }
  stepOffline(moment, state.offline, heardAt)
}

/**
 * The state from its bytes, its windows refilled from the readings of the last quarter hour up to its newest time,
 * ascending. Without bytes, only what those readings show.
 */
export function restoreTruckState(bytes: Uint8Array | null, recentReadings: readonly Reading[], context: TruckContext): TruckState {
  const state = createTruckState()
  if (bytes !== null && readTruckState(wholeState, bytes, state, context)) {
    refillWindows(state, recentReadings, context)
    return state
  }
  const fresh = createTruckState()
  for (const reading of recentReadings) step(fresh, reading, context)
  return fresh
}

/** What cannot be recomputed from the last quarter hour of readings: about 300 bytes for a tanker on the road. */
export const encodeTruckState = (state: TruckState): Uint8Array => writeTruckState(wholeState, state)

function refillWindows(state: TruckState, recentReadings: readonly Reading[], context: TruckContext): void {
  const { thresholds } = context
  // Probes as they were, so that only real changes count as such.
  const before = state.probes.map((probe) => probeState.initial({ compartment: probe.compartment, type: probe.type }))
  for (const reading of recentReadings) {
    if (reading.at > state.newestAt) break
    for (const compartment of reading.compartments) {
      const gauge = state.gauges.find((known) => known.compartment === compartment.compartment)
      if (!gauge || compartment.fault !== 0) continue
      const counted = readingByKey(context, gauge, compartment, aroundThen(gauge, reading))
      const v20L = standardL(thresholds, counted, gauge.tableKey !== 0)
      const isHeld = gauge.heldSinceAt !== 0 && reading.at >= gauge.heldSinceAt
      if (isHeld) gauge.window.held.push(sampleOf(reading.at, counted, v20L))
      else sampleGauge(gauge, reading.at, counted, v20L, thresholds)
    }
    for (const word of reading.probes) {
      const index = state.probes.findIndex((known) => known.compartment === word.compartment && known.type === word.type)
      const probe = state.probes[index]
      const seen = before[index]
      if (!probe || !seen) continue
      if (seen.at !== 0) {
        noteFlips(seen, word, reading.at)
        probe.flips = seen.flips
      }
      seen.at = reading.at
      seen.rawOpen = word.open
      seen.rawWet = word.wet
    }
  }
  for (const { jump, window } of state.gauges) if (jump !== null) dropBefore(window, jump.road === null ? jump.at : jump.road.scaleAt)
}
