/** Decides when the on-board console reports and what it puts into the report (periods of domain D.1). */
import type { CompartmentReading, DataType, Position, Reading } from '@tanker/domain/reading'
import { readGauge } from './cargo.ts'
import type { Random } from './random.ts'
import { isLoaded, isMoving, type TruckBody } from './truck-body.ts'

/** What a truck knows of one moment: a domain reading without what only the receiver knows. */
export type Report = Pick<Reading, 'at' | 'position' | 'compartments' | 'probes' | 'events' | 'safety'> & {
  readonly tilt: { readonly axialDeg: number; readonly lateralDeg: number }
  readonly power: { readonly externalV: number; readonly backupV: number }
}

export type Reporter = {
  /** The report that is due now, if any. */
  due(body: TruckBody): Report | null
}

const periodMs = { busy: 10_000, idling: 30_000, asleep: 60_000 }
const levelsWhileMovingMs = 30_000
const allProbesMs = 600_000
const settlingMs = 180_000
/** After a seal change: a second look, so that its debounce can be judged, and the seals in every report. */
const secondLookMs = 3_000
const watchSealsMs = 60_000
const metresPerDegree = 111_195

/** @param random of the instruments alone, so that being asked oftener does not change the truck's day */
export function createReporter(random: Random): Reporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  let levelsAt = Number.NEGATIVE_INFINITY
  let probesAt = Number.NEGATIVE_INFINITY
  let sealsChangedAt = Number.NEGATIVE_INFINITY
  let stoppedAt = Number.NEGATIVE_INFINITY
  let lookAgainAt = Number.POSITIVE_INFINITY
  let wasMoving = false
  let fix = { lat: 0, lng: 0, headingDeg: 0 }
  const jitter = { eastM: 0, northM: 0 }

  function position(body: TruckBody): Position {
    const moving = isMoving(body)
    if (!body.gpsLost) {
      jitter.eastM = jitter.eastM * 0.9 + random.normal(moving ? 1.2 : 0.5)
      jitter.northM = jitter.northM * 0.9 + random.normal(moving ? 1.2 : 0.5)
      fix = {
        lat: body.lat + jitter.northM / metresPerDegree,
        lng: body.lng + jitter.eastM / (metresPerDegree * Math.cos((body.lat * Math.PI) / 180)),
        headingDeg: moving ? Math.round(body.headingDeg + random.normal(1.5) + 360) % 360 : fix.headingDeg,
      }
    }
    const speedKmh = Math.max(0, body.speedMs * 3.6)
    return {
      ...fix,
      altitudeM: Math.round(body.altitudeM),
      speedKmh: moving && !body.gpsLost ? Math.max(0, speedKmh + random.normal(0.25)) : 0,
      recorderSpeedKmh: speedKmh,
      mileageKm: body.mileageM / 1_000,
      located: !body.gpsLost,
      accOn: body.accOn,
      satellites: body.gpsLost ? 0 : random.whole(9, 16),
      alarmBits: body.alarmBits,
      statusBits: statusBits(body),
    }
  }

  function levels(body: TruckBody, dataType: DataType): CompartmentReading[] {
    const now = {
      second: (body.at / 1_000) % 86_400,
      sloshMm: body.sloshMm,
      engineOn: body.accOn,
      tiltMm: 300 * Math.tan((body.axialDeg * Math.PI) / 180), // gauges sit 300 mm off centre
    }
    return body.compartments.map((compartment) => readGauge(compartment, dataType, now, random))
  }

  function dataType(body: TruckBody): DataType {
    if (body.everythingNow) return 'FF'
    if (body.operation === 'begin') return 'LB'
    if (body.operation === 'end') return 'LE'
    if (body.sealChanged) return 'SS'
    if (body.operation === 'running') return 'LM'
    if (body.leftFence) return 'LG'
    return isMoving(body) || body.accOn ? 'TT' : 'PL'
  }

  function period(body: TruckBody, moving: boolean): number {
    if (moving || body.operation !== 'none' || body.at - stoppedAt < settlingMs || body.at - sealsChangedAt < watchSealsMs)
      return periodMs.busy
    if (body.probes.some(({ open }) => open)) return periodMs.busy
    return body.accOn ? periodMs.idling : periodMs.asleep
  }

  return {
    due(body) {
      const moving = isMoving(body)
      if (wasMoving && !moving) stoppedAt = body.at
      const turned = wasMoving !== moving
      wasMoving = moving
      const urgent =
        body.everythingNow ||
        turned ||
        body.sealChanged ||
        body.reportNow ||
        body.leftFence ||
        body.operation === 'begin' ||
        body.operation === 'end'
      if (!urgent && body.at < lookAgainAt && body.at - reportedAt < period(body, moving)) return null
      if (body.at === reportedAt) return null // the key of a report holds its second
      if (body.sealChanged) {
        sealsChangedAt = body.at
        lookAgainAt = body.at + secondLookMs
      } else if (body.at >= lookAgainAt) lookAgainAt = Number.POSITIVE_INFINITY
      const withLevels = !moving || urgent || body.at - levelsAt >= levelsWhileMovingMs
      const withProbes = body.everythingNow || body.at - sealsChangedAt <= watchSealsMs || body.at - probesAt >= allProbesMs
      const report: Report = {
        at: body.at,
        position: position(body),
        compartments: withLevels ? levels(body, dataType(body)) : [],
        probes: withProbes ? body.probes.map((probe) => ({ ...probe })) : [],
        events: body.events,
        safety: body.safety,
        tilt: { axialDeg: body.axialDeg + random.normal(0.03), lateralDeg: body.lateralDeg + random.normal(0.03) },
        power: { externalV: body.externalV + random.normal(0.05), backupV: body.backupV },
      }
      reportedAt = body.at
      if (withLevels) levelsAt = body.at
      if (withProbes) probesAt = body.at
      Object.assign(body, { sealChanged: false, reportNow: false, leftFence: false, everythingNow: false, events: [], safety: [] })
      body.operation = body.operation === 'begin' ? 'running' : body.operation === 'end' ? 'none' : body.operation
      return report
    },
  }
}

/** JT/T 808 table 25. */
function statusBits(body: TruckBody): number {
  const loaded = body.compartments.filter((compartment) => compartment.v20L > compartment.row.capacityL * 0.02).length
  const load = loaded === 0 ? 0 : loaded === body.compartments.length && isLoaded(body) ? 3 : 1
  const moving2019 = body.row.protocolVersion === '2019' && isMoving(body)
  return (body.accOn ? 1 : 0) | (body.gpsLost ? 0 : 1 << 1) | (load << 8) | (1 << 18) | (1 << 19) | (moving2019 ? 1 << 22 : 0)
}
