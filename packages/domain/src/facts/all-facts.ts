import type * as cargoAlarms from './cargo-alarm-facts.ts'
import type * as cargo from './cargo-facts.ts'
import type { AlarmDeclaration, RecordDeclaration } from './declaration.ts'
import type * as driving from './driving-facts.ts'
import type * as equipment from './equipment-facts.ts'
import type * as seals from './seal-facts.ts'

type Exports<Module> = Module[keyof Module]

/** Every declaration that a file of facts exports. */
type Declared = Extract<
  Exports<typeof cargoAlarms> | Exports<typeof cargo> | Exports<typeof driving> | Exports<typeof equipment> | Exports<typeof seals>,
  AlarmDeclaration | RecordDeclaration
>

/** Every kind of record that detection writes. */
export type RecordKind = Extract<Declared, RecordDeclaration>['kind']

/** Every record and alarm by one union: the names of all properties. */
export type AnyFact = Declared
