import { ALARM } from '../alarms/alarm-code.ts'
import { AIRTIGHT_RESULTS, AIRTIGHT_TEST_TEXTS, type AirtightResult, type TestedPressure } from '../devices/airtight-test.ts'
import { CONSOLE_FAULT_NAMES } from '../devices/console-fault.ts'
import { DEVICE_EVENTS } from '../reading.ts'
import { VOLUME_SOURCES, type VolumeSource } from '../tank/platform-volume.ts'
import { alarmFact, recordFact } from './declaration.ts'
import {
  celsius,
  compartment,
  count,
  flag,
  id,
  isoTime,
  litres,
  measure,
  metres,
  millimetres,
  numbers,
  oilCode,
  oneOf,
  optional,
  orNull,
  pascals,
  place,
  probeType,
  processState,
  seconds,
  text,
  volts,
  degrees,
} from './property.ts'

const POWER_CUT = {
  durationS: orNull(seconds('null while it lasts')),
  distanceM: metres('driven while off'),
  lowestV: volts(),
  loaded: flag(),
  endPlace: orNull(place('null while it lasts')),
}
export const powerCutFact = recordFact({ kind: 'power-cut', properties: POWER_CUT })
export const powerCutAlarmFact = alarmFact({ type: ALARM.powerCut, properties: POWER_CUT })

export const underVoltageFact = alarmFact({
  type: ALARM.underVoltage,
  properties: { source: oneOf(['vehicle']), volts: volts(), limitV: volts(), accOn: flag() },
})

const SHUTDOWN = { device: oneOf(['console', 'controller']), loaded: flag(), announced: flag('false: known by the restart alone') }
export const shutdownFact = recordFact({ kind: 'shutdown', properties: SHUTDOWN })
export const shutdownAlarmFact = alarmFact({ type: ALARM.shutdown, properties: SHUTDOWN })

export const terminalInterruptedFact = alarmFact({ type: ALARM.terminalInterrupted, properties: { loaded: flag() } })

/** What probes do that is not an opening. */
export const PROBE_EVENTS = ['housing-opened', 'housing-closed', 'probe-lost', 'probe-back', 'seal-count-reset'] as const
export type ProbeEvent = (typeof PROBE_EVENTS)[number]

export const deviceEventFact = recordFact({
  kind: 'device-event',
  properties: {
    event: oneOf([...DEVICE_EVENTS, ...PROBE_EVENTS]),
    compartment: compartment(),
    text: text(),
    card: orNull(text('number of the card')),
    loaded: flag(),
    probeType: optional(probeType('of a probe')),
  },
})

const STORM = { kind: oneOf(['storm']), count: count('alarms'), types: numbers('alarm type codes'), loaded: flag() }
export const stormFact = recordFact({ kind: 'storm', properties: STORM })
export const stormAlarmFact = alarmFact({ type: ALARM.alarmStorm, properties: STORM })

/** What every condition that must hold for a time says. */
const HELD = {
  extreme: measure('worst value while it lasted'),
  since: isoTime('since when it holds'),
  processState: processState(),
  loaded: flag(),
}

/** Raised by the alarm bits of the terminal. */
export const consoleFaultFact = alarmFact({ type: ALARM.consoleFault, properties: { fault: oneOf(CONSOLE_FAULT_NAMES), ...HELD } })

/** What cargo devices do wrong; the index makes the object, beside compartment × 100. */
export const GAUGE_TROUBLES = ['fault-code', 'silent', 'stuck', 'level-jump', 'temperature', 'tilt', 'overfill', 'volume-differs'] as const
export type GaugeTrouble = (typeof GAUGE_TROUBLES)[number]

const GAUGE_TROUBLE = {
  compartment: compartment(),
  device: oneOf(['gauge', 'tilt-sensor', 'console']),
  kind: oneOf(GAUGE_TROUBLES),
  faultCode: count(),
  value: measure(),
  limit: measure(),
  oilCode: orNull(oilCode()),
  jumpedAt: optional(isoTime('of a level jump')),
  jumpMm: optional(millimetres('of a level jump')),
  jumpL: optional(litres('of a level jump')),
  jumpV20L: optional(litres('of a level jump, at 20 °C')),
  consoleL: optional(litres('where volumes differ')),
  platformL: optional(litres('where volumes differ')),
  levelMm: optional(millimetres('where volumes differ')),
  tableSerial: optional(text('where volumes differ')),
  tableFrom: optional(isoTime('where volumes differ')),
  volumeSource: optional(oneOf(Object.keys(VOLUME_SOURCES) as VolumeSource[], 'where volumes differ')),
  ...HELD,
}
export const gaugeFaultFact = recordFact({ kind: 'gauge-fault', properties: GAUGE_TROUBLE })
export const cargoDeviceFact = alarmFact({ type: ALARM.cargoDevice, properties: GAUGE_TROUBLE })

/** Gauge pressure, kPa. */
const PRESSURE = { sensor: count(), kind: oneOf(['over', 'under']), limit: measure('kPa'), ...HELD }
export const pressureFact = recordFact({ kind: 'pressure', properties: PRESSURE })
export const pressureAlarmFact = alarmFact({ type: ALARM.pressure, properties: PRESSURE })

/** °C or per cent of relative humidity, by its kind. */
const CLIMATE = { sensor: count(), kind: oneOf(['hot', 'cold', 'humid', 'dry']), limit: measure(), ...HELD }
export const climateFact = recordFact({ kind: 'temperature-humidity', properties: CLIMATE })
export const climateAlarmFact = alarmFact({ type: ALARM.cabinetClimate, properties: CLIMATE })

/** One hold of a test box. */
export const airtightTestFact = recordFact({
  kind: 'airtight-test',
  properties: {
    testNo: count('number of the box'),
    test: oneOf(Object.keys(AIRTIGHT_TEST_TEXTS) as TestedPressure[]),
    compartmentBits: count('bit n: compartment n + 1'),
    volumeL: orNull(litres('all that is tested together; null where a capacity is not known')),
    temperatureC: celsius('at the begin'),
    startPa: pascals('against the air around the tank'),
    endPa: orNull(pascals('after five minutes, or when it ended; null while it lasts')),
    lossPa: orNull(pascals('towards the air around the tank; null while it lasts')),
    limitPa: orNull(pascals('null where none is known')),
    result: orNull(oneOf(Object.keys(AIRTIGHT_RESULTS) as AirtightResult[], 'null while it lasts')),
  },
})

export const fenceEdgeFact = alarmFact({
  type: ALARM.fenceEdge,
  properties: {
    kind: oneOf(['loaded-outside', 'unloaded-outside']),
    fenceId: id(),
    fenceName: text(),
    placeId: orNull(id()),
    extreme: metres('outside the fence'),
    limit: metres('always 0'),
    lat: degrees(),
    lng: degrees(),
    processState: processState(),
    suggestedException: oneOf(['fence']),
  },
})

/**
 * What makes a terminal doubtful: one that does not belong to the truck tried to register; the truck's terminal id was registered
 * from elsewhere while the truck is connected; two terminals have codes of the truck.
 */
const IDENTITY_TROUBLES = ['other-terminal', 'other-address', 'two-terminals'] as const

/** Raised by the gateway. */
export const terminalIdentityFact = alarmFact({
  type: ALARM.terminalIdentity,
  properties: { kind: oneOf(IDENTITY_TROUBLES), terminalId: text(), address: text('IP address') },
})
