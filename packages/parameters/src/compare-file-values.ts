import type { Text } from '@tanker/domain/texts/text'
import type { DeviceFile } from './define-device-file.ts'
import type { ParameterValue } from './define-parameter.ts'
import { type FieldPlace, type FileValues, placesOf, valueAt } from './file-values.ts'

/** How a field is called: `Brightness`, `Probe 3: Serial`. */
export function labelOf(file: DeviceFile, { group, entry, field }: FieldPlace): Text {
  const of = file.groups.find((one) => one.key === group)
  if (of === undefined) return field.label
  return { zh: `${of.entry.zh}${entry + 1} ${field.label.zh}`, en: `${of.entry.en} ${entry + 1}: ${field.label.en}` }
}

/** A field that differs between two contents of one file. */
export type FieldDifference = {
  readonly place: FieldPlace
  readonly from: ParameterValue | undefined
  readonly to: ParameterValue | undefined
}

/** The fields in which two contents differ, in the order of the file. Counts are left out: their entries differ. */
export function differences(file: DeviceFile, from: FileValues, to: FileValues): readonly FieldDifference[] {
  const counts = new Set(file.groups.map(({ countedBy }) => countedBy))
  return placesOf(file, from, to)
    .filter(({ group, field }) => group !== null || !counts.has(field.key))
    .map((place) => ({ place, from: valueAt(from, place), to: valueAt(to, place) }))
    .filter((one) => one.from !== one.to)
}

/** The fields that can be set and in which a truck's file differs from what is wanted: what devices report is no drift. */
export const driftOf = (file: DeviceFile, wanted: FileValues, reported: FileValues): readonly FieldDifference[] =>
  differences(file, wanted, reported).filter(({ place }) => place.field.settable)
