import { ALARM_TYPES } from '../alarms/alarm-type.ts'
import {
  emptyingFact,
  flowStepFact,
  ledgerFact,
  meterDeliveryFact,
  operationFact,
  processFact,
  productChangeFact,
  splitFact,
  tripFact,
  tripLegFact,
} from './cargo-facts.ts'
import {
  abnormalLoadingFact,
  emptiedFact,
  emptyingExceptionFact,
  emptyingUnfinishedFact,
  highLossFact,
  privateDischargeFact,
  unloadingUnfinishedFact,
  waterAlarmFact,
  waterFact,
} from './cargo-alarm-facts.ts'
import type { AlarmDeclaration } from './declaration.ts'
import {
  cargoDeviceFact,
  climateAlarmFact,
  climateFact,
  deviceEventFact,
  fenceEdgeFact,
  gaugeFaultFact,
  powerCutAlarmFact,
  powerCutFact,
  pressureAlarmFact,
  pressureFact,
  shutdownAlarmFact,
  shutdownFact,
  stormAlarmFact,
  stormFact,
  terminalIdentityFact,
  terminalInterruptedFact,
  underVoltageFact,
} from './equipment-facts.ts'
import {
  deviceOverspeedFact,
  drivingFact,
  emergencyFact,
  offlineFact,
  overspeedFact,
  parkingFact,
  parkingOvertimeFact,
  safetyEventFact,
  signInFact,
  workingHoursFact,
} from './driving-facts.ts'
import {
  apiThresholdFact,
  boxDoorFact,
  coverFact,
  sealBreakFact,
  sealChangeFact,
  sealFaultAlarmFact,
  sealFaultFact,
  unsealingFact,
  valveFact,
} from './seal-facts.ts'

/** Every kind of record that detection writes. */
const RECORDS = [
  processFact,
  coverFact,
  operationFact,
  tripFact,
  tripLegFact,
  splitFact,
  emptyingFact,
  parkingFact,
  drivingFact,
  powerCutFact,
  sealFaultFact,
  shutdownFact,
  signInFact,
  waterFact,
  gaugeFaultFact,
  stormFact,
  sealChangeFact,
  valveFact,
  flowStepFact,
  productChangeFact,
  ledgerFact,
  deviceEventFact,
  pressureFact,
  climateFact,
  meterDeliveryFact,
] as const

type RecordFacts = (typeof RECORDS)[number]
export type RecordKind = RecordFacts['kind']
/** The declaration of each kind of record. */
export const RECORD_FACTS = Object.fromEntries(RECORDS.map((fact) => [fact.kind, fact])) as unknown as {
  readonly [K in RecordKind]: Extract<RecordFacts, { readonly kind: K }>
}
export const RECORD_KINDS: readonly RecordKind[] = RECORDS.map(({ kind }) => kind)

const ALARMS = [
  unsealingFact,
  overspeedFact,
  waterAlarmFact,
  parkingOvertimeFact,
  offlineFact,
  deviceOverspeedFact,
  emergencyFact,
  highLossFact,
  workingHoursFact,
  unloadingUnfinishedFact,
  emptyingUnfinishedFact,
  apiThresholdFact,
  boxDoorFact,
  sealFaultAlarmFact,
  emptiedFact,
  terminalInterruptedFact,
  shutdownAlarmFact,
  sealBreakFact,
  abnormalLoadingFact,
  privateDischargeFact,
  powerCutAlarmFact,
  underVoltageFact,
  pressureAlarmFact,
  climateAlarmFact,
  cargoDeviceFact,
  emptyingExceptionFact,
  stormAlarmFact,
  terminalIdentityFact,
  fenceEdgeFact,
] as const
type AlarmFacts = (typeof ALARMS)[number]

/** Every record and alarm by one union: the names of all properties. */
export type AnyFact = RecordFacts | AlarmFacts

const safety = ALARM_TYPES.filter(({ family }) => family === 'safety').map(({ code }) => safetyEventFact(code))
const alarms = new Map<number, AlarmDeclaration>([...ALARMS, ...safety].map((fact) => [fact.type, fact]))

/** The declaration of an alarm type; undefined for the types that no detector raises. */
export const alarmFactOf = (type: number): AlarmDeclaration | undefined => alarms.get(type)
