import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '@tanker/database/connection'
import { type Changer, recordChanges } from '../changes/record-change.ts'

/** Sender of rows: an organisation by one of its keys, or a user for its own organisation. */
export type Sender = {
  readonly organisationId: number
  readonly keyId: number | null
  readonly userId: number | null
  /** The key's name or the user's, for the history. */
  readonly name?: string
}

/** `last_used_at` is written at most this often. */
const touchMs = 60_000

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()
/** The number before the secret finds the row, so that hashes are compared once and in constant time. */
const SHAPE = /^tk_(\d{1,9})_[\w-]{43}$/

/** Creates a key of an organisation. It is returned only once; the database stores its hash. */
export async function makeIntegrationKey(
  db: Db,
  key: { organisationId: number; name: string; userId: number | null; userName?: string },
  now: Date,
): Promise<{ id: number; key: string }> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('integration_key')
      .values({ organisation_id: key.organisationId, name: key.name, key_hash: randomBytes(32), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const secret = `tk_${id}_${randomBytes(32).toString('base64url')}`
    await transaction
      .updateTable('integration_key')
      .set({ key_hash: hashOf(secret) })
      .where('id', '=', id)
      .execute()
    await recordChanges(transaction, { id: key.userId, userName: key.userName ?? '', at: now }, [
      { entity: 'integration_key', rowId: id, organisationId: key.organisationId, action: 'create', old: null, new: { name: key.name } },
    ])
    return { id, key: secret }
  })
}

/** The organisation of a valid key; null otherwise. Records the use of the key. */
export async function findSender(db: Db, key: string, now: Date): Promise<Sender | null> {
  const id = SHAPE.exec(key)?.[1]
  if (id === undefined) return null
  const row = await db
    .selectFrom('integration_key')
    .innerJoin('organisation', 'organisation.id', 'integration_key.organisation_id')
    .where('integration_key.id', '=', Number(id))
    .where('revoked_at', 'is', null)
    .where('organisation.enabled', '=', true)
    .select(['integration_key.id', 'integration_key.name', 'organisation_id', 'key_hash', 'last_used_at'])
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.key_hash, hashOf(key))) return null
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > touchMs)
    await db.updateTable('integration_key').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return { organisationId: row.organisation_id, keyId: row.id, userId: null, name: row.name }
}

/** Maximum number of hashes returned, most recently used first. */
const MAX_GOOD_KEYS = 10_000

/** Hashes of the currently valid keys, in base64. */
export async function goodKeyHashes(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('integration_key')
    .innerJoin('organisation', 'organisation.id', 'integration_key.organisation_id')
    .where('revoked_at', 'is', null)
    .where('organisation.enabled', '=', true)
    .select('key_hash')
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .limit(MAX_GOOD_KEYS)
    .execute()
  return new Set(rows.map((row) => row.key_hash.toString('base64')))
}

/** Revokes a key; false if it was already revoked. */
export async function revokeIntegrationKey(db: Db, id: number, changer: Changer): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const revoked = await transaction
      .updateTable('integration_key')
      .set({ revoked_at: changer.at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['organisation_id', 'name'])
      .executeTakeFirst()
    if (!revoked) return false
    await recordChanges(transaction, changer, [
      {
        entity: 'integration_key',
        rowId: id,
        organisationId: revoked.organisation_id,
        action: 'revoke',
        old: { name: revoked.name },
        new: null,
      },
    ])
    return true
  })
}
