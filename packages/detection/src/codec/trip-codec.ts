import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { nowhere, readAnchor, readPlace, writeAnchor, writePlace } from './codec-pieces.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import type { TripLine, TripState } from '../truck-state.ts'

/** The running delivery as bytes. */
export function writeTrip(w: StateWriter, trip: TripState): void {
  w.time(trip.startedAt)
  writePlace(w, trip.place)
  w.uint(trip.depotFenceId)
  w.hundredths(trip.distanceM)
  w.uint(trip.legs)
  w.time(trip.legStartedAt)
  writePlace(w, trip.legPlace)
  w.uint(trip.legFenceId)
  w.uint(trip.stopsLeft)
  w.flags(trip.unfinishedRaised, trip.legJudged)
  w.uint(trip.lines.length)
  for (const line of trip.lines) {
    w.uint(line.compartment)
    w.int(line.oilCode)
    writeAnchor(w, line.load)
    writeAnchor(w, line.depart)
    writeAnchor(w, line.arrive)
    w.hundredths(line.transitLossV20L)
    w.hundredths(line.transitSigmaL)
    w.hundredths(line.unloadedV20L)
    w.hundredths(line.unloadedL)
    w.flags(line.gaugeL !== 0 || line.gaugeV20L !== 0, line.jumped !== null)
    if (line.gaugeL !== 0 || line.gaugeV20L !== 0) {
      w.hundredths(line.gaugeL)
      w.hundredths(line.gaugeV20L)
    }
    if (line.jumped !== null) {
      w.time(line.jumped.at)
      w.hundredths(line.jumped.levelMm)
      w.hundredths(line.jumped.volumeL)
      w.hundredths(line.jumped.v20L)
    }
    w.hundredths(line.waterMm)
    w.uint(line.stations.length)
    for (const fenceId of line.stations) w.uint(fenceId)
  }
}

export function readTrip(r: StateReader, context: TruckContext): TripState {
  const begun = {
    startedAt: r.time(),
    place: readPlace(r, context) ?? nowhere,
    depotFenceId: r.uint(),
    distanceM: r.hundredths(),
    legs: r.uint(),
    legStartedAt: r.time(),
    legPlace: readPlace(r, context),
    legFenceId: r.uint(),
    stopsLeft: r.uint(),
  }
  const flags = r.flags()
  return {
    ...begun,
    unfinishedRaised: (flags & 1) !== 0,
    legJudged: (flags & 2) !== 0,
    lines: Array.from({ length: r.uint() }, () => readLine(r)),
  }
}

function readLine(r: StateReader): TripLine {
  const line: TripLine = {
    compartment: r.uint(),
    oilCode: r.int(),
    load: readAnchor(r),
    depart: readAnchor(r),
    arrive: readAnchor(r),
    transitLossV20L: r.hundredths(),
    transitSigmaL: r.hundredths(),
    unloadedV20L: r.hundredths(),
    unloadedL: r.hundredths(),
    gaugeL: 0,
    gaugeV20L: 0,
    jumped: null,
    waterMm: 0,
    stations: [],
  }
  const flags = r.flags()
  if ((flags & 1) !== 0) {
    line.gaugeL = r.hundredths()
    line.gaugeV20L = r.hundredths()
  }
  if ((flags & 2) !== 0) line.jumped = { at: r.time(), levelMm: r.hundredths(), volumeL: r.hundredths(), v20L: r.hundredths() }
  line.waterMm = r.hundredths()
  line.stations = Array.from({ length: r.uint() }, () => r.uint())
  return line
}
