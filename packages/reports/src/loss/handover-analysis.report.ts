import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from '../conditions.ts'
import { type Column, defineReport, type ValuesOf } from '../define-report.ts'
import {
  comparedWith,
  count,
  duration,
  isChosen,
  loss,
  lossRate,
  percent,
  productGroupOf,
  siteCell,
  station,
  text,
  totalLitres,
} from '../kinds.ts'
import { leftOut, leftOutOf, lossFilters, measured, placeNameOf } from '../loss-columns.ts'

const filters = lossFilters({})

/** Nothing is unloaded later than this after its departure; it limits the lines that are read. */
const longestTripMs = 10 * 86_400_000

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  // The volumes of one handover first, so that it counts once.
  const handovers = db
    .from('handover')
    .innerJoin('delivery_line as line', (join) =>
      join
        .onRef('line.truck_id', '=', 'handover.truck_id')
        .onRef('line.trip_started_at', '=', 'handover.trip_started_at')
        .onRef('line.leg', '=', 'handover.leg'),
    )
    .where(isChosen(asked.scope, 'handover'))
    .where('handover.unloaded_at', '>=', asked.when.from)
    .where('handover.unloaded_at', '<=', asked.when.to)
    .where('line.trip_started_at', '>=', new Date(asked.when.from.getTime() - longestTripMs))
    .where('line.trip_started_at', '<=', asked.when.to)
    .where(among(sql<number | null>`handover.station_id`, asked.station))
    .where(among(sql<number | null>`line.depot_id`, asked.depot))
    .where(among(productGroupOf(sql<number>`line.oil_code`), asked.product))
    .groupBy(['handover.truck_id', 'handover.trip_started_at', 'handover.leg'])
    .select([
      'handover.station_id',
      'handover.status',
      sql<number | null>`(extract(epoch FROM handover.signed_at - handover.unloaded_at) * 1000)::float8`.as('signing'),
      sql<string | null>`max(${placeNameOf('depot', 'line')})`.as('depot'),
      // Sums that are compared are of the same compartments.
      sql<number | null>`sum(line.depot_out_v20_l) FILTER (WHERE line.load_v20_l IS NOT NULL)`.as('depot_out'),
      sql<number | null>`sum(line.load_v20_l) FILTER (WHERE line.depot_out_v20_l IS NOT NULL)`.as('load'),
      sql<number | null>`sum(line.station_in_v20_l) FILTER (WHERE line.unload_v20_l IS NOT NULL)`.as('station_in'),
      sql<number>`count(*) FILTER (WHERE line.load_v20_l IS NOT NULL AND line.depot_out_v20_l IS NULL)`.as('tickets_missing'),
      sql<number>`count(*) FILTER (WHERE line.unload_v20_l IS NOT NULL AND line.station_in_v20_l IS NULL)`.as('gauges_missing'),
      sql<number | null>`sum(line.load_difference_l)`.as('depot_difference'),
      sql<number | null>`sum(line.unloading_loss_l)`.as('station_difference'),
      sql<number | null>`sum(line.unload_v20_l) FILTER (WHERE line.station_in_v20_l IS NOT NULL)`.as('compared'),
      leftOutOf('line').as('left_out'),
    ])
  const disputes = sql<number>`(count(*) FILTER (WHERE h.status = 'disputed'))::int`
  return db.read
    .selectFrom(handovers.as('h'))
    .leftJoin('place as station_place', 'station_place.id', 'h.station_id')
    .groupBy('station_place.id')
    .select([
      sql<string>`coalesce(station_place.id, 0)::text`.as('id'),
      siteCell('station_place').as('station'),
      sql<string | null>`string_agg(DISTINCT h.depot, '、')`.as('depots'),
      sql<number>`count(*)::int`.as('handovers'),
      sql<number | null>`sum(h.depot_out)`.as('depotOut'),
      sql<number | null>`sum(h.load)`.as('load'),
      sql<number | null>`sum(h.compared)`.as('unload'),
      sql<number | null>`sum(h.station_in)`.as('stationIn'),
      sql<number | null>`sum(h.depot_difference)`.as('depotDifference'),
      sql<number | null>`sum(h.station_difference)`.as('stationDifference'),
      sql<number | null>`sum(h.compared)`.as('compared'),
      sql<number | null>`sum(h.station_difference) / nullif(sum(h.compared), 0) * 1000`.as('rate'),
      sql<number | null>`sum(h.left_out)::int`.as('leftOut'),
      sql<number | null>`nullif(sum(h.tickets_missing), 0)::int`.as('ticketsMissing'),
      sql<number | null>`nullif(sum(h.gauges_missing), 0)::int`.as('gaugesMissing'),
      disputes.as('disputes'),
      sql<number>`${disputes}::float8 / count(*) * 100`.as('disputeRate'),
      sql<number | null>`avg(h.signing)`.as('signing'),
    ])
}

const noTicket = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  unknown: { when: 'ticketsMissing', says: { zh: '无付油单可比', en: 'No ticket to compare' } },
})
const noGauge = <Value>(column: Column<Value>): Column<Value> => ({
  ...column,
  unknown: { when: 'gaugesMissing', says: { zh: '无站罐数据可比', en: 'No gauge to compare' } },
})

const notCompared = {
  zh: '发油与装油、卸油与收油的合计只计入双方都有数据的仓；这些仓未计入。',
  en: 'Depot out and loaded, unloaded and station in are summed over compartments with both; these are left out.',
}

export default defineReport({
  path: 'cargo_monitor/data_analysis/handover_analysis',
  title: { zh: '交接分析', en: 'Handover analysis' },
  filters,
  rows,
  columns: {
    station: station(),
    stationDifference: measured(loss({ zh: '油站差量', en: 'Difference at station' })),
    rate: measured(lossRate({ zh: '站差率', en: 'Difference rate' }, { of: 'stationDifference', by: 'compared' })),
    depotDifference: measured(loss({ zh: '油库差量', en: 'Difference at depot' })),
    disputes: count({ zh: '异议次数', en: 'Disputes' }),
    handovers: count({ zh: '交接次数', en: 'Handovers' }),
    depots: text({ zh: '油库', en: 'Depots' }),
    depotOut: comparedWith(totalLitres({ zh: '油库发油(V20)', en: 'Depot out (V20)' }), 'load'),
    load: noTicket(comparedWith(totalLitres({ zh: '装油量(V20)', en: 'Loaded (V20)' }), 'depotOut')),
    unload: noGauge(comparedWith(totalLitres({ zh: '卸油量(V20)', en: 'Unloaded (V20)' }), 'stationIn')),
    stationIn: comparedWith(totalLitres({ zh: '油站收油(V20)', en: 'Station in (V20)' }), 'unload'),
    ticketsMissing: { ...count({ zh: '无付油单仓次', en: 'Without ticket' }), hint: notCompared },
    gaugesMissing: { ...count({ zh: '无站罐数据仓次', en: 'Without station gauge' }), hint: notCompared },
    leftOut: leftOut(),
    disputeRate: percent({ zh: '异议率', en: 'Dispute rate' }, { of: 'disputes', by: 'handovers' }),
    signing: duration({ zh: '平均签收时长', en: 'Time to sign' }),
  },
  sort: { by: 'stationDifference', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'bars',
    title: { zh: '各油站交接差量', en: 'Differences by station' },
    x: 'station',
    y: ['depotDifference', 'stationDifference'],
  },
})
