import { AIRTIGHT_PHASES, AIRTIGHT_TESTS, DATA_TYPES, DEVICE_EVENTS } from '@tanker/domain/reading'
import type {
  AirtightBox,
  CompartmentReading,
  DeviceEvent,
  Environment,
  EvidenceMark,
  MeterReading,
  ProbeReading,
  ProbeSensing,
  Reading,
  SafetyEvent,
} from '@tanker/domain/reading'
import { packSensing, SENSING_BYTES, unpackSensing } from './packed-sensing.ts'

/**
 * How a reading lies in the `packed` column of `position`: big-endian, a fixed head, then compartments, probes,
 * environment, meters, device events, safety events. `0004-telemetry-views.ts` unpacks the measured ones in SQL; a test
 * holds the two equal. Version 1 had neither environment nor meters: its bytes 18 and 19 are 0, and it reads the same way.
 * Version 3 has marks: the last bytes of a safety event, which older bytes lack. Version 4 is version 3 with an airtightness
 * test box as its last bytes; a reading without one is written as version 3.
 *
 * | offset | size | field | | offset | size | field |
 * |---|---|---|---|---|---|---|
 * | 0 | 1 | layout version, 3 or 4 | | 20 | 2 | tilt axial 0.01°, −32768 none |
 * | 1 | 2 | altitude m + 1000 | | 22 | 2 | tilt lateral |
 * | 3 | 2 | recorder speed 0.1 km/h, 65535 none | | 24 | 2 | external supply 0.01 V, 65535 none |
 * | 5 | 4 | mileage 0.1 km, 0xFFFFFFFF none | | 26 | 2 | backup battery 0.01 V |
 * | 9 | 4 | alarm bits | | 28 | 1 | number of compartments |
 * | 13 | 4 | status bits | | 29 | 1 | number of probes |
 * | 17 | 1 | satellites, 255 none | | 30 | 1 | number of device events |
 * | 18 | 1 | number of environments, 0 or 1 | | 31 | 1 | number of safety events |
 * | 19 | 1 | number of meters | | | | |
 *
 * A compartment takes 23 bytes: compartment 1, data type 1, oil code 2 (signed), fault 1, raw level, level, water
 * 2 each (0.1 mm), volume and V20 4 each (0.1 L), temperature 2 (signed, 0.1 °C), density 2 (0.1 kg/m³).
 * A probe takes 6: compartment 1, type 1, line 1, bits 1 (answering, open, wet, uncertain), seal count 2.
 * The environment takes 7: temperature 2 (signed, 0.1 °C), humidity 2 (0.1 %), pressure 2 (0.01 kPa), doors 1.
 * A meter takes 28: meter 1, mode in bits 0–6 and answering in bit 7, oil code 2 (signed), delivery, delivery at 20 °C,
 * mass, total 4 each (0.1 L, 0.1 kg), temperature 2 (signed, 0.1 °C), flow 2 (0.1 L/min), receipt 4.
 * A safety event takes 11 and its mark: item 1, type 2, flag 1, level 1, alarm 4, attachments 2, then 1 for the length of the
 * terminal id, 0 without a mark, else the id, time 6 (BCD), sequence 1.
 * Electrical values of probes follow up to the box or the end, without a count, 21 bytes each as on the wire: older readings have none.
 * The test box takes 14: phase 1, test 1, valves 1, bits 1 (answering), test number 4, pressure 2 (signed, Pa), temperature 2
 * (signed, 0.1 °C), compartments 2. `0093-airtight-readings.ts` unpacks it.
 */
export const HEAD_BYTES = 32
export const COMPARTMENT_BYTES = 23
export const PROBE_BYTES = 6
export const ENVIRONMENT_BYTES = 7
export const METER_BYTES = 28
export const AIRTIGHT_BYTES = 14
const SAFETY_BYTES = 11
/** At most: that of Guangdong's edition. */
const TERMINAL_ID_BYTES = 30
const MARK_BYTES = TERMINAL_ID_BYTES + 7
const VERSION = 3
/** Of bytes that end with a test box. */
export const BOX_VERSION = 4
const NONE_16 = 0xffff
const NONE_32 = 0xffffffff
const NO_TILT = -32768

const text = new TextEncoder()
const utf8 = new TextDecoder()
const dataTypeCode = new Map(DATA_TYPES.map((name, code) => [name, code]))
const eventCode = new Map(DEVICE_EVENTS.map((name, code) => [name, code]))

let scratch = Buffer.alloc(8192)

/**
 * Packs everything of a reading that has no column of its own. The bytes are overwritten by the next call:
 * copy what must last.
 */
export function packReading(reading: Reading): Buffer {
  const { position, compartments, probes, events, safety, environment, airtight } = reading
  const meters = reading.meters ?? NO_METERS
  const sensing = reading.sensing ?? NO_SENSING
  const texts = events.length === 0 ? NO_TEXTS : events.map((event) => text.encode(event.text).subarray(0, 255))
  let size = HEAD_BYTES + compartments.length * COMPARTMENT_BYTES + probes.length * PROBE_BYTES + safety.length * SAFETY_BYTES
  size += (environment === undefined ? 0 : ENVIRONMENT_BYTES) + meters.length * METER_BYTES
  size += (airtight === undefined ? 0 : AIRTIGHT_BYTES) + sensing.length * SENSING_BYTES
  for (const bytes of texts) size += 6 + bytes.length
  for (const { mark } of safety) size += 1 + (mark === undefined ? 0 : MARK_BYTES)
  const out = size <= scratch.length ? scratch : (scratch = Buffer.alloc(size * 2))
  out[0] = airtight === undefined ? VERSION : BOX_VERSION
  out.writeUInt16BE(clamp(position.altitudeM + 1000, 0, NONE_16), 1)
  out.writeUInt16BE(position.recorderSpeedKmh === undefined ? NONE_16 : clamp(Math.round(position.recorderSpeedKmh * 10), 0, 65534), 3)
  out.writeUInt32BE(position.mileageKm === undefined ? NONE_32 : clamp(Math.round(position.mileageKm * 10), 0, NONE_32 - 1), 5)
  out.writeUInt32BE(position.alarmBits >>> 0, 9)
  out.writeUInt32BE(position.statusBits >>> 0, 13)
  out[17] = position.satellites === undefined ? 255 : Math.min(254, position.satellites)
  out[18] = environment === undefined ? 0 : 1
  out[19] = meters.length
  out.writeInt16BE(reading.tilt ? clamp(Math.round(reading.tilt.axialDeg * 100), -32767, 32767) : NO_TILT, 20)
  out.writeInt16BE(reading.tilt ? clamp(Math.round(reading.tilt.lateralDeg * 100), -32767, 32767) : NO_TILT, 22)
  out.writeUInt16BE(reading.power ? clamp(Math.round(reading.power.externalV * 100), 0, 65534) : NONE_16, 24)
  out.writeUInt16BE(reading.power ? clamp(Math.round(reading.power.backupV * 100), 0, 65534) : NONE_16, 26)
  out[28] = compartments.length
  out[29] = probes.length
  out[30] = events.length
  out[31] = safety.length
  let at = HEAD_BYTES
  for (let i = 0; i < compartments.length; i += 1) at = packCompartment(out, at, compartments[i] as CompartmentReading)
  for (let i = 0; i < probes.length; i += 1) at = packProbe(out, at, probes[i] as ProbeReading)
  if (environment !== undefined) at = packEnvironment(out, at, environment)
  for (let i = 0; i < meters.length; i += 1) at = packMeter(out, at, meters[i] as MeterReading)
  for (let i = 0; i < events.length; i += 1) {
    const event = events[i] as DeviceEvent
    const bytes = texts[i] as Uint8Array
    out[at] = eventCode.get(event.event) ?? 255
    out.writeUInt32BE(event.subject >>> 0, at + 1)
    out[at + 5] = bytes.length
    out.set(bytes, at + 6)
    at += 6 + bytes.length
  }
  for (let i = 0; i < safety.length; i += 1) {
    const event = safety[i] as SafetyEvent
    out[at] = event.item
    out.writeUInt16BE(event.type, at + 1)
    out[at + 3] = event.flag
    out[at + 4] = event.level
    out.writeUInt32BE(event.alarmId >>> 0, at + 5)
    out.writeUInt16BE(event.attachments, at + 9)
    at = packMark(out, at + SAFETY_BYTES, event.mark)
  }
  for (let i = 0; i < sensing.length; i += 1) at = packSensing(out, at, sensing[i] as ProbeSensing)
  if (airtight !== undefined) at = packAirtight(out, at, airtight)
  return out.subarray(0, at)
}

const NO_BYTES = new Uint8Array(0)
const NO_TEXTS: readonly Uint8Array[] = []
const NO_METERS: readonly MeterReading[] = []
const NO_SENSING: readonly ProbeSensing[] = []

/** Writes one compartment at `at`; answers where the next begins. */
export function packCompartment(out: Buffer, at: number, c: CompartmentReading): number {
  out[at] = c.compartment
  out[at + 1] = dataTypeCode.get(c.dataType) ?? 255
  out.writeInt16BE(clamp(c.oilCode, -32768, 32767), at + 2)
  out[at + 4] = c.fault
  out.writeUInt16BE(clamp(Math.round(c.rawLevelMm * 10), 0, NONE_16), at + 5)
  out.writeUInt16BE(clamp(Math.round(c.levelMm * 10), 0, NONE_16), at + 7)
  out.writeUInt16BE(clamp(Math.round(c.waterMm * 10), 0, NONE_16), at + 9)
  out.writeUInt32BE(clamp(Math.round(c.volumeL * 10), 0, NONE_32), at + 11)
  out.writeUInt32BE(clamp(Math.round(c.v20L * 10), 0, NONE_32), at + 15)
  out.writeInt16BE(clamp(Math.round(c.temperatureC * 10), -32768, 32767), at + 19)
  out.writeUInt16BE(clamp(Math.round(c.densityKgM3 * 10), 0, NONE_16), at + 21)
  return at + COMPARTMENT_BYTES
}

/** Writes one probe at `at`; answers where the next begins. */
export function packProbe(out: Buffer, at: number, probe: ProbeReading): number {
  out[at] = probe.compartment
  out[at + 1] = probe.type
  out[at + 2] = probe.line
  out[at + 3] = (probe.answering ? 1 : 0) | (probe.open ? 2 : 0) | (probe.wet ? 4 : 0) | (probe.uncertain ? 8 : 0)
  out.writeUInt16BE(probe.sealCount & NONE_16, at + 4)
  return at + PROBE_BYTES
}

function packEnvironment(out: Buffer, at: number, environment: Environment): number {
  out.writeInt16BE(clamp(Math.round(environment.temperatureC * 10), -32768, 32767), at)
  out.writeUInt16BE(clamp(Math.round(environment.humidityPercent * 10), 0, NONE_16), at + 2)
  out.writeUInt16BE(clamp(Math.round(environment.pressureKPa * 100), 0, NONE_16), at + 4)
  out[at + 6] = environment.doorBits
  return at + ENVIRONMENT_BYTES
}

function packMeter(out: Buffer, at: number, meter: MeterReading): number {
  out[at] = meter.meter
  out[at + 1] = Math.min(meter.mode, 127) | (meter.answering ? 128 : 0)
  out.writeInt16BE(clamp(meter.oilCode, -32768, 32767), at + 2)
  out.writeUInt32BE(clamp(Math.round(meter.deliveryL * 10), 0, NONE_32), at + 4)
  out.writeUInt32BE(clamp(Math.round(meter.deliveryV20L * 10), 0, NONE_32), at + 8)
  out.writeUInt32BE(clamp(Math.round(meter.deliveryKg * 10), 0, NONE_32), at + 12)
  out.writeUInt32BE(clamp(Math.round(meter.totalL * 10), 0, NONE_32), at + 16)
  out.writeInt16BE(clamp(Math.round(meter.temperatureC * 10), -32768, 32767), at + 20)
  out.writeUInt16BE(clamp(Math.round(meter.flowLpm * 10), 0, NONE_16), at + 22)
  out.writeUInt32BE(meter.receipt >>> 0, at + 24)
  return at + METER_BYTES
}

function packAirtight(out: Buffer, at: number, box: AirtightBox): number {
  out[at] = AIRTIGHT_PHASES.indexOf(box.phase)
  out[at + 1] = AIRTIGHT_TESTS.indexOf(box.test)
  out[at + 2] = box.valveBits
  out[at + 3] = box.answering ? 1 : 0
  out.writeUInt32BE(box.testNo >>> 0, at + 4)
  out.writeInt16BE(clamp(Math.round(box.pressurePa), -32768, 32767), at + 8)
  out.writeInt16BE(clamp(Math.round(box.temperatureC * 10), -32768, 32767), at + 10)
  out.writeUInt16BE(box.compartmentBits & NONE_16, at + 12)
  return at + AIRTIGHT_BYTES
}

function packMark(out: Buffer, at: number, mark: EvidenceMark | undefined): number {
  const id = mark === undefined ? NO_BYTES : Buffer.from(mark.terminalId, 'latin1').subarray(0, TERMINAL_ID_BYTES)
  out[at] = id.length
  if (mark === undefined || id.length === 0) return at + 1
  out.set(id, at + 1)
  const timeAt = at + 1 + id.length
  out.write(mark.time, timeAt, 6, 'hex')
  out[timeAt + 6] = mark.sequence
  return timeAt + 7
}

function unpackMark(bytes: Buffer, at: number, length: number): EvidenceMark {
  const timeAt = at + length
  const time = bytes.toString('hex', timeAt, timeAt + 6)
  return { terminalId: bytes.toString('latin1', at, timeAt), time, sequence: bytes[timeAt + 6] as number }
}

/** Reads the compartments that begin at `at`. */
export function unpackCompartments(bytes: Buffer, at: number, count: number): CompartmentReading[] {
  const list: CompartmentReading[] = []
  for (let i = 0; i < count; i += 1, at += COMPARTMENT_BYTES) {
    list.push({
      compartment: bytes[at] as number,
      dataType: DATA_TYPES[bytes[at + 1] as number] ?? 'TT',
      oilCode: bytes.readInt16BE(at + 2),
      fault: bytes[at + 4] as number,
      rawLevelMm: bytes.readUInt16BE(at + 5) / 10,
      levelMm: bytes.readUInt16BE(at + 7) / 10,
      waterMm: bytes.readUInt16BE(at + 9) / 10,
      volumeL: bytes.readUInt32BE(at + 11) / 10,
      v20L: bytes.readUInt32BE(at + 15) / 10,
      temperatureC: bytes.readInt16BE(at + 19) / 10,
      densityKgM3: bytes.readUInt16BE(at + 21) / 10,
    })
  }
  return list
}

/** Reads the probes that begin at `at`. */
export function unpackProbes(bytes: Buffer, at: number, count: number): ProbeReading[] {
  const list: ProbeReading[] = []
  for (let i = 0; i < count; i += 1, at += PROBE_BYTES) {
    const bits = bytes[at + 3] as number
    list.push({
      compartment: bytes[at] as number,
      type: bytes[at + 1] as number,
      line: bytes[at + 2] as number,
      answering: (bits & 1) !== 0,
      open: (bits & 2) !== 0,
      wet: (bits & 4) !== 0,
      uncertain: (bits & 8) !== 0,
      sealCount: bytes.readUInt16BE(at + 4),
    })
  }
  return list
}

function unpackEnvironment(bytes: Buffer, at: number): Environment {
  return {
    temperatureC: bytes.readInt16BE(at) / 10,
    humidityPercent: bytes.readUInt16BE(at + 2) / 10,
    pressureKPa: bytes.readUInt16BE(at + 4) / 100,
    doorBits: bytes[at + 6] as number,
  }
}

function unpackAirtight(bytes: Buffer): AirtightBox {
  const at = bytes.length - AIRTIGHT_BYTES
  return {
    phase: AIRTIGHT_PHASES[bytes[at] as number] ?? 'idle',
    test: AIRTIGHT_TESTS[bytes[at + 1] as number] ?? 'none',
    valveBits: bytes[at + 2] as number,
    answering: (bytes[at + 3] as number) !== 0,
    testNo: bytes.readUInt32BE(at + 4),
    pressurePa: bytes.readInt16BE(at + 8),
    temperatureC: bytes.readInt16BE(at + 10) / 10,
    compartmentBits: bytes.readUInt16BE(at + 12),
  }
}

function unpackMeters(bytes: Buffer, at: number, count: number): MeterReading[] {
  const list: MeterReading[] = []
  for (let i = 0; i < count; i += 1, at += METER_BYTES) {
    const bits = bytes[at + 1] as number
    list.push({
      meter: bytes[at] as number,
      oilCode: bytes.readInt16BE(at + 2),
      mode: bits & 127,
      answering: (bits & 128) !== 0,
      deliveryL: bytes.readUInt32BE(at + 4) / 10,
      deliveryV20L: bytes.readUInt32BE(at + 8) / 10,
      deliveryKg: bytes.readUInt32BE(at + 12) / 10,
      totalL: bytes.readUInt32BE(at + 16) / 10,
      temperatureC: bytes.readInt16BE(at + 20) / 10,
      flowLpm: bytes.readUInt16BE(at + 22) / 10,
      receipt: bytes.readUInt32BE(at + 24),
    })
  }
  return list
}

/** A row of `position` as PostgreSQL gives it. */
export type PositionRow = {
  readonly at: Date
  readonly kind: number
  readonly digest: string
  readonly received_at: Date
  readonly lat: number
  readonly lng: number
  readonly speed: number
  readonly heading: number
  readonly flags: number
  readonly packed: Buffer
}

/** Bits of the `flags` column. */
export const POSITION_FLAG = { located: 1, accOn: 2, clockError: 4, resent: 8 } as const

/** The `flags` column of a reading. */
export const positionFlags = (reading: Reading): number =>
  (reading.position.located ? POSITION_FLAG.located : 0) |
  (reading.position.accOn ? POSITION_FLAG.accOn : 0) |
  (reading.clockError ? POSITION_FLAG.clockError : 0) |
  (reading.resent ? POSITION_FLAG.resent : 0)

/** The reading that was stored as this row. */
export function unpackReading(row: PositionRow): Reading {
  const b = row.packed
  const environmentCount = b[18] as number
  const meterCount = b[19] as number
  const compartmentCount = b[28] as number
  const probeCount = b[29] as number
  const eventCount = b[30] as number
  const safetyCount = b[31] as number
  const recorderSpeed = b.readUInt16BE(3)
  const mileage = b.readUInt32BE(5)
  const satellites = b[17] as number
  const axial = b.readInt16BE(20)
  const external = b.readUInt16BE(24)
  const probesAt = HEAD_BYTES + compartmentCount * COMPARTMENT_BYTES
  const environmentAt = probesAt + probeCount * PROBE_BYTES
  const metersAt = environmentAt + environmentCount * ENVIRONMENT_BYTES
  let at = metersAt + meterCount * METER_BYTES
  const events: DeviceEvent[] = []
  for (let i = 0; i < eventCount; i += 1) {
    const length = b[at + 5] as number
    const event = DEVICE_EVENTS[b[at] as number]
    if (event) events.push({ event, subject: b.readUInt32BE(at + 1), text: utf8.decode(b.subarray(at + 6, at + 6 + length)) })
    at += 6 + length
  }
  const safety: SafetyEvent[] = []
  for (let i = 0; i < safetyCount; i += 1) {
    const markBytes = (b[0] as number) < VERSION ? 0 : (b[at + SAFETY_BYTES] as number)
    safety.push({
      item: b[at] as number,
      type: b.readUInt16BE(at + 1),
      flag: b[at + 3] as 0 | 1 | 2,
      level: b[at + 4] as number,
      alarmId: b.readUInt32BE(at + 5),
      attachments: b.readUInt16BE(at + 9),
      ...(markBytes > 0 && { mark: unpackMark(b, at + SAFETY_BYTES + 1, markBytes) }),
    })
    at += SAFETY_BYTES
    if ((b[0] as number) >= VERSION) at += 1 + (markBytes > 0 ? markBytes + 7 : 0)
  }
  const sensingEnd = b.length - (b[0] === BOX_VERSION ? AIRTIGHT_BYTES : 0)
  return {
    at: row.at.getTime(),
    receivedAt: row.received_at.getTime(),
    clockError: (row.flags & POSITION_FLAG.clockError) !== 0,
    resent: (row.flags & POSITION_FLAG.resent) !== 0,
    kind: row.kind,
    digest: BigInt(row.digest),
    position: {
      lat: row.lat / 1e6,
      lng: row.lng / 1e6,
      altitudeM: b.readUInt16BE(1) - 1000,
      speedKmh: row.speed / 10,
      headingDeg: row.heading,
      located: (row.flags & POSITION_FLAG.located) !== 0,
      accOn: (row.flags & POSITION_FLAG.accOn) !== 0,
      alarmBits: b.readUInt32BE(9),
      statusBits: b.readUInt32BE(13),
      ...(recorderSpeed === NONE_16 ? {} : { recorderSpeedKmh: recorderSpeed / 10 }),
      ...(mileage === NONE_32 ? {} : { mileageKm: mileage / 10 }),
      ...(satellites === 255 ? {} : { satellites }),
    },
    ...(axial === NO_TILT ? {} : { tilt: { axialDeg: axial / 100, lateralDeg: b.readInt16BE(22) / 100 } }),
    ...(external === NONE_16 ? {} : { power: { externalV: external / 100, backupV: b.readUInt16BE(26) / 100 } }),
    compartments: unpackCompartments(b, HEAD_BYTES, compartmentCount),
    probes: unpackProbes(b, probesAt, probeCount),
    events,
    safety,
    ...(environmentCount === 0 ? {} : { environment: unpackEnvironment(b, environmentAt) }),
    ...(at < sensingEnd && { sensing: unpackSensing(b, at, sensingEnd) }),
    ...(b[0] === BOX_VERSION && { airtight: unpackAirtight(b) }),
    ...(meterCount === 0 ? {} : { meters: unpackMeters(b, metersAt, meterCount) }),
  }
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}
