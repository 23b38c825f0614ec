// JT/T 808-2019 table 27 and JT/T 1078-2016 table 13: the extras of 0x0200 that the standards define.

import { doubleWordAt, wordAt } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

/** 0x11: where the speed limit that was broken came from. */
export type OverspeedPlace = {
  /** 0 none, 1 circle, 2 rectangle, 3 polygon, 4 road segment. */
  readonly type: number
  readonly areaId?: number
}

/** 0x12 */
export type AreaPassage = {
  /** As in `OverspeedPlace`, from 1. */
  readonly type: number
  readonly areaId: number
  /** 0 in, 1 out. */
  readonly direction: number
}

/** 0x13 */
export type SegmentTime = {
  readonly segmentId: number
  readonly seconds: number
  /** 0 too short, 1 too long. */
  readonly result: number
}

export type StandardExtras = {
  /** 0x01, steps of 0.1. */
  mileageKm?: number
  /** 0x02, steps of 0.1. */
  fuelL?: number
  /** 0x03, steps of 0.1: the vehicle's own speed sensor. */
  recorderSpeedKmh?: number
  /** 0x04: the alarm that a person must confirm. */
  alarmEventId?: number
  /** 0x05 (2019): 30 bytes, one to a wheel, FF invalid. */
  tyrePressures?: Uint8Array
  /** 0x06 (2019), whole degrees. */
  carriageTemperatureC?: number
  overspeedPlace?: OverspeedPlace
  areaPassage?: AreaPassage
  segmentTime?: SegmentTime
  /** 0x14 (1078): 0 signal lost, 1 covered, 2 storage, 3 other, 4 overcrowded, 5 abnormal driving, 6 full. */
  videoAlarmBits?: number
  /** 0x15 (1078): bit n is channel n + 1. */
  lostChannelBits?: number
  /** 0x16 (1078) */
  coveredChannelBits?: number
  /** 0x17 (1078): 0–11 main, 12–15 backup. */
  storageFaultBits?: number
  /** 0x18 (1078): bit 0 fatigue, 1 telephone, 2 smoking. */
  abnormalDrivingBits?: number
  /** The third byte of 0x18: degree of fatigue, 0–100. */
  fatigueDegree?: number
  /** 0x25: lamps, brake, reverse, horn …; table 28. */
  signalBits?: number
  /** 0x2A: bit 0 deep sleep, 1 sleep. */
  ioBits?: number
  /** 0x2B: AD0 the low word, AD1 the high one. */
  analog?: { readonly ad0: number; readonly ad1: number }
  /** 0x30 */
  signalStrength?: number
  /** 0x31 */
  satellites?: number
}

/** False when the id is none of these, came before, or has a length that the standard does not know. */
export function readStandardExtra(id: number, bytes: Uint8Array, start: number, end: number, into: StandardExtras): boolean {
  const length = end - start
  switch (id) {
    case 0x01:
      if (length !== 4 || into.mileageKm !== undefined) return false
      into.mileageKm = doubleWordAt(bytes, start) / 10
      return true
    case 0x02:
      if (length !== 2 || into.fuelL !== undefined) return false
      into.fuelL = wordAt(bytes, start) / 10
      return true
    case 0x03:
      if (length !== 2 || into.recorderSpeedKmh !== undefined) return false
      into.recorderSpeedKmh = wordAt(bytes, start) / 10
      return true
    case 0x04:
      if (length !== 2 || into.alarmEventId !== undefined) return false
      into.alarmEventId = wordAt(bytes, start)
      return true
    case 0x05:
      if (length !== 30 || into.tyrePressures !== undefined) return false
      into.tyrePressures = bytes.subarray(start, end)
      return true
    case 0x06:
      if (length !== 2 || into.carriageTemperatureC !== undefined) return false
      into.carriageTemperatureC = fromSignedMagnitude(wordAt(bytes, start))
      return true
    case 0x11:
    case 0x12:
    case 0x13:
      return readAreaExtra(id, bytes, start, length, into)
    case 0x14:
      if (length !== 4 || into.videoAlarmBits !== undefined) return false
      into.videoAlarmBits = doubleWordAt(bytes, start)
      return true
    case 0x15:
      if (length !== 4 || into.lostChannelBits !== undefined) return false
      into.lostChannelBits = doubleWordAt(bytes, start)
      return true
    case 0x16:
      if (length !== 4 || into.coveredChannelBits !== undefined) return false
      into.coveredChannelBits = doubleWordAt(bytes, start)
      return true
    case 0x17:
      if (length !== 2 || into.storageFaultBits !== undefined) return false
      into.storageFaultBits = wordAt(bytes, start)
      return true
    case 0x18:
      if ((length !== 2 && length !== 3) || into.abnormalDrivingBits !== undefined) return false
      into.abnormalDrivingBits = wordAt(bytes, start)
      if (length === 3) into.fatigueDegree = bytes[start + 2] ?? 0
      return true
    case 0x25:
      if (length !== 4 || into.signalBits !== undefined) return false
      into.signalBits = doubleWordAt(bytes, start)
      return true
    case 0x2a:
      if (length !== 2 || into.ioBits !== undefined) return false
      into.ioBits = wordAt(bytes, start)
      return true
    case 0x2b:
      if (length !== 4 || into.analog !== undefined) return false
      into.analog = { ad0: wordAt(bytes, start + 2), ad1: wordAt(bytes, start) }
      return true
    case 0x30:
      if (length !== 1 || into.signalStrength !== undefined) return false
      into.signalStrength = bytes[start] ?? 0
      return true
    case 0x31:
      if (length !== 1 || into.satellites !== undefined) return false
      into.satellites = bytes[start] ?? 0
      return true
    default:
      return false
  }
}

export function writeStandardExtras(extras: StandardExtras, writer: ByteWriter): void {
  double(writer, 0x01, extras.mileageKm, 10)
  single(writer, 0x02, extras.fuelL, 10)
  single(writer, 0x03, extras.recorderSpeedKmh, 10)
  single(writer, 0x04, extras.alarmEventId)
  if (extras.tyrePressures !== undefined) {
    head(writer, 0x05, 30)
    writer.view(extras.tyrePressures.subarray(0, 30))
  }
  if (extras.carriageTemperatureC !== undefined) {
    single(writer, 0x06, toSignedMagnitude(extras.carriageTemperatureC))
  }
  writeAreaExtras(extras, writer)
  double(writer, 0x14, extras.videoAlarmBits)
  double(writer, 0x15, extras.lostChannelBits)
  double(writer, 0x16, extras.coveredChannelBits)
  single(writer, 0x17, extras.storageFaultBits)
  if (extras.abnormalDrivingBits !== undefined) {
    head(writer, 0x18, extras.fatigueDegree === undefined ? 2 : 3)
    writer.u16(extras.abnormalDrivingBits)
    if (extras.fatigueDegree !== undefined) writer.u8(extras.fatigueDegree)
  }
  double(writer, 0x25, extras.signalBits)
  single(writer, 0x2a, extras.ioBits)
  if (extras.analog !== undefined) {
    head(writer, 0x2b, 4)
    writer.u16(extras.analog.ad1)
    writer.u16(extras.analog.ad0)
  }
  one(writer, 0x30, extras.signalStrength)
  one(writer, 0x31, extras.satellites)
}

function readAreaExtra(id: 0x11 | 0x12 | 0x13, bytes: Uint8Array, start: number, length: number, into: StandardExtras): boolean {
  if (id === 0x11) {
    if ((length !== 1 && length !== 5) || into.overspeedPlace !== undefined) return false
    const type = bytes[start] ?? 0
    into.overspeedPlace = length === 5 ? { type, areaId: doubleWordAt(bytes, start + 1) } : { type }
    return true
  }
  if (id === 0x12) {
    if (length !== 6 || into.areaPassage !== undefined) return false
    into.areaPassage = {
      type: bytes[start] ?? 0,
      areaId: doubleWordAt(bytes, start + 1),
      direction: bytes[start + 5] ?? 0,
    }
    return true
  }
  if (length !== 7 || into.segmentTime !== undefined) return false
  into.segmentTime = {
    segmentId: doubleWordAt(bytes, start),
    seconds: wordAt(bytes, start + 4),
    result: bytes[start + 6] ?? 0,
  }
  return true
}

function writeAreaExtras(extras: StandardExtras, writer: ByteWriter): void {
  const { overspeedPlace, areaPassage, segmentTime } = extras
  if (overspeedPlace !== undefined) {
    head(writer, 0x11, overspeedPlace.areaId === undefined ? 1 : 5)
    writer.u8(overspeedPlace.type)
    if (overspeedPlace.areaId !== undefined) writer.u32(overspeedPlace.areaId)
  }
  if (areaPassage !== undefined) {
    head(writer, 0x12, 6)
    writer.u8(areaPassage.type)
    writer.u32(areaPassage.areaId)
    writer.u8(areaPassage.direction)
  }
  if (segmentTime !== undefined) {
    head(writer, 0x13, 7)
    writer.u32(segmentTime.segmentId)
    writer.u16(segmentTime.seconds)
    writer.u8(segmentTime.result)
  }
}

function head(writer: ByteWriter, id: number, length: number): void {
  writer.u8(id)
  writer.u8(length)
}

function one(writer: ByteWriter, id: number, value: number | undefined): void {
  if (value === undefined) return
  head(writer, id, 1)
  writer.u8(value)
}

function single(writer: ByteWriter, id: number, value: number | undefined, perUnit = 1): void {
  if (value === undefined) return
  head(writer, id, 2)
  writer.u16(Math.round(value * perUnit))
}

function double(writer: ByteWriter, id: number, value: number | undefined, perUnit = 1): void {
  if (value === undefined) return
  head(writer, id, 4)
  writer.u32(Math.round(value * perUnit))
}

/** Bit 15 says below zero (JT/T 808-2019 table 27, 0x06). */
function fromSignedMagnitude(word: number): number {
  const magnitude = word & 0x7fff
  return (word & 0x8000) !== 0 && magnitude !== 0 ? -magnitude : magnitude
}

function toSignedMagnitude(value: number): number {
  return value < 0 ? 0x8000 | -value : value
}
