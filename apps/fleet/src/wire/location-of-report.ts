/** A truck's report as the body of 0x0200: the only place that knows both sides. */
import type { SafetyEvent } from '@tanker/domain/reading'
import { msToDeviceTime, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import type { Location } from '@tanker/protocol/location'
import type { SafetyBlock } from '@tanker/protocol/safety-block'
import type { Report } from '../reporter.ts'

const alarmingTyre = 3
const soundTyrePressureKPa = 850

export function locationOfReport(report: Report, terminalId: string): Location {
  const { position } = report
  const time = msToDeviceTime(report.at, standardZoneOffsetMinutes)
  return {
    alarmBits: position.alarmBits,
    statusBits: position.statusBits,
    lat: position.lat,
    lng: position.lng,
    altitudeM: Math.max(0, Math.round(position.altitudeM)),
    speedKmh: position.speedKmh,
    headingDeg: position.headingDeg,
    time,
    extras: {
      ...(position.mileageKm !== undefined && { mileageKm: position.mileageKm }),
      ...(position.recorderSpeedKmh !== undefined && { recorderSpeedKmh: position.recorderSpeedKmh }),
      ...(position.satellites !== undefined && { satellites: position.satellites }),
      signalStrength: signalAt(position),
    },
    safety: report.safety.map((event, sequence) => safetyBlock(event, report, time, terminalId, sequence)),
    tanker: {
      tilt: report.tilt,
      power: { externalV: Math.max(0, report.power.externalV), backupV: Math.max(0, report.power.backupV) },
      compartments: [...report.compartments],
      probes: [...report.probes],
      events: [...report.events],
      meters: [...(report.meters ?? [])],
      ...(report.sensing && { sensing: [...report.sensing] }),
      ...(report.airtight && { airtight: report.airtight }),
      ...(report.environment && { environment: report.environment }),
    },
    raw: [],
  }
}

/** The mobile network, 3–31: it differs from place to place, and a few places are hardly covered. */
function signalAt({ lat, lng }: Report['position']): number {
  const cell = Math.abs(Math.round(lat * 50) * 73_856_093 + Math.round(lng * 50) * 19_349_663) % 100
  return cell < 6 ? 3 + cell : 14 + Math.round((cell / 99) * 17)
}

function safetyBlock(event: SafetyEvent, report: Report, time: string, terminalId: string, sequence: number): SafetyBlock {
  const { position } = report
  const speedKmh = Math.min(255, Math.round(position.recorderSpeedKmh ?? position.speedKmh))
  const tail = {
    speedKmh,
    altitudeM: Math.max(0, Math.round(position.altitudeM)),
    lat: Math.abs(position.lat),
    lng: Math.abs(position.lng),
    time,
    vehicleStatus: (position.accOn ? 1 : 0) | (position.located ? 1 << 10 : 0),
    mark: { terminalId, time, sequence, attachments: event.attachments, reserved: 0 },
  }
  const head = { alarmId: event.alarmId, flag: event.flag, ...tail }
  switch (event.item) {
    case 0x64:
      return {
        item: 0x64,
        ...head,
        type: event.type,
        level: event.level,
        frontSpeedKmh: Math.max(0, speedKmh - 12),
        frontDistance: event.type === 3 ? 9 : 22,
        deviation: event.type === 2 ? 1 : 0,
        signKind: 0,
        signValue: 0,
      }
    case 0x65:
      return { item: 0x65, ...head, type: event.type, level: event.level, fatigue: event.type === 1 ? 7 : 0, reserved: 0 }
    case 0x66:
      return {
        item: 0x66,
        ...head,
        tyres: [
          { position: alarmingTyre, alarmBits: event.type, pressureKPa: soundTyrePressureKPa * 0.7, temperatureC: 41, batteryPercent: 86 },
        ],
      }
    case 0x67:
      return { item: 0x67, ...head, type: event.type }
    case 0x70:
      return { item: 0x70, ...head, type: event.type, timeThreshold: 5, threshold1: 30, threshold2: 30 }
    default:
      throw new Error(`no active-safety item ${event.item}`)
  }
}
