import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import { withinInt } from '../../base-data/entity-rows.ts'
import { insertCommands } from '../../device-commands/command-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { passwordRevokeCommand } from './password-revoke.command.ts'
import { termOf } from './password-term.ts'
import { truckPasswordErrors } from './truck-password-errors.ts'

/** Orders the console of the truck to refuse a password; until it has confirmed, the password can be used. */
export const revokePassword = (mine: ScopedDb, passwordId: number, changer: Changer): Promise<void> =>
  mine.unscoped.transaction().execute(async (db) => {
    await sql`SELECT id FROM truck_password WHERE id = ${withinInt(passwordId)} FOR UPDATE`.execute(db)
    const row = await scoped(db, mine.scope)
      .from('truck_password')
      .where('truck_password.id', '=', withinInt(passwordId))
      .select(['truck_id', 'organisation_id', 'number', 'valid_from', 'valid_to', 'revoked_at'])
      .select(
        sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck_password.truck_id AND o.kind = ${passwordRevokeCommand.kind}
          AND o.finished_at IS NULL AND (o.form_values ->> 'passwordId')::int = truck_password.id)`.as('isOpen'),
      )
      .executeTakeFirst()
    if (!row) throw errors.rowNotFound()
    if (row.isOpen) throw truckPasswordErrors.revoking()
    if (row.revoked_at !== null || row.valid_to <= changer.at) throw truckPasswordErrors.notValid()
    const { organisation_id, truck_id, number } = row
    await insertCommands(db, passwordRevokeCommand, changer, [
      {
        truck_id,
        organisation_id,
        max_tries: passwordRevokeCommand.tries.usual,
        form_values: JSON.stringify({ passwordId, number, ...termOf(row) }),
        expires_at: row.valid_to,
      },
    ])
    await recordChanges(db, changer, [
      {
        entity: 'truck_password',
        rowId: passwordId,
        organisationId: organisation_id,
        action: 'revoke',
        old: { number },
        new: { truck: truck_id, number },
      },
    ])
  })
