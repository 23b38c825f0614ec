import type { DeviceFieldGroup } from '@tanker/parameters/define-device-file'
import type { FieldValues } from '@tanker/parameters/file-values'

/** A new entry with what its fields usually hold; what differs from device to device is empty. */
export const filledEntry = ({ fields }: DeviceFieldGroup): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ key, content, default: usual, optional }) => {
      if (usual !== undefined) return [[key, usual] as const]
      return content.type === 'choice' && optional !== true ? [[key, content.choices[0]?.value ?? 0] as const] : []
    }),
  )
