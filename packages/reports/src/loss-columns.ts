import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from './conditions.ts'
import type { ChosenPeriod, ChosenTrucks, Column, Filters } from './define-report.ts'
import {
  count,
  depots,
  isChosen,
  period,
  plateCell,
  productGroupOf,
  products,
  siteCell,
  stations,
  truckOrOrganisation,
  shortNameOf,
} from './kinds.ts'

/** What every loss report asks, with the report's own filters behind. */
export const lossFilters = <F extends Filters>(own: F) => ({
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  depot: depots(),
  station: stations(),
  product: products(),
  ...own,
})

type Asked = {
  readonly scope: ChosenTrucks
  readonly when: ChosenPeriod
  readonly depot: readonly number[] | undefined
  readonly station: readonly number[] | undefined
  readonly product: readonly string[] | undefined
}

/** Lines of deliveries that began in the time, with truck and organisation. */
export const deliveryLinesOf = (db: ScopedDb, { scope, when, depot, station, product }: Asked) =>
  db
    .from('delivery_line')
    .innerJoin('truck', 'truck.id', 'delivery_line.truck_id')
    .innerJoin('organisation', 'organisation.id', 'delivery_line.organisation_id')
    .where(isChosen(scope, 'delivery_line'))
    .where('delivery_line.trip_started_at', '>=', when.from)
    .where('delivery_line.trip_started_at', '<=', when.to)
    .where(among(sql<number | null>`delivery_line.depot_id`, depot))
    .where(among(sql<number | null>`delivery_line.station_id`, station))
    .where(among(productGroupOf(sql<number>`delivery_line.oil_code`), product))

/** SQL: the truck unloaded there, and no gauge measured what was loaded or unloaded: it has none, or it is stuck. */
export const isUnmeasured = (line = 'delivery_line') =>
  sql<boolean>`(${sql.ref(`${line}.leg`)} > 0 AND (${sql.ref(`${line}.load_v20_l`)} IS NULL OR ${sql.ref(`${line}.arrive_v20_l`)} IS NULL))`

/** SQL: so many compartments of a trip are not in the sums; null: none. */
export const leftOutOf = (line = 'delivery_line') =>
  sql<number | null>`nullif((count(DISTINCT ${sql.ref(`${line}.compartment`)}) FILTER (WHERE ${isUnmeasured(line)}))::int, 0)`

/** The column for it; a report that has `measured` columns has one by the name `leftOut`. */
export const leftOut = (): Column<number | null> => ({
  ...count({ zh: '未计入仓数', en: 'Left out' }),
  hint: {
    zh: '没有液位仪或液位仪卡滞的仓，升数未知，不计入各项合计。',
    en: 'Compartments without a gauge, or with a stuck one: their litres are not known and are in no sum.',
  },
})

/** A column that needs the truck's gauges; shows a note where there are none. */
export const measured = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  unknown: { when: 'leftOut', says: { zh: '无液位数据', en: 'No gauge data' } },
})

/** The same for what is concluded from it. */
export const concluded = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  unknown: { when: 'leftOut', says: { zh: '无法判断', en: 'Cannot be judged' } },
})

/** A text that may be empty: then there is nothing to show. */
export const filled = (column: string) => sql<string | null>`nullif(${sql.ref(column)}, '')`

const tripMs = sql`(extract(epoch FROM delivery_line.trip_started_at) * 1000)::bigint`
/** A line's key as a text. */
export const lineId = sql<string>`concat_ws('-', delivery_line.truck_id, ${tripMs}, delivery_line.leg, delivery_line.compartment)`
export const lineTripId = sql<string>`concat_ws('-', delivery_line.truck_id, ${tripMs})`

/** Who, when and where of a line; join the places as `depot_place` and `station_place`. */
export const lineRow = [
  lineId.as('id'),
  plateCell.as('plate'),
  shortNameOf('organisation').as('organisation'),
  filled('delivery_line.slip_no').as('slipNo'),
  'delivery_line.compartment',
  'delivery_line.oil_code as product',
  siteCell('station_place').as('station'),
] as const

/** SQL: the short name of the depot or station of a line, as it is now; the name kept with the line where the place is gone. */
export const placeNameOf = (place: 'depot' | 'station', line = 'delivery_line') =>
  sql<
    string | null
  >`nullif(coalesce((SELECT nullif(p.short_name, '') FROM place p WHERE p.id = ${sql.ref(`${line}.${place}_id`)}), ${sql.ref(`${line}.${place}_name`)}), '')`

/** Milliseconds between two times; null when one is missing. */
export const between = (from: string, to: string) =>
  sql<number | null>`(extract(epoch FROM ${sql.ref(to)} - ${sql.ref(from)}) * 1000)::float8`
