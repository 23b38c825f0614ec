import { MAX_CONTROLLED_TRUCKS, ONLY_STANDING, REMOTE_COMMANDS, type remoteControlled } from '@tanker/contract/remote-control'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { commandErrors } from '../../device-commands/command-errors.ts'
import { insertCommands, stopCommand } from '../../device-commands/command-rows.ts'
import { readTrucksNow } from '../../fleet/fleet-now.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { remoteControlErrors } from './remote-control-errors.ts'
import { remoteControlCommand } from './remote-control.command.ts'

/** Plates that a refusal names. */
const MAX_NAMED = 5
/** What changes the truck is sent once; what only asks may be repeated. */
const triesOf = (dangerous: boolean): number => (dangerous ? 1 : remoteControlCommand.tries.usual)

/**
 * Orders terminals of the user's trucks to do something, all or none. Returns how many trucks. A dangerous command goes to one truck, and to a
 * standing one where it is about the doors; its caller has checked the password. Refused for a truck for which the same command waits.
 */
export async function controlTrucks(mine: ScopedDb, given: z.output<typeof remoteControlled>, changer: Changer): Promise<number> {
  const { truckIds, command, reason } = given
  const camera = command === 'photo' ? given.camera : undefined
  const { dangerous } = REMOTE_COMMANDS[command]
  if (dangerous && truckIds.length > 1) throw remoteControlErrors.oneTruckOnly()
  if (truckIds.length > MAX_CONTROLLED_TRUCKS) throw remoteControlErrors.tooManyTrucks()
  if (command === 'photo' && camera === undefined) throw remoteControlErrors.needsCamera()
  return mine.unscoped.transaction().execute(async (db) => {
    // One after another: two users who order the same at once would both find nothing waiting.
    await sql`SELECT id FROM truck WHERE id = ANY (${truckIds.map(withinInt)}::int[]) ORDER BY id FOR UPDATE`.execute(db)
    const inside = scoped(db, mine.scope)
    const trucks = await inside
      .from('truck')
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select([
        'truck.id',
        'truck.plate',
        'truck.organisation_id',
        'truck.camera_channels',
        sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id AND o.kind = ${remoteControlCommand.kind}
          AND o.form_values ->> 'command' = ${command} AND coalesce(o.form_values ->> 'camera', '') = ${camera ?? ''} AND o.finished_at IS NULL)`.as(
          'isWaiting',
        ),
      ])
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const waiting = trucks.filter(({ isWaiting }) => isWaiting)
    if (waiting.length > 0) throw remoteControlErrors.alreadyWaiting(waiting.slice(0, MAX_NAMED).map(({ plate }) => plate))
    if (ONLY_STANDING.includes(command))
      for (const { id, plate } of trucks) {
        const [now] = await readTrucksNow(inside, changer.at, id)
        if (now?.live?.moving === true) throw remoteControlErrors.moving(plate)
      }
    const channelOf = ({ camera_channels }: { readonly camera_channels: readonly string[] }): number =>
      command === 'photo' ? camera_channels.indexOf(camera ?? '') + 1 : 0
    const blind = command === 'photo' ? trucks.filter((truck) => channelOf(truck) === 0) : []
    if (blind.length > 0) throw remoteControlErrors.noCamera(blind.slice(0, MAX_NAMED).map(({ plate }) => plate))
    const view = camera === undefined ? {} : { camera }
    const sent = await insertCommands(
      db,
      remoteControlCommand,
      changer,
      trucks.map((truck) => ({
        truck_id: truck.id,
        organisation_id: truck.organisation_id,
        max_tries: triesOf(dangerous),
        form_values: JSON.stringify({ command, reason, ...view, ...(command === 'photo' ? { channel: channelOf(truck) } : {}) }),
      })),
    )
    await recordChanges(
      db,
      changer,
      sent.map(({ id, organisation_id, truck_id }) => ({
        entity: 'remote_control',
        rowId: id,
        organisationId: organisation_id,
        action: 'send',
        old: null,
        new: { truck: truck_id, command, reason, ...view },
      })),
    )
    return trucks.length
  })
}

/** Stops an order that its truck has not taken. */
export const stopControl = (mine: ScopedDb, controlId: number, changer: Changer): Promise<void> =>
  mine.unscoped.transaction().execute(async (db) => {
    const row = await scoped(db, mine.scope)
      .from('device_command')
      .where('device_command.kind', '=', remoteControlCommand.kind)
      .where('device_command.id', '=', withinInt(controlId))
      .select(['device_command.id', 'device_command.organisation_id', 'device_command.state'])
      .executeTakeFirst()
    if (row === undefined) throw errors.rowNotFound()
    if (!(await stopCommand(db, remoteControlCommand, row.id, changer.at))) throw commandErrors.nothingIsSent()
    await recordChanges(db, changer, [
      {
        entity: 'remote_control',
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'change',
        old: { state: row.state },
        new: { state: 'stopped' },
      },
    ])
  })
