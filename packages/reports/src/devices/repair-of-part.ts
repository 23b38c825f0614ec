import type { RepairOutcome, RepairState } from '@tanker/domain/devices/repair-order'
import { type RawBuilder, sql } from 'kysely'
import { PART_ALARM_TYPES, partOfAlarm } from './device-days.ts'

/** A fault that begins so long after a repair is another one. */
const CAME_BACK = sql`interval '7 days'`

/** SQL of a `repair_order`: whether its part had a new fault within seven days of a repair that was done. */
export const faultAgainAfter = sql<boolean>`(repair_order.state = 'done' AND EXISTS (SELECT FROM alarm
  WHERE alarm.truck_id = repair_order.truck_id AND alarm.type = ANY (${[...PART_ALARM_TYPES]}::int[]) AND alarm.superseded_at IS NULL
    AND alarm.started_at > repair_order.ended_at AND alarm.started_at <= repair_order.ended_at + ${CAME_BACK}
    AND ${partOfAlarm} = repair_order.part))`

type OrderColumn = 'state' | 'repairer' | 'outcome' | 'ended_at'
type OrderValue = { state: RepairState; repairer: string; outcome: RepairOutcome; ended_at: Date }

/** SQL: a column of the open order of a part of a truck. */
export const ofOpenOrder = <C extends OrderColumn>(column: C, truck: RawBuilder<number>, part: RawBuilder<string>) =>
  sql<
    OrderValue[C] | null
  >`(SELECT ${sql.ref(`o.${column}`)} FROM repair_order AS o WHERE o.truck_id = ${truck} AND o.part = ${part} AND o.ended_at IS NULL)`

/** SQL of an `alarm`: a column of the first order given for its part while it lasted or within seven days of its end. */
export const ofOrderAfter = <C extends OrderColumn>(column: C) =>
  sql<OrderValue[C] | null>`(SELECT ${sql.ref(`o.${column}`)} FROM repair_order AS o
    WHERE o.truck_id = alarm.truck_id AND o.part = ${partOfAlarm} AND o.state <> 'cancelled' AND o.created_at >= alarm.started_at
      AND o.created_at <= coalesce(alarm.ended_at, 'infinity') + ${CAME_BACK}
    ORDER BY o.created_at LIMIT 1)`
