import type { DeviceField, DeviceFile } from './define-device-file.ts'
import type { ParameterValue } from './define-parameter.ts'

/** Values by the keys of fields; a field without a value is empty. */
export type FieldValues = Readonly<Record<string, ParameterValue>>

/** What a parameter file says: fields of the file, and entries of each group in their order. */
export type FileValues = { readonly fields: FieldValues; readonly groups: Readonly<Record<string, readonly FieldValues[]>> }

/** One field of one file; `entry` counts from 0. */
export type FieldPlace = { readonly group: string | null; readonly entry: number; readonly field: DeviceField }

/** `brightness`, or `probes.2.sn` for the third entry. */
export const pathOf = ({ group, entry, field }: FieldPlace): string => (group === null ? field.key : `${group}.${entry}.${field.key}`)

export function valueAt(values: FileValues, { group, entry, field }: FieldPlace): ParameterValue | undefined {
  return (group === null ? values.fields : values.groups[group]?.[entry])?.[field.key]
}

/** Every field of the file, in its order; groups with as many entries as the longest of `all`. */
export function placesOf(file: DeviceFile, ...all: readonly FileValues[]): readonly FieldPlace[] {
  const entries = (key: string): number => Math.max(0, ...all.map(({ groups }) => groups[key]?.length ?? 0))
  return [
    ...file.fields.map((field): FieldPlace => ({ group: null, entry: 0, field })),
    ...file.groups.flatMap((group) =>
      Array.from({ length: entries(group.key) }, (_, entry) =>
        group.fields.map((field): FieldPlace => ({ group: group.key, entry, field })),
      ).flat(),
    ),
  ]
}

/** The content with the counts of its groups. */
export const counted = (file: DeviceFile, { fields, groups }: FileValues): FileValues => ({
  fields: { ...fields, ...Object.fromEntries(file.groups.map(({ key, countedBy }) => [countedBy, groups[key]?.length ?? 0])) },
  groups,
})

/** The content with one field set; undefined clears it. */
export function withValue(values: FileValues, { group, entry, field }: FieldPlace, value: ParameterValue | undefined): FileValues {
  const set = (of: FieldValues): FieldValues => {
    const { [field.key]: _, ...rest } = of
    return value === undefined ? rest : { ...rest, [field.key]: value }
  }
  if (group === null) return { ...values, fields: set(values.fields) }
  const entries = values.groups[group] ?? []
  return { ...values, groups: { ...values.groups, [group]: entries.map((one, i) => (i === entry ? set(one) : one)) } }
}
