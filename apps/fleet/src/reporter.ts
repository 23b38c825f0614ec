/** Decides when the on-board console reports and what it puts into the report (periods of domain D.1). */
import type { CompartmentReading, DataType, Position, ProbeReading, Reading } from '@tanker/domain/reading'
import { measureAir } from './air.ts'
import { carriesBox, isTesting, readBox } from './airtight-box.ts'
import { readGauge } from './cargo.ts'
import { createSensors } from './probe-sensing.ts'
import type { Random } from './random.ts'
import { isLoaded, isMoving, type Probe, type TruckBody } from './truck-body.ts'

/** What a truck knows of one moment: a domain reading without what only the receiver knows. */
export type Report = Pick<
  Reading,
  'at' | 'position' | 'compartments' | 'probes' | 'events' | 'safety' | 'environment' | 'airtight' | 'sensing' | 'meters'
> & {
  readonly tilt: { readonly axialDeg: number; readonly lateralDeg: number }
  readonly power: { readonly externalV: number; readonly backupV: number }
}

export type Reporter = {
  /** The report that is due now, if any. In a run without output no report is created, but it counts as sent. */
  due(body: TruckBody, heard: boolean): Report | null
}

/** How often a console reports, ms. */
export type ReportingRates = {
  readonly moving: number
  /** During operations, while seals are open and while gauges settle. */
  readonly busy: number
  readonly idling: number
  readonly asleep: number
  readonly levelsWhileMoving: number
  readonly allProbes: number
  /** Electrical values of all probes. */
  readonly sensing: number
  /** Cabinet and vapour. */
  readonly air: number
  /** A stop away from every place is reported after this time; red lights are shorter. */
  readonly stopsAfter: number
}

/** As domain D.1 has it. */
export const liveRates: ReportingRates = {
  moving: 10_000,
  busy: 10_000,
  idling: 30_000,
  asleep: 60_000,
  levelsWhileMoving: 30_000,
  allProbes: 600_000,
  sensing: 1_800_000,
  air: 60_000,
  stopsAfter: 0,
}
/** What a console keeps of days that it cannot send: thinner where nothing happens, as dense where something does. */
export const thriftyRates: ReportingRates = {
  moving: 60_000,
  busy: 10_000,
  idling: 120_000,
  asleep: 300_000,
  levelsWhileMoving: 180_000,
  allProbes: 1_800_000,
  sensing: 6 * 3_600_000,
  air: 300_000,
  stopsAfter: 50_000,
}
const settlingMs = 180_000
const meterIdleMs = 600_000
const boxIdleMs = 600_000
/** After a seal change: a second look, so that its debounce can be judged, and the seals in every report. */
const secondLookMs = 3_000
const watchSealsMs = 60_000
/** A rate is that of an upload interval of ten seconds. */
const paced = (rateMs: number, { uploadS }: TruckBody): number => (rateMs * uploadS) / 10
const metresPerDegree = 111_195

/** @param random of the instruments alone, so that being asked oftener does not change the truck's day */
export function createReporter(random: Random, rates: ReportingRates): Reporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  let levelsAt = Number.NEGATIVE_INFINITY
  let probesAt = Number.NEGATIVE_INFINITY
  let sealsChangedAt = Number.NEGATIVE_INFINITY
  let stoppedAt = Number.NEGATIVE_INFINITY
  let lookAgainAt = Number.POSITIVE_INFINITY
  let airAt = Number.NEGATIVE_INFINITY
  let meterAt = Number.NEGATIVE_INFINITY
  const sensors = createSensors(rates.sensing)
  let boxAt = Number.NEGATIVE_INFINITY
  let wasMoving = false
  let stopReported = true
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
      tiltMm: 300 * Math.tan(((body.axialDeg + body.slopeDeg) * Math.PI) / 180), // gauges sit 300 mm off centre
    }
    return body.compartments.filter(({ silent }) => !silent).map((compartment) => readGauge(compartment, dataType, now, random))
  }

  function period(body: TruckBody, moving: boolean): number {
    if (body.operation !== 'none' || body.at - sealsChangedAt < watchSealsMs || body.alarmBits !== 0) return paced(rates.busy, body)
    if (isTesting(body)) return paced(rates.busy, body)
    if (body.probes.some(({ open }) => open)) return paced(rates.busy, body)
    if (moving) return paced(rates.moving, body)
    if (body.at - stoppedAt < settlingMs && stopReported) return paced(rates.busy, body)
    return body.accOn ? rates.idling : rates.asleep
  }

  return {
    due(body, heard) {
      const moving = isMoving(body)
      if (wasMoving && !moving) stoppedAt = body.at
      const set = wasMoving !== moving && moving
      wasMoving = moving
      // A stop is reported once it is longer than a red light, and a start after a reported stop.
      const stops = !moving && !stopReported && (body.place !== null || body.at - stoppedAt >= rates.stopsAfter)
      const starts = set && stopReported
      if (stops) stopReported = true
      if (set) stopReported = false
      const turned = stops || starts
      const urgent =
        body.everythingNow ||
        turned ||
        body.sealChanged ||
        body.sensingNow ||
        body.reportNow ||
        body.leftFence ||
        body.gaugeReason !== null ||
        body.operation === 'begin' ||
        body.operation === 'end'
      if (!urgent && body.at < lookAgainAt && body.at - reportedAt < period(body, moving)) return null
      if (body.at === reportedAt) return null // the key of a report holds its second
      if (body.sealChanged) {
        sealsChangedAt = body.at
        lookAgainAt = body.at + secondLookMs
      } else if (body.at >= lookAgainAt) lookAgainAt = Number.POSITIVE_INFINITY
      const withLevels = !moving || urgent || body.at - levelsAt >= rates.levelsWhileMoving
      const withProbes = body.everythingNow || body.at - sealsChangedAt <= watchSealsMs || body.at - probesAt >= rates.allProbes
      const withAir = body.everythingNow || body.at - airAt >= rates.air
      const withMeter = body.meter !== null && (meterRuns(body) || body.at - meterAt >= meterIdleMs)
      const withBox = carriesBox(body) && (body.everythingNow || isTesting(body) || body.at - boxAt >= boxIdleMs)
      const sensing = sensors.now(body)
      const report: Report | null = !heard
        ? null
        : {
            at: body.at,
            position: position(body),
            compartments: withLevels ? levels(body, dataType(body)) : [],
            probes: withProbes ? body.probes.map(sealState) : [],
            events: body.events,
            safety: body.safety,
            ...(withAir && { environment: measureAir(body, random.normal) }),
            ...(sensing.length > 0 && { sensing }),
            ...(withBox && { airtight: readBox(body) }),
            ...(withMeter && body.meter && { meters: [{ ...body.meter.shown }] }),
            tilt: { axialDeg: body.axialDeg + body.slopeDeg + random.normal(0.03), lateralDeg: body.lateralDeg + random.normal(0.03) },
            power: { externalV: body.externalV + random.normal(0.05), backupV: body.backupV },
          }
      reportedAt = body.at
      if (withLevels) levelsAt = body.at
      if (withProbes) probesAt = body.at
      if (withAir) airAt = body.at
      if (withMeter) meterAt = body.at
      if (withBox) boxAt = body.at
      if (withMeter && body.meter?.justEnded) {
        body.meter.justEnded = false
        body.meter.shown.receipt = 0
      }
      Object.assign(body, {
        sealChanged: false,
        sensingNow: false,
        reportNow: false,
        leftFence: false,
        everythingNow: false,
        gaugeReason: null,
        events: [],
        safety: [],
      })
      body.operation = body.operation === 'begin' ? 'running' : body.operation === 'end' ? 'none' : body.operation
      return report
    },
  }
}

/** What the seals say, without what is wrong with their electronics. */
function sealState(probe: Probe): ProbeReading {
  const { compartment, type, line, answering, open, wet, uncertain, sealCount } = probe
  return { compartment, type, line, answering, open, wet, uncertain, sealCount }
}

function dataType(body: TruckBody): DataType {
  if (body.gaugeReason) return body.gaugeReason
  if (body.everythingNow) return 'FF'
  if (body.operation === 'begin') return 'LB'
  if (body.operation === 'end') return 'LE'
  if (body.sealChanged) return 'SS'
  if (body.operation === 'running') return 'LM'
  if (body.leftFence) return 'LG'
  return isMoving(body) || body.accOn ? 'TT' : 'PL'
}

const meterRuns = ({ meter }: TruckBody): boolean => meter !== null && (meter.shown.mode !== 0 || meter.justEnded)

/** JT/T 808 table 25. */
function statusBits(body: TruckBody): number {
  const loaded = body.compartments.filter((compartment) => compartment.v20L > compartment.row.capacityL * 0.02).length
  const load = loaded === 0 ? 0 : loaded === body.compartments.length && isLoaded(body) ? 3 : 1
  const moving2019 = body.row.protocolVersion === '2019' && isMoving(body)
  return (body.accOn ? 1 : 0) | (body.gpsLost ? 0 : 1 << 1) | (load << 8) | (1 << 18) | (1 << 19) | (moving2019 ? 1 << 22 : 0)
}
