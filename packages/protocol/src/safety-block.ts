// T/JSATL 12-2017 chapter 4: extras 0x64–0x67 of 0x0200; 0x70 as Guangdong and Sichuan terminals send it.

import { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { DeviceTime } from './device-time.ts'
import { readSafetyMark, writeSafetyMark, type SafetyMark } from './safety-mark.ts'

type SafetyHead = {
  /** The terminal's own number: begin and end of one alarm share it. */
  readonly alarmId: number
  /** 0 a point event, 1 begins, 2 ends; devices have sent others. */
  readonly flag: number
}

type SafetyTail = {
  readonly speedKmh: number
  readonly altitudeM: number
  /** Degrees, unsigned as sent: the hemisphere is the position's. */
  readonly lat: number
  readonly lng: number
  readonly time: DeviceTime
  /** Bit 0 ACC, 1 left, 2 right, 3 wipers, 4 brake, 5 card, 10 located. */
  readonly vehicleStatus: number
  readonly mark: SafetyMark
}

/** 0x64 driver assistance. */
export type AdasBlock = SafetyHead &
  SafetyTail & {
    readonly item: 0x64
    readonly type: number
    readonly level: number
    readonly frontSpeedKmh: number
    /** Time to the vehicle ahead, 0.1 s. */
    readonly frontDistance: number
    /** 1 left, 2 right. */
    readonly deviation: number
    /** 1 speed, 2 height, 3 weight. */
    readonly signKind: number
    readonly signValue: number
  }

/** 0x65 driver monitoring. */
export type DsmBlock = SafetyHead &
  SafetyTail & {
    readonly item: 0x65
    readonly type: number
    readonly level: number
    /** 1–10, higher is worse. */
    readonly fatigue: number
    /** Four bytes as one number: reserved by the standard, used by makers. */
    readonly reserved: number
  }

/** 0x66 tyre pressure. */
export type TyreBlock = SafetyHead &
  SafetyTail & {
    readonly item: 0x66
    readonly tyres: readonly {
      /** From the left front, 0. */
      readonly position: number
      /** Bits 0 report, 1 pressure high, 2 low, 3 hot, 4 sensor, 5 imbalance, 6 slow leak, 7 battery. */
      readonly alarmBits: number
      readonly pressureKPa: number
      readonly temperatureC: number
      readonly batteryPercent: number
    }[]
  }

/** 0x67 blind spot: 1 rear, 2 left rear, 3 right rear. */
export type BlindSpotBlock = SafetyHead & SafetyTail & { readonly item: 0x67; readonly type: number }

/** 0x70 harsh driving. */
export type HarshDrivingBlock = SafetyHead &
  SafetyTail & {
    readonly item: 0x70
    readonly type: number
    readonly timeThreshold: number
    readonly threshold1: number
    readonly threshold2: number
  }

export type SafetyBlock = AdasBlock | DsmBlock | TyreBlock | BlindSpotBlock | HarshDrivingBlock

const tailLength = 19
const markLengths = [16, 40] as const
const headLengths: Readonly<Record<SafetyBlock['item'], number>> = { 0x64: 12, 0x65: 12, 0x66: 5, 0x67: 6, 0x70: 12 }

export function isSafetyItem(id: number): id is SafetyBlock['item'] {
  return (id >= 0x64 && id <= 0x67) || id === 0x70
}

/**
 * The length that a block really has where its length byte is known to lie: SmallChi's encoder
 * writes 0x20 for 0x64 and 0x65 and 0x1A for 0x67 although all of the block follows. `declared`
 * where there is no sign of a lie.
 */
export function trueSafetyLength(item: SafetyBlock['item'], bytes: Uint8Array, start: number, declared: number, end: number): number {
  const isKnownLie = ((item === 0x64 || item === 0x65) && declared === 0x20) || (item === 0x67 && declared === 0x1a)
  if (!isKnownLie) return declared
  for (const markLength of markLengths) {
    const length = headLengths[item] + tailLength + markLength
    if (start + length <= end && hasMark(bytes, start + length - markLength, markLength)) return length
  }
  return declared
}

/** Undefined where the length fits no edition of the block: the extra is then kept raw. */
export function readSafetyBlock(item: SafetyBlock['item'], bytes: Uint8Array, start: number, end: number): SafetyBlock | undefined {
  const length = end - start
  const fixed = headLengths[item] + tailLength
  if (item === 0x66) {
    for (const markLength of markLengths) {
      const countAt = start + fixed + markLength
      const count = bytes[countAt] ?? 0
      const rest = end - countAt - 1
      // ten bytes to a tyre where firmware follows the misprinted offsets of the standard
      for (const step of [9, 10]) {
        if (countAt < end && rest === count * step && hasMark(bytes, start + fixed, markLength)) {
          return readBlock(item, new ByteReader(bytes, start, end), markLength, step)
        }
      }
    }
    return undefined
  }
  for (const markLength of markLengths) {
    if (length === fixed + markLength) return readBlock(item, new ByteReader(bytes, start, end), markLength, 0)
  }
  return undefined
}

/** Writes the block's value, without id and length. */
export function writeSafetyBlock(block: SafetyBlock, writer: ByteWriter, markLength: 16 | 40): void {
  writer.u32(block.alarmId)
  writer.u8(block.flag)
  switch (block.item) {
    case 0x64:
      writer.u8(block.type)
      writer.u8(block.level)
      writer.u8(block.frontSpeedKmh)
      writer.u8(block.frontDistance)
      writer.u8(block.deviation)
      writer.u8(block.signKind)
      writer.u8(block.signValue)
      break
    case 0x65:
      writer.u8(block.type)
      writer.u8(block.level)
      writer.u8(block.fatigue)
      writer.u32(block.reserved)
      break
    case 0x67:
      writer.u8(block.type)
      break
    case 0x70:
      writer.u8(block.type)
      writer.u16(block.timeThreshold)
      writer.u16(block.threshold1)
      writer.u16(block.threshold2)
      break
    case 0x66:
      break
  }
  writer.u8(block.speedKmh)
  writer.u16(block.altitudeM)
  writer.u32(Math.round(block.lat * 1_000_000))
  writer.u32(Math.round(block.lng * 1_000_000))
  writer.digits(block.time, 6)
  writer.u16(block.vehicleStatus)
  writeSafetyMark(block.mark, writer, markLength)
  if (block.item !== 0x66) return
  writer.u8(block.tyres.length)
  for (const tyre of block.tyres) {
    writer.u8(tyre.position)
    writer.u16(tyre.alarmBits)
    writer.u16(tyre.pressureKPa)
    writer.u16(tyre.temperatureC)
    writer.u16(tyre.batteryPercent)
  }
}

function readBlock(item: SafetyBlock['item'], reader: ByteReader, markLength: 16 | 40, tyreLength: number): SafetyBlock {
  const head = { alarmId: reader.u32(), flag: reader.u8() }
  switch (item) {
    case 0x64: {
      const type = reader.u8()
      const level = reader.u8()
      const frontSpeedKmh = reader.u8()
      const frontDistance = reader.u8()
      const deviation = reader.u8()
      const signKind = reader.u8()
      const signValue = reader.u8()
      const tail = readTail(reader, markLength)
      return { item, ...head, type, level, frontSpeedKmh, frontDistance, deviation, signKind, signValue, ...tail }
    }
    case 0x65: {
      const type = reader.u8()
      const level = reader.u8()
      const fatigue = reader.u8()
      const reserved = reader.u32()
      return { item, ...head, type, level, fatigue, reserved, ...readTail(reader, markLength) }
    }
    case 0x66: {
      const tail = readTail(reader, markLength)
      const count = reader.u8()
      return { item, ...head, ...tail, tyres: Array.from({ length: count }, () => readTyre(reader, tyreLength)) }
    }
    case 0x67: {
      const type = reader.u8()
      return { item, ...head, type, ...readTail(reader, markLength) }
    }
    case 0x70: {
      const type = reader.u8()
      const timeThreshold = reader.u16()
      const threshold1 = reader.u16()
      const threshold2 = reader.u16()
      return { item, ...head, type, timeThreshold, threshold1, threshold2, ...readTail(reader, markLength) }
    }
  }
}

function readTail(reader: ByteReader, markLength: 16 | 40): SafetyTail {
  return {
    speedKmh: reader.u8(),
    altitudeM: reader.u16(),
    lat: reader.u32() / 1_000_000,
    lng: reader.u32() / 1_000_000,
    time: reader.digits(6),
    vehicleStatus: reader.u16(),
    mark: readSafetyMark(reader, markLength),
  }
}

function readTyre(reader: ByteReader, length: number): TyreBlock['tyres'][number] {
  const position = length === 10 ? reader.u16() : reader.u8()
  return {
    position,
    alarmBits: reader.u16(),
    pressureKPa: reader.u16(),
    temperatureC: reader.u16(),
    batteryPercent: reader.u16(),
  }
}

/** A mark carries a BCD time behind its terminal id. */
function hasMark(bytes: Uint8Array, start: number, markLength: number): boolean {
  const timeAt = start + (markLength === 16 ? 7 : 30)
  for (let i = timeAt; i < timeAt + 6; i++) {
    const byte = bytes[i] ?? 0xff
    if (byte >> 4 > 9 || (byte & 15) > 9) return false
  }
  return (bytes[timeAt + 1] ?? 0) <= 0x12 && (bytes[timeAt + 2] ?? 0) <= 0x31
}
