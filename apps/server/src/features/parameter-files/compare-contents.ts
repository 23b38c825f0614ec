import { crc32 } from 'node:zlib'
import type { ComparableContents, FILE_MOMENTS, fieldsCopied, FileComparison, filesCompared } from '@tanker/contract/parameter-drift'
import type { ScopedDb } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import type { DeviceFile } from '@tanker/parameters/define-device-file'
import { type FileValues, pathOf, placesOf, valueAt } from '@tanker/parameters/file-values'
import { secretsOf } from '@tanker/parameters/secrets'
import { takenValues } from '@tanker/parameters/taken-values'
import { valueInWords } from '@tanker/parameters/value-in-words'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import type { Changer } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { namedField } from './parameter-drift.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { backupOf } from './parameter-backups.ts'
import { fileFor, knownFile, type NamedFile } from './read-parameter-files.ts'
import { orderWrite } from './send-parameter-file.ts'

type Compared = z.output<typeof filesCompared>
type Asked = {
  readonly backupId?: number | undefined
  readonly upgradeFileId?: number | undefined
  readonly truckId?: number | undefined
  readonly state: (typeof FILE_MOMENTS)[number]
}
/** A content: where it is from, from when, and whether it is of the named truck. */
type Content = { readonly name: Text; readonly at: Date | null; readonly bytes: Buffer | null; readonly isOwn: boolean }

const DAY_MS = 86_400_000
/** Backups and library files that are offered for comparison, the newest. */
const MAX_OFFERED = 200

const firstOf = (asked: Compared): Asked => ({
  backupId: asked.firstBackupId,
  upgradeFileId: asked.firstUpgradeFileId,
  truckId: asked.firstTruckId,
  state: asked.firstState,
})
type Second = Pick<Compared, 'secondBackupId' | 'secondUpgradeFileId' | 'secondTruckId' | 'secondState'>
const secondOf = (asked: Second): Asked => ({
  backupId: asked.secondBackupId,
  upgradeFileId: asked.secondUpgradeFileId,
  truckId: asked.secondTruckId,
  state: asked.secondState,
})

async function contentOf(mine: ScopedDb, file: DeviceFile, named: NamedFile, asked: Asked, now: Date): Promise<Content> {
  if (asked.backupId !== undefined) return backupContentOf(mine, file, named, asked.backupId)
  if (asked.upgradeFileId !== undefined) return libraryContentOf(mine, file, asked.upgradeFileId)
  const truckId = asked.truckId ?? named.truckId
  const known = await knownFile(mine, { truckId, file: file.number })
  const isOwn = truckId === named.truckId
  switch (asked.state) {
    case 'now':
      return { name: words(known.plate, { zh: '当前', en: 'now' }), at: known.reported_at, bytes: known.reported, isOwn }
    case 'wanted':
      return { name: words(known.plate, { zh: '期望', en: 'as wanted' }), at: known.wanted_at, bytes: known.wanted, isOwn }
    case 'day-before': {
      const before = await reportedBefore(mine, known.id, file, new Date(now.getTime() - DAY_MS))
      return { name: words(known.plate, { zh: '24小时前', en: '24 hours ago' }), ...before, isOwn }
    }
  }
}

const words = (plate: string, { zh, en }: Text): Text => ({ zh: `${plate} ${zh}`, en: `${plate} ${en}` })

async function backupContentOf(mine: ScopedDb, file: DeviceFile, { truckId }: NamedFile, backupId: number): Promise<Content> {
  const backup = await backupOf(mine, backupId)
  if (backup.number !== file.number) throw parameterFileErrors.ofAnotherFile()
  return {
    name: words(backup.plate, { zh: '备份', en: 'backup' }),
    at: backup.takenAt,
    bytes: backup.content,
    isOwn: backup.truckId === truckId,
  }
}

async function libraryContentOf(mine: ScopedDb, file: DeviceFile, id: number): Promise<Content> {
  const row = await mine
    .from('upgrade_file')
    .where('upgrade_file.id', '=', withinInt(id))
    .select(['upgrade_file.description', 'upgrade_file.uploaded_at', 'upgrade_file.file_id', 'upgrade_file.parameter_file'])
    .executeTakeFirst()
  if (row === undefined) throw errors.rowNotFound()
  if (row.parameter_file !== file.number || row.file_id === null) throw parameterFileErrors.ofAnotherFile()
  const kept = await mine.unscoped.selectFrom('command_file').where('id', '=', row.file_id).select('content').executeTakeFirstOrThrow()
  return { name: { zh: row.description, en: row.description }, at: row.uploaded_at, bytes: kept.content, isOwn: false }
}

const libraryFiles = (mine: ScopedDb, file: DeviceFile) => mine.from('upgrade_file').where('upgrade_file.parameter_file', '=', file.number)

/** What a truck said last of a file before a moment, to a read or after a write. */
async function reportedBefore(mine: ScopedDb, truckId: number, { number }: DeviceFile, before: Date) {
  const row = await mine
    .from('device_command')
    .where('device_command.truck_id', '=', truckId)
    .where('device_command.kind', 'in', ['read-file', 'write-file'])
    .where(sql<boolean>`(device_command.form_values ->> 'file')::int = ${number}`)
    .where('device_command.answer', 'is not', null)
    .where('device_command.finished_at', '<=', before)
    .orderBy('device_command.finished_at', 'desc')
    .limit(1)
    .select(['device_command.answer as bytes', 'device_command.finished_at as at'])
    .executeTakeFirst()
  return row ?? { bytes: null, at: null }
}

/** Two contents of one file, field by field. */
export async function compareContents(mine: ScopedDb, asked: Compared, now: Date): Promise<FileComparison> {
  const file = fileFor(mine, asked.file)
  const { reported } = await knownFile(mine, asked)
  const first = await contentOf(mine, file, asked, firstOf(asked), now)
  const second = await contentOf(mine, file, asked, secondOf(asked), now)
  return {
    first: sideOf(first),
    second: sideOf(second),
    crc32: reported && crc32(reported),
    fields: first.bytes && second.bytes ? fieldsOf(file, valuesOf(file, first.bytes), valuesOf(file, second.bytes)) : [],
  }
}

const sideOf = ({ name, at, bytes }: Content) => ({ name, at: at?.toISOString() ?? null, isKnown: bytes !== null })
const valuesOf = (file: DeviceFile, bytes: Buffer): FileValues => readParameterFile(file, bytes).values

function fieldsOf(file: DeviceFile, first: FileValues, second: FileValues): FileComparison['fields'] {
  const counts = file.groups.map(({ countedBy }) => countedBy)
  return placesOf(file, first, second)
    .filter(({ group, field }) => group !== null || !counts.includes(field.key))
    .map((place) => {
      const named = namedField(file, { place }, first, second)
      const [one, other] = [valueAt(first, place), valueAt(second, place)]
      return {
        ...named,
        first: named.secret ? null : valueInWords(place.field, one),
        second: named.secret ? null : valueInWords(place.field, other),
        differs: one !== other,
      }
    })
}

/** Orders to write chosen fields of another content. Of another truck neither passwords are copied nor what each truck has of its own. */
export async function copyFields(mine: ScopedDb, asked: z.output<typeof fieldsCopied>, changer: Changer): Promise<void> {
  const file = fileFor(mine, asked.file)
  const from = await contentOf(mine, file, asked, secondOf(asked), changer.at)
  if (from.bytes === null) throw parameterFileErrors.contentUnknown()
  if (!from.isOwn && asked.choices.some((choice) => secretsOf(file).includes(choice))) throw parameterFileErrors.passwordOfAnother()
  const values = valuesOf(file, from.bytes)
  if (!from.isOwn && placesOf(file, values, values).some((place) => place.field.own === true && asked.choices.includes(pathOf(place))))
    throw parameterFileErrors.ownOfAnother()
  const { truckId, seen, choices, maxTries, reason } = asked
  const order = { truckId, file: file.number, seen, maxTries, reason, only: choices }
  await orderWrite(mine, order, changer, (_, now) => takenValues(file, now, values, choices, { own: from.isOwn, anyNumber: false }), {
    copiedFrom: from.name.zh,
  })
}

/** The backups of a truck's file and the files of the library with which it can be compared. */
export async function contentsToCompare(
  mine: ScopedDb,
  asked: NamedFile,
  shown: { readonly backups: boolean; readonly library: boolean },
): Promise<ComparableContents> {
  const file = fileFor(mine, asked.file)
  const truck = await knownFile(mine, asked)
  const backups = await mine
    .from('truck')
    .innerJoin('parameter_backup', 'parameter_backup.truck_id', 'truck.id')
    .where('truck.id', '=', truck.id)
    .where('parameter_backup.file', '=', file.number)
    .orderBy('parameter_backup.taken_at', 'desc')
    .limit(shown.backups ? MAX_OFFERED : 0)
    .select(['parameter_backup.id', 'parameter_backup.taken_at', 'parameter_backup.taken_by'])
    .execute()
  const upgradeFiles = await libraryFiles(mine, file)
    .orderBy('upgrade_file.uploaded_at', 'desc')
    .limit(shown.library ? MAX_OFFERED : 0)
    .select(['upgrade_file.id', 'upgrade_file.description', 'upgrade_file.release'])
    .execute()
  return {
    backups: backups.map(({ id, taken_at, taken_by }) => ({ id, takenAt: taken_at.toISOString(), takenBy: taken_by })),
    upgradeFiles,
  }
}
