import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import { withinInt } from '../../base-data/entity-rows.ts'
import type { Changer } from '../../platform/changes/record-change.ts'
import { insertCommands } from '../../device-commands/command-rows.ts'
import { errors } from '../../platform/http/errors.ts'
import { versionQueryCommand } from './version-query.command.ts'

/**
 * Asks the consoles of these trucks what they and their devices run, as soon as they are connected. Returns how many are asked; a
 * truck that is being asked already is not asked twice. Refused if one of them is not the user's.
 */
export const queryVersions = (mine: ScopedDb, truckIds: readonly number[], changer: Changer): Promise<number> =>
  mine.unscoped.transaction().execute(async (db) => {
    const isOpen = sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id
      AND o.kind = ${versionQueryCommand.kind} AND o.finished_at IS NULL)`
    const trucks = await scoped(db, mine.scope)
      .from('truck')
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select(['truck.id', 'truck.organisation_id', isOpen.as('isOpen')])
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const asked = trucks.filter((truck) => !truck.isOpen)
    if (asked.length > 0)
      await insertCommands(
        db,
        versionQueryCommand,
        changer,
        asked.map(({ id, organisation_id }) => ({ truck_id: id, organisation_id, max_tries: versionQueryCommand.tries.usual })),
      )
    return asked.length
  })
