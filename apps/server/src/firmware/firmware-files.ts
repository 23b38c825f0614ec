import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type FirmwareUpload, MAX_FIRMWARE_BYTES } from '@tanker/contract/firmware'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { withinInt } from '../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import { firmwareErrors } from './firmware-errors.ts'

const ENTITY = 'firmware'

/** Saves a firmware file for the user's organisation and returns its id. It is never executed on the server. */
export async function keepFirmware(mine: ScopedDb, given: FirmwareUpload, content: Uint8Array, changer: Changer): Promise<number> {
  if (content.length === 0) throw firmwareErrors.empty()
  if (content.length > MAX_FIRMWARE_BYTES) throw firmwareErrors.tooLarge(MAX_FIRMWARE_BYTES / 1_000_000)
  const { fileName, ...said } = given
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest()
  try {
    return await mine.unscoped.transaction().execute(async (db) => {
      const { id: fileId } = await db.insertInto('command_file').values({ content: bytes }).returning('id').executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('firmware_file')
        .values({
          ...said,
          company_id: mine.scope.companyId,
          file_name: fileName,
          file_id: fileId,
          size_bytes: bytes.length,
          crc32: crc32(bytes),
          sha256,
          uploaded_by: changer.userName,
          uploaded_at: changer.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanges(db, changer, [
        {
          entity: ENTITY,
          rowId: id,
          companyId: mine.scope.companyId,
          action: 'create',
          old: null,
          new: { ...given, sizeBytes: bytes.length, sha256: sha256.toString('hex') },
        },
      ])
      return id
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'firmware_file_version') throw firmwareErrors.known(given.version)
    throw error
  }
}

/** Takes a file out of the library. Refused while an order that is open sends it; orders that are over keep what they say of it. */
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
    const sending = await db
      .selectFrom('device_command')
      .where('firmware_id', '=', row.id)
      .where('finished_at', 'is', null)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (sending) throw firmwareErrors.inUse(await platesOf(inside, row.id))
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
        companyId: row.company_id,
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

/** The bytes of a file that the user may see, and the name under which it is saved: one of the server's making. */
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
