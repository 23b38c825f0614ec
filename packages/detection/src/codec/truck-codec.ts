import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { findFence, readGrade, readPlace, startPieces, writePlace } from './codec-pieces.ts'
import { readCustody, writeCustody } from './custody-codec.ts'
import { readGauge, readProbe, writeGauge, writeProbe } from './cargo-codec.ts'
import { readRare, writeRare } from './rare-codec.ts'
import { StateReader, StateWriter } from './state-bytes.ts'
import { readTrip, writeTrip } from './trip-codec.ts'
import type { TruckState } from '../truck-state.ts'

/** Raised with every change of the layout; bytes of another version are not read, the state is rebuilt. */
const version = 9

const writer = new StateWriter()

export function writeTruckState(state: TruckState): Uint8Array {
  const w = writer
  w.start(state.newestAt)
  startPieces()
  w.uint(version)
  w.uint(state.newestAt)
  w.time(state.lastContactAt)
  w.time(state.checkpointAt)
  const { fix, motion, membership, process, overspeed, parking, hours } = state

  w.time(fix.at)
  w.degrees(fix.lat)
  w.degrees(fix.lng)
  w.tenths(fix.speedKmh)
  w.uint(fix.headingDeg)
  w.time(fix.differSinceAt)

  const { edge } = membership
  w.flags(motion.moving, motion.accOn, state.loaded, state.trip !== null, state.unfinished !== null, membership.rooted, edge !== null)
  w.tenths(motion.speedKmh)
  w.uint(Math.min(motion.fastFixes, 100))
  w.time(motion.fastSinceAt)
  w.time(motion.slowSinceAt)
  w.time(motion.stoppedSinceAt)
  w.time(motion.movingSinceAt)
  w.time(motion.droveSinceAt)

  w.uint(membership.fence?.id ?? 0)
  w.time(membership.enteredAt)
  w.uint(membership.candidateId)
  w.uint(membership.candidateFixes)
  w.time(membership.candidateSinceAt)
  w.uint(membership.outFixes)
  w.time(membership.outSinceAt)
  if (edge !== null) {
    w.uint(edge.id)
    w.time(membership.edgeSeenAt)
    w.uint(membership.edgeM)
  }

  w.uint(process.state)
  w.time(process.sinceAt)
  w.uint(process.transitState)
  w.uint(process.flowed)
  w.time(process.lastFlowAt)
  w.time(process.unloadedAt)
  w.uint(process.fenceId)
  w.time(process.manualProofAt)
  writeTimers(w, process.timers)

  w.uint(state.gauges.length)
  for (const gauge of state.gauges) writeGauge(w, gauge)
  if (state.trip !== null) writeTrip(w, state.trip)
  w.uint(state.probes.length)
  for (const probe of state.probes) writeProbe(w, probe)

  const { unfinished } = state
  if (unfinished !== null) {
    w.time(unfinished.unloadingAt)
    writePlace(w, unfinished.unloadingPlace)
    w.time(unfinished.emptyingAt)
    writePlace(w, unfinished.emptyingPlace)
    w.uint(unfinished.compartments)
    w.hundredths(unfinished.residualL)
    w.time(unfinished.proofSinceAt)
  }
  w.uint(state.abnormalOpenings.length)
  for (const at of state.abnormalOpenings) w.time(at)
  w.time(state.authorisedUntil)

  w.time(overspeed.overSinceAt)
  if (overspeed.overSinceAt !== 0) {
    w.time(overspeed.underSinceAt)
    w.time(overspeed.openAt)
    writePlace(w, overspeed.place)
    writePlace(w, overspeed.startPlace)
    w.hundredths(overspeed.limitKmh)
    w.tenths(overspeed.maxKmh)
    w.uint(Math.round(overspeed.speedMs))
    w.span(overspeed.overMs)
    w.uint(overspeed.distanceM)
    w.time(overspeed.lastAt)
    w.uint(ALARM_GRADES.indexOf(overspeed.grade))
    w.uint(overspeed.road)
    w.flags(overspeed.deviceToo)
  }
  w.time(overspeed.deviceAt)
  if (overspeed.deviceAt !== 0) {
    w.uint(overspeed.devicePart)
    writePlace(w, overspeed.devicePlace)
    w.tenths(overspeed.deviceMaxKmh)
  }

  w.time(parking.startedAt)
  if (parking.startedAt !== 0) {
    writePlace(w, parking.place)
    w.flags(parking.recorded, parking.loaded)
    w.time(parking.alarmAt)
    w.uint(parking.hoursNoted)
  }

  w.uint(hours.driverId)
  w.time(hours.startedAt)
  w.time(hours.lastAt)
  w.span(hours.continuousMs)
  w.span(hours.nightMs)
  w.flags(hours.warned, hours.night)
  w.time(hours.openAt)
  w.time(hours.dayOpenAt)
  writePlace(w, hours.place)
  writePlace(w, hours.dayPlace)
  w.uint(hours.quarter)
  writeQuarters(w, hours.quarters, hours.dayMs)

  writeRare(w, state)
  writeCustody(w, state.custody)
  return w.finish()
}

/** False, and nothing read, when the bytes are of another version. */
export function readTruckState(bytes: Uint8Array, state: TruckState, context: TruckContext): boolean {
  const r = new StateReader(bytes)
  if (bytes.length === 0 || r.uint() !== version) return false
  startPieces()
  state.newestAt = r.uint()
  r.startFrom(state.newestAt)
  state.lastContactAt = r.time()
  state.checkpointAt = r.time()
  const { fix, motion, membership, process, overspeed, parking, hours } = state

  fix.at = r.time()
  fix.lat = r.degrees()
  fix.lng = r.degrees()
  fix.speedKmh = r.tenths()
  fix.headingDeg = r.uint()
  fix.differSinceAt = r.time()

  const main = r.flags()
  motion.moving = (main & 1) !== 0
  motion.accOn = (main & 2) !== 0
  state.loaded = (main & 4) !== 0
  motion.speedKmh = r.tenths()
  motion.fastFixes = r.uint()
  motion.fastSinceAt = r.time()
  motion.slowSinceAt = r.time()
  motion.stoppedSinceAt = r.time()
  motion.movingSinceAt = r.time()
  motion.droveSinceAt = r.time()

  membership.fence = findFence(context, r.uint(), fix.lat, fix.lng)
  membership.enteredAt = r.time()
  membership.candidateId = r.uint()
  membership.candidateFixes = r.uint()
  membership.candidateSinceAt = r.time()
  membership.outFixes = r.uint()
  membership.outSinceAt = r.time()
  membership.rooted = (main & 32) !== 0
  if ((main & 64) !== 0) {
    membership.edge = findFence(context, r.uint(), fix.lat, fix.lng)
    membership.edgeSeenAt = r.time()
    membership.edgeM = r.uint()
  }

  process.state = r.uint() as TransportState
  process.sinceAt = r.time()
  process.transitState = r.uint() as TransportState
  process.flowed = r.uint()
  process.lastFlowAt = r.time()
  process.unloadedAt = r.time()
  process.fenceId = r.uint()
  process.manualProofAt = r.time()
  readTimers(r, process.timers)

  state.gauges = Array.from({ length: r.uint() }, () => readGauge(r, context))
  if ((main & 8) !== 0) state.trip = readTrip(r, context)
  state.probes = Array.from({ length: r.uint() }, () => readProbe(r, context))

  if ((main & 16) !== 0) {
    state.unfinished = {
      unloadingAt: r.time(),
      unloadingPlace: readPlace(r, context),
      emptyingAt: r.time(),
      emptyingPlace: readPlace(r, context),
      compartments: r.uint(),
      residualL: r.hundredths(),
      proofSinceAt: r.time(),
    }
  }
  state.abnormalOpenings = Array.from({ length: r.uint() }, () => r.time())
  state.authorisedUntil = r.time()

  overspeed.overSinceAt = r.time()
  if (overspeed.overSinceAt !== 0) {
    overspeed.underSinceAt = r.time()
    overspeed.openAt = r.time()
    overspeed.place = readPlace(r, context)
    overspeed.startPlace = readPlace(r, context)
    overspeed.limitKmh = r.hundredths()
    overspeed.maxKmh = r.tenths()
    overspeed.speedMs = r.uint()
    overspeed.overMs = r.span()
    overspeed.distanceM = r.uint()
    overspeed.lastAt = r.time()
    overspeed.grade = readGrade(r)
    overspeed.road = r.uint()
    overspeed.deviceToo = (r.flags() & 1) !== 0
  }
  overspeed.deviceAt = r.time()
  if (overspeed.deviceAt !== 0) {
    overspeed.devicePart = r.uint()
    overspeed.devicePlace = readPlace(r, context)
    overspeed.deviceMaxKmh = r.tenths()
  }

  parking.startedAt = r.time()
  if (parking.startedAt !== 0) {
    parking.place = readPlace(r, context)
    const flags = r.flags()
    parking.recorded = (flags & 1) !== 0
    parking.loaded = (flags & 2) !== 0
    parking.alarmAt = r.time()
    parking.hoursNoted = r.uint()
  }

  hours.driverId = r.uint()
  hours.startedAt = r.time()
  hours.lastAt = r.time()
  hours.continuousMs = r.span()
  hours.nightMs = r.span()
  const hourFlags = r.flags()
  hours.warned = (hourFlags & 1) !== 0
  hours.night = (hourFlags & 2) !== 0
  hours.openAt = r.time()
  hours.dayOpenAt = r.time()
  hours.place = readPlace(r, context)
  hours.dayPlace = readPlace(r, context)
  hours.quarter = r.uint()
  hours.dayMs = readQuarters(r, hours.quarters)

  readRare(r, state, context)
  readCustody(r, state.custody, context)
  return true
}

/** Few timers run at once: row + 1 and time of each, 0 ends. */
function writeTimers(w: StateWriter, timers: Float64Array): void {
  for (let row = 0; row < timers.length; row += 1) {
    const since = timers[row] as number
    if (since === 0) continue
    w.uint(row + 1)
    w.time(since)
  }
  w.uint(0)
}

function readTimers(r: StateReader, timers: Float64Array): void {
  for (let row = r.uint(); row !== 0; row = r.uint()) timers[row - 1] = r.time()
}

/** Slot + 1 and driving time of the quarter hours driven in, 0 ends; hours not driven at all cost nothing. */
function writeQuarters(w: StateWriter, quarters: Int32Array, dayMs: number): void {
  let left = dayMs
  for (let slot = 0; left > 0 && slot < quarters.length; slot += 1) {
    const ms = quarters[slot] as number
    if (ms === 0) continue
    w.uint(slot + 1)
    w.span(ms)
    left -= ms
  }
  w.uint(0)
}

function readQuarters(r: StateReader, quarters: Int32Array): number {
  let sum = 0
  for (let slot = r.uint(); slot !== 0; slot = r.uint()) {
    const ms = r.span()
    quarters[slot - 1] = ms
    sum += ms
  }
  return sum
}
