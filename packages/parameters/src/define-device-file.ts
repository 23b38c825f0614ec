import type { Text } from '@tanker/domain/texts/text'
import type { Named, Parameter, ParameterContent, ParameterValue, TextForm } from './define-parameter.ts'

/** Why a number has no unit. */
type Unitless = 'count' | 'number' | 'address' | 'ratio' | 'raw'

/** One field of a parameter file. `key` is its name in the file (spec 3.12: label), `label` what is shown (display text). */
export type DeviceField = Parameter & {
  /** False: the device reports it, and it cannot be set. */
  readonly settable: boolean
  /** Shown on a detail page only. */
  readonly inDetail?: true
  readonly unitless?: Unitless
  /** The file may leave it empty. */
  readonly optional?: true
  /** Belongs to this truck alone: copying a file to other trucks leaves it as it is. */
  readonly own?: true
  /** What a form permits at most, by who fills it in; what a truck already has may stay. */
  readonly formMax?: { readonly staff: number; readonly customer: number }
}

/** Fields that a file repeats, each time under a heading such as `[probes 1]`. */
export type DeviceFieldGroup = {
  readonly key: string
  readonly label: Text
  /** Name of one entry; its number follows. */
  readonly entry: Text
  readonly max: number
  /** The field that says how many entries follow; it is counted, not typed. */
  readonly countedBy: string
  /** False: entries belong to what is mounted; a form neither adds nor removes one. */
  readonly grows: boolean
  readonly fields: readonly DeviceField[]
}

/** What must hold between fields. `group` null: fields of the file itself. */
export type DeviceFileRule =
  /** No two entries with the same values; entries where a field is empty or `unless` holds are left out. */
  | {
      readonly rule: 'unique'
      readonly group: string
      readonly fields: readonly string[]
      readonly unless?: { readonly field: string; readonly value: ParameterValue }
      readonly text: Text
    }
  /** A compartment, counted from 0, that the truck has. */
  | {
      readonly rule: 'compartment'
      readonly group: string
      readonly field: string
      readonly unless?: { readonly field: string; readonly value: ParameterValue }
      readonly text: Text
    }
  /** As many compartments as the truck has in base data. */
  | { readonly rule: 'compartment-count'; readonly field: string; readonly text: Text }
  /** `lower` is less than `upper`; 0 switches either off. */
  | { readonly rule: 'ordered'; readonly group: string | null; readonly lower: string; readonly upper: string; readonly text: Text }
  /** A place set in a mask needs its value. */
  | {
      readonly rule: 'masked'
      readonly group: string
      readonly mask: string
      readonly values: readonly { readonly place: number; readonly fields: readonly string[] }[]
      readonly text: Text
    }
  /** The first `count` of these fields are filled, each with another compartment than the others and than `master`. */
  | {
      readonly rule: 'attached'
      readonly group: string
      readonly count: string
      readonly fields: readonly string[]
      readonly master: string
      readonly text: Text
    }
  /** While `field` has `value`, `needs` is filled. */
  | { readonly rule: 'needs'; readonly field: string; readonly value: ParameterValue; readonly needs: string; readonly text: Text }

/** A parameter file that a console or controller holds (spec 3.12). */
export type DeviceFile = {
  readonly name: string
  /** Number of the file on the wire and in dispatch records. */
  readonly number: number
  readonly title: Text
  /** Customers see the reduced catalogue (spec 6). */
  readonly forCustomers: boolean
  /** What the file is for, in a sentence. */
  readonly about: Text
  readonly fields: readonly DeviceField[]
  readonly groups: readonly DeviceFieldGroup[]
  readonly rules: readonly DeviceFileRule[]
}

/** Declares a parameter file. */
export const defineDeviceFile = <const F extends DeviceFile>(file: F): F & DeviceFile => file

type More = Partial<Pick<DeviceField, 'hint' | 'settable' | 'inDetail' | 'optional' | 'own' | 'formMax' | 'default'>>

const declared = (
  key: string,
  label: Text,
  content: ParameterContent,
  more: More & Pick<DeviceField, 'unit' | 'unitless'>,
): DeviceField => ({
  key,
  label,
  content,
  settable: true,
  ...more,
})

type NumberMore = More & { readonly step?: number } & ({ readonly unit: Text } | { readonly unitless: Unitless })

/** A number between `min` and `max`, in `step`s of 1 unless given. */
export const aNumber = (key: string, label: Text, [min, max]: readonly [number, number], { step, ...more }: NumberMore): DeviceField =>
  declared(key, label, step === undefined ? { type: 'number', min, max } : { type: 'number', min, max, step }, more)

/** One of several values; a list without numbers counts from 0. */
export const aChoice = (key: string, label: Text, choices: readonly (Named | Text)[], more: More = {}): DeviceField =>
  declared(key, label, { type: 'choice', choices: choices.map((one, value) => ('text' in one ? one : { value, text: one })) }, more)

/** Off or on, 0 or 1. */
export const aSwitch = (key: string, label: Text, more: More = {}): DeviceField => aChoice(key, label, [OFF, ON], { default: 0, ...more })

/** Several of these, by their place. */
export const someOf = (key: string, label: Text, bits: readonly Named[], more: More = {}): DeviceField =>
  declared(key, label, { type: 'bits', bits }, more)

/** A text of at most so many bytes of GBK. */
export const aText = (
  key: string,
  label: Text,
  maxBytes: number,
  { form, secret, ...more }: More & { form?: TextForm; secret?: true } = {},
): DeviceField => declared(key, label, { type: 'text', maxBytes, ...(form && { form }), ...(secret && { secret }) }, more)

const OFF: Text = { zh: '关闭', en: 'Off' }
const ON: Text = { zh: '启用', en: 'On' }

/** Compartments by their index in files, which counts from 0; shown from 1. */
export const COMPARTMENT_INDEXES: readonly Named[] = Array.from({ length: 10 }, (_, value) => ({
  value,
  text: { zh: `${value + 1}号仓`, en: `Compartment ${value + 1}` },
}))

/** How many entries of a group follow: counted, not typed. */
export const aCount = (key: string, label: Text, max: number): DeviceField =>
  aNumber(key, label, [0, max], {
    unitless: 'count',
    settable: false,
    default: 0,
    hint: { zh: '按条目自动计算。', en: 'Counted from the entries.' },
  })
