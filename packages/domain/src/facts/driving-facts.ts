import { ALARM } from '../alarms/alarm-code.ts'
import { alarmFact, recordFact } from './declaration.ts'
import { count, epochMs, flag, group, id, kmh, metres, minutes, oneOf, orNull, percent, place, seconds, text } from './property.ts'

const roadClass = orNull(oneOf(['expressway', 'other'], 'null without a road map'))
const driverName = orNull(text('default driver of the truck'))

export const overspeedFact = alarmFact({
  type: ALARM.overspeed,
  properties: {
    limitKmh: kmh('at its start'),
    maxKmh: kmh(),
    meanKmh: kmh(),
    distanceM: metres('driven above the limit'),
    roadClass,
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
  },
})

export const offlineFact = alarmFact({
  type: ALARM.offline,
  properties: {
    lastContactAt: epochMs(),
    thresholdMin: minutes(),
    loaded: flag(),
    durationS: orNull(seconds('null while it lasts')),
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
  properties: { trigger: orNull(oneOf(['button', 'collision', 'roll-over'])), loaded: flag(), driverName },
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
