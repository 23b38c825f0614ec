import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { nowhere, readGrade, readPlace, writePlace } from './codec-pieces.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import type { TruckState } from '../truck-state.ts'

/** Alarms that a quiet truck has none of: it pays one byte for all of them. */
export function writeRare(w: StateWriter, state: TruckState): void {
  const { power } = state
  const { emergency, offline, shutdown, silent } = state
  w.flags(
    emergency.bits !== 0 || emergency.openAt !== 0,
    offline.openAt !== 0,
    power.cutSinceAt !== 0,
    power.underSinceAt !== 0 || power.underAt !== 0,
    shutdown.consoleAt !== 0 || shutdown.controllerAt !== 0,
    silent.openAt !== 0,
    state.safety.length > 0,
    power.is24V,
  )
  w.time(silent.lastCargoAt)
  if (emergency.bits !== 0 || emergency.openAt !== 0) {
    w.uint(emergency.bits >>> 0)
    w.time(emergency.openAt)
    w.uint(emergency.trigger)
    writePlace(w, emergency.place)
  }
  if (offline.openAt !== 0) {
    w.time(offline.openAt)
    writePlace(w, offline.place)
    w.flags(offline.loaded)
    w.hundredths(offline.limitMin)
  }
  if (power.cutSinceAt !== 0) {
    w.time(power.cutSinceAt)
    writePlace(w, power.cutPlace)
    w.uint(power.movedM)
    w.hundredths(power.lowestV)
    w.time(power.alarmAt)
    w.time(power.backSinceAt)
  }
  if (power.underSinceAt !== 0 || power.underAt !== 0) {
    w.time(power.underSinceAt)
    w.time(power.underAt)
    writePlace(w, power.underPlace)
    w.time(power.underEndSinceAt)
  }
  if (shutdown.consoleAt !== 0 || shutdown.controllerAt !== 0) {
    w.time(shutdown.consoleAt)
    writePlace(w, shutdown.consolePlace)
    w.time(shutdown.controllerAt)
    writePlace(w, shutdown.controllerPlace)
  }
  if (silent.openAt !== 0) {
    w.time(silent.openAt)
    writePlace(w, silent.place)
  }
  if (state.safety.length > 0) {
    w.uint(state.safety.length)
    for (const open of state.safety) {
      w.uint(open.code)
      w.time(open.startedAt)
      w.time(open.lastAt)
      w.uint(open.count)
      writePlace(w, open.place)
      w.uint(ALARM_GRADES.indexOf(open.grade))
      w.uint(open.alarmId)
      w.uint(open.attachments)
      w.flags(open.begun)
    }
  }
}

export function readRare(r: StateReader, state: TruckState, context: TruckContext): void {
  const { power } = state
  const rare = r.flags()
  power.is24V = (rare & 128) !== 0
  state.silent.lastCargoAt = r.time()
  if ((rare & 1) !== 0) {
    state.emergency = { bits: r.uint() | 0, openAt: r.time(), trigger: r.uint(), place: readPlace(r, context) }
  }
  if ((rare & 2) !== 0) {
    state.offline = {
      openAt: r.time(),
      place: readPlace(r, context),
      loaded: (r.flags() & 1) !== 0,
      limitMin: r.hundredths(),
    }
  }
  if ((rare & 4) !== 0) {
    power.cutSinceAt = r.time()
    power.cutPlace = readPlace(r, context)
    power.movedM = r.uint()
    power.lowestV = r.hundredths()
    power.alarmAt = r.time()
    power.backSinceAt = r.time()
  }
  if ((rare & 8) !== 0) {
    power.underSinceAt = r.time()
    power.underAt = r.time()
    power.underPlace = readPlace(r, context)
    power.underEndSinceAt = r.time()
  }
  if ((rare & 16) !== 0) {
    state.shutdown = {
      consoleAt: r.time(),
      consolePlace: readPlace(r, context),
      controllerAt: r.time(),
      controllerPlace: readPlace(r, context),
    }
  }
  if ((rare & 32) !== 0) {
    state.silent.openAt = r.time()
    state.silent.place = readPlace(r, context)
  }
  if ((rare & 64) !== 0) {
    state.safety = Array.from({ length: r.uint() }, () => ({
      code: r.uint(),
      startedAt: r.time(),
      lastAt: r.time(),
      count: r.uint(),
      place: readPlace(r, context) ?? nowhere,
      grade: readGrade(r),
      alarmId: r.uint(),
      attachments: r.uint(),
      begun: (r.flags() & 1) !== 0,
    }))
  }
}
