import type { RowLeads } from '@tanker/contract/report-view'
import { type RawBuilder, sql } from 'kysely'
import type { ChosenPeriod, LeadsTo } from '../define-report.ts'
import { shortNameOf } from '../kinds.ts'
import { type DrivingDimension, keyOf, nameOfKey } from './exceptions-by.ts'

/** Where numbers of the analyses lead, and what they pick there. */

/** Pieces of driving: what distances and driving times are sums of. `when`: the filter here that has the period. */
export const toDrives = (when: 'when' | 'month' = 'when'): LeadsTo => ({
  path: 'driving_monitor/data_analysis/truck_daily_mile',
  tab: 'drives',
  keeps: { scope: 'scope', when, driver: 'driver' },
})
/** Trips, by their departure. */
export const toTrips = (when: 'when' | 'month' = 'when'): LeadsTo => ({
  path: 'cargo_monitor/event_report/delivery_record',
  keeps: { scope: 'scope', when },
})

const PICKED_BY = { truck: 'ofTruck', driver: 'ofDriver', organisation: 'ofOrganisation' } as const

/** By these columns numbers of one truck, driver or organisation lead to a list. */
export const PICKABLE = {
  ofTruck: { zh: '车辆', en: 'Truck' },
  ofDriver: { zh: '驾驶员', en: 'Driver' },
  ofPlace: { zh: '地点', en: 'Place' },
  ofOrganisation: { zh: '所属组织（不含下级）', en: 'Organisation alone' },
} as const

/** SQL of `PICKABLE` over a joined `truck` and `organisation`; `driver`: the name of who drove. */
export const pickedRow = (table: 'alarm' | 'record' | 'delivery', driver: RawBuilder<string | null>) =>
  [
    ofTruck.as('ofTruck'),
    keyOf('driver', table, driver).as('ofDriver'),
    sql<string>`concat(organisation.id, ':', ${shortNameOf('organisation')})`.as('ofOrganisation'),
  ] as const

/** SQL: a truck as `ofTruck` has it, over a joined `truck`. */
export const ofTruck = sql<string>`concat(truck.id, ':', truck.plate)`

/** SQL: what is picked of such a list for the row of this key; a driver's key has the name already. */
export const leadsOf = (by: DrivingDimension, key: string): RawBuilder<RowLeads> =>
  sql`jsonb_build_object('picked', jsonb_build_object(${sql.lit(PICKED_BY[by])},
    ${by === 'driver' ? sql.ref(key) : sql`concat(${sql.ref(key)}, ':', ${nameOfKey(by, key)})`}))`

/** SQL: `when` for a day of the user, YYYY-MM-DD, as far as it lies in the period. */
export const dayLeads = (day: RawBuilder<string>, { from, to, zone }: ChosenPeriod): RawBuilder<RowLeads> => {
  const midnight = (daysLater: number) => sql`((${day}::date + ${sql.lit(daysLater)})::timestamp AT TIME ZONE ${sql.lit(zone)})`
  const text = (at: RawBuilder<unknown>) => sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql`jsonb_build_object('filters', jsonb_build_object('when', jsonb_build_object(
    'from', ${text(sql`greatest(${midnight(0)}, ${from}::timestamptz)`)},
    'to', ${text(sql`least(${midnight(1)} - interval '1 ms', ${to}::timestamptz)`)})))`
}
