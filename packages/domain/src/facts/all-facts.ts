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
import { waterFact } from './cargo-alarm-facts.ts'
import { climateFact, deviceEventFact, gaugeFaultFact, powerCutFact, pressureFact, shutdownFact, stormFact } from './equipment-facts.ts'
import { drivingFact, parkingFact, signInFact } from './driving-facts.ts'
import { coverFact, sealChangeFact, sealFaultFact, valveFact } from './seal-facts.ts'

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

export type RecordKind = (typeof RECORDS)[number]['kind']
export const RECORD_KINDS: readonly RecordKind[] = RECORDS.map(({ kind }) => kind)
