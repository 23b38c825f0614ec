import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { nowhere, readPlace, writePlace } from './codec-pieces.ts'
import type { CustodyState } from '../seals/custody-state.ts'
import { readHappenings, writeHappenings } from './happening-codec.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'

/** Custody as bytes: two or three for a quiet truck. */
export function writeCustody(w: StateWriter, custody: CustodyState): void {
  const { troubles, deliveries, alarms, storm } = custody
  w.time(custody.minuteAt)
  w.time(custody.floatsAt)
  const ungauged = custody.ungaugedLoaded !== 0 || custody.ungaugedEmpty !== 0 || custody.coupled !== 0
  const { happenings, reported } = custody
  w.flags(
    troubles.length > 0,
    deliveries.length > 0,
    alarms.length > 0,
    storm.openAt !== 0,
    custody.emptied !== 0,
    happenings.length > 0,
    reported.length > 0 || custody.doorWorkAt !== 0 || ungauged,
    custody.sealed,
  )
  if (troubles.length > 0) {
    w.uint(troubles.length)
    for (const trouble of troubles) {
      w.uint(trouble.type)
      w.uint(trouble.object)
      w.time(trouble.sinceAt)
      w.time(trouble.startedAt)
      w.time(trouble.goodSinceAt)
      w.hundredths(trouble.extreme)
      writePlace(w, trouble.place)
    }
  }
  if (deliveries.length > 0) {
    w.uint(deliveries.length)
    for (const delivery of deliveries) {
      w.uint(delivery.meter)
      w.uint(delivery.receipt)
      w.int(delivery.oilCode)
      w.time(delivery.startedAt)
      w.time(delivery.lastAt)
      w.hundredths(delivery.rawL)
      w.hundredths(delivery.v20L)
      w.hundredths(delivery.massKg)
      w.hundredths(delivery.temperatureC)
      w.hundredths(delivery.startTotalL)
      w.hundredths(delivery.totalL)
      w.span(delivery.flowingMs)
      w.flags(delivery.answered)
      w.hundredths(delivery.gaugeStartL)
      writePlace(w, delivery.place)
    }
  }
  if (alarms.length > 0) {
    w.uint(alarms.length)
    for (const alarm of alarms) {
      w.uint(alarm.type)
      w.uint(alarm.object)
      w.time(alarm.startedAt)
      w.flags(alarm.red, alarm.black)
    }
  }
  if (storm.openAt !== 0) {
    w.time(storm.openAt)
    w.uint(storm.count)
    writePlace(w, storm.place)
  }
  if (custody.emptied !== 0) {
    w.uint(custody.emptied)
    w.time(custody.emptiedAt)
  }
  if (happenings.length > 0) writeHappenings(w, happenings)
  if (reported.length > 0 || custody.doorWorkAt !== 0 || ungauged) {
    w.time(custody.doorWorkAt)
    w.uint(reported.length)
    for (const { compartment, v20L } of reported) {
      w.uint(compartment)
      w.hundredths(v20L)
    }
    w.uint(custody.ungaugedLoaded)
    w.uint(custody.ungaugedEmpty)
    w.uint(custody.coupled)
  }
}

export function readCustody(r: StateReader, custody: CustodyState, context: TruckContext): void {
  custody.minuteAt = r.time()
  custody.floatsAt = r.time()
  const rare = r.flags()
  if ((rare & 1) !== 0) {
    custody.troubles = Array.from({ length: r.uint() }, () => ({
      type: r.uint(),
      object: r.uint(),
      sinceAt: r.time(),
      startedAt: r.time(),
      goodSinceAt: r.time(),
      extreme: r.hundredths(),
      place: readPlace(r, context),
    }))
  }
  if ((rare & 2) !== 0) {
    custody.deliveries = Array.from({ length: r.uint() }, () => ({
      meter: r.uint(),
      receipt: r.uint(),
      oilCode: r.int(),
      startedAt: r.time(),
      lastAt: r.time(),
      rawL: r.hundredths(),
      v20L: r.hundredths(),
      massKg: r.hundredths(),
      temperatureC: r.hundredths(),
      startTotalL: r.hundredths(),
      totalL: r.hundredths(),
      flowingMs: r.span(),
      answered: (r.flags() & 1) !== 0,
      gaugeStartL: r.hundredths(),
      place: readPlace(r, context) ?? nowhere,
    }))
  }
  if ((rare & 4) !== 0) {
    custody.alarms = Array.from({ length: r.uint() }, () => {
      const type = r.uint()
      const object = r.uint()
      const startedAt = r.time()
      const flags = r.flags()
      return { type, object, startedAt, red: (flags & 1) !== 0, black: (flags & 2) !== 0 }
    })
  }
  if ((rare & 8) !== 0) custody.storm = { openAt: r.time(), count: r.uint(), place: readPlace(r, context) }
  if ((rare & 16) !== 0) {
    custody.emptied = r.uint()
    custody.emptiedAt = r.time()
  }
  if ((rare & 32) !== 0) custody.happenings = readHappenings(r, context)
  if ((rare & 64) !== 0) {
    custody.doorWorkAt = r.time()
    custody.reported = Array.from({ length: r.uint() }, () => ({ compartment: r.uint(), v20L: r.hundredths() }))
    custody.ungaugedLoaded = r.uint()
    custody.ungaugedEmpty = r.uint()
    custody.coupled = r.uint()
  }
  custody.sealed = (rare & 128) !== 0
}
