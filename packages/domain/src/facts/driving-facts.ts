import { ALARM } from '../alarms/alarm-code.ts'
import { alarmFact, recordFact } from './declaration.ts'
import { FENCE_KINDS } from '../fences/fence.ts'
import {
  count,
  degrees,
  epochMs,
  flag,
  group,
  id,
  kilometres,
  kmh,
  litres,
  measure,
  metres,
  minutes,
  oneOf,
  optional,
  orNull,
  percent,
  place,
  seconds,
  text,
} from './property.ts'

/** `yard`: in the fence of a depot, station, park or repair shop. */
export const ROAD_KINDS = ['expressway', 'other', 'yard'] as const
/** What says which road it is; `speed`: the truck kept the speed of an expressway. */
export const ROAD_SOURCES = ['map', 'corridor', 'fence', 'speed'] as const
const roadClass = orNull(oneOf(ROAD_KINDS, 'null where nothing says it'))
/** Rows from before it was noted lack both. */
const roadSource = optional(orNull(oneOf(ROAD_SOURCES)))
const speedLoaded = optional(flag('at its start'))
const driverName = orNull(text('default driver of the truck'))
/** `none`: outside every fence. Rows from before it was noted lack it. */
const fenceKind = optional(oneOf([...FENCE_KINDS, 'none'], 'kind of the fence it stood in'))
const loadL = optional(orNull(litres('aboard so far or at the end, null without gauges')))

export const overspeedFact = alarmFact({
  type: ALARM.overspeed,
  properties: {
    limitKmh: kmh('at its start'),
    maxKmh: kmh(),
    meanKmh: kmh(),
    distanceM: metres('driven above the limit'),
    roadClass,
    roadSource,
    loaded: speedLoaded,
    speedSource: oneOf(['gps', 'device']),
    deviceToo: flag('the device reported it too'),
    overPct: percent('highest speed above the limit'),
    driverName,
    endPlace: orNull(place()),
  },
})

export const deviceOverspeedFact = alarmFact({
  type: ALARM.deviceOverspeed,
  properties: {
    limitKmh: kmh(),
    maxKmh: kmh(),
    meanKmh: orNull(kmh('always null')),
    distanceM: orNull(metres('always null')),
    roadClass,
    roadSource,
    loaded: speedLoaded,
    speedSource: oneOf(['device']),
    overPct: percent('highest speed above the limit'),
    driverName,
  },
})

export const parkingFact = recordFact({
  kind: 'parking',
  properties: {
    durationS: orNull(seconds('null while it lasts')),
    accOn: flag(),
    loaded: flag(),
    judgeMode: oneOf(['speed', 'acc', 'mixed'], 'how standing is recognised'),
    fenceKind,
    loadL,
  },
})

export const parkingOvertimeFact = alarmFact({
  type: ALARM.parkingOvertime,
  properties: {
    stoppedAt: epochMs(),
    thresholdMin: minutes(),
    loaded: flag(),
    accOn: flag(),
    durationS: orNull(seconds('null while it lasts')),
    fenceKind,
    loadL,
    driverName: optional(driverName),
  },
})

/** Driving within one clock hour, one fence or none, and one load: what distances and driving times are summed from. */
export const drivenFact = recordFact({
  kind: 'driven',
  properties: {
    distanceM: metres(),
    drivingS: seconds(),
    maxKmh: kmh(),
    loaded: flag(),
    fromKm: orNull(kilometres('odometer at its start')),
    toKm: orNull(kilometres('odometer at its end')),
    driverId: orNull(id()),
    driverName,
  },
})

/** From entering a fence to leaving it. */
export const fenceVisitFact = recordFact({
  kind: 'fence-visit',
  properties: { fenceKind: oneOf(FENCE_KINDS), loaded: flag('on entering') },
})

export const harshDrivingFact = alarmFact({
  type: ALARM.harshDriving,
  properties: {
    kind: oneOf(['acceleration', 'braking']),
    peakMs2: measure('m/s², the greatest'),
    fromKmh: kmh(),
    toKmh: kmh(),
    durationS: seconds(),
    count: count('times in this alarm'),
    loaded: flag(),
    driverName,
  },
})

export const curveSpeedingFact = alarmFact({
  type: ALARM.curveSpeeding,
  properties: {
    maxKmh: kmh(),
    safeKmh: kmh('at which the limit is kept'),
    radiusM: metres(),
    lateralG: measure('g, mean of the curve'),
    peakG: measure('g, the greatest'),
    limitG: measure('g'),
    turnDeg: degrees('change of direction'),
    fillPercent: orNull(percent('of the capacity, null without gauges')),
    loaded: flag(),
    driverName,
  },
})

export const offlineFact = alarmFact({
  type: ALARM.offline,
  properties: {
    lastContactAt: epochMs(),
    thresholdMin: minutes(),
    loaded: flag(),
    durationS: orNull(seconds('null while it lasts')),
    driverName: optional(driverName),
  },
})

/** Driving time that comes near its limit. */
export const drivingFact = recordFact({
  kind: 'driving',
  properties: { driverId: id(), continuousS: seconds(), dayS: seconds() },
})

/** Spec 3.3 names the properties. */
export const workingHoursFact = alarmFact({
  type: ALARM.workingHours,
  properties: {
    companyName: text(),
    driverWorkingDuration: seconds(),
    driver: group({ name: text() }),
  },
})

export const signInFact = recordFact({
  kind: 'sign-in',
  properties: { driver: id('number of the driver card'), text: text(), event: oneOf(['driver-signed-in', 'driver-signed-out']) },
})

export const emergencyFact = alarmFact({
  type: ALARM.emergency,
  properties: { trigger: orNull(oneOf(['button', 'collision', 'roll-over'])), loaded: flag(), loadL, driverName },
})

/** Of every type of alarm of active safety. */
const SAFETY_EVENT = {
  count: count('events in this alarm'),
  level: count('1 or 2 by grade'),
  deviceAlarmId: id(),
  attachments: count('pictures and videos on the device'),
  driverName,
}
export const safetyEventFact = <T extends number>(type: T) => alarmFact({ type, properties: SAFETY_EVENT })

/** An event whose pictures and clips the terminal holds: one record each, so that the state of a truck need not remember them. */
export const safetyEvidenceFact = recordFact({
  kind: 'safety-evidence',
  properties: {
    alarmType: count('of the alarm that the event belongs to'),
    alarmStartedAt: epochMs('start of that alarm'),
    terminalId: text('as the terminal names itself in the mark'),
    markTime: text('YYMMDDhhmmss by the clock of the terminal'),
    sequence: count('from 0 within one second'),
    attachments: count('pictures and clips on the device'),
  },
})
