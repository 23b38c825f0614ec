import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { nowhere, readAnchor, readGrade, readPlace, writeAnchor, writePlace } from './codec-pieces.ts'
import type { HappeningLoss, HappeningOpening, HappeningState } from '../seals/happening-state.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'

/** Happenings as bytes; a quiet truck has none. */
export function writeHappenings(w: StateWriter, happenings: readonly HappeningState[]): void {
  w.uint(happenings.length)
  for (const happening of happenings) {
    w.uint(happening.type)
    w.uint(happening.object)
    w.time(happening.startedAt)
    w.time(happening.lastAt)
    w.uint(ALARM_GRADES.indexOf(happening.grade))
    writePlace(w, happening.place)
    w.uint(happening.placeKind)
    w.uint(happening.processState)
    w.uint(happening.reason)
    w.uint(happening.count)
    w.uint(happening.openings.length)
    for (const opening of happening.openings) {
      w.uint(opening.compartment)
      w.uint(opening.type)
      w.uint(opening.how)
      w.time(opening.openedAt)
      w.time(opening.closedAt)
      w.uint(opening.oldCount)
      w.uint(opening.newCount)
    }
    w.uint(happening.losses.length)
    for (const loss of happening.losses) {
      w.uint(loss.compartment)
      w.int(loss.oilCode)
      writeAnchor(w, loss.from)
      writeAnchor(w, loss.to)
      w.hundredths(loss.lossL)
      w.hundredths(loss.lossV20L)
      w.hundredths(loss.sigmaL)
      w.hundredths(loss.movedL)
    }
  }
}

export function readHappenings(r: StateReader, context: TruckContext): HappeningState[] {
  return Array.from({ length: r.uint() }, () => ({
    type: r.uint(),
    object: r.uint(),
    startedAt: r.time(),
    lastAt: r.time(),
    grade: readGrade(r),
    place: readPlace(r, context) ?? nowhere,
    placeKind: r.uint(),
    processState: r.uint() as TransportState,
    reason: r.uint(),
    count: r.uint(),
    openings: Array.from({ length: r.uint() }, () => readOpening(r)),
    losses: Array.from({ length: r.uint() }, () => readLoss(r)),
  }))
}

const readOpening = (r: StateReader): HappeningOpening => ({
  compartment: r.uint(),
  type: r.uint(),
  how: r.uint(),
  openedAt: r.time(),
  closedAt: r.time(),
  oldCount: r.uint(),
  newCount: r.uint(),
})

const readLoss = (r: StateReader): HappeningLoss => ({
  compartment: r.uint(),
  oilCode: r.int(),
  from: readAnchor(r),
  to: readAnchor(r),
  lossL: r.hundredths(),
  lossV20L: r.hundredths(),
  sigmaL: r.hundredths(),
  movedL: r.hundredths(),
})
