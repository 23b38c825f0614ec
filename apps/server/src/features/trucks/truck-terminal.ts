import { ENROLMENT_MINUTES, type TruckTerminal } from '@tanker/contract/base-data/truck-terminal'
import { truckTerminalCalls } from '@tanker/contract/endpoints/truck-terminals'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { sql } from 'kysely'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { nameOfTerminal } from '../../gateway/terminal-registry.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../../platform/http/routes.ts'
import { withinInt } from '../../base-data/entity-rows.ts'

type Row = {
  readonly truckId: number
  readonly organisationId: number
  readonly phone: string
  readonly announced: string
  readonly enrolmentUntil: Date | null
  readonly terminalId: string | null
  readonly maker: string | null
  readonly model: string | null
  readonly boundAt: Date | null
  readonly registeredAt: Date | null
}

/** A truck visible to the user, and its terminal. */
async function rowOf(db: ScopedDb, truckId: number, forChange: boolean): Promise<Row> {
  const asked = db
    .from('truck')
    .leftJoin('device', 'device.truck_id', 'truck.id')
    .where('truck.id', '=', withinInt(truckId))
    .select([
      'truck.id as truckId',
      'truck.organisation_id as organisationId',
      // The format in frames.
      sql<string>`ltrim(truck.terminal_phone, '0')`.as('phone'),
      sql<string>`coalesce(nullif(truck.terminal_id, ''), truck.console_code)`.as('announced'),
      'truck.enrolment_until as enrolmentUntil',
      'device.terminal_id as terminalId',
      'device.maker',
      'device.model',
      'device.bound_at as boundAt',
      'device.registered_at as registeredAt',
    ])
  const row = await (forChange ? asked.forNoKeyUpdate('truck') : asked).executeTakeFirst()
  if (!row) throw errors.rowNotFound()
  return row
}

const boundOf = ({ terminalId, maker, model }: Row): string =>
  terminalId === null ? '' : nameOfTerminal({ terminalId, maker: maker ?? '', model: model ?? '' })

const shown = (row: Row, now: Date): TruckTerminal => ({
  announced: row.announced,
  bound:
    row.terminalId === null
      ? null
      : {
          terminalId: row.terminalId,
          maker: row.maker ?? '',
          model: row.model ?? '',
          boundAt: row.boundAt?.toISOString() ?? '',
          registeredAt: row.registeredAt?.toISOString() ?? '',
        },
  enrolmentUntil: row.enrolmentUntil !== null && row.enrolmentUntil > now ? row.enrolmentUntil.toISOString() : null,
})

/** Changes the terminal or the enrolment of a truck and records it in the history. */
const changed = (
  { db }: Pick<AskedByUser<unknown>, 'db'>,
  truckId: number,
  changer: Changer,
  run: (db: Db, row: Row) => Promise<{ readonly old: object; readonly fresh: object } | null>,
): Promise<Row> =>
  db.unscoped.transaction().execute(async (transaction) => {
    const row = await rowOf(scoped(transaction, db.scope), truckId, true)
    const change = await run(transaction, row)
    if (change)
      await recordChanges(transaction, changer, [
        {
          entity: 'truck',
          rowId: row.truckId,
          organisationId: row.organisationId,
          action: 'change',
          old: change.old as Record<string, unknown>,
          new: change.fresh as Record<string, unknown>,
        },
      ])
    return row
  })

/** The terminal of a truck: which one is bound, enrolment of another, release. */
export function truckTerminalRoutes({ bus, now }: HttpParts): Route[] {
  const changerOf = ({ user }: Pick<AskedByUser<unknown>, 'user'>): Changer => ({ id: user.id, userName: user.userName, at: now() })
  return [
    handle(truckTerminalCalls.read, async ({ input, db }) => shown(await rowOf(db, input.id, false), now())),
    handle(truckTerminalCalls.enrol, async (asked) => {
      const until = asked.input.open === 'yes' ? new Date(now().getTime() + ENROLMENT_MINUTES * 60_000) : null
      const { phone } = await changed(asked, asked.input.id, changerOf(asked), async (db, row) => {
        const wasOpen = row.enrolmentUntil !== null && row.enrolmentUntil > now()
        await db.updateTable('truck').set({ enrolment_until: until }).where('id', '=', row.truckId).execute()
        if (until === null && !wasOpen) return null
        return { old: { enrolment: wasOpen ? 'open' : 'closed' }, fresh: { enrolment: until === null ? 'closed' : until.toISOString() } }
      })
      bus.publish('terminals', phone)
      return null
    }),
    handle(truckTerminalCalls.release, async (asked) => {
      const { phone } = await changed(asked, asked.input.id, changerOf(asked), async (db, row) => {
        await db.deleteFrom('device').where('truck_id', '=', row.truckId).execute()
        // A session that misses the notice is refused with its next reading.
        await sql`UPDATE truck_state SET epoch = epoch + 1, gateway = '' WHERE truck_id = ${row.truckId}`.execute(db)
        return row.terminalId === null ? null : { old: { terminal: boundOf(row) }, fresh: {} }
      })
      bus.publish('terminals', phone)
      return null
    }),
  ]
}
