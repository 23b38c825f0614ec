import { defaultModel } from '@tanker/protocol/device-model'
import { decodeLocation } from '@tanker/protocol/location'
import { type MessageOfKind, encodeMessage } from '@tanker/protocol/message'

/** YYMMDDhhmmss of Beijing time as six BCD bytes. */
export function bcdOf(ms: number): Uint8Array {
  const local = new Date(ms + 8 * 3_600_000)
  const parts = [
    local.getUTCFullYear() % 100,
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ]
  return Uint8Array.from(parts, (part) => (Math.floor(part / 10) << 4) | (part % 10))
}

/** A truck that drives loaded at 50 km/h with three compartments, mileage, signal and satellites. */
export function positionMessage(seed: number): MessageOfKind<'location-report'> {
  const location = decodeLocation(new Uint8Array(28), defaultModel)
  if (!location) throw new Error('28 bytes are a location')
  return {
    kind: 'location-report',
    location: {
      ...location,
      statusBits: 0b11,
      lat: 31 + (seed % 1_000) / 1_000,
      lng: 119 + (seed % 2_000) / 1_000,
      altitudeM: 12,
      speedKmh: 50,
      headingDeg: 0,
      extras: { mileageKm: 12_345.6, signalStrength: 28, satellites: 12 },
      tanker: {
        ...location.tanker,
        tilt: { axialDeg: 0.3, lateralDeg: -0.2 },
        compartments: [1, 2, 3].map((compartment) => ({
          compartment,
          dataType: 'TT',
          oilCode: 92,
          rawLevelMm: 900,
          levelMm: 903.4,
          waterMm: 0,
          volumeL: 4_662.1,
          v20L: 4_640.7,
          temperatureC: 24.3,
          densityKgM3: 735,
          fault: 0,
        })),
      },
    },
  }
}

/** The body of a position of a truck that stands and calls for help: an alarm comes with it. */
export function helpWantedAt(truckId: number, at: number): Uint8Array {
  const message = positionMessage(truckId)
  message.location.time = Array.from(bcdOf(at), (byte) => byte.toString(16).padStart(2, '0')).join('')
  message.location.speedKmh = 0
  message.location.alarmBits = 1
  return encodeMessage(message, 2013).body
}
