import { drivingFact, workingHoursFact } from '@tanker/domain/facts/driving-facts'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { fewSpans, flag, kept, place, rare, span, type StateOf, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

const hourMs = 3_600_000
const quarterMs = 900_000
const quartersPerDay = 96
/** A gap longer than this between two moving readings is not driving that we know of. */
const longestGapMs = 300_000
/** Objects of the two alarms of type 203. */
const CONTINUOUS = 0
const DAY = 1

export const hoursState = stateOf({
  /** Driver that the sums belong to; 0 is none. */
  driverId: uint(),
  startedAt: time(),
  lastAt: time(),
  continuousMs: span(),
  ...rare({ nightMs: span() }),
  warned: flag(),
  night: flag(),
  ...when('openAt', { openAt: time(), place: place() }),
  ...when('dayOpenAt', { dayOpenAt: time(), dayPlace: place() }),
  quarter: uint(),
  /** ms driven in each of the last 96 quarter hours, the slot is the quarter's number modulo 96. */
  quarters: fewSpans(quartersPerDay, 'dayMs'),
  dayMs: kept(() => 0),
})
type HoursState = StateOf<typeof hoursState>

/**
 * Working hours (203) of the truck's default driver (domain rule D.8): driving is moving time, and only a stop of
 * 20 minutes is a rest. The sum of 24 hours rolls by quarter hours.
 */
export function stepWorkingHours(moment: Moment, hours: HoursState): void {
  const { at, state, context } = moment
  const driverId = context.driver?.id ?? 0
  if (hours.driverId !== driverId) changeDriver(moment, hours, driverId)
  const { motion } = state
  if (motion.moving) {
    const from = Math.max(hours.lastAt, motion.movingSinceAt)
    const spanMs = at - from
    if (spanMs > 0 && spanMs <= longestGapMs) drive(moment, hours, spanMs)
    hours.lastAt = at
    judge(moment, hours)
    return
  }
  if (hours.startedAt !== 0 && at - motion.stoppedSinceAt >= moment.thresholds.restMin * 60_000) rest(moment, hours)
  if (hours.dayOpenAt !== 0) {
    rollTo(hours, at)
    if (hours.dayMs < moment.thresholds.drivingDayHours * hourMs) endDay(moment, hours)
  }
}

function drive(moment: Moment, hours: HoursState, spanMs: number): void {
  const { at } = moment
  if (hours.startedAt === 0) hours.startedAt = at - spanMs
  rollTo(hours, at)
  const slot = hours.quarter % quartersPerDay
  hours.quarters[slot] = (hours.quarters[slot] ?? 0) + spanMs
  hours.dayMs += spanMs
  hours.continuousMs += spanMs
  if (isNight(moment)) hours.nightMs += spanMs
}

function isNight(moment: Moment): boolean {
  const { nightFromHour, nightToHour } = moment.thresholds
  const localHour = Math.floor((moment.at + moment.context.zoneOffsetMinutes * 60_000) / hourMs) % 24
  return nightFromHour > nightToHour
    ? localHour >= nightFromHour || localHour < nightToHour
    : localHour >= nightFromHour && localHour < nightToHour
}

/** Moves the rolling day on: quarters older than 24 hours leave the sum. */
function rollTo(hours: HoursState, at: number): void {
  const quarter = Math.floor(at / quarterMs)
  const turns = Math.min(quarter - hours.quarter, quartersPerDay)
  for (let i = 1; i <= turns; i += 1) {
    const slot = (quarter - turns + i) % quartersPerDay
    hours.dayMs -= hours.quarters[slot] ?? 0
    hours.quarters[slot] = 0
  }
  if (quarter > hours.quarter) hours.quarter = quarter
}

function judge(moment: Moment, hours: HoursState): void {
  const { at, state, thresholds } = moment
  const byDay = hours.continuousMs >= thresholds.drivingHours * hourMs
  const byNight = hours.nightMs >= thresholds.drivingNightHours * hourMs
  if (hours.openAt === 0 && (byDay || byNight)) {
    hours.openAt = at
    hours.night = !byDay
    hours.place = placeNow(state)
    report(moment, hours, CONTINUOUS, null)
  }
  const warns = hours.continuousMs >= thresholds.drivingWarnHours * hourMs || hours.dayMs >= thresholds.drivingDayWarnHours * hourMs
  if (warns && !hours.warned) {
    hours.warned = true
    note(moment, drivingFact, {
      name: 'working-hours-near',
      startedAt: at,
      endedAt: at,
      place: placeNow(state),
      properties: {
        driverId: hours.driverId,
        continuousS: Math.round(hours.continuousMs / 1000),
        dayS: Math.round(hours.dayMs / 1000),
      },
    })
  }
  if (hours.dayOpenAt === 0 && hours.dayMs >= thresholds.drivingDayHours * hourMs) {
    hours.dayOpenAt = at
    hours.dayPlace = placeNow(state)
    report(moment, hours, DAY, null)
  }
}

function rest(moment: Moment, hours: HoursState): void {
  const { motion } = moment.state
  if (hours.openAt !== 0) report(moment, hours, CONTINUOUS, motion.stoppedSinceAt)
  hours.startedAt = 0
  hours.continuousMs = 0
  hours.nightMs = 0
  hours.warned = false
  hours.openAt = 0
  hours.place = null
}

function endDay(moment: Moment, hours: HoursState): void {
  report(moment, hours, DAY, moment.at)
  hours.dayOpenAt = 0
  hours.dayPlace = null
}

function changeDriver(moment: Moment, hours: HoursState, driverId: number): void {
  if (hours.openAt !== 0) report(moment, hours, CONTINUOUS, moment.at)
  if (hours.dayOpenAt !== 0) report(moment, hours, DAY, moment.at)
  Object.assign(hours, hoursState.initial({ driverId, lastAt: moment.at }))
}

/** Spec 3.3 names the properties; the duration is in seconds. */
function report(moment: Moment, hours: HoursState, object: number, endedAt: number | null): void {
  const place = object === DAY ? hours.dayPlace : hours.place
  if (place === null) return
  const drivenMs = object === DAY ? hours.dayMs : hours.continuousMs
  const remark = object === DAY ? 'day' : hours.night ? 'night' : 'continuous'
  raise(moment, workingHoursFact, {
    name: endedAt === null ? 'working-hours-exceeded' : 'working-hours-rested',
    startedAt: object === DAY ? hours.dayOpenAt : hours.openAt,
    object,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'red',
    place,
    properties: {
      companyName: moment.context.organisationName,
      driverWorkingDuration: Math.round(drivenMs / 1000),
      driver: { name: moment.context.driver?.name ?? '' },
    },
    remark,
  })
}
