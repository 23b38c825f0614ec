import { parameterFileNumbers } from '@tanker/contract/parameter-file-names'
import { OWN_COMMANDS } from '@tanker/contract/sent-commands'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import { withinInt } from '../../base-data/entity-rows.ts'
import { commandErrors } from '../../device-commands/command-errors.ts'
import { stopCommand } from '../../device-commands/command-rows.ts'
import type { KnownCommands } from '../../device-commands/known-commands.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'

/** Stops those of these commands that are open; what follows them changes with them. Returns how many; refused if none is open. */
export const stopCommands = (mine: ScopedDb, commands: KnownCommands, ids: readonly number[], changer: Changer): Promise<number> =>
  mine.unscoped.transaction().execute(async (db) => {
    const rows = await scoped(db, mine.scope)
      .from('device_command')
      .where('device_command.id', 'in', ids.map(withinInt))
      .where('device_command.kind', 'not in', OWN_COMMANDS as never)
      // Customers see some of the parameter files only.
      .where(
        sql<boolean>`(device_command.form_values ->> 'file' IS NULL
          OR (device_command.form_values ->> 'file')::int = ANY (${parameterFileNumbers(mine.scope.customer)}::int[]))`,
      )
      // In a fixed order: two users who stop the same ones do not wait for each other without end.
      .orderBy('device_command.id')
      .select(['device_command.id', 'device_command.organisation_id', 'device_command.kind', 'device_command.state'])
      .execute()
    if (rows.length !== ids.length) throw errors.rowNotFound()
    const stopped = []
    for (const row of rows) if (await stopCommand(db, commands.of(row.kind), row.id, changer.at)) stopped.push(row)
    if (stopped.length === 0) throw commandErrors.nothingIsSent()
    await recordChanges(
      db,
      changer,
      stopped.map((row) => ({
        entity: 'device_command',
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'change',
        old: { state: row.state, kind: row.kind },
        new: { state: 'stopped', kind: row.kind },
      })),
    )
    return stopped.length
  })
