import { MAX_KEYED_TRUCKS } from '@tanker/contract/truck-passwords'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import { withinInt } from '../../base-data/entity-rows.ts'
import { insertCommands } from '../../device-commands/command-rows.ts'
import type { SealKey } from '../../platform/access/secret-seal.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { passwordKeyCommand } from './password-key.command.ts'
import { platformKeyOf } from './password-secret.ts'
import { truckPasswordErrors } from './truck-password-errors.ts'

/** Sends the platform's public key to the consoles of these trucks. Returns how many; a truck for which this waits is not asked twice. */
export async function setUpKeys(mine: ScopedDb, truckIds: readonly number[], sealKey: SealKey, changer: Changer): Promise<number> {
  if (truckIds.length > MAX_KEYED_TRUCKS) throw truckPasswordErrors.tooManyTrucks()
  const keys = new Map<number, string>()
  for (const id of truckIds) keys.set(id, (await platformKeyOf(sealKey, id)).toString('hex'))
  return mine.unscoped.transaction().execute(async (db) => {
    await sql`SELECT id FROM truck WHERE id = ANY (${truckIds.map(withinInt)}::int[]) ORDER BY id FOR UPDATE`.execute(db)
    const trucks = await scoped(db, mine.scope)
      .from('truck')
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select([
        'truck.id',
        'truck.organisation_id',
        sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id AND o.kind = ${passwordKeyCommand.kind}
          AND o.finished_at IS NULL)`.as('isOpen'),
      ])
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const asked = trucks.filter(({ isOpen }) => !isOpen)
    if (asked.length === 0) return 0
    const sent = await insertCommands(
      db,
      passwordKeyCommand,
      changer,
      asked.map(({ id, organisation_id }) => ({
        truck_id: id,
        organisation_id,
        max_tries: passwordKeyCommand.tries.usual,
        form_values: JSON.stringify({ key: keys.get(id) }),
      })),
    )
    await recordChanges(
      db,
      changer,
      sent.map(({ id, organisation_id, truck_id }) => ({
        entity: 'password_key',
        rowId: id,
        organisationId: organisation_id,
        action: 'send',
        old: null,
        new: { truck: truck_id },
      })),
    )
    return asked.length
  })
}
