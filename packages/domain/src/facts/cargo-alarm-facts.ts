import { ALARM } from '../alarms/alarm-code.ts'
import { alarmFact, recordFact } from './declaration.ts'
import { LOST, OPENINGS, PART_OF } from './happening-properties.ts'
import {
  celsius,
  compartment,
  count,
  epochMs,
  flag,
  id,
  isoTime,
  kgPerM3,
  listOf,
  litres,
  millimetres,
  numbers,
  oilCode,
  oneOf,
  optional,
  orNull,
  probeType,
  processState,
  seconds,
  text,
} from './property.ts'

const slipNo = orNull(text('null without a slip'))

/** By a probe, or by a gauge that sees its height. */
const WATER = {
  compartment: compartment(),
  probeType: optional(probeType('of a probe')),
  sensor: optional(oneOf(['gauge'])),
  oilCode: optional(oilCode('of a gauge')),
  waterMm: optional(millimetres('of a gauge')),
  riseMm: optional(millimetres('since the departure, of a gauge')),
  reason: oneOf(['probe', 'level', 'rise']),
  processState: optional(processState('of a gauge')),
  loaded: optional(flag('of a probe')),
  sealCount: optional(count('of a probe')),
}
export const waterFact = recordFact({ kind: 'water', properties: WATER })
export const waterAlarmFact = alarmFact({ type: ALARM.water, properties: WATER })

/** Spec 3.3 names its first properties. A loss at a stop is a happening, one of a leg is not. */
export const highLossFact = alarmFact({
  type: ALARM.highLoss,
  properties: {
    signCode: text('plate'),
    loss: litres('at 20 °C'),
    startTime: orNull(epochMs()),
    endTime: epochMs(),
    startArea: text(),
    endArea: text(),
    ...LOST,
    reason: optional(oneOf(['gauge-jump'], 'what makes it one, if not what a leg lost')),
    loaded: optional(flag()),
    openings: optional(OPENINGS),
    compartment: optional(compartment('that lost most')),
    oilCode: optional(orNull(oilCode())),
    cause: optional(oneOf(['23'])),
    from: optional(processState()),
    to: optional(processState()),
    abnormal: optional(oneOf(['private-discharge'])),
    startVolumeL: optional(orNull(litres())),
    endVolumeL: optional(orNull(litres())),
    startLevelMm: optional(orNull(millimetres())),
    endLevelMm: optional(orNull(millimetres())),
    fromAt: optional(orNull(epochMs('of the value before'))),
    partOf: PART_OF,
  },
})

export const YARD_REASONS = ['depot-yard', 'other-stop'] as const
export type YardReason = (typeof YARD_REASONS)[number]

/** Litres that left at a stop outside every site; in a yard, by an operation that no site explains. */
export const privateDischargeFact = alarmFact({
  type: ALARM.privateDischarge,
  properties: {
    compartment: compartment('that lost most'),
    oilCode: orNull(oilCode()),
    startVolumeL: orNull(litres()),
    endVolumeL: orNull(litres()),
    startLevelMm: orNull(millimetres()),
    endLevelMm: orNull(millimetres()),
    fromAt: orNull(epochMs('of the value before')),
    ...LOST,
    reason: optional(oneOf(YARD_REASONS)),
    slipNo: optional(slipNo),
    signCode: optional(text('plate')),
    cause: optional(oneOf(['23'])),
    from: optional(processState()),
    to: optional(processState()),
    abnormal: optional(oneOf(['private-discharge'])),
    loss: optional(litres('at 20 °C')),
    startTime: optional(orNull(epochMs())),
    endTime: optional(epochMs()),
    startArea: optional(text()),
    endArea: optional(text()),
    loaded: optional(flag()),
    openings: optional(OPENINGS),
    partOf: PART_OF,
  },
})

/** Why a loading is abnormal; the index makes the object: index × 100 + compartment. */
export const LOADING_KINDS = [
  'outside-depot',
  'over-fill',
  'wrong-product',
  'second-loading',
  'more-than-plan',
  'less-than-plan',
  'other-depot',
  'density',
  'station-more',
  'station-less',
] as const
export type LoadingKind = (typeof LOADING_KINDS)[number]

export const abnormalLoadingFact = alarmFact({
  type: ALARM.abnormalLoading,
  properties: {
    compartment: compartment(),
    oilCode: oilCode(),
    kind: oneOf(LOADING_KINDS),
    startVolumeL: litres(),
    endVolumeL: litres(),
    roseL: optional(litres()),
    planOilCode: optional(orNull(oilCode('of the slip'))),
    planL: optional(orNull(litres('of the slip, or the limit'))),
    slipNo: optional(slipNo),
    cause: optional(oneOf(['24'])),
    fromAt: optional(epochMs('of the value before')),
    temperatureC: optional(celsius()),
    measuredKgM3: optional(kgPerM3()),
    expectedKgM3: optional(kgPerM3()),
    measured20KgM3: optional(kgPerM3('at 20 °C')),
    expected20KgM3: optional(kgPerM3('at 20 °C')),
    differenceKgM3: optional(kgPerM3('measured less expected')),
    extreme: optional(kgPerM3('largest difference')),
    since: optional(isoTime()),
    processState: optional(processState()),
    loaded: optional(flag()),
  },
})

const UNFINISHED = {
  residualL: litres(),
  compartments: numbers('that hold product'),
  litres: optional(listOf({ compartment: compartment(), volumeL: litres() }, 'when it was raised')),
  stationFenceId: orNull(id()),
}
export const unloadingUnfinishedFact = alarmFact({ type: ALARM.unloadingUnfinished, properties: UNFINISHED })
export const emptyingUnfinishedFact = alarmFact({ type: ALARM.emptyingUnfinished, properties: UNFINISHED })

export const emptiedFact = alarmFact({ type: ALARM.emptied, properties: { durationS: seconds() } })

/** What an emptying broke; the index makes the object. */
export const EMPTYING_BREACHES = ['too-short', 'outside-station', 'valve-reopened', 'residue'] as const
export type EmptyingBreach = (typeof EMPTYING_BREACHES)[number]

export const emptyingExceptionFact = alarmFact({
  type: ALARM.emptyingException,
  properties: {
    compartment: compartment(),
    breach: oneOf(EMPTYING_BREACHES),
    residualL: litres(),
    emptyS: orNull(seconds()),
    stationName: orNull(text()),
    processState: processState(),
  },
})
