import { lossRatePermille, roundHalfAway } from '@tanker/domain/loss/loss'
import type { VolumeSource } from '@tanker/domain/tank/platform-volume'
import { judgeLoss, summedUncertaintyL } from '@tanker/domain/loss/uncertainty'
import { splitFact, tripFact, tripLegFact } from '@tanker/domain/facts/cargo-facts'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { OperationState } from './operation-state.ts'
import type { TripLine, TripState } from './trip-state.ts'
import { hundredth } from '../gauges/gauge-window.ts'
import { carries, copyAnchor, readHeld } from '../gauges/gauges.ts'
import { betterArrival, readArrival } from './arrival-volume.ts'
import { judgeTransitLoss } from './high-loss.ts'
import { judgeJumped } from '../gauges/jumped-litres.ts'
import { balanceLedger } from './ledger.ts'
import { isUnseen } from '../gauges/load-without-gauge.ts'
import { anchorsSigmaL, legSigmaL } from './loss-sigma.ts'
import { siteHere } from './site-work.ts'
import { stoodSealed } from './sealed-fall.ts'
import { areaText, type Moment, note, placeNow } from '../moment.ts'
import { volumeMethodOf, volumeSourceOf } from '../gauges/standard-volume.ts'
import { isStuck } from '../gauges/stuck-gauge.ts'

/** A delivery opens when a loaded truck leaves its depot; what it carries then is A1 (cause 9). */
export function openTrip(moment: Moment): void {
  const { at, state } = moment
  const lines: TripLine[] = []
  balanceLedger(moment)
  for (const gauge of state.gauges) {
    if (!carries(moment, gauge)) continue
    const load = noAnchor()
    readHeld(moment, gauge, load)
    lines.push({
      compartment: gauge.compartment,
      oilCode: gauge.at === 0 ? setupOilCode(moment, gauge.compartment) : gauge.oilCode,
      load,
      depart: { ...load },
      arrive: noAnchor(),
      transitLossV20L: 0,
      transitSigmaL: 0,
      unloadedV20L: 0,
      unloadedL: 0,
      gaugeL: 0,
      gaugeV20L: 0,
      swingL: 0,
      jumped: null,
      waterMm: gauge.waterMm,
      stations: [],
    })
  }
  const place = moment.left === null ? placeNow(state) : { ...placeNow(state), fenceId: moment.left.id, fenceName: moment.left.name }
  state.trip = {
    startedAt: at,
    place,
    depotFenceId: moment.left?.id ?? 0,
    distanceM: 0,
    legs: 0,
    legStartedAt: 0,
    legPlace: null,
    legFenceId: 0,
    stopsLeft: 0,
    legJudged: true,
    lines,
    unfinishedRaised: false,
  }
  noteTrip(moment, state.trip, 'trip-began', null)
}

/** The hose is coupled, or product flows: the volume aboard now is A2 (causes 10 and 11). */
export function arriveAtStation(moment: Moment): void {
  const { at, state } = moment
  const { trip } = state
  const fenceId = state.membership.fence?.id ?? 0
  if (trip === null || (trip.legStartedAt !== 0 && trip.legFenceId === fenceId)) return
  trip.legs += 1
  trip.legStartedAt = at
  trip.legFenceId = fenceId
  for (const line of trip.lines) {
    const gauge = state.gauges.find(({ compartment }) => compartment === line.compartment)
    if (!gauge) continue
    readArrival(moment, gauge, line)
    line.transitLossV20L = hundredth(line.transitLossV20L + line.depart.v20L - line.arrive.v20L)
    line.transitSigmaL = hundredth(Math.hypot(line.transitSigmaL, legSigmaL(moment, line)))
  }
  trip.legPlace = placeNow(state)
  trip.legJudged = false
  noteLeg(moment, trip, 'leg-began', null)
  stepArrival(moment)
}

/**
 * Trucks are coupled before their surface has come to rest: until a compartment flows, its calm value is the better A2.
 * The loss is judged once every compartment is calm, or flows.
 */
export function stepArrival(moment: Moment): void {
  const { state } = moment
  const { trip } = state
  if (trip === null || trip.legJudged || trip.legStartedAt === 0) return
  let waits = false
  let improved = false
  for (const line of trip.lines) {
    if (line.arrive.calm) continue
    const gauge = state.gauges.find(({ compartment }) => compartment === line.compartment)
    if (gauge === undefined || (hasFlowed(gauge, trip) && !stoodSealed(moment, gauge))) continue
    const better = betterArrival(moment, gauge, line)
    if (better !== null) {
      arriveWith(moment, line, better)
      improved = true
    }
    waits ||= !gauge.calmNow
  }
  if (improved) noteLeg(moment, trip, 'leg-began', null)
  if (!waits) judgeArrival(moment, trip)
}

/** It flows, or did at this station: its calm value is what an unloading left. */
const hasFlowed = (gauge: GaugeState, trip: TripState): boolean =>
  gauge.fallingSinceAt !== 0 || gauge.operation !== null || gauge.lastFlowAt > trip.legStartedAt

function judgeArrival(moment: Moment, trip: TripState): void {
  if (trip.legJudged) return
  trip.legJudged = true
  judgeTransitLoss(moment, trip)
}

/** A better value of the volume at the arrival replaces the first one. */
function arriveWith(moment: Moment, line: TripLine, better: Anchor): void {
  const sigmaBefore = legSigmaL(moment, line)
  line.transitLossV20L = hundredth(line.transitLossV20L + line.arrive.v20L - better.v20L)
  copyAnchor(better, line.arrive)
  if (better.calm) line.swingL = 0
  const others = Math.max(0, line.transitSigmaL ** 2 - sigmaBefore ** 2)
  line.transitSigmaL = hundredth(Math.hypot(Math.sqrt(others), legSigmaL(moment, line)))
}

/** Litres that left at the station, but not by unloading, were lost on the way: the delivery counts from what was aboard after that. */
export function loseAtStation(moment: Moment, { compartment }: GaugeState, from: Anchor, to: Anchor): void {
  const { trip, process } = moment.state
  if (trip === null || trip.legStartedAt === 0 || trip.legFenceId !== siteHere(moment)?.id) return
  const line = trip.lines.find((one) => one.compartment === compartment)
  if (line === undefined || line.arrive.at === 0) return
  const flowed = (process.flowed & (1 << compartment)) !== 0
  const volumeL = hundredth(line.arrive.volumeL - from.volumeL + to.volumeL)
  const v20L = hundredth(line.arrive.v20L - from.v20L + to.v20L)
  arriveWith(moment, line, flowed ? { ...line.arrive, volumeL, v20L } : to)
  noteLeg(moment, trip, 'leg-began', null)
}

/** Done at this station: the volume that stays is A3, and the next leg departs from it (causes 15 to 18c). */
export function finishLeg(moment: Moment): void {
  const { at, state } = moment
  const { trip } = state
  if (trip === null || trip.legStartedAt === 0) return
  judgeArrival(moment, trip)
  for (const line of trip.lines) {
    const gauge = state.gauges.find(({ compartment }) => compartment === line.compartment)
    if (!gauge) continue
    readHeld(moment, gauge, line.depart)
    if ((state.process.flowed & (1 << line.compartment)) === 0) continue
    line.unloadedV20L = hundredth(line.unloadedV20L + line.arrive.v20L - line.depart.v20L)
    line.unloadedL = hundredth(line.unloadedL + line.arrive.volumeL - line.depart.volumeL)
    if (!line.stations.includes(trip.legFenceId)) line.stations.push(trip.legFenceId)
    if (line.stations.length >= 2) noteSplit(moment, trip, line)
  }
  noteLeg(moment, trip, 'leg-ended', at)
  trip.legStartedAt = 0
  for (const line of trip.lines) {
    line.gaugeL = 0
    line.gaugeV20L = 0
  }
}

/** Back in a depot with its load: the way is judged as one to a station. */
function judgeWayBack(moment: Moment, trip: TripState): void {
  for (const line of trip.lines) {
    const gauge = moment.state.gauges.find(({ compartment }) => compartment === line.compartment)
    copyAnchor(gauge === undefined || gauge.stopCalm.at === 0 ? line.depart : gauge.stopCalm, line.arrive)
    line.transitLossV20L = hundredth(line.transitLossV20L + line.depart.v20L - line.arrive.v20L)
  }
  judgeTransitLoss(moment, trip)
}

export function endTrip(moment: Moment, outcome: 'delivered' | 'not-emptied' | 'returned-loaded' | 'unobserved'): void {
  const { trip } = moment.state
  if (trip === null) return
  if (outcome === 'returned-loaded' && trip.legStartedAt === 0) judgeWayBack(moment, trip)
  finishLeg(moment)
  for (const line of trip.lines) judgeJumped(moment, trip, line)
  balanceLedger(moment)
  noteTrip(moment, trip, 'trip-ended', outcome)
  moment.state.trip = null
}

/** Litres moved between compartments on the road are no loss of either. */
export function carryTransfer(trip: TripState | null, gauge: GaugeState, operation: OperationState): void {
  if (trip === null || trip.legStartedAt !== 0) return
  const line = trip.lines.find(({ compartment }) => compartment === gauge.compartment)
  const { start, end } = operation
  if (line) {
    line.depart = {
      ...line.depart,
      volumeL: hundredth(line.depart.volumeL + end.volumeL - start.volumeL),
      v20L: hundredth(line.depart.v20L + end.v20L - start.v20L),
    }
    return
  }
  trip.lines.push({
    compartment: gauge.compartment,
    oilCode: gauge.oilCode,
    load: { ...start },
    depart: { ...end },
    arrive: noAnchor(),
    transitLossV20L: 0,
    transitSigmaL: 0,
    unloadedV20L: 0,
    unloadedL: 0,
    gaugeL: 0,
    gaugeV20L: 0,
    swingL: 0,
    jumped: null,
    waterMm: gauge.waterMm,
    stations: [],
  })
}

function noteSplit(moment: Moment, trip: TripState, line: TripLine): void {
  note(moment, splitFact, {
    name: 'split-unloaded',
    startedAt: trip.startedAt,
    object: line.compartment,
    endedAt: moment.at,
    place: placeNow(moment.state),
    properties: {
      compartment: line.compartment,
      oilCode: line.oilCode,
      stationFenceIds: [...line.stations],
      loadedL: line.load.volumeL,
      unloadedL: line.unloadedL,
      unloadedV20L: line.unloadedV20L,
    },
  })
}

function noteLeg(moment: Moment, trip: TripState, name: string, endedAt: number | null): void {
  const { state } = moment
  const place = trip.legPlace ?? placeNow(state)
  const flowed = state.process.flowed
  note(moment, tripLegFact, {
    name,
    startedAt: trip.legStartedAt,
    object: trip.legs,
    ...(endedAt === null ? {} : { endedAt }),
    place,
    properties: {
      tripStartedAt: trip.startedAt,
      leg: trip.legs,
      stationFenceId: trip.legFenceId,
      stationName: place.fenceName,
      distanceM: Math.round(trip.distanceM),
      unloaded: endedAt === null ? null : flowed !== 0,
      lines: trip.lines.map((line) => ({
        compartment: line.compartment,
        oilCode: line.oilCode,
        arriveL: knownL(line.arrive, 'volumeL'),
        arriveV20L: knownL(line.arrive, 'v20L'),
        arriveLevelMm: line.arrive.levelMm,
        arriveCalm: line.arrive.calm,
        ...(isStuck(moment, line.compartment) ? { volumeKnown: false, reason: 'gauge-stuck' as const } : {}),
        ...(isUnseen(moment, line.compartment) ? { volumeKnown: false, reason: 'no-gauge' as const } : {}),
        ...(line.gaugeV20L === 0 ? {} : { gaugeL: line.gaugeL, gaugeV20L: line.gaugeV20L }),
        transitLossV20L: line.transitLossV20L,
        uncertaintyL: line.transitSigmaL,
        leaveL: endedAt === null ? null : knownL(line.depart, 'volumeL'),
        leaveV20L: endedAt === null ? null : knownL(line.depart, 'v20L'),
        leaveCalm: endedAt !== null && line.depart.calm,
      })),
    },
  })
}

function noteTrip(moment: Moment, trip: TripState, name: string, outcome: string | null): void {
  const ended = outcome !== null
  const gauged = trip.lines.filter((line) => line.load.at !== 0)
  const isKnown = gauged.length > 0
  const lossLines = gauged.map((line) => ({
    beforeL: line.load.v20L,
    afterL: line.load.v20L - line.transitLossV20L,
  }))
  // Before the arrival: the smallest possible value.
  const sigmasL = trip.lines.map((line) => line.transitSigmaL || anchorsSigmaL(moment, line, line.load, line.load))
  const sigmaL = summedUncertaintyL(sigmasL)
  const transitLossL = trip.lines.reduce((sum, line) => sum + line.transitLossV20L, 0)
  note(moment, tripFact, {
    name,
    startedAt: trip.startedAt,
    ...(ended ? { endedAt: moment.at } : {}),
    place: trip.place,
    properties: {
      depotFenceId: trip.depotFenceId === 0 ? null : trip.depotFenceId,
      depotName: trip.place.fenceName,
      outcome,
      legs: trip.legs,
      slipNo: moment.context.slip?.slipNo ?? null,
      distanceM: Math.round(trip.distanceM),
      method: moment.context.unloadingMode,
      transitLossV20L: isKnown ? hundredth(transitLossL) : null,
      transitLossPermille: isKnown ? roundHalfAway(lossRatePermille(lossLines), 4) : null,
      uncertaintyL: hundredth(sigmaL),
      judge: isKnown ? judgeLoss(transitLossL, sigmaL) : 'cannot-tell',
      startArea: areaText(trip.place),
      endArea: ended ? areaText(placeNow(moment.state)) : null,
      lines: trip.lines.map((line, i) => ({
        compartment: line.compartment,
        oilCode: line.oilCode,
        v20Method: volumeMethodOf(moment.thresholds, line.oilCode, sourceOf(moment, line) === 'platform'),
        volumeSource: sourceOf(moment, line),
        uncertaintyL: sigmasL[i] ?? 0,
        loadL: knownL(line.load, 'volumeL'),
        loadV20L: knownL(line.load, 'v20L'),
        ...(line.load.at === 0 ? { volumeKnown: false, reason: 'no-gauge' as const } : {}),
        loadLevelMm: line.load.levelMm,
        loadCalm: line.load.calm,
        transitLossV20L: line.load.at === 0 ? null : line.transitLossV20L,
        unloadedL: line.load.at === 0 ? null : line.unloadedL,
        unloadedV20L: line.load.at === 0 ? null : line.unloadedV20L,
        remainingL: knownL(line.depart, 'volumeL'),
      })),
    },
  })
}

const setupOilCode = ({ context }: Moment, of: number): number =>
  context.compartments.find(({ compartment }) => compartment === of)?.oilCode ?? 0

/** Null where no gauge ever said it. */
const knownL = (anchor: Anchor, field: 'volumeL' | 'v20L'): number | null => (anchor.at === 0 ? null : anchor[field])

const sourceOf = ({ state }: Moment, line: TripLine): VolumeSource =>
  volumeSourceOf(state.gauges.find(({ compartment }) => compartment === line.compartment))
