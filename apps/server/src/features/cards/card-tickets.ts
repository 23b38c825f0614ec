import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { CARD_TICKET_MS, type cardHolder } from '@tanker/contract/card-tickets'
import type { Db } from '@tanker/database/connection'
import { recordChanges } from '../../platform/changes/record-change.ts'
import type { Sender } from '../../platform/access/integration-keys.ts'

const dayMs = 86_400_000

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** Creates a ticket of a user for the card site. Only its hash is stored. */
export async function issueTicket(
  db: Db,
  user: { readonly id: number; readonly userName: string; readonly organisationId: number },
  now: Date,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('card_ticket')
      .where('expires_at', '<', new Date(now.getTime() - dayMs))
      .execute()
    await transaction
      .insertInto('card_ticket')
      .values({
        key_hash: hashOf(ticket),
        user_id: user.id,
        organisation_id: user.organisationId,
        issued_at: now,
        expires_at: new Date(now.getTime() + CARD_TICKET_MS),
      })
      .execute()
    await recordChanges(transaction, { id: user.id, userName: user.userName, at: now }, [
      { entity: 'card_ticket', rowId: user.id, organisationId: user.organisationId, action: 'create', old: null, new: {} },
    ])
  })
  return ticket
}

/**
 * The user of a ticket, for a key of the user's organisation or one above it; null for a ticket that is unknown, used, expired,
 * foreign, or of a user who no longer exists. Of two concurrent calls one gets the user.
 */
export async function redeemTicket(
  db: Db,
  ticket: string,
  { organisationId, keyId, userId, name }: Sender,
  now: Date,
): Promise<z.input<typeof cardHolder> | null> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<z.input<typeof cardHolder> & { userId: number; organisationId: number }>`
      UPDATE card_ticket SET used_at = ${now}
      FROM app_user u, organisation c
      WHERE card_ticket.key_hash = ${hashOf(ticket)} AND card_ticket.used_at IS NULL AND card_ticket.expires_at > ${now}
        AND u.id = card_ticket.user_id AND u.enabled AND u.organisation_id = card_ticket.organisation_id
        AND c.id = card_ticket.organisation_id AND c.enabled AND c.ancestors @> ARRAY[${organisationId}]::int[]
      RETURNING u.id AS "userId", c.id AS "organisationId",
        u.user_name AS "userName", u.real_name AS name, c.code AS "companyCode", c.name AS "companyName"`.execute(transaction)
    const found = rows[0]
    if (!found) return null
    const { userId: holder, organisationId: holderOrganisation, ...cardUser } = found
    await recordChanges(transaction, { id: userId, userName: name ?? '', keyId, at: now }, [
      { entity: 'card_ticket', rowId: holder, organisationId: holderOrganisation, action: 'redeem', old: null, new: {} },
    ])
    return cardUser
  })
}
