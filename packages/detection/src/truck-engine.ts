import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { stepAir } from './equipment/air.ts'
import { forgetAlarms, limitAlarms } from './alarm-limits.ts'
import { createProbe } from './initial-state.ts'
import { noteDeviceEvents } from './cargo/cargo-journal.ts'
import { stepSilence, takeConsoleEvents } from './equipment/console-events.ts'
import { stepCovers } from './seals/covers.ts'
import { createCustody } from './seals/custody-state.ts'
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
import { endOffline, offlineLimitMin, stepOffline } from './motion/offline.ts'
import { stepFlow, stepOperations } from './cargo/operations.ts'
import { stepDeviceOverspeed, stepOverspeed } from './motion/overspeed.ts'
import { stepParking } from './motion/parking.ts'
import { stepPower } from './equipment/power.ts'
import { noteFlips, stepProbes, takeProbes } from './seals/probes.ts'
import { stepProbeHealth } from './seals/probe-health.ts'
import { createProcess, stepProcess } from './process/process-machine.ts'
import { stepSafety, takeSafetyEvents } from './equipment/safety-events.ts'
import { stepSealBreaks } from './seals/seal-breaks.ts'
import { freezeSeals } from './seals/seal-counts.ts'
import { stepHappenings } from './seals/happenings.ts'
import { stepSiteAlarms } from './seals/site-alarms.ts'
import { standardL } from './gauges/standard-volume.ts'
import { stepDeparture, stepStandingChanges } from './cargo/standing-changes.ts'
import { stepTransfers } from './cargo/transfers.ts'
import { stepArrival } from './cargo/trip.ts'
import { readTruckState, writeTruckState } from './codec/truck-codec.ts'
import type { TruckState } from './truck-state.ts'
import { aroundThen, countedGauges, readingByKey } from './gauges/volume-basis.ts'
import { stepVolumeCheck } from './gauges/volume-check.ts'
import { stepWater } from './gauges/water.ts'
import { carriesWater, stepWaterTruck } from './cargo/water-truck.ts'
import { createHours, stepWorkingHours } from './motion/working-hours.ts'

export type { TruckState } from './truck-state.ts'

export type Step = { readonly state: TruckState; readonly facts: readonly Fact[] }

/** JT/T 808 terminal heartbeat: it has no device time and no position, only contact. */
const heartbeat = 0x0002
const checkpointMs = 30 * 60_000
const quietCheckpointMs = 10 * 60_000

/** State of a truck without readings. */
export function createTruckState(): TruckState {
  return {
    newestAt: 0,
    lastContactAt: 0,
    checkpointAt: 0,
    fix: { at: 0, lat: 0, lng: 0, speedKmh: 0, headingDeg: 0, differSinceAt: 0 },
    motion: {
      moving: false,
      accOn: false,
      speedKmh: 0,
      fastFixes: 0,
      fastSinceAt: 0,
      slowSinceAt: 0,
      stoppedSinceAt: 0,
      movingSinceAt: 0,
      droveSinceAt: 0,
    },
    membership: {
      fence: null,
      enteredAt: 0,
      candidateId: 0,
      candidateFixes: 0,
      candidateSinceAt: 0,
      outFixes: 0,
      outSinceAt: 0,
      rooted: false,
      edge: null,
      edgeSeenAt: 0,
      edgeM: 0,
    },
    gauges: [],
    probes: [],
    loaded: false,
    process: createProcess(),
    trip: null,
    unfinished: null,
    abnormalOpenings: [],
    authorisedUntil: 0,
    overspeed: {
      overSinceAt: 0,
      underSinceAt: 0,
      openAt: 0,
      place: null,
      limitKmh: 0,
      maxKmh: 0,
      speedMs: 0,
      overMs: 0,
      distanceM: 0,
      lastAt: 0,
      grade: 'yellow',
      road: 0,
      startPlace: null,
      deviceAt: 0,
      devicePart: 0,
      deviceToo: false,
      devicePlace: null,
      deviceMaxKmh: 0,
    },
    parking: { startedAt: 0, place: null, recorded: false, alarmAt: 0, hoursNoted: 0, loaded: false },
    hours: createHours(),
    emergency: { bits: 0, openAt: 0, trigger: 0, place: null },
    offline: { openAt: 0, place: null, loaded: false, limitMin: 0 },
    power: {
      is24V: false,
      cutSinceAt: 0,
      cutPlace: null,
      movedM: 0,
      lowestV: 0,
      alarmAt: 0,
      backSinceAt: 0,
      underSinceAt: 0,
      underAt: 0,
      underPlace: null,
      underEndSinceAt: 0,
    },
    shutdown: { consoleAt: 0, consolePlace: null, controllerAt: 0, controllerPlace: null },
    silent: { openAt: 0, place: null, lastCargoAt: 0 },
    safety: [],
    custody: createCustody(),
  }
}

/**
 * One reading of one truck. Called in device-time order: a reading older than `state.newestAt` is not stepped,
 * its period is rebuilt instead (rebuild.ts). The given state may be changed in place: do not use it afterwards.
 */
export function step(state: TruckState, reading: Reading, context: TruckContext): Step {
  const moment = new Moment(state, reading.at, reading.receivedAt, context)
  stepClockRules(moment, null)
  endOffline(moment)
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
    takeConsoleEvents(moment, reading.events)
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
  stepOverspeed(moment)
  stepDeviceOverspeed(moment, position.alarmBits)
  stepWorkingHours(moment)
  stepEmergency(moment, position.alarmBits)
  if (reading.power !== undefined) stepPower(moment, reading.power.externalV)
  if (reading.safety.length > 0) takeSafetyEvents(moment, reading.safety)
  if (state.safety.length > 0) stepSafety(moment)
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
  stepClockRules(moment, heardAt)
  if (moment.facts.length > 0) limitAlarms(moment)
  return { state, facts: moment.facts }
}

function stepClockRules(moment: Moment, heardAt: number | null): void {
  const { state, at } = moment
  if (state.lastContactAt === 0) return
  if (state.parking.startedAt !== 0 && !state.motion.moving) {
    // A truck that cannot be heard is offline, not parked: its stop counts until then.
    stepParking(moment, Math.min(at, state.lastContactAt + offlineLimitMin(moment) * 60_000))
  }
  stepOffline(moment, heardAt)
}

/**
 * The state from its bytes, its windows refilled from the readings of the last quarter hour up to its newest time,
 * ascending. Without bytes, only what those readings show.
 */
export function restoreTruckState(bytes: Uint8Array | null, recentReadings: readonly Reading[], context: TruckContext): TruckState {
  const state = createTruckState()
  if (bytes !== null && isReadable(bytes, state, context)) {
    refillWindows(state, recentReadings, context)
    return state
  }
  const fresh = createTruckState()
  for (const reading of recentReadings) step(fresh, reading, context)
  return fresh
}

/** Bytes that end early or are invalid were written by another release and are ignored. */
function isReadable(bytes: Uint8Array, state: TruckState, context: TruckContext): boolean {
  try {
    return readTruckState(bytes, state, context)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** What cannot be recomputed from the last quarter hour of readings: about 300 bytes for a tanker on the road. */
export const encodeTruckState = (state: TruckState): Uint8Array => writeTruckState(state)

function refillWindows(state: TruckState, recentReadings: readonly Reading[], context: TruckContext): void {
  const { thresholds } = context
  // Probes as they were, so that only real changes count as such.
  const before = state.probes.map((probe) => createProbe(probe.compartment, probe.type))
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
