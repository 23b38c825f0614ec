import type { DeviceField, DeviceFieldGroup, DeviceFile } from './define-device-file.ts'
import type { FieldValues, FileValues } from './file-values.ts'

/**
 * The content that a truck gets when a backup is restored: every field that can be set as the backup has it. What the device reports
 * stays, and so does a needed field that the backup lacks. In groups of what is mounted, values go to the device with the same serial;
 * one that was mounted since stays as it is.
 */
export const restoredValues = (file: DeviceFile, now: FileValues, kept: FileValues): FileValues => ({
  fields: restored(file.fields, now.fields, kept.fields),
  groups: Object.fromEntries(
    file.groups.map((group) => [group.key, entriesOf(group, now.groups[group.key] ?? [], kept.groups[group.key] ?? [])]),
  ),
})

function entriesOf({ grows, fields }: DeviceFieldGroup, now: readonly FieldValues[], kept: readonly FieldValues[]): readonly FieldValues[] {
  if (grows) return kept.map((entry, i) => restored(fields, now[i] ?? {}, entry))
  const serial = fields.find(({ settable, content }) => !settable && content.type === 'text' && content.form === 'serial')
  return now.map((entry, i) => {
    const same = serial === undefined ? kept[i] : kept.find((one) => one[serial.key] !== undefined && one[serial.key] === entry[serial.key])
    return same === undefined ? entry : restored(fields, entry, same)
  })
}

const restored = (fields: readonly DeviceField[], now: FieldValues, kept: FieldValues): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ key, settable, optional }) => {
      const value = !settable ? now[key] : (kept[key] ?? (optional === true ? undefined : now[key]))
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
