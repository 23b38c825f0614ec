import { createHash } from 'node:crypto'
import { driver } from '@tanker/contract/base-data/driver'
import { photoProblem, photoType } from '@tanker/contract/base-data/photo'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { findRow } from '../../base-data/entity-rows.ts'
import { driverTable } from './driver-table.ts'
import type { EntityTable } from '../../base-data/entity-table.ts'
import type { Saver } from '../../base-data/apply-changes.ts'

const table: EntityTable = driverTable

/** The photo of a driver visible to the user, as a data URL; null without one. */
export async function readPhoto(db: ScopedDb, driverId: number): Promise<string | null> {
  const row = await findRow(db, table, driverId)
  if (!row) throw errors.rowNotFound()
  const photo = await photoOf(db.unscoped, row.id)
  return photo && `data:${photo.type};base64,${photo.content.toString('base64')}`
}

/** Replaces or removes the photo; the history has the digests of both. */
export async function setPhoto(driverId: number, content: Uint8Array | null, { db: mine, writer }: Saver): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    const row = await findRow(scoped(db, mine.scope), table, driverId, true)
    if (!row) throw errors.rowNotFound()
    const problem = content && photoProblem(content)
    if (problem) throw errors.fieldsRefused({ photo: problem })
    const before = await photoOf(db, row.id)
    await db.deleteFrom('driver_photo').where('driver_id', '=', row.id).execute()
    const type = content && photoType(content)
    if (content && type)
      await db
        .insertInto('driver_photo')
        .values({ driver_id: row.id, type, content: Buffer.from(content) })
        .execute()
    await recordChanges(db, writer, [
      {
        entity: driver.key,
        rowId: row.id,
        organisationId: Number(row.values['organisationId']),
        action: 'change',
        old: { photo: before && digestOf(before.content) },
        new: { photo: content && digestOf(content) },
      },
    ])
  })
}

const photoOf = (db: Db, driverId: number) =>
  db
    .selectFrom('driver_photo')
    .where('driver_id', '=', driverId)
    .select(['type', 'content'])
    .executeTakeFirst()
    .then((row) => row ?? null)

const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex').slice(0, 16)
