import { THRESHOLDS } from '@tanker/domain/thresholds'
import { THRESHOLD_UNITS } from '@tanker/domain/thresholds/threshold'
import type { Language, Text } from '@tanker/domain/texts/text'
import type { Named, ParameterContent } from '@tanker/parameters/define-parameter'
import { DEVICE_FILES } from '@tanker/parameters/device-files'
import { TERMINAL_PARAMETERS } from '@tanker/parameters/terminal-parameters'

/** What the history of changes calls each thing that has parameters. */
export const PARAMETER_ENTITIES = {
  truck_threshold: 'threshold',
  organisation_threshold: 'threshold',
  terminal_parameters: 'terminal',
  parameter_file: 'file',
} as const

/** Of a parameter wherever it stands, in one language. `entry`: the name of an entry of a group, whose number follows. */
export type ChangedParameterWords = {
  /** `threshold overspeedKmh`, `terminal 41`, `ui.cfg brightness`, `elscfg.txt probes.*.sn`. */
  readonly key: string
  readonly label: string
  readonly entry: string | null
  readonly unit: string | null
  readonly choices: Readonly<Record<string, string>> | null
  readonly bits: Readonly<Record<string, string>> | null
}

const named = (all: readonly Named[], language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map(({ value, text }) => [String(value), text[language]]))

type Known = { readonly label: Text; readonly unit?: Text; readonly content: ParameterContent }

const wordsOf = (key: string, { label, unit, content }: Known, entry: Text | null, language: Language): ChangedParameterWords => ({
  key,
  label: label[language],
  entry: entry?.[language] ?? null,
  unit: unit?.[language] ?? null,
  choices: content.type === 'choice' ? named(content.choices, language) : null,
  bits: content.type === 'bits' ? named(content.bits, language) : null,
})

/** Words for every threshold, terminal parameter and field of a parameter file. */
export const changedParameterWords = (language: Language): readonly ChangedParameterWords[] => [
  ...[...THRESHOLDS.values()].map(({ key, label, unit, choices }) => ({
    key: `threshold ${key}`,
    label: label[language],
    entry: null,
    unit: THRESHOLD_UNITS[unit].text[language],
    choices: choices === undefined ? null : named(choices, language),
    bits: null,
  })),
  ...TERMINAL_PARAMETERS.flatMap(({ parameters }) => parameters.map((one) => wordsOf(`terminal ${one.id}`, one, null, language))),
  ...DEVICE_FILES.flatMap(({ name, fields, groups }) => [
    ...fields.map((field) => wordsOf(`${name} ${field.key}`, field, null, language)),
    ...groups.flatMap((group) => group.fields.map((field) => wordsOf(`${name} ${group.key}.*.${field.key}`, field, group.entry, language))),
  ]),
]
