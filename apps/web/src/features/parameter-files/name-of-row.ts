import { deviceFile } from '@tanker/parameters/device-files'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import type { Row } from '../../report/actions.ts'

/** The truck and the file of a row. */
export function nameOfRow(row: Row): { readonly truckId: number; readonly plate: string; readonly file: DeviceFile } {
  const { truckId, plate } = row['plate'] as { readonly truckId: number; readonly plate: string }
  const file = deviceFile(Number(row['file']))
  if (file === undefined) throw new TypeError(`a row of file ${String(row['file'])}`)
  return { truckId, plate, file }
}
