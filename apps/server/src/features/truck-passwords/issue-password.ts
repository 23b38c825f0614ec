import {
  type issuedPassword,
  MAX_PASSWORD_DAYS_AHEAD,
  MAX_VALID_PASSWORDS,
  PASSWORD_VALIDITIES_MIN,
  type passwordIssued,
} from '@tanker/contract/truck-passwords'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import type { SealKey } from '../../platform/access/secret-seal.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { datesOf, slotMs } from './password-term.ts'
import { passwordOf, passwordSecret, proofOf } from './password-secret.ts'
import { truckPasswordErrors } from './truck-password-errors.ts'

const dayMs = 86_400_000
const NUMBERS = 100

/** @throws the refusal of an unknown truck */
export async function findTruck(mine: ScopedDb, truckId: number): Promise<void> {
  const truck = await mine.from('truck').where('truck.id', '=', withinInt(truckId)).select('truck.id').executeTakeFirst()
  if (!truck) throw errors.truckNotFound()
}

/**
 * Issues a one-time password of a truck. It counts from the begin of its slot until a slot after its validity, so that one issued late in a
 * slot has its whole validity. The caller has checked the user's own password. Refused without a key that the truck's console has.
 */
export async function issuePassword(
  mine: ScopedDb,
  { truckId, operation, validMin, from, reason }: z.output<typeof passwordIssued>,
  sealKey: SealKey,
  changer: Changer,
): Promise<z.output<typeof issuedPassword>> {
  const begin = from === undefined ? changer.at.getTime() : Date.parse(from)
  const slot = Math.floor(begin / slotMs)
  const earliest = Math.floor(changer.at.getTime() / slotMs)
  if (slot < earliest || begin > changer.at.getTime() + MAX_PASSWORD_DAYS_AHEAD * dayMs) throw truckPasswordErrors.badBegin()
  const term = { slot, validity: PASSWORD_VALIDITIES_MIN.findIndex((minutes) => minutes === validMin) }
  const valid = datesOf(term)
  return mine.unscoped.transaction().execute(async (db) => {
    // Two users who issue at once must not get the same number.
    await sql`SELECT id FROM truck WHERE id = ${withinInt(truckId)} FOR UPDATE`.execute(db)
    const truck = await scoped(db, mine.scope)
      .from('truck')
      .leftJoin('password_key as key', (join) =>
        join.onRef('key.truck_id', '=', 'truck.id').onRef('key.terminal_id', '=', 'truck.terminal_id'),
      )
      .where('truck.id', '=', withinInt(truckId))
      .select(['truck.plate', 'truck.organisation_id', 'key.terminal_id', 'key.console_key', 'key.proof'])
      .executeTakeFirst()
    if (!truck) throw errors.truckNotFound()
    if (truck.terminal_id === null || truck.console_key === null || truck.proof === null) throw truckPasswordErrors.noKey(truck.plate)
    const { terminal_id } = truck
    const secret = await secretOf(sealKey, truckId, { terminalId: terminal_id, key: truck.console_key })
    if (!secret?.proof.equals(truck.proof)) throw truckPasswordErrors.otherKey(truck.plate)
    const beside = await db
      .selectFrom('truck_password')
      .where('truck_id', '=', truckId)
      .where('valid_to', '>', valid.from)
      .where('valid_from', '<', valid.to)
      .select(['number', 'revoked_at', 'valid_to'])
      .execute()
    if (beside.filter(({ revoked_at }) => revoked_at === null).length >= MAX_VALID_PASSWORDS) throw truckPasswordErrors.tooMany(truck.plate)
    const last = await db
      .selectFrom('truck_password')
      .where('truck_id', '=', truckId)
      .orderBy('id', 'desc')
      .limit(1)
      .select('number')
      .executeTakeFirst()
    const number = freeNumber(last?.number ?? -1, new Set(beside.map((one) => one.number)))
    if (number === null) throw truckPasswordErrors.tooMany(truck.plate)
    const { id } = await db
      .insertInto('truck_password')
      .values({
        truck_id: truckId,
        organisation_id: truck.organisation_id,
        terminal_id,
        operation,
        number,
        valid_from: valid.from,
        valid_to: valid.to,
        reason,
        issued_by: changer.userName,
        issued_at: changer.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanges(db, changer, [
      {
        entity: 'truck_password',
        rowId: id,
        organisationId: truck.organisation_id,
        action: 'issue',
        old: null,
        new: { truck: truckId, operation, number, validFrom: valid.from.toISOString(), validTo: valid.to.toISOString(), reason },
      },
    ])
    const password = passwordOf(secret.secret, { operation, number, ...term })
    return { id, password, validFrom: valid.from.toISOString(), validTo: valid.to.toISOString() }
  })
}

/** Null for a key of the console that is none. */
const secretOf = async (sealKey: SealKey, truckId: number, console: { readonly terminalId: string; readonly key: Buffer }) => {
  try {
    const secret = await passwordSecret(sealKey, truckId, console)
    return { secret, proof: proofOf(secret) }
  } catch {
    return null
  }
}

/** The next one after the last that no other password of the same time has; null when all are taken. */
function freeNumber(last: number, taken: ReadonlySet<number>): number | null {
  for (let step = 1; step <= NUMBERS; step++) {
    const number = (last + step) % NUMBERS
    if (!taken.has(number)) return number
  }
  return null
}
