import { LOSS_JUDGEMENTS } from '../loss/uncertainty.ts'
import { VOLUME_METHODS, type VolumeMethod } from '../tank/volume.ts'
import { VOLUME_SOURCES, type VolumeSource } from '../tank/platform-volume.ts'
import { recordFact } from './declaration.ts'
import {
  celsius,
  compartment,
  count,
  epochMs,
  flag,
  id,
  isoTime,
  kilograms,
  listOf,
  litres,
  litresPerMinute,
  metres,
  millimetres,
  numbers,
  oilCode,
  oneOf,
  optional,
  orNull,
  permille,
  processState,
  seconds,
  text,
} from './property.ts'

const v20Method = oneOf(Object.keys(VOLUME_METHODS) as VolumeMethod[])
const volumeSource = oneOf(Object.keys(VOLUME_SOURCES) as VolumeSource[])
const slipNo = orNull(text('null without a slip'))
/** What may be said of a loss in view of its uncertainty. */
export const lossJudgement = oneOf(LOSS_JUDGEMENTS)
const direction = oneOf(['loading', 'unloading'])

/** A change of the transport process; besides it, litres that left (cause 23) or came (24) outside it. */
export const processFact = recordFact({
  kind: 'process',
  properties: {
    from: optional(processState()),
    to: optional(processState()),
    cause: text('row of the table of processes; 23 for litres that left, 24 for litres that came'),
    fromSinceAt: optional(epochMs()),
    compartments: optional(listOf({ compartment: compartment(), volumeL: litres(), flowLpm: litresPerMinute() })),
    compartment: optional(compartment()),
    oilCode: optional(oilCode()),
    abnormal: optional(oneOf(['private-discharge'])),
    kind: optional(oneOf(['outside-depot'])),
    lossV20L: optional(litres('at 20 °C')),
    uncertaintyL: optional(litres('one sigma')),
    judge: optional(lossJudgement),
    startVolumeL: optional(litres()),
    endVolumeL: optional(litres()),
    roseL: optional(litres()),
    startLevelMm: optional(millimetres()),
    endLevelMm: optional(millimetres()),
    fromAt: optional(epochMs('of the value before')),
  },
})

export const operationFact = recordFact({
  kind: 'operation',
  properties: {
    compartment: compartment(),
    oilCode: oilCode(),
    direction,
    way: orNull(oneOf(['top', 'bottom', 'gravity', 'pump'])),
    returned: flag('product came back from the station'),
    levelOnly: flag('known by its level alone'),
    startVolumeL: litres(),
    startV20L: litres('at 20 °C'),
    startLevelMm: millimetres(),
    startTemperatureC: celsius(),
    startCalm: flag(),
    endVolumeL: orNull(litres()),
    endV20L: orNull(litres('at 20 °C')),
    endLevelMm: orNull(millimetres()),
    endTemperatureC: orNull(celsius()),
    endCalm: flag(),
    averageLpm: orNull(litresPerMinute()),
    v20Method,
    volumeSource,
    opKind: oneOf(['loading', 'unloading', 'transfer', 'emptying']),
    transferWith: orNull(compartment('the other one of a transfer')),
    volumeKnown: optional(flag('false where the float is stuck')),
    reason: optional(oneOf(['gauge-stuck'])),
    judge: oneOf(['normal', 'abnormal']),
    waterStartMm: millimetres(),
    waterEndMm: orNull(millimetres()),
  },
})

/** How the flow changed against the minutes before it. */
export const FLOW_STEPS = ['surge', 'drop', 'stop'] as const
export type FlowStep = (typeof FLOW_STEPS)[number]

export const flowStepFact = recordFact({
  kind: 'flow-step',
  properties: {
    compartment: compartment(),
    oilCode: oilCode(),
    opStartedAt: isoTime('start of its operation'),
    direction,
    rateLpm: litresPerMinute(),
    beforeLpm: litresPerMinute(),
    step: oneOf(FLOW_STEPS),
    volumeL: litres(),
  },
})

export const emptyingFact = recordFact({
  kind: 'emptying',
  properties: {
    compartment: compartment(),
    oilCode: oilCode(),
    ok: flag('proven empty'),
    proof: orNull(oneOf(['probe', 'level', 'manual'])),
    durationS: seconds(),
    residualL: litres(),
    residualMm: millimetres(),
  },
})

export const tripFact = recordFact({
  kind: 'trip',
  properties: {
    depotFenceId: orNull(id()),
    depotName: orNull(text()),
    outcome: orNull(text('null while it lasts')),
    legs: count(),
    slipNo,
    distanceM: metres(),
    method: oneOf(['api', 'level-change'], 'how unloading is recognised'),
    transitLossV20L: orNull(litres('at 20 °C; null without gauges')),
    transitLossPermille: orNull(permille()),
    uncertaintyL: litres('one sigma'),
    judge: lossJudgement,
    startArea: text(),
    endArea: orNull(text()),
    lines: listOf({
      compartment: compartment(),
      oilCode: oilCode(),
      v20Method,
      volumeSource,
      uncertaintyL: litres('one sigma'),
      loadL: orNull(litres('null without a gauge')),
      loadV20L: orNull(litres('at 20 °C')),
      volumeKnown: optional(flag('false without a gauge')),
      reason: optional(oneOf(['no-gauge'])),
      loadLevelMm: millimetres(),
      loadCalm: flag(),
      transitLossV20L: orNull(litres('at 20 °C')),
      unloadedL: orNull(litres()),
      unloadedV20L: orNull(litres('at 20 °C')),
      remainingL: orNull(litres()),
    }),
  },
})

export const tripLegFact = recordFact({
  kind: 'trip-leg',
  properties: {
    tripStartedAt: epochMs(),
    leg: count('1 for the first'),
    stationFenceId: id(),
    stationName: orNull(text()),
    distanceM: metres('from the start of the trip'),
    unloaded: orNull(flag('null while it lasts')),
    lines: listOf({
      compartment: compartment(),
      oilCode: oilCode(),
      arriveL: orNull(litres()),
      arriveV20L: orNull(litres('at 20 °C')),
      arriveLevelMm: millimetres(),
      arriveCalm: flag(),
      volumeKnown: optional(flag('false where the float is stuck or no gauge spoke')),
      reason: optional(oneOf(['gauge-stuck', 'no-gauge'])),
      gaugeL: optional(litres('jump of the gauge on the way')),
      gaugeV20L: optional(litres('at 20 °C')),
      transitLossV20L: litres('at 20 °C'),
      uncertaintyL: litres('one sigma'),
      leaveL: orNull(litres('null while it lasts')),
      leaveV20L: orNull(litres('at 20 °C')),
      leaveCalm: flag(),
    }),
  },
})

export const splitFact = recordFact({
  kind: 'split',
  properties: {
    compartment: compartment(),
    oilCode: oilCode(),
    stationFenceIds: numbers('ids of fences'),
    loadedL: litres(),
    unloadedL: litres(),
    unloadedV20L: litres('at 20 °C'),
  },
})

export const productChangeFact = recordFact({
  kind: 'product-change',
  properties: {
    compartment: compartment(),
    oldOilCode: oilCode(),
    newOilCode: oilCode(),
    residueL: litres('aboard at the change'),
    by: oneOf(['console', 'slip', 'platform']),
    mixRisk: oneOf(['none', 'low', 'high']),
    loaded: flag(),
  },
})

/** What moves litres into, out of or inside a compartment; the index makes the object of the record. */
export const LEDGER_ENTRIES = [
  'loading',
  'unloading',
  'transfer-in',
  'transfer-out',
  'residue',
  'temperature',
  'drain',
  'unexplained',
  'gauge',
  'restated',
  'measurement',
] as const
export type LedgerEntry = (typeof LEDGER_ENTRIES)[number]

export const ledgerFact = recordFact({
  kind: 'ledger',
  properties: {
    compartment: compartment(),
    oilCode: oilCode(),
    entry: oneOf(LEDGER_ENTRIES),
    v20L: litres('change at 20 °C'),
    volumeL: litres('change'),
    v20Method,
    volumeSource,
    balanceV20L: litres('after it, at 20 °C'),
    temperatureC: celsius(),
    calm: flag('both readings'),
    from: isoTime(),
    to: isoTime(),
    tripStartedAt: orNull(isoTime()),
  },
})

export const meterDeliveryFact = recordFact({
  kind: 'meter-delivery',
  properties: {
    meter: count('number of the meter'),
    receipt: count('number of the receipt'),
    oilCode: oilCode(),
    rawL: litres(),
    v20L: litres('at 20 °C'),
    massKg: kilograms(),
    averageTemperatureC: celsius(),
    averageLpm: orNull(litresPerMinute()),
    gaugeL: orNull(litres('null while it lasts')),
    differenceL: orNull(litres('meter less gauges; null while it lasts')),
    valid: orNull(flag('null while it lasts')),
    slipNo,
  },
})
