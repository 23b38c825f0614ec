import type { Selectable } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { Database } from '@tanker/database/tables'
import { deviceFile } from '@tanker/parameters/device-files'
import { withinInt } from '../../base-data/entity-rows.ts'
import { errors } from '../../platform/http/errors.ts'
import { firmwareContent } from '../firmware/feature.ts'
import { refuseSecrets } from '../parameter-files/feature.ts'
import { upgradeFileErrors } from './upgrade-file-errors.ts'

export type UpgradeFileRow = Selectable<Database['upgrade_file']>

/** A file of the user's organisations. */
export async function upgradeFileOf(mine: ScopedDb, id: number): Promise<UpgradeFileRow> {
  const row = await mine.from('upgrade_file').where('upgrade_file.id', '=', withinInt(id)).selectAll('upgrade_file').executeTakeFirst()
  if (row === undefined) throw errors.rowNotFound()
  return row
}

/** The bytes of a parameter file or tank chart. */
export async function bytesOf(mine: ScopedDb, { file_id }: UpgradeFileRow): Promise<Buffer> {
  if (file_id === null) throw upgradeFileErrors.takesNoFile()
  const { content } = await mine.unscoped.selectFrom('command_file').where('id', '=', file_id).select('content').executeTakeFirstOrThrow()
  return content
}

/** A file to be downloaded. Refused for a command, and for a parameter file with a password. */
export async function upgradeFileContentOf(mine: ScopedDb, id: number): Promise<{ readonly content: Buffer; readonly name: string }> {
  const row = await upgradeFileOf(mine, id)
  if (row.firmware_id !== null) return firmwareContent(mine, row.firmware_id)
  const content = await bytesOf(mine, row)
  const file = row.parameter_file === null ? undefined : deviceFile(row.parameter_file)
  if (file) refuseSecrets(file, content)
  return { content, name: row.file_name }
}
