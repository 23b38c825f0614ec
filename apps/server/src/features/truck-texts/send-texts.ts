import { MAX_OFFERED_TEXTS, MAX_WAITING_TEXTS, type truckTextsSent } from '@tanker/contract/truck-texts'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { outsideGbk } from '@tanker/protocol/gbk-text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { commandErrors } from '../../device-commands/command-errors.ts'
import { insertCommands, stopCommand } from '../../device-commands/command-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { truckTextErrors } from './truck-text-errors.ts'
import { type TruckText, truckTextCommand } from './truck-text.command.ts'

/** Plates and characters that a refusal names. */
const MAX_NAMED = 5
/** Days and texts that are looked at for those to offer. */
const OFFERED_DAYS = 31
const MAX_LOOKED_AT = 500

/**
 * Orders a text for these trucks of the user, all or none: it goes to each as soon as it is connected, and is dropped where it has not
 * arrived in time. Returns how many trucks. Refused for a truck that is not the user's, characters that no terminal shows, and a truck for
 * which too many texts wait.
 */
export async function sendTexts(mine: ScopedDb, given: z.output<typeof truckTextsSent>, changer: Changer): Promise<number> {
  const { truckIds, validMin, text } = given
  const [urgent, show, speak] = [given.urgent === 'yes', given.show === 'yes', given.speak === 'yes']
  if (!show && !speak) throw truckTextErrors.neitherWay()
  const strange = outsideGbk(text)
  if (strange.length > 0) throw truckTextErrors.characters(strange.slice(0, MAX_NAMED))
  return mine.unscoped.transaction().execute(async (db) => {
    await sql`SELECT id FROM truck WHERE id = ANY (${truckIds.map(withinInt)}::int[]) ORDER BY id FOR UPDATE`.execute(db)
    const trucks = await scoped(db, mine.scope)
      .from('truck')
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select([
        'truck.id',
        'truck.plate',
        'truck.organisation_id',
        sql<number>`(SELECT count(*)::int FROM device_command o WHERE o.truck_id = truck.id
          AND o.kind = ${truckTextCommand.kind} AND o.finished_at IS NULL)`.as('waiting'),
      ])
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const full = trucks.filter(({ waiting }) => waiting >= MAX_WAITING_TEXTS)
    if (full.length > 0) throw truckTextErrors.tooManyWait(full.slice(0, MAX_NAMED).map(({ plate }) => plate))
    const form_values = JSON.stringify({ text, urgent, show, speak } satisfies TruckText)
    const expires_at = new Date(changer.at.getTime() + validMin * 60_000)
    const max_tries = truckTextCommand.tries.usual
    const sent = await insertCommands(
      db,
      truckTextCommand,
      changer,
      trucks.map(({ id, organisation_id }) => ({ truck_id: id, organisation_id, max_tries, form_values, expires_at })),
    )
    await recordChanges(
      db,
      changer,
      sent.map(({ id, organisation_id, truck_id }) => ({
        entity: 'truck_text',
        rowId: id,
        organisationId: organisation_id,
        action: 'send',
        old: null,
        new: { truck: truck_id, text, urgent, show, speak, validMin },
      })),
    )
    return trucks.length
  })
}

/** Stops those of these texts that have not arrived; refused if all have. */
export const stopTexts = (mine: ScopedDb, textIds: readonly number[], changer: Changer): Promise<number> =>
  mine.unscoped.transaction().execute(async (db) => {
    const rows = await scoped(db, mine.scope)
      .from('device_command')
      .where('device_command.kind', '=', truckTextCommand.kind)
      .where('device_command.id', 'in', textIds.map(withinInt))
      // In a fixed order: two users who stop the same ones do not wait for each other without end.
      .orderBy('device_command.id')
      .select(['device_command.id', 'device_command.organisation_id', 'device_command.state'])
      .execute()
    if (rows.length !== textIds.length) throw errors.rowNotFound()
    const stopped = []
    for (const row of rows) if (await stopCommand(db, truckTextCommand, row.id, changer.at)) stopped.push(row)
    if (stopped.length === 0) throw commandErrors.nothingIsSent()
    await recordChanges(
      db,
      changer,
      stopped.map((row) => ({
        entity: 'truck_text',
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'change',
        old: { state: row.state },
        new: { state: 'stopped' },
      })),
    )
    return stopped.length
  })

/** The texts that the user's organisations sent last, each once, newest first. */
export async function recentTexts(mine: ScopedDb, now: Date): Promise<string[]> {
  const rows = await mine
    .from('device_command')
    .where('device_command.kind', '=', truckTextCommand.kind)
    .where('device_command.ordered_at', '>=', new Date(now.getTime() - OFFERED_DAYS * 86_400_000))
    .orderBy('device_command.id', 'desc')
    .limit(MAX_LOOKED_AT)
    .select(sql<string>`device_command.form_values ->> 'text'`.as('text'))
    .execute()
  return [...new Set(rows.map(({ text }) => text))].slice(0, MAX_OFFERED_TEXTS)
}
