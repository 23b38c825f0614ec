import { ALARM_TYPES } from '../alarms/alarm-type.ts'
import type { RecordKind } from './all-facts.ts'
import * as cargoAlarms from './cargo-alarm-facts.ts'
import * as cargo from './cargo-facts.ts'
import type { AlarmDeclaration, RecordDeclaration } from './declaration.ts'
import * as driving from './driving-facts.ts'
import * as equipment from './equipment-facts.ts'
import * as seals from './seal-facts.ts'

const FILES = [cargoAlarms, cargo, driving, equipment, seals] as const

/** Every declaration that a file of facts exports. */
export const DECLARED_FACTS = FILES.flatMap((file): (AlarmDeclaration | RecordDeclaration)[] =>
  (Object.values(file) as unknown[]).filter(
    (value): value is AlarmDeclaration | RecordDeclaration =>
      typeof value === 'object' && value !== null && 'is' in value && (value.is === 'alarm' || value.is === 'record'),
  ),
)

const records = DECLARED_FACTS.filter((fact) => fact.is === 'record')
/** The declaration of each kind of record. */
export const RECORD_FACTS = Object.fromEntries(records.map((fact) => [fact.kind, fact])) as Readonly<Record<RecordKind, RecordDeclaration>>
export const RECORD_KINDS = records.map(({ kind }) => kind) as readonly RecordKind[]

/** Events of driver assistance are declared by one function for all their types. */
const safety = ALARM_TYPES.filter(({ family }) => family === 'safety').map(({ code }) => driving.safetyEventFact(code))
const alarms = new Map<number, AlarmDeclaration>(
  [...DECLARED_FACTS, ...safety].flatMap((fact) => (fact.is === 'alarm' ? [[fact.type, fact] as const] : [])),
)

/** The declaration of an alarm type; undefined for the types that no detector raises. */
export const alarmFactOf = (type: number): AlarmDeclaration | undefined => alarms.get(type)
