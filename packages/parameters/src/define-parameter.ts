import type { Text } from '@tanker/domain/texts/text'

/** What a parameter holds. Numbers and choices are numbers, bits the sum of their places, texts and periods text. */
export type ParameterValue = number | string

/** A named value or bit. */
export type Named = { readonly value: number; readonly text: Text }

/** Ten digits, eleven digits, digits only, an hour and minute as `0830`, an IP address or a domain. */
export type TextForm = 'serial' | 'phone' | 'digits' | 'hhmm' | 'host'

export type ParameterContent =
  /** `step`: the smallest difference, 1 unless given. */
  | { readonly type: 'number'; readonly min: number; readonly max: number; readonly step?: number }
  | { readonly type: 'choice'; readonly choices: readonly Named[] }
  /** Bits by their place from 0. */
  | { readonly type: 'bits'; readonly bits: readonly Named[] }
  /** `maxBytes`: as the device stores it, in GBK. A secret is neither shown nor logged. `form`: what the text must look like. */
  | { readonly type: 'text'; readonly maxBytes: number; readonly secret?: true; readonly form?: TextForm }
  /** A period of the day, `HH:MM-HH:MM` in the truck's time; it may pass midnight. */
  | { readonly type: 'period' }

/** One setting of a device, wherever it stands. */
export type Parameter = {
  /** Its name in stored values; unique in its group or file. */
  readonly key: string
  readonly label: Text
  /** What the label leaves open; shown beside the field. */
  readonly hint?: Text
  readonly unit?: Text
  readonly content: ParameterContent
  /** As the device leaves the factory; absent where that differs from device to device. */
  readonly default?: ParameterValue
}

/** How a terminal parameter of JT/T 808 stands in 0x8103 and 0x0104. */
export type ParameterWire = 'byte' | 'word' | 'double-word' | 'text' | 'period'

/** A terminal parameter of JT/T 808. */
export type TerminalParameter = Parameter & {
  readonly id: number
  readonly wire: ParameterWire
  /** Only in this edition of the standard and later, or until it. */
  readonly since?: 2019
  readonly until?: 2013
}

/** A group of terminal parameters that are set on one page. */
export type TerminalParameterGroup = {
  readonly key: string
  readonly label: Text
  readonly parameters: readonly TerminalParameter[]
}

/** Whether a value may be set: of the right type and within what the parameter declares. */
export function isPermitted({ content }: Parameter, value: ParameterValue): boolean {
  switch (content.type) {
    case 'number':
      return typeof value === 'number' && value >= content.min && value <= content.max && isOnStep(value, content.step ?? 1)
    case 'choice':
      return content.choices.some((choice) => choice.value === value)
    case 'bits':
      return (
        typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff && (value & ~maskOf(content.bits)) === 0
      )
    case 'text':
      // A character takes at most two bytes of GBK; what is cut off at the end would not come back.
      return (
        typeof value === 'string' &&
        gbkBytes(value) <= content.maxBytes &&
        !/\p{Cc}|^ | $/u.test(value) &&
        (content.form === undefined || FORMS[content.form].test(value))
      )
    case 'period':
      return typeof value === 'string' && PERIOD.test(value)
  }
}

/** `HH:MM-HH:MM`. */
export const PERIOD = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/

const FORMS: Readonly<Record<TextForm, RegExp>> = {
  serial: /^\d{10}$/,
  phone: /^\d{11}$/,
  digits: /^\d+$/,
  hhmm: /^([01]\d|2[0-3])[0-5]\d$/,
  host: /^(?=.{1,64}$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/,
}

const isOnStep = (value: number, step: number): boolean => Math.abs(value / step - Math.round(value / step)) < 1e-6

const maskOf = (bits: readonly Named[]): number => bits.reduce((mask, { value }) => mask | (1 << value), 0)

const gbkBytes = (text: string): number => [...text].reduce((sum, character) => sum + (character.charCodeAt(0) < 0x80 ? 1 : 2), 0)

/** Declares a terminal parameter. */
export const defineParameter = <const P extends TerminalParameter>(parameter: P): P => parameter
