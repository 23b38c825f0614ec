import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type FirmwareUpload, MAX_FIRMWARE_BYTES } from '@tanker/contract/firmware'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { firmwareErrors } from './firmware-errors.ts'

const ENTITY = 'firmware'

/** Saves a firmware file for the user's organisation and returns its id. It is never executed on the server. */
export const keepFirmware = (mine: ScopedDb, given: FirmwareUpload, content: Uint8Array, changer: Changer): Promise<number> =>
  mine.unscoped.transaction().execute(async (db) => {
    const kept = await insertFirmware(db, mine.scope.organisationId, given, content, changer)
    // Firmware of the console and the controller is sent from the library of upgrade files too.
    if (given.device === 'console' || given.device === 'controller')
      await db
        .insertInto('upgrade_file')
        .values({
          ...kept.described,
          organisation_id: mine.scope.organisationId,
          type: given.device,
          description: given.remark === '' ? given.fileName : given.remark,
          release: given.version,
          firmware_id: kept.id,
        })
        .execute()
    return kept.id
  })

/** As `keepFirmware`, within a transaction and for a given organisation; returns what the list of upgrade files says of it. */
export async function insertFirmware(
  db: Db,
  organisationId: number,
  given: FirmwareUpload,
  content: Uint8Array,
  changer: Changer,
): Promise<{ readonly id: number; readonly described: DescribedFile }> {
  if (content.length === 0) throw firmwareErrors.empty()
  if (content.length > MAX_FIRMWARE_BYTES) throw firmwareErrors.tooLarge(MAX_FIRMWARE_BYTES / 1_000_000)
  const { fileName, ...said } = given
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest()
  const described = {
    file_name: fileName,
    size_bytes: bytes.length,
    crc32: crc32(bytes),
    uploaded_by: changer.userName,
    uploaded_at: changer.at,
  }
  const { id: fileId } = await db.insertInto('command_file').values({ content: bytes }).returning('id').executeTakeFirstOrThrow()
  const row = await db
    .insertInto('firmware_file')
    .values({ ...said, ...described, organisation_id: organisationId, file_id: fileId, sha256 })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'device', 'maker', 'hardware', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw firmwareErrors.known(given.version)
  await recordChanges(db, changer, [
    {
      entity: ENTITY,
      rowId: row.id,
      organisationId,
      action: 'create',
      old: null,
      new: { ...given, sizeBytes: bytes.length, sha256: sha256.toString('hex') },
    },
  ])
  return { id: row.id, described }
}

/** What is known of the bytes of a file, and who brought them. */
type DescribedFile = {
  readonly file_name: string
  readonly size_bytes: number
  readonly crc32: number
  readonly uploaded_by: string
  readonly uploaded_at: Date
}

/** Refuses while an open upgrade sends this firmware; names the user's own trucks. */
export async function refuseWhileSent(mine: ScopedDb, firmwareId: number): Promise<void> {
  const sending = await mine.unscoped
    .selectFrom('device_command')
    .where('firmware_id', '=', firmwareId)
    .where('finished_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (sending) throw firmwareErrors.inUse(await platesOf(mine, firmwareId))
}

/** Deletes a file from the library. Refused while an open upgrade sends it; finished upgrades keep its description. */
export async function removeFirmware(mine: ScopedDb, firmwareId: number, changer: Changer): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    const inside = scoped(db, mine.scope)
    // Locked, so that no upgrade of it can start during the deletion.
    const row = await inside
      .from('firmware_file')
      .where('firmware_file.id', '=', withinInt(firmwareId))
      .selectAll('firmware_file')
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw errors.rowNotFound()
    await refuseWhileSent(inside, row.id)
    await db.deleteFrom('firmware_file').where('id', '=', row.id).execute()
    await db
      .deleteFrom('command_file')
      .where('id', '=', row.file_id)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('device_command').where('file_id', '=', row.file_id).select('id'))))
      .execute()
    await recordChanges(db, changer, [
      {
        entity: ENTITY,
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'delete',
        old: { device: row.device, version: row.version, maker: row.maker, sha256: row.sha256.toString('hex') },
        new: null,
      },
    ])
  })
}

/** Plates of the user's trucks that wait for a file; a parent organisation may have sent it to others. */
async function platesOf(mine: ScopedDb, firmwareId: number): Promise<string[]> {
  const rows = await mine
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .where('device_command.firmware_id', '=', firmwareId)
    .where('device_command.finished_at', 'is', null)
    .orderBy('truck.plate')
    .select('truck.plate')
    .limit(3)
    .execute()
  return rows.map(({ plate }) => plate)
}

/** The bytes of a file the user may see, and a file name generated by the server. */
export async function firmwareContent(mine: ScopedDb, firmwareId: number): Promise<{ readonly content: Buffer; readonly name: string }> {
  const row = await mine
    .from('firmware_file')
    .where('firmware_file.id', '=', withinInt(firmwareId))
    .select(['firmware_file.file_id', 'firmware_file.device', 'firmware_file.version'])
    .executeTakeFirst()
  if (!row) throw errors.rowNotFound()
  const { content } = await mine.unscoped
    .selectFrom('command_file')
    .where('id', '=', row.file_id)
    .select('content')
    .executeTakeFirstOrThrow()
  return { content, name: `${row.device}-${row.version}.bin` }
}
