import type { ScopedDb } from '@tanker/database/scope'
import { copiedValues } from '@tanker/parameters/copied-file-values'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import { counted } from '@tanker/parameters/file-values'
import { secretsOf } from '@tanker/parameters/secrets'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import type { Changer } from '../../platform/changes/record-change.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { fileFor } from './read-parameter-files.ts'
import type { WriteOrder } from './send-parameter-file.ts'
import { sendToTrucks, type TrucksOrdered } from './send-to-trucks.ts'

type Copy = Omit<WriteOrder, 'truckId' | 'seen' | 'products'> & { readonly truckIds: readonly number[]; readonly content: Uint8Array }

/** Orders to write the content of a file on the user's trucks. What belongs to each truck alone stays (plate, serials, compensations, passwords). */
export function copyParameterFile(
  mine: ScopedDb,
  { content, ...order }: Copy,
  changer: Changer,
  more: Readonly<Record<string, unknown>>,
): Promise<TrucksOrdered> {
  const { values } = readParameterFile(fileFor(mine, order.file), content)
  return sendToTrucks(mine, order, changer, (file, now) => counted(file, copiedValues(file, now, values)), more)
}

/** Refuses a content that is none of the file: lines whose value is not permitted, or no field of it at all. */
export function refuseUnreadable(file: DeviceFile, content: Uint8Array): void {
  const { lines, problems } = readParameterFile(file, content)
  if (problems.length > 0) throw parameterFileErrors.refusedLines(problems)
  if (lines.every(({ set }) => set === null)) throw parameterFileErrors.noFieldOf(file.name)
}

/** Refuses to give out a content with a password. */
export function refuseSecrets(file: DeviceFile, content: Uint8Array): void {
  const { fields } = readParameterFile(file, content).values
  if (secretsOf(file).some((key) => fields[key] !== undefined)) throw parameterFileErrors.hasSecrets()
}
