import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { LOSS_JUDGES } from '@tanker/domain/loss/loss-words'
import type { Text } from '@tanker/domain/texts/text'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import { type ChosenPeriod, defineReport, type ValuesOf } from '../define-report.ts'
import { dayOf } from '../driving/driven-columns.ts'
import { dayLeads } from '../driving/leads.ts'
import { choice, count, decimal, dimension, leading, loss, lossRate, oneOf, shortNameOf, text, totalLitres } from '../kinds.ts'
import {
  concluded,
  deliveryLinesOf,
  isUnmeasured,
  leftOut,
  leftOutOf,
  lossFilters,
  lineTripId,
  measured,
  placeNameOf,
} from '../loss-columns.ts'
import { VOLUME_BASES } from '../loss-words.ts'
import { judge, rateOf, sumsOf, uncertainty } from './loss-sums.ts'

const DIMENSIONS = {
  route: { zh: '按线路', en: 'Route' },
  day: { zh: '按日', en: 'Day' },
  month: { zh: '按月', en: 'Month' },
  organisation: { zh: '按承运组织', en: 'Carrier' },
} as const satisfies Readonly<Record<string, Text>>
type Dimension = keyof typeof DIMENSIONS

const filters = lossFilters({
  by: dimension({ zh: '汇总方式', en: 'Summed up by' }, DIMENSIONS),
  volume: dimension({ zh: '体积口径', en: 'Volume' }, VOLUME_BASES),
  judge: oneOf({ zh: '判断', en: 'Verdict' }, LOSS_JUDGES),
})

const left = 'delivery_line.trip_started_at'

/** SQL: whose row a line counts for, and what is shown of it. */
const groupOf = (by: Dimension, { zone }: ChosenPeriod): { readonly key: RawBuilder<string>; readonly name: RawBuilder<string> } => {
  if (by === 'route') {
    const place = (of: 'depot' | 'station') => sql<string>`coalesce(${placeNameOf(of)}, '?')`
    return {
      key: sql`concat(delivery_line.depot_id, '>', delivery_line.station_id)`,
      name: sql`min(concat(${place('depot')}, ' → ', ${place('station')}))`,
    }
  }
  if (by === 'organisation') return { key: sql`delivery_line.organisation_id::text`, name: sql`min(${shortNameOf('organisation')})` }
  const key = by === 'day' ? dayOf(left, zone) : sql<string>`left(${dayOf(left, zone)}, 7)`
  return { key, name: sql`min(${key})` }
}

/** What the list of deliveries is asked for a row; nothing where its filters cannot say it. */
const leadsOf = (by: Dimension, key: RawBuilder<string>, when: ChosenPeriod): RawBuilder<RowLeads> => {
  const only = (column: string) =>
    sql`CASE WHEN min(${sql.ref(column)}) IS NULL THEN '[]' ELSE jsonb_build_array(min(${sql.ref(column)})) END`
  if (by === 'day') return dayLeads(key, when)
  if (by === 'route')
    return sql`jsonb_build_object('filters', jsonb_build_object('depot', ${only('delivery_line.depot_id')}, 'station', ${only('delivery_line.station_id')}))`
  return sql`'{}'::jsonb`
}

/** Transport losses of all deliveries by route, day, month or carrier, against the quota. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const by = asked.by as Dimension
  const sums = sumsOf(asked.volume === 'vt' ? 'vt' : 'v20')
  const { key, name } = groupOf(by, asked.when)
  return deliveryLinesOf(db, asked)
    .where(sql<boolean>`(delivery_line.transport_loss_l IS NOT NULL OR ${isUnmeasured()})`)
    .groupBy(key)
    .having(among(judge, asked.judge))
    .select([
      key.as('id'),
      name.as('name'),
      sql<number>`count(DISTINCT ${lineTripId})::int`.as('deliveries'),
      sums.load.as('load'),
      sums.arrive.as('arrive'),
      sums.transport.as('transport'),
      rateOf(sums.transport, sums.load).as('transportRate'),
      uncertainty.as('uncertainty'),
      judge.as('judge'),
      rateOf(sums.quota, sums.load).as('quota'),
      sql<
        number | null
      >`CASE WHEN ${judge} = 'loss' THEN greatest(0, ${sums.transport} - ${sums.quota}) WHEN ${sums.transport} IS NOT NULL THEN 0 END`.as(
        'over',
      ),
      sums.total.as('total'),
      sums.sent.as('sent'),
      rateOf(sums.total, sums.sent).as('totalRate'),
      leftOutOf().as('leftOut'),
      leadsOf(by, key, asked.when).as('leads'),
    ])
}

export default defineReport({
  path: 'summary',
  title: { zh: '运输损耗汇总', en: 'Transport loss summary' },
  filters,
  rows,
  columns: {
    name: text({ zh: '名称', en: 'Name' }),
    deliveries: leading(count({ zh: '配送次数', en: 'Deliveries' })),
    load: measured(totalLitres({ zh: '装油量', en: 'Loaded' })),
    arrive: measured(totalLitres({ zh: '到站量', en: 'Arrived' })),
    transport: measured(loss({ zh: '运输损耗', en: 'Transport loss' })),
    transportRate: measured(lossRate({ zh: '运输损耗率', en: 'Transport rate' }, { of: 'transport', by: 'load' })),
    judge: concluded(choice({ zh: '判断', en: 'Verdict' }, LOSS_JUDGES)),
    uncertainty: measured(decimal({ zh: '测量误差 ±', en: 'Measuring error ±' }, 'L', 2)),
    quota: lossRate({ zh: '定额', en: 'Quota' }),
    over: measured(loss({ zh: '超耗量', en: 'Over quota' })),
    total: measured(loss({ zh: '总损耗', en: 'Total loss' })),
    totalRate: measured(lossRate({ zh: '总损耗率', en: 'Total rate' }, { of: 'total', by: 'sent' })),
    leftOut: leftOut(),
  },
  sort: { by: 'transport', order: 'desc' },
  rowIs: 'record',
  leadsTo: {
    path: 'cargo_monitor/data_analysis/oil_loss',
    tab: 'whole',
    keeps: { scope: 'scope', when: 'when', depot: 'depot', station: 'station', product: 'product', volume: 'volume' },
  },
  summed: true,
  chart: { kind: 'bars', title: { zh: '运输损耗率', en: 'Transport loss rates' }, x: 'name', y: ['transportRate'], rowsFor: 'all' },
})
