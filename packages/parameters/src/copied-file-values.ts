import type { DeviceField, DeviceFieldGroup, DeviceFile } from './define-device-file.ts'
import type { FieldValues, FileValues } from './file-values.ts'

/**
 * The content that a truck gets when a file of another one is copied to it: every field that can be set as the other has it. What belongs
 * to the truck alone, its passwords and what its devices report stay, and so does a needed field that the other lacks. In groups of what is mounted the
 * entries of the same place are alike; one that the other does not have stays as it is.
 */
export const copiedValues = (file: DeviceFile, now: FileValues, from: FileValues): FileValues => ({
  fields: copied(file.fields, now.fields, from.fields),
  groups: Object.fromEntries(
    file.groups.map((group) => [group.key, entriesOf(group, now.groups[group.key] ?? [], from.groups[group.key] ?? [])]),
  ),
})

const entriesOf = (
  { grows, fields }: DeviceFieldGroup,
  now: readonly FieldValues[],
  from: readonly FieldValues[],
): readonly FieldValues[] =>
  grows
    ? from.map((entry, i) => copied(fields, now[i] ?? {}, entry))
    : now.map((entry, i) => (from[i] === undefined ? entry : copied(fields, entry, from[i])))

const copied = (fields: readonly DeviceField[], now: FieldValues, from: FieldValues): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ key, settable, own, optional, content }) => {
      const isOfTruck = !settable || own === true || (content.type === 'text' && content.secret === true)
      const value = isOfTruck ? now[key] : (from[key] ?? (optional === true ? undefined : now[key]))
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
