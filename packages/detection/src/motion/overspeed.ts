import { ALARM_GRADES, higherGrade } from '@tanker/domain/alarms/alarm-grade'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import { deviceOverspeedFact, overspeedFact, ROAD_KINDS, ROAD_SOURCES } from '@tanker/domain/facts/driving-facts'
import type { Reading } from '@tanker/domain/reading'
import { type Moment, placeNow, raise } from '../moment.ts'
import { flag, hundredths, oneOf, place, rounded, span, type StateOf, tenths, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'
import { cruiseFields, limitOn, type Road, roadNow, stepCruise } from './road-class.ts'

export const overspeedState = stateOf({
  ...cruiseFields,
  ...when('overSinceAt', {
    overSinceAt: time(),
    underSinceAt: time(),
    openAt: time(),
    place: place(),
    /** Candidate values from the first fix over the limit. */
    startPlace: place(),
    limitKmh: hundredths(),
    maxKmh: tenths(),
    /** Sum of speed × ms, for the mean. */
    speedMs: rounded(),
    overMs: span(),
    distanceM: uint(),
    lastAt: time(),
    grade: oneOf(ALARM_GRADES, 'yellow'),
    /** Index in ROADS: the road at its start. */
    road: uint(),
    loaded: flag(),
    /** The device reported it too, within the open alarm 2. */
    deviceToo: flag(),
  }),
  ...when('deviceAt', {
    /** Since when the device reports overspeed; 0 while it does not. */
    deviceAt: time(),
    /** Index in DEVICE_PARTS: what happened to the device's report. */
    devicePart: uint(),
    devicePlace: place(),
    deviceMaxKmh: tenths(),
    /** The limit, the road and the load at its start. */
    deviceLimitKmh: hundredths(),
    deviceRoad: uint(),
    deviceLoaded: flag(),
  }),
})
type OverspeedState = StateOf<typeof overspeedState>

/** What is stored of a road is its place here. */
const ROADS: readonly (Road | null)[] = [null, ...ROAD_KINDS.flatMap((kind) => ROAD_SOURCES.map((source) => ({ kind, source })))]
const placeIn = (road: Road | null): number =>
  Math.max(
    0,
    ROADS.findIndex((one) => one?.kind === road?.kind && one?.source === road?.source),
  )
/** A gap longer than this adds nothing to mean and distance. */
const longestGapMs = 120_000
/** JT/T 808 alarm bit 1: the device's own overspeed rule. */
const deviceOverspeedBit = 1 << 1

/** Overspeed by the platform's rule (type 2), one alarm until the speed was 3 km/h under the limit for 10 s, and by the device's. */
export function stepOverspeed(moment: Moment, { position }: Reading, overspeed: OverspeedState): void {
  stepOwnRule(moment, overspeed)
  stepDeviceRule(moment, overspeed, position.alarmBits)
}

function stepOwnRule(moment: Moment, overspeed: OverspeedState): void {
  const { motion } = moment.state
  if (!moment.speedKnown) return
  const { at, thresholds } = moment
  stepCruise(moment, overspeed)
  // Fast path: slower than any limit and nothing open.
  if (overspeed.openAt === 0 && overspeed.overSinceAt === 0 && motion.speedKmh < lowestLimitKmh) return
  const road = roadNow(moment, overspeed)
  const limitKmh = overspeed.openAt === 0 ? limitOn(moment, road) : overspeed.limitKmh
  const speedKmh = motion.speedKmh
  const spanMs = overspeed.lastAt === 0 ? 0 : Math.min(at - overspeed.lastAt, longestGapMs)
  const over = speedKmh > limitKmh

  if (overspeed.openAt === 0) {
    if (!over) {
      overspeed.overSinceAt = 0
      overspeed.lastAt = 0
      return
    }
    if (overspeed.overSinceAt === 0) {
      overspeed.overSinceAt = at
      overspeed.startPlace = placeNow(moment.state)
      overspeed.limitKmh = limitKmh
      overspeed.road = placeIn(road)
      overspeed.loaded = moment.state.loaded
      overspeed.maxKmh = speedKmh
      overspeed.speedMs = 0
      overspeed.overMs = 0
      overspeed.distanceM = 0
      overspeed.lastAt = at
      return
    }
    follow(moment, overspeed, spanMs)
    if (at - overspeed.overSinceAt < thresholds.overspeedS * 1000) return
    overspeed.openAt = overspeed.overSinceAt
    overspeed.place = overspeed.startPlace
    overspeed.underSinceAt = 0
    overspeed.deviceToo = false
    overspeed.grade = gradeNow(moment, overspeed)
    report(moment, overspeed, null)
    return
  }

  follow(moment, overspeed, spanMs)
  const risen = higherGrade(overspeed.grade, gradeNow(moment, overspeed))
  if (risen !== overspeed.grade) {
    overspeed.grade = risen
    report(moment, overspeed, null)
  }
  if (speedKmh > overspeed.limitKmh - thresholds.overspeedHysteresisKmh) {
    overspeed.underSinceAt = 0
    return
  }
  if (overspeed.underSinceAt === 0) overspeed.underSinceAt = at
  if (at - overspeed.underSinceAt < thresholds.overspeedS * 1000) return
  report(moment, overspeed, overspeed.underSinceAt)
  overspeed.openAt = 0
  overspeed.overSinceAt = 0
  overspeed.underSinceAt = 0
  overspeed.lastAt = 0
}

/** Smallest sensible limit. */
const lowestLimitKmh = 5

function follow(moment: Moment, overspeed: OverspeedState, spanMs: number): void {
  const { motion } = moment.state
  overspeed.maxKmh = Math.max(overspeed.maxKmh, motion.speedKmh)
  overspeed.speedMs += motion.speedKmh * 10 * spanMs
  overspeed.overMs += spanMs
  overspeed.distanceM += Math.round(moment.movedM)
  overspeed.lastAt = moment.at
}

function gradeNow(moment: Moment, overspeed: OverspeedState): 'yellow' | 'red' {
  const { thresholds, at } = moment
  const far = overspeed.maxKmh > overspeed.limitKmh * (1 + thresholds.overspeedRedPercent / 100)
  return far || at - overspeed.overSinceAt > thresholds.overspeedRedS * 1000 ? 'red' : 'yellow'
}

function report(moment: Moment, overspeed: OverspeedState, endedAt: number | null): void {
  const { state } = moment
  if (overspeed.place === null) return
  const meanKmh = overspeed.overMs === 0 ? overspeed.maxKmh : overspeed.speedMs / overspeed.overMs / 10
  raise(moment, overspeedFact, {
    name: endedAt === null ? 'overspeed-began' : 'overspeed-ended',
    startedAt: overspeed.openAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: overspeed.grade,
    place: overspeed.place,
    properties: {
      limitKmh: overspeed.limitKmh,
      maxKmh: overspeed.maxKmh,
      meanKmh: roundHalfAway(meanKmh, 1),
      distanceM: overspeed.distanceM,
      roadClass: ROADS[overspeed.road]?.kind ?? null,
      roadSource: ROADS[overspeed.road]?.source ?? null,
      loaded: overspeed.loaded,
      speedSource: moment.context.speedSource,
      deviceToo: overspeed.deviceToo,
      overPct: roundHalfAway((overspeed.maxKmh / overspeed.limitKmh - 1) * 100, 1),
      driverName: moment.context.driver?.name ?? null,
      endPlace: endedAt === null ? null : placeNow(state),
    },
  })
}

/** What happens to the device's report; the index is stored in the state. */
const DEVICE_PARTS = ['waits', 'alarm', 'part-of-2'] as const
const ALARM_BIT = DEVICE_PARTS.indexOf('alarm')
const PART_OF_2 = DEVICE_PARTS.indexOf('part-of-2')

/**
 * The device's own rule (type 45). One stretch is one alarm: within a stretch of type 2, or one that may still become it,
 * the device's report goes into the details of 2, until the device ends it.
 */
function stepDeviceRule(moment: Moment, overspeed: OverspeedState, alarmBits: number): void {
  const { motion } = moment.state
  const set = (alarmBits & deviceOverspeedBit) !== 0
  if (overspeed.deviceAt === 0) {
    if (!set) return
    overspeed.deviceAt = moment.at
    overspeed.devicePart = 0
    overspeed.devicePlace = placeNow(moment.state)
    overspeed.deviceMaxKmh = 0
    const road = roadNow(moment, overspeed)
    overspeed.deviceLimitKmh = limitOn(moment, road)
    overspeed.deviceRoad = placeIn(road)
    overspeed.deviceLoaded = moment.state.loaded
  }
  overspeed.deviceMaxKmh = Math.max(overspeed.deviceMaxKmh, motion.speedKmh)
  if (overspeed.openAt !== 0 && overspeed.devicePart !== PART_OF_2) {
    if (overspeed.devicePart === ALARM_BIT) reportDevice(moment, overspeed, moment.at)
    overspeed.devicePart = PART_OF_2
    overspeed.deviceToo = true
    report(moment, overspeed, null)
  }
  // While the truck is over our limit it is soon known whether this is a type 2.
  const undecided = overspeed.devicePart === 0 && overspeed.overSinceAt !== 0
  if (undecided) return
  if (overspeed.devicePart === 0) {
    overspeed.devicePart = ALARM_BIT
    reportDevice(moment, overspeed, null)
  }
  if (set) return
  if (overspeed.devicePart === ALARM_BIT) reportDevice(moment, overspeed, moment.at)
  overspeed.deviceAt = 0
  overspeed.devicePart = 0
  overspeed.devicePlace = null
}

function reportDevice(moment: Moment, overspeed: OverspeedState, endedAt: number | null): void {
  if (overspeed.devicePlace === null) return
  const limitKmh = overspeed.deviceLimitKmh
  const road = ROADS[overspeed.deviceRoad]
  raise(moment, deviceOverspeedFact, {
    name: endedAt === null ? 'device-overspeed-began' : 'device-overspeed-ended',
    startedAt: overspeed.deviceAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'yellow',
    place: overspeed.devicePlace,
    properties: {
      limitKmh,
      maxKmh: overspeed.deviceMaxKmh,
      meanKmh: null,
      distanceM: null,
      roadClass: road?.kind ?? null,
      roadSource: road?.source ?? null,
      loaded: overspeed.deviceLoaded,
      speedSource: 'device',
      overPct: roundHalfAway((overspeed.deviceMaxKmh / limitKmh - 1) * 100, 1),
      driverName: moment.context.driver?.name ?? null,
    },
  })
}
