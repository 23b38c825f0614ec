import { crc32 } from 'node:zlib'
import type { BackupDifference, ComparedBackup } from '@tanker/contract/parameter-backups'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { differences, labelOf } from '@tanker/parameters/compare-file-values'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import { deviceFile } from '@tanker/parameters/device-files'
import { type FileValues, pathOf } from '@tanker/parameters/file-values'
import { restoredValues } from '@tanker/parameters/restore-file-values'
import { secretsOf } from '@tanker/parameters/secrets'
import { valueInWords } from '@tanker/parameters/value-in-words'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { sql } from 'kysely'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { FILE_BOUNDED } from './backup-bound.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { fileFor, knownFile, type NamedFile } from './read-parameter-files.ts'
import { orderWrite, type WriteOrder } from './send-parameter-file.ts'

/** A backup of a truck of the user's; customers have those of their files. */
export async function backupOf(mine: ScopedDb, backupId: number) {
  const row = await mine
    .from('truck')
    .innerJoin('parameter_backup', 'parameter_backup.truck_id', 'truck.id')
    .where('parameter_backup.id', '=', withinInt(backupId))
    .select([
      'truck.id as truckId',
      'truck.plate',
      'parameter_backup.file as number',
      'parameter_backup.content',
      'parameter_backup.taken_at as takenAt',
    ])
    .executeTakeFirst()
  const file = row && deviceFile(row.number)
  if (row === undefined || file === undefined || (mine.scope.customer && !file.forCustomers)) throw parameterFileErrors.noSuchBackup()
  return { ...row, file }
}

/** What differs between a backup and what its truck reported last, and what a restore would change. */
export async function compareBackup(mine: ScopedDb, backupId: number): Promise<ComparedBackup> {
  const { truckId, file, content } = await backupOf(mine, backupId)
  const { reported, reported_at } = await knownFile(mine, { truckId, file: file.number })
  if (reported === null) return { reportedAt: null, crc32: null, same: false, differences: [], restores: [] }
  const now = readParameterFile(file, reported).values
  const kept = readParameterFile(file, content).values
  return {
    reportedAt: reported_at?.toISOString() ?? null,
    crc32: crc32(reported),
    same: content.equals(reported),
    differences: inWords(file, now, kept),
    restores: inWords(file, now, restoredValues(file, now, kept)),
  }
}

function inWords(file: DeviceFile, now: FileValues, kept: FileValues): BackupDifference[] {
  const secrets = secretsOf(file)
  return differences(file, now, kept).map(({ place, from, to }) => {
    const path = pathOf(place)
    const secret = secrets.includes(path)
    return {
      path,
      label: labelOf(file, place),
      secret,
      now: secret ? null : valueInWords(place.field, from),
      kept: secret ? null : valueInWords(place.field, to),
    }
  })
}

/** Orders to write the fields of a backup, checked like an edit; its secrets too, which only the truck gets. */
export async function restoreBackup(
  mine: ScopedDb,
  { backupId, ...sent }: Omit<WriteOrder, 'truckId' | 'file'> & { readonly backupId: number },
  changer: Changer,
): Promise<void> {
  const { truckId, file, content, takenAt } = await backupOf(mine, backupId)
  const { values } = readParameterFile(file, content)
  const about = { ...sent, truckId, file: file.number }
  await orderWrite(mine, about, changer, (_, now) => restoredValues(file, now, values), { backup: takenAt.toISOString() })
}

/** The bytes of a backup. A file that has secrets is not given out, whether or not they are set: secrets go to the truck only. */
export async function backupContent(mine: ScopedDb, backupId: number): Promise<{ readonly content: Buffer; readonly name: string }> {
  const { file, content } = await backupOf(mine, backupId)
  if (secretsOf(file).length > 0) throw parameterFileErrors.hasSecrets()
  return { content, name: `${crc32(content).toString(16).toUpperCase().padStart(8, '0')}-${file.name}` }
}

/** Keeps what a truck reported last. The same content is not kept twice in a row, so that it does not displace older ones. */
export const keepReported = (mine: ScopedDb, asked: NamedFile, changer: Changer): Promise<void> =>
  mine.unscoped.transaction().execute(async (db) => {
    const file = fileFor(mine, asked.file)
    const row = await knownFile(scoped(db, mine.scope), asked)
    if (row.reported === null) throw parameterFileErrors.neverRead()
    const newest = await db
      .selectFrom('parameter_backup')
      .where('truck_id', '=', row.id)
      .where('file', '=', file.number)
      .orderBy('taken_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .select('content')
      .executeTakeFirst()
    if (newest?.content.equals(row.reported) === true) throw parameterFileErrors.alreadyKept()
    const sum = crc32(row.reported)
    await sql`WITH file_kept AS (INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source)
        VALUES (${row.id}, ${file.number}, ${row.reported}, ${changer.at}, ${changer.userName}, ${sum}, 'manual') RETURNING truck_id, file),
      ${sql.raw(FILE_BOUNDED)} SELECT FROM file_kept`.execute(db)
    await recordChanges(db, changer, [
      {
        entity: 'parameter_backup',
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'create',
        old: null,
        new: { file: file.name, crc32: sum },
      },
    ])
  })
