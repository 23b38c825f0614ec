import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { createGauge, createProbe } from '../initial-state.ts'
import type { LevelChange, StepHeight } from '../gauges/jump-state.ts'
import { nowhere, readAnchor, readPlace, writeAnchor, writePlace } from './codec-pieces.ts'
import { watchesLiquid } from '../seals/probe-health.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import type { CoverState, GaugeState, OperationState, ProbeState } from '../truck-state.ts'

/** Gauges and probes of a truck's state as bytes; windows and flips are not among them. */
export function writeGauge(w: StateWriter, gauge: GaugeState): void {
  w.uint(gauge.compartment)
  w.time(gauge.at)
  w.int(gauge.oilCode)
  w.uint(gauge.fault)
  w.hundredths(gauge.levelMm)
  w.hundredths(gauge.waterMm)
  w.hundredths(gauge.volumeL)
  w.hundredths(gauge.v20L)
  w.hundredths(gauge.temperatureC)
  writeAnchor(w, gauge.calm)
  writeAnchor(w, gauge.stopCalm)
  writeAnchor(w, gauge.stood)
  writeAnchor(w, gauge.posted)
  w.hundredths(gauge.refL)
  const standing =
    gauge.risingSinceAt !== 0 ||
    gauge.fallingSinceAt !== 0 ||
    gauge.dischargeAt !== 0 ||
    gauge.dischargeSinceAt !== 0 ||
    gauge.loadingSinceAt !== 0
  const judging = gauge.loadedSinceAt !== 0 || gauge.emptySinceAt !== 0
  const watery = gauge.waterSinceAt !== 0 || gauge.waterAlarmAt !== 0
  const jumps = gauge.heldSinceAt !== 0 || gauge.jump !== null || gauge.pipeFull || gauge.pipeTurns.length > 0
  w.flags(gauge.loaded, gauge.operation !== null, standing, judging, watery, gauge.loadKnown, jumps, gauge.tableKey !== 0)
  if (gauge.tableKey !== 0) w.uint(gauge.tableKey)
  if (judging) {
    w.time(gauge.loadedSinceAt)
    w.time(gauge.emptySinceAt)
  }
  if (standing) {
    w.time(gauge.risingSinceAt)
    w.time(gauge.fallingSinceAt)
    w.time(gauge.dischargeAt)
    w.time(gauge.dischargeSinceAt)
    w.time(gauge.loadingSinceAt)
  }
  if (watery) {
    w.time(gauge.waterSinceAt)
    w.time(gauge.waterAlarmAt)
  }
  if (jumps) writeJump(w, gauge)
  // The quiet time is only used during a flow; otherwise the next step starts it again.
  if (gauge.operation !== null) w.time(gauge.quietSinceAt)
  w.time(gauge.lastFlowAt)
  w.time(gauge.abnormalLoadingAt)
  if (gauge.operation !== null) writeOperation(w, gauge.operation)
}

export function readGauge(r: StateReader, context: TruckContext): GaugeState {
  const gauge = createGauge(r.uint())
  gauge.at = r.time()
  gauge.oilCode = r.int()
  gauge.fault = r.uint()
  gauge.levelMm = r.hundredths()
  gauge.waterMm = r.hundredths()
  gauge.volumeL = r.hundredths()
  gauge.v20L = r.hundredths()
  gauge.temperatureC = r.hundredths()
  gauge.calm = readAnchor(r)
  gauge.stopCalm = readAnchor(r)
  gauge.stood = readAnchor(r)
  gauge.posted = readAnchor(r)
  gauge.refL = r.hundredths()
  const flags = r.flags()
  gauge.loaded = (flags & 1) !== 0
  gauge.loadKnown = (flags & 32) !== 0
  if ((flags & 128) !== 0) gauge.tableKey = r.uint()
  if ((flags & 8) !== 0) {
    gauge.loadedSinceAt = r.time()
    gauge.emptySinceAt = r.time()
  }
  if ((flags & 4) !== 0) {
    gauge.risingSinceAt = r.time()
    gauge.fallingSinceAt = r.time()
    gauge.dischargeAt = r.time()
    gauge.dischargeSinceAt = r.time()
    gauge.loadingSinceAt = r.time()
  }
  if ((flags & 16) !== 0) {
    gauge.waterSinceAt = r.time()
    gauge.waterAlarmAt = r.time()
  }
  if ((flags & 64) !== 0) readJump(r, gauge)
  if ((flags & 2) !== 0) gauge.quietSinceAt = r.time()
  gauge.lastFlowAt = r.time()
  gauge.abnormalLoadingAt = r.time()
  if ((flags & 2) !== 0) gauge.operation = readOperation(r, context)
  return gauge
}

function writeJump(w: StateWriter, gauge: GaugeState): void {
  const { jump } = gauge
  w.time(gauge.heldSinceAt)
  w.flags(
    jump !== null,
    jump !== null && jump.settled,
    gauge.pipeFull,
    gauge.pipeTurns.length > 0,
    jump !== null && jump.road !== null,
    jump !== null && jump.dumped !== null,
  )
  if (gauge.pipeTurns.length > 0) {
    w.uint(gauge.pipeTurns.length)
    for (const at of gauge.pipeTurns) w.time(at)
  }
  if (jump === null) return
  w.time(jump.at)
  writeAnchor(w, jump.from)
  writeHeight(w, jump)
  if (jump.road !== null) {
    writeHeight(w, jump.road.fall)
    writeHeight(w, jump.road.rise)
    w.time(jump.road.scaleAt)
  }
  if (jump.dumped === null) return
  w.time(jump.dumped.at)
  w.hundredths(jump.dumped.fromV20L)
  writeChange(w, jump.dumped)
}

function writeHeight(w: StateWriter, height: StepHeight): void {
  writeChange(w, height)
  w.uint(height.lpm)
}

function writeChange(w: StateWriter, { levelMm, volumeL, v20L }: LevelChange): void {
  w.hundredths(levelMm)
  w.hundredths(volumeL)
  w.hundredths(v20L)
}

const readHeight = (r: StateReader): StepHeight => ({ ...readChange(r), lpm: r.uint() })

const readChange = (r: StateReader): LevelChange => ({ levelMm: r.hundredths(), volumeL: r.hundredths(), v20L: r.hundredths() })

function readJump(r: StateReader, gauge: GaugeState): void {
  gauge.heldSinceAt = r.time()
  const flags = r.flags()
  gauge.pipeFull = (flags & 4) !== 0
  if ((flags & 8) !== 0) for (let left = r.uint(); left > 0; left -= 1) gauge.pipeTurns.push(r.time())
  if ((flags & 1) === 0) return
  gauge.jump = {
    settled: (flags & 2) !== 0,
    at: r.time(),
    from: readAnchor(r),
    ...readHeight(r),
    road: (flags & 16) !== 0 ? { fall: readHeight(r), rise: readHeight(r), scaleAt: r.time() } : null,
    dumped: (flags & 32) !== 0 ? { at: r.time(), fromV20L: r.hundredths(), ...readChange(r) } : null,
  }
}

function writeOperation(w: StateWriter, operation: OperationState): void {
  w.flags(operation.loading, operation.levelOnly, operation.top, operation.returned, operation.open, operation.measured)
  w.flags(operation.second, operation.emptying, operation.abnormal)
  w.uint(operation.transferWith)
  w.hundredths(operation.waterStartMm)
  w.uint(operation.rateLpm)
  w.uint(operation.lastRateLpm)
  w.time(operation.rateAt)
  w.time(operation.stoppedAt)
  w.time(operation.startedAt)
  w.time(operation.endedAt)
  writeAnchor(w, operation.start)
  writeAnchor(w, operation.end)
  writeAnchor(w, operation.postedFrom)
  writePlace(w, operation.place)
}

function readOperation(r: StateReader, context: TruckContext): OperationState {
  const flags = r.flags()
  const more = r.flags()
  return {
    second: (more & 1) !== 0,
    emptying: (more & 2) !== 0,
    abnormal: (more & 4) !== 0,
    transferWith: r.uint(),
    waterStartMm: r.hundredths(),
    rateLpm: r.uint(),
    lastRateLpm: r.uint(),
    rateAt: r.time(),
    stoppedAt: r.time(),
    loading: (flags & 1) !== 0,
    levelOnly: (flags & 2) !== 0,
    top: (flags & 4) !== 0,
    returned: (flags & 8) !== 0,
    open: (flags & 16) !== 0,
    measured: (flags & 32) !== 0,
    startedAt: r.time(),
    endedAt: r.time(),
    start: readAnchor(r),
    end: readAnchor(r),
    postedFrom: readAnchor(r),
    place: readPlace(r, context) ?? nowhere,
  }
}

export function writeProbe(w: StateWriter, probe: ProbeState): void {
  w.uint(probe.compartment * 32 + probe.type)
  w.time(probe.at)
  w.uint(probe.sealCount)
  const pending = probe.openFrames !== 0 || probe.openPendingAt !== 0 || probe.wetPendingAt !== 0 || probe.dryPendingAt !== 0
  const troubled = probe.fault !== 0 || probe.uncertainSinceAt !== 0 || probe.silentSinceAt !== 0 || probe.goodSinceAt === 0
  const noted = probe.cover !== null || probe.alarmAt !== 0
  w.flags(probe.answering, probe.rawOpen, probe.rawWet, probe.uncertain, probe.open, probe.wet, pending, troubled)
  // The moments of a closed switch that nothing refers to are not read again; nor is how long a switch was dry.
  const opened = probe.open || noted
  const closing = probe.closePendingAt !== 0 && opened
  const liquid = probe.wet || watchesLiquid(probe.type)
  const wetEmpty = probe.wetEmptySinceAt !== 0
  // Usually the counter still has its value of the departure.
  const frozen = probe.frozenCount !== -1
  const differs = frozen && probe.frozenCount !== probe.sealCount
  w.flags(noted, opened, closing, liquid, wetEmpty, frozen, differs, probe.line !== 0)
  if (differs) w.uint(probe.frozenCount)
  if (probe.line !== 0) w.uint(probe.line)
  if (opened) w.time(probe.openedAt)
  if (closing) w.time(probe.closePendingAt)
  if (liquid) w.time(probe.wet ? probe.wetSinceAt : probe.drySinceAt)
  if (wetEmpty) w.time(probe.wetEmptySinceAt)
  if (pending) {
    w.uint(Math.min(probe.openFrames, 2))
    w.time(probe.openPendingAt)
    w.time(probe.wetPendingAt)
    w.time(probe.dryPendingAt)
  }
  if (troubled) {
    w.uint(probe.fault)
    w.time(probe.faultSinceAt)
    w.time(probe.uncertainSinceAt)
    w.time(probe.silentSinceAt)
    w.time(probe.goodSinceAt)
  }
  if (!noted) return
  w.flags(probe.cover !== null, probe.alarmAt !== 0)
  if (probe.cover !== null) writeCover(w, probe.cover)
  if (probe.alarmAt !== 0) {
    w.time(probe.alarmAt)
    writePlace(w, probe.alarmPlace)
  }
}

export function readProbe(r: StateReader, context: TruckContext): ProbeState {
  const key = r.uint()
  const probe = createProbe(Math.floor(key / 32), key % 32)
  probe.at = r.time()
  probe.sealCount = r.uint()
  const first = r.flags()
  const second = r.flags()
  probe.answering = (first & 1) !== 0
  probe.rawOpen = (first & 2) !== 0
  probe.rawWet = (first & 4) !== 0
  probe.uncertain = (first & 8) !== 0
  probe.open = (first & 16) !== 0
  probe.wet = (first & 32) !== 0
  if ((second & 32) !== 0) probe.frozenCount = (second & 64) !== 0 ? r.uint() : probe.sealCount
  if ((second & 128) !== 0) probe.line = r.uint()
  if ((second & 2) !== 0) probe.openedAt = r.time()
  if ((second & 4) !== 0) probe.closePendingAt = r.time()
  if ((second & 8) !== 0) {
    if (probe.wet) probe.wetSinceAt = r.time()
    else probe.drySinceAt = r.time()
  }
  if ((second & 16) !== 0) probe.wetEmptySinceAt = r.time()
  if ((first & 64) !== 0) {
    probe.openFrames = r.uint()
    probe.openPendingAt = r.time()
    probe.wetPendingAt = r.time()
    probe.dryPendingAt = r.time()
  }
  // The good time of a sound probe is not stored: it is set again when the probe becomes faulty.
  probe.goodSinceAt = probe.at
  if ((first & 128) !== 0) {
    probe.fault = r.uint()
    probe.faultSinceAt = r.time()
    probe.uncertainSinceAt = r.time()
    probe.silentSinceAt = r.time()
    probe.goodSinceAt = r.time()
  }
  if ((second & 1) === 0) return probe
  const noted = r.flags()
  if ((noted & 1) !== 0) probe.cover = readCover(r, context)
  if ((noted & 2) !== 0) {
    probe.alarmAt = r.time()
    probe.alarmPlace = readPlace(r, context)
  }
  return probe
}

function writeCover(w: StateWriter, cover: CoverState): void {
  w.flags(cover.loaded, cover.standing, cover.judged, cover.abnormal, cover.movedOpen)
  w.int(cover.altitudeM)
  if (cover.movedOpen) w.hundredths(cover.movedM)
  w.time(cover.startedAt)
  w.time(cover.openedAt)
  w.time(cover.closedAt)
  w.time(cover.fixAt)
  w.uint(cover.placeKind)
  w.uint(cover.processState)
  w.uint(cover.sealCount)
  writePlace(w, cover.place)
  writeAnchor(w, cover.before)
}

function readCover(r: StateReader, context: TruckContext): CoverState {
  const flags = r.flags()
  return {
    altitudeM: r.int(),
    movedM: (flags & 16) !== 0 ? r.hundredths() : 0,
    movedOpen: (flags & 16) !== 0,
    loaded: (flags & 1) !== 0,
    standing: (flags & 2) !== 0,
    judged: (flags & 4) !== 0,
    abnormal: (flags & 8) !== 0,
    startedAt: r.time(),
    openedAt: r.time(),
    closedAt: r.time(),
    fixAt: r.time(),
    placeKind: r.uint(),
    processState: r.uint() as TransportState,
    sealCount: r.uint(),
    place: readPlace(r, context) ?? nowhere,
    before: readAnchor(r),
  }
}
