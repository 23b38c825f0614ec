import { ALARM } from '../alarms/alarm-code.ts'
import { SENSING_STATES } from '../devices/probe-sensing.ts'
import { SENSING_ERRORS } from '../reading.ts'
import { alarmFact, recordFact } from './declaration.ts'
import { LOST, OPENING_WAYS, OPENINGS, PART_OF } from './happening-properties.ts'
import {
  celsius,
  compartment,
  count,
  epochMs,
  flag,
  isoTime,
  kmh,
  litres,
  measure,
  metres,
  millimetres,
  millivolts,
  oneOf,
  optional,
  orNull,
  percent,
  place,
  probeType,
  processState,
  text,
} from './property.ts'

/** Where an opening happened, as the rules see it; stored states hold the index. */
export const OPENING_PLACES = ['trip-depot', 'trip-station', 'other-site', 'authorised', 'park', 'elsewhere', 'moving'] as const
export type OpeningPlace = (typeof OPENING_PLACES)[number]

export const coverFact = recordFact({
  kind: 'cover',
  properties: {
    compartment: compartment(),
    probeType: probeType(),
    processState: processState('at the opening'),
    loaded: flag(),
    abnormal: flag(),
    judge: oneOf(['normal', 'abnormal', 'pending']),
    placeKind: oneOf(OPENING_PLACES),
    exemption: optional(text('number and reason of the exemption that covers it')),
    altitudeM: metres('above the sea'),
    openedSpeedKmh: kmh(),
    speedKmh: kmh(),
    movedOpen: flag('driven while open, loaded'),
    movedM: metres('driven while open'),
    sealCountBefore: count(),
    sealCountAfter: count(),
    levelBeforeMm: millimetres(),
    levelAfterMm: millimetres(),
    volumeBeforeL: litres(),
    volumeAfterL: litres(),
    v20BeforeL: litres('at 20 °C'),
    v20AfterL: litres('at 20 °C'),
    temperatureBeforeC: celsius(),
    temperatureAfterC: celsius(),
    measured: orNull(oneOf(['standing', 'at-departure'], 'when the values after were read')),
    endPlace: orNull(place('null while it is open')),
  },
})

/** The cover journal: one row per change that a seal probe reported. */
export const sealChangeFact = recordFact({
  kind: 'seal-change',
  properties: {
    compartment: compartment(),
    probeType: probeType(),
    line: count('bus'),
    action: oneOf(['opened', 'closed', 'wet', 'dry']),
    open: flag(),
    wet: flag(),
    processState: processState(),
    levelMm: orNull(millimetres()),
    volumeL: orNull(litres()),
    sealCount: count(),
    loaded: flag(),
    resent: flag('sent after a blind zone'),
  },
})

/** Electrical values of a probe, as its console reported them. */
const SENSED = {
  serial: text('ten digits, zeros without one'),
  line: count('bus'),
  sensorMv: orNull(millivolts()),
  gateMv: orNull(millivolts()),
  zeroMv: orNull(millivolts()),
  maxMv: orNull(millivolts()),
}

/** One row whenever the values of a probe at an API valve have moved, and a few times a day. */
export const probeSensingFact = recordFact({
  kind: 'probe-sensing',
  properties: {
    ...SENSED,
    compartment: compartment(),
    probeType: probeType(),
    error: oneOf(SENSING_ERRORS),
    open: flag(),
    wet: flag(),
    closeMv: orNull(millivolts('when it was calibrated shut')),
    midMv: orNull(millivolts()),
    marginPercent: orNull(percent('of its calibrated distance from the gate, or from the zero value while open')),
    state: oneOf(SENSING_STATES),
  },
})

/** What a probe contradicts itself with; '' is none. Stored states hold the index. */
export const PROBE_FAULTS = [
  '',
  'chatter',
  'uncertain',
  'long-wet',
  'long-dry',
  'silent',
  'short-circuit',
  'open-circuit',
  'over-range',
  'drift',
  'duplicate-serial',
] as const

const SEAL_FAULT = {
  compartment: compartment(),
  probeType: probeType(),
  fault: oneOf(PROBE_FAULTS),
  loaded: flag(),
  // Of electrical faults, when they began.
  serial: optional(SENSED.serial),
  line: optional(SENSED.line),
  sensorMv: optional(SENSED.sensorMv),
  gateMv: optional(SENSED.gateMv),
  zeroMv: optional(SENSED.zeroMv),
  maxMv: optional(SENSED.maxMv),
}
export const sealFaultFact = recordFact({ kind: 'seal-fault', properties: SEAL_FAULT })
export const sealFaultAlarmFact = alarmFact({ type: ALARM.sealFault, properties: { ...SEAL_FAULT, partOf: PART_OF } })

/** Emergency and bottom valves by their transmitters (probe types 12, 28, 30). */
export const valveFact = recordFact({
  kind: 'valve',
  properties: {
    compartment: compartment(),
    probeType: probeType(),
    action: oneOf(['opened', 'cut']),
    reason: oneOf(['button', 'interlock', 'alarm', 'unknown']),
    processState: processState(),
    loaded: flag(),
    moving: flag(),
    judge: oneOf(['normal', 'abnormal']),
    speedKmh: kmh(),
    endPlace: orNull(place('null while it lasts')),
  },
})

/** Of every happening; litres where any were lost. */
const HAPPENING = { loaded: flag(), openings: OPENINGS, ...LOST, partOf: PART_OF }

export const unsealingFact = alarmFact({
  type: ALARM.unsealing,
  properties: {
    compartment: compartment('of the first probe'),
    probeType: probeType('the first'),
    placeKind: oneOf(OPENING_PLACES),
    processState: processState(),
    openedAt: epochMs(),
    closedAt: orNull(epochMs('null while something is open')),
    count: count('openings'),
    lossL: litres(),
    movedL: litres('into other compartments'),
    levelBeforeMm: millimetres(),
    volumeBeforeL: litres(),
    levelAfterMm: orNull(millimetres()),
    volumeAfterL: orNull(litres()),
    fromAt: orNull(epochMs('of the value before')),
    suggestedConfirm: oneOf(['confirmed', 'unconfirmed']),
    suggestedException: oneOf(['human', 'fence']),
    ...HAPPENING,
  },
})

/** Why an open box door is an alarm; stored states hold the index. */
export const DOOR_REASONS = ['outside-area', 'moving', 'long-open'] as const

export const boxDoorFact = alarmFact({
  type: ALARM.boxDoorOutside,
  properties: {
    compartment: compartment('of the first door'),
    probeType: probeType('the first'),
    reason: oneOf([...DOOR_REASONS, '']),
    ...HAPPENING,
  },
})

export const sealBreakFact = alarmFact({
  type: ALARM.sealBreak,
  properties: {
    compartment: compartment('of the first probe'),
    probeType: probeType('the first'),
    reason: oneOf(OPENING_WAYS, 'how the first was seen'),
    sealCount: count('of the first'),
    unseenOpenings: count(),
    ...HAPPENING,
  },
})

export const apiThresholdFact = alarmFact({
  type: ALARM.apiThreshold,
  properties: {
    compartment: compartment(),
    probeType: probeType(),
    open: flag(),
    sealCount: count(),
    extreme: measure('always 0'),
    since: isoTime(),
    processState: processState(),
    loaded: flag(),
  },
})
