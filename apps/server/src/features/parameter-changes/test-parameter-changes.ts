import { type Change, recordChanges } from '../../platform/changes/record-change.ts'
import type { TestApi } from '../../platform/http/test-api.ts'

const HOUR_MS = 3_600_000

type Truck = { readonly id: number; readonly organisation_id: number; readonly code: string }

/** What was sent an hour ago to each truck by `seedTerminalParameters`. */
const sent = ({ id, organisation_id }: Truck): Change => ({
  entity: 'terminal_parameters',
  rowId: id,
  organisationId: organisation_id,
  action: 'send',
  old: null,
  new: { 1: 90, reason: '省流量' },
})

const screen = ({ id, organisation_id }: Truck): Change => ({
  entity: 'parameter_file',
  rowId: id,
  organisationId: organisation_id,
  action: 'send',
  old: { brightness: 80, userPwd: '***' },
  new: { brightness: 60, userPwd: '***', file: 'ui.cfg', reason: '夜间太亮' },
})

const threshold = (entity: string, rowId: number, organisationId: number, more: object): Change => ({
  entity,
  rowId,
  organisationId,
  action: 'change',
  old: { overspeedKmh: null },
  new: { overspeedKmh: 65, reason: '限速调整', from: '2026-01-05T00:00:00.000Z', ...more },
})

/** Thresholds of every organisation and truck, one of them restored, and what was sent to every truck, as the history has it. */
export async function seedParameterChanges({ database: { pool, db }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  const { rows: trucks } = await pool.query<Truck>(
    `SELECT t.id, t.organisation_id, o.code FROM truck t JOIN organisation o ON o.id = t.organisation_id ORDER BY t.id`,
  )
  const at = new Date(now.getTime() - HOUR_MS)
  for (const code of new Set(trucks.map((truck) => truck.code))) {
    const own = trucks.filter((truck) => truck.code === code)
    const by = { id: null, userName: `外人修改${code}`, at }
    const organisationId = own[0]!.organisation_id
    await db
      .transaction()
      .execute((transaction) =>
        recordChanges(transaction, by, [
          threshold('organisation_threshold', organisationId, organisationId, {}),
          ...own.flatMap((truck) => [threshold('truck_threshold', truck.id, organisationId, { restores: 1 }), screen(truck), sent(truck)]),
        ]),
      )
  }
}
