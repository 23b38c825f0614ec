import { MAX_SENT_PARAMETERS, type terminalParametersSent, terminalValues } from '@tanker/contract/terminal-parameters'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sendProblems, type TerminalValues } from '@tanker/parameters/sendable-parameters'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { insertCommands } from '../../device-commands/command-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { terminalParameterErrors } from './terminal-parameter-errors.ts'
import { terminalParametersCommand } from './terminal-parameters.command.ts'

/** Plates that a refusal names. */
const MAX_NAMED = 5

/**
 * Orders to set these parameters on the user's trucks, as soon as each is connected; all of them or none. Returns how many trucks. Refused
 * for a value outside its range, a truck that is not the user's, and one that parameters are being sent to. `more`: beside the values in
 * the history.
 */
export async function sendTerminalParameters(
  mine: ScopedDb,
  { truckIds, values: text, maxTries, reason }: z.output<typeof terminalParametersSent>,
  changer: Changer,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const values = checkedValues(text)
  const asked = [...new Set(truckIds)]
  return mine.unscoped.transaction().execute(async (db) => {
    // One after another: two users who send to the same truck at once would both find it free.
    await sql`SELECT id FROM truck WHERE id = ANY (${asked.map(withinInt)}::int[]) ORDER BY id FOR UPDATE`.execute(db)
    const trucks = await scoped(db, mine.scope)
      .from('truck')
      .where('truck.id', 'in', asked.map(withinInt))
      .select([
        'truck.id',
        'truck.plate',
        'truck.organisation_id',
        sql<boolean>`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id
          AND o.kind = ${terminalParametersCommand.kind} AND o.finished_at IS NULL)`.as('isBusy'),
      ])
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== asked.length) throw errors.truckNotFound()
    const busy = trucks.filter(({ isBusy }) => isBusy)
    if (busy.length > 0) throw terminalParameterErrors.alreadySending(busy.slice(0, MAX_NAMED).map(({ plate }) => plate))
    const form_values = JSON.stringify({ values, reason })
    await insertCommands(
      db,
      terminalParametersCommand,
      changer,
      trucks.map(({ id, organisation_id }) => ({ truck_id: id, organisation_id, max_tries: maxTries, form_values })),
    )
    await recordChanges(
      db,
      changer,
      trucks.map(({ id, organisation_id }) => ({
        entity: 'terminal_parameters',
        rowId: id,
        organisationId: organisation_id,
        action: 'send',
        old: null,
        new: { ...values, ...more, reason },
      })),
    )
    return trucks.length
  })
}

/** Values from their JSON text. Refused where they are none, too many, outside their range, or not to be sent by a platform. */
export function checkedValues(text: string): TerminalValues {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw terminalParameterErrors.malformed()
  }
  const read = terminalValues.safeParse(given)
  if (!read.success) throw terminalParameterErrors.malformed()
  const count = Object.keys(read.data).length
  if (count === 0 || count > MAX_SENT_PARAMETERS) throw terminalParameterErrors.none()
  const problems = sendProblems(read.data)
  if (problems.length > 0) throw terminalParameterErrors.refused(problems)
  return read.data
}
