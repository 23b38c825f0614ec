import type { EvidenceMark, Position, Reading, SafetyEvent } from '@tanker/domain/reading'
import { defaultThresholds } from '@tanker/domain/thresholds'
import { bodyDigest } from './body-digest.ts'
import { statusBits } from './codes.ts'
import { defaultModel, type DeviceModel } from './device-model.ts'
import { deviceTimeToMs, standardZoneOffsetMinutes } from './device-time.ts'
import { decodeLocation, type Location } from './location.ts'
import type { SafetyBlock } from './safety-block.ts'
import type { SafetyMark } from './safety-mark.ts'

export type ReadingOrigin = {
  /** Milliseconds since 1970 UTC. */
  readonly receivedAt: number
  /** From an 0x0704 of type 1. */
  readonly resent: boolean
  /** The message id it counts as, 0x0200 for 0x0704's items. */
  readonly kind: number
  /** The location's bytes as they came: what the digest is of. */
  readonly body: Uint8Array
  /** The zone of the device's clock; default GMT+8. */
  readonly zoneOffsetMinutes?: number
  /** A device time further ahead of receipt than this is a wrong clock. */
  readonly clockAheadMin?: number
}

export type DecodeReadingOptions = {
  readonly receivedAt: number
  readonly resent?: boolean
  readonly kind?: number
  readonly model?: DeviceModel
  /** A device time further ahead of receipt than this is a wrong clock; by default that of domain D.1.1. */
  readonly clockAheadMin?: number
}

const earliestMs = Date.UTC(2020, 0, 1) // domain D.1.1
const noSafety: readonly SafetyEvent[] = []

/**
 * The gateway's path from the body of a 0x0200 (or an item of a 0x0704) to a reading.
 * 'short-body' when it has fewer than 28 bytes: nothing else makes a body unreadable.
 */
export function decodeReading(body: Uint8Array, options: DecodeReadingOptions): Reading | 'short-body' {
  const model = options.model ?? defaultModel
  const location = decodeLocation(body, model)
  if (location === undefined) return 'short-body'
  return toReading(location, {
    receivedAt: options.receivedAt,
    resent: options.resent ?? false,
    kind: options.kind ?? 0x0200,
    body,
    zoneOffsetMinutes: model.zoneOffsetMinutes,
    clockAheadMin: options.clockAheadMin ?? defaultThresholds.clockAheadMin,
  })
}

/** What the location says to the rest of the platform. */
export function toReading(location: Location, origin: ReadingOrigin): Reading {
  const { extras, tanker } = location
  const deviceMs = deviceTimeToMs(location.time, origin.zoneOffsetMinutes ?? standardZoneOffsetMinutes)
  const maxAheadMs = (origin.clockAheadMin ?? defaultThresholds.clockAheadMin) * 60_000
  const clockError = !(deviceMs >= earliestMs && deviceMs <= origin.receivedAt + maxAheadMs)
  const position: Position = {
    lat: location.lat,
    lng: location.lng,
    altitudeM: location.altitudeM,
    speedKmh: location.speedKmh,
    headingDeg: location.headingDeg,
    located: (location.statusBits & statusBits.located) !== 0,
    accOn: (location.statusBits & statusBits.accOn) !== 0,
    alarmBits: location.alarmBits,
    statusBits: location.statusBits,
  }
  if (extras.recorderSpeedKmh !== undefined) position.recorderSpeedKmh = extras.recorderSpeedKmh
  if (extras.mileageKm !== undefined) position.mileageKm = extras.mileageKm
  if (extras.satellites !== undefined) position.satellites = extras.satellites
  if (extras.signalStrength !== undefined) position.signalStrength = extras.signalStrength
  const reading: Reading = {
    at: clockError ? origin.receivedAt : deviceMs,
    receivedAt: origin.receivedAt,
    clockError,
    resent: origin.resent,
    kind: origin.kind,
    digest: bodyDigest(origin.body),
    position,
    compartments: tanker.compartments,
    probes: tanker.probes,
    events: tanker.events,
    safety: location.safety.length === 0 ? noSafety : location.safety.map(safetyEvent),
  }
  if (tanker.tilt !== undefined) reading.tilt = tanker.tilt
  if (tanker.power !== undefined) reading.power = tanker.power
  if (tanker.environment !== undefined) reading.environment = tanker.environment
  if (tanker.airtight !== undefined) reading.airtight = tanker.airtight
  if (tanker.meters.length > 0) reading.meters = tanker.meters
  if (tanker.sensing !== undefined) reading.sensing = tanker.sensing
  return reading
}

function safetyEvent(block: SafetyBlock): SafetyEvent {
  return {
    item: block.item,
    type: block.item === 0x66 ? worstTyreBits(block.tyres) : block.type,
    flag: block.flag === 1 || block.flag === 2 ? block.flag : 0,
    level: 'level' in block ? block.level : 0,
    alarmId: block.alarmId,
    attachments: block.mark.attachments,
    ...(isAskable(block.mark) && { mark: evidenceMark(block.mark) }),
  }
}

/** Holds something, and is written as the standard says; anything else could not be sent back as it came. */
const isAskable = ({ attachments, terminalId, time }: SafetyMark): boolean =>
  attachments > 0 && /^[\x20-\x7e]+$/.test(terminalId) && /^\d{12}$/.test(time)

const evidenceMark = ({ terminalId, time, sequence }: SafetyMark): EvidenceMark => ({ terminalId, time, sequence })

/** The mask of the tyre with most alarms; the periodic report (bit 0) is none. */
function worstTyreBits(tyres: readonly { readonly alarmBits: number }[]): number {
  let worst = 0
  let most = -1
  for (const { alarmBits } of tyres) {
    const alarms = bitCount(alarmBits & ~1)
    if (alarms > most) {
      most = alarms
      worst = alarmBits
    }
  }
  return worst
}

function bitCount(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}
