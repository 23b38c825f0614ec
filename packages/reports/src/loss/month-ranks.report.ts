import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  count,
  dimension,
  isChosen,
  loss,
  lossRate,
  month,
  productGroupOf,
  products,
  rankChange,
  text,
  totalLitres,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { isUnmeasured, leftOut, leftOutOf, measured } from '../loss-columns.ts'
import { RANK_DIMENSIONS } from '../loss-words.ts'

const filters = {
  scope: truckOrOrganisation(),
  when: month(),
  dimension: dimension({ zh: '排名对象', en: 'Rank by' }, RANK_DIMENSIONS),
  product: products(),
}

/** Whose rank it is: a number that stays and the name to show. */
const RANKED = {
  organisation: { key: 'delivery_line.organisation_id', name: 'organisation.name' },
  truck: { key: 'delivery_line.truck_id', name: 'truck.plate' },
  driver: { key: 'delivery_line.driver_id', name: 'delivery_line.driver_name' },
  station: { key: 'delivery_line.station_id', name: 'delivery_line.station_name' },
  depot: { key: 'delivery_line.depot_id', name: 'delivery_line.depot_name' },
} as const satisfies Record<keyof typeof RANK_DIMENSIONS, { key: string; name: string }>

const rows = (db: ScopedDb, { scope, when, ...asked }: ValuesOf<typeof filters>) => {
  const { key, name } = RANKED[asked.dimension as keyof typeof RANKED] ?? RANKED.truck
  // Trips first, so that each counts once.
  const trips = db
    .from('delivery_line')
    .innerJoin('truck', 'truck.id', 'delivery_line.truck_id')
    .innerJoin('organisation', 'organisation.id', 'delivery_line.organisation_id')
    .where(isChosen(scope, 'delivery_line'))
    .where('delivery_line.trip_started_at', '>=', when.previousFrom)
    .where('delivery_line.trip_started_at', '<=', when.to)
    .where(sql<boolean>`(delivery_line.transport_loss_l IS NOT NULL OR ${isUnmeasured()})`)
    .where(sql<boolean>`${sql.ref(key)} IS NOT NULL`)
    .where(among(productGroupOf(sql<number>`delivery_line.oil_code`), asked.product))
    .groupBy(['delivery_line.truck_id', 'delivery_line.trip_started_at', sql.ref(key)])
    .select([
      sql<number>`${sql.ref(key)}`.as('ranked'),
      sql<boolean>`delivery_line.trip_started_at >= ${when.from}`.as('current'),
      sql<string | null>`nullif(max(${sql.ref(name)}), '')`.as('name'),
      sql<
        number | null
      >`sum(delivery_line.load_v20_l) FILTER (WHERE delivery_line.first AND delivery_line.transport_loss_l IS NOT NULL)`.as('load'),
      sql<number | null>`sum(delivery_line.transport_loss_l)`.as('loss'),
      sql<number>`count(*) FILTER (WHERE delivery_line.over_quota_l > 0 AND delivery_line.judge = 'loss')`.as('over'),
      leftOutOf().as('left_out'),
    ])
  return (
    db.read
      .with('trip', () => trips)
      .with('monthly', (query) =>
        query
          .selectFrom('trip')
          .groupBy(['trip.ranked', 'trip.current'])
          .select([
            'trip.ranked',
            'trip.current',
            sql<string | null>`max(trip.name)`.as('name'),
            sql<number>`count(*)::int`.as('trips'),
            sql<number | null>`sum(trip.load)`.as('load'),
            sql<number | null>`sum(trip.loss)`.as('loss'),
            sql<number | null>`sum(trip.loss) / nullif(sum(trip.load), 0) * 1000`.as('rate'),
            sql<number>`sum(trip.over)::int`.as('overLines'),
            sql<number | null>`sum(trip.left_out)::int`.as('leftOut'),
          ]),
      )
      // The highest rate is the first.
      .with('ranked', (query) =>
        query
          .selectFrom('monthly')
          .selectAll()
          .select(
            sql<
              number | null
            >`CASE WHEN monthly.rate IS NOT NULL THEN (rank() OVER (PARTITION BY monthly.current ORDER BY monthly.rate DESC NULLS LAST))::int END`.as(
              'rank',
            ),
          ),
      )
      .selectFrom('ranked as now')
      .leftJoin('ranked as before', (join) => join.onRef('before.ranked', '=', 'now.ranked').on(sql<boolean>`NOT before.current`))
      .where(sql<boolean>`now.current`)
      .select([
        sql<string>`now.ranked::text`.as('id'),
        'now.rank',
        sql<number | null>`before.rank - now.rank`.as('rankChange'),
        'now.name',
        'now.trips',
        'now.load',
        'now.loss',
        'now.rate',
        'before.rate as rateBefore',
        'now.overLines',
        'now.leftOut',
      ])
  )
}

export default defineReport({
  path: 'cargo_monitor/data_analysis/loss_month_rank',
  title: { zh: '月度损耗排名', en: 'Monthly loss ranking' },
  filters,
  rows,
  columns: {
    rank: measured(wholeNumber({ zh: '排名', en: 'Rank' })),
    rankChange: rankChange({ zh: '较上月', en: 'Since last month' }),
    name: text({ zh: '名称', en: 'Name' }),
    trips: count({ zh: '配送次数', en: 'Trips' }),
    load: measured(totalLitres({ zh: '装油量(V20)', en: 'Loaded (V20)' })),
    loss: measured(loss({ zh: '运输损耗', en: 'Transport loss' })),
    rate: measured(lossRate({ zh: '损耗率', en: 'Loss rate' }, { of: 'loss', by: 'load' })),
    rateBefore: lossRate({ zh: '上月损耗率', en: 'Rate last month' }),
    overLines: count({ zh: '超耗仓次', en: 'Over quota' }),
    leftOut: leftOut(),
  },
  sort: { by: 'rank', order: 'asc' },
  rowIs: 'record',
  summed: true,
  chart: { kind: 'bars', title: { zh: '损耗率排名', en: 'Loss rates' }, x: 'name', y: ['rate'], rowsFor: 'all' },
})
