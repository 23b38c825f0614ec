import type { Db } from '@tanker/database/connection'
import type { Database } from '@tanker/database/tables'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { RollOutTruckState } from '@tanker/domain/devices/roll-out'
import { type Selectable, sql } from 'kysely'
import { recordChanges, type Writer } from '../../platform/changes/record-change.ts'

export type RollOut = Selectable<Database['roll_out']>

/** A truck of a roll-out with what is known of it now. */
export type RolledTruck = {
  readonly truckId: number
  readonly plate: string
  readonly isFirst: boolean
  readonly state: RollOutTruckState
  readonly isExcused: boolean
  readonly orderedAt: Date | null
  readonly commandId: number | null
  readonly command: 'waiting' | 'sending' | 'synchronizing' | 'done' | 'failed' | 'stopped' | null
  /** The command is the one of `orderedAt`: a truck that returns still has that of its order at first. */
  readonly isOwnCommand: boolean
  readonly isOnline: boolean
  readonly hasFault: boolean
  readonly drifts: boolean
  /** What it reported is being compared. */
  readonly isCompared: boolean
}

/** Faults of what is fitted to a truck, which a wrong file or firmware causes. */
const FAULTS: readonly number[] = [ALARM.sealFault, ALARM.underVoltage, ALARM.cargoDevice, ALARM.consoleFault]

/** The trucks of a roll-out in their order. */
export async function trucksOf(db: Db, { id, parameter_file, checked_from }: RollOut): Promise<readonly RolledTruck[]> {
  const { rows } =
    await sql<RolledTruck>`SELECT r.truck_id AS "truckId", t.plate, r.is_first AS "isFirst", r.state, r.is_excused AS "isExcused",
      r.ordered_at AS "orderedAt", r.command_id AS "commandId", c.state AS command, c.ordered_at IS NOT DISTINCT FROM r.ordered_at AS "isOwnCommand",
      EXISTS (SELECT FROM terminal_session s WHERE s.truck_id = r.truck_id AND s.ended_at IS NULL) AS "isOnline",
      EXISTS (SELECT FROM alarm a WHERE a.truck_id = r.truck_id AND a.type = ANY (${[...FAULTS]}::int[])
        AND a.started_at >= greatest(${checked_from}::timestamptz, r.ordered_at) AND a.superseded_at IS NULL) AS "hasFault",
      coalesce(f.differing > 0, false) AS drifts, coalesce(f.compare_due, false) AS "isCompared"
    FROM roll_out_truck r JOIN truck t ON t.id = r.truck_id LEFT JOIN device_command c ON c.id = r.command_id
      LEFT JOIN parameter_file f ON f.truck_id = r.truck_id AND f.file = ${parameter_file}::int
    WHERE r.roll_out_id = ${id} ORDER BY r.place`.execute(db)
  return rows
}

/** What changes of one truck. */
export const setTruck = async (db: Db, { id }: Pick<RollOut, 'id'>, { truckId }: RolledTruck, set: TruckChange): Promise<void> => {
  await db.updateTable('roll_out_truck').set(set).where('roll_out_id', '=', id).where('truck_id', '=', truckId).execute()
}
type TruckChange = {
  readonly state?: RollOutTruckState
  readonly ordered_at?: Date
  readonly command_id?: number
  readonly problem?: string
  readonly is_excused?: boolean
}

/** Changes the state of a roll-out, and records it; false where it has another state by now. */
export async function setState(
  db: Db,
  rollOut: RollOut,
  set: Partial<Pick<RollOut, 'state' | 'resumes_to' | 'problem' | 'problem_plate' | 'checked_from' | 'watch_until' | 'ended_at'>>,
  {
    by,
    action = 'change',
    more = {},
  }: { readonly by: Writer; readonly action?: 'change' | 'resume' | 'stop' | 'return'; readonly more?: object },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('roll_out')
    .set(set)
    .where('id', '=', rollOut.id)
    .where('state', '=', rollOut.state)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const problem = set.problem ? { problem: set.problem, truck: set.problem_plate ?? null } : {}
  await recordChanges(db, by, [
    {
      entity: 'roll_out',
      rowId: rollOut.id,
      organisationId: rollOut.organisation_id,
      action,
      old: { state: rollOut.state },
      new: { state: set.state ?? rollOut.state, ...problem, ...more },
    },
  ])
  return true
}

/** Who ordered it, as the history names what it does by itself. */
export const ordererOf = ({ user_id, ordered_by }: RollOut, at: Date): Writer => ({ id: user_id, userName: ordered_by, at })

/** The command of this moment, if it was stored: after a crash it is not ordered a second time. */
export async function commandAt(db: Db, truckId: number, at: Date): Promise<number | null> {
  const row = await db
    .selectFrom('device_command')
    .where('truck_id', '=', truckId)
    .where('ordered_at', '=', at)
    .where('kind', 'in', ['write-file', 'upgrade'])
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}
