import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { comparedWith, count, dimension, leading, loss, lossRate, product, productGroupOf, text, totalLitres } from '../kinds.ts'
import { deliveryLinesOf, leftOut, leftOutOf, lossFilters, lineTripId, measured, placeNameOf } from '../loss-columns.ts'
import { VOLUME_BASES } from '../loss-words.ts'
import { rateOf, sumsOf } from './loss-sums.ts'

const filters = lossFilters({ volume: dimension({ zh: '体积口径', en: 'Volume' }, VOLUME_BASES) })

/** A row for each product that a station received: what trucks gave it and what its own gauge counted. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const sums = sumsOf(asked.volume === 'vt' ? 'vt' : 'v20')
  return deliveryLinesOf(db, asked)
    .where('delivery_line.station_id', 'is not', null)
    .groupBy(['delivery_line.station_id', 'delivery_line.oil_code'])
    .select([
      sql<string>`concat_ws('-', delivery_line.station_id, delivery_line.oil_code)`.as('id'),
      sql<string | null>`max(${placeNameOf('station')})`.as('station'),
      'delivery_line.oil_code as product',
      sql<number>`count(DISTINCT ${lineTripId})::int`.as('deliveries'),
      sql<number>`count(DISTINCT delivery_line.truck_id)::int`.as('trucks'),
      sums.unload.as('unload'),
      sums.stationIn.as('stationIn'),
      sums.unloading.as('unloading'),
      sums.unloadedKnown.as('unloadedKnown'),
      rateOf(sums.unloading, sums.unloadedKnown).as('unloadingRate'),
      sums.transport.as('transport'),
      sums.load.as('load'),
      rateOf(sums.transport, sums.load).as('transportRate'),
      leftOutOf().as('leftOut'),
      sql<RowLeads>`jsonb_build_object('filters', jsonb_build_object('station', jsonb_build_array(delivery_line.station_id),
        'product', jsonb_build_array(${productGroupOf(sql<number>`delivery_line.oil_code`)})))`.as('leads'),
    ])
}

export default defineReport({
  path: 'stations',
  title: { zh: '油站油品分析', en: 'Station products' },
  filters,
  rows,
  columns: {
    station: text({ zh: '油站', en: 'Station' }),
    product: product(),
    deliveries: leading(count({ zh: '配送次数', en: 'Deliveries' })),
    trucks: count({ zh: '车辆数', en: 'Trucks' }),
    unload: measured(totalLitres({ zh: '卸油量', en: 'Unloaded' })),
    stationIn: comparedWith(totalLitres({ zh: '油站收油', en: 'Station in' }), 'unload'),
    unloading: loss({ zh: '卸油损耗', en: 'Unloading loss' }),
    unloadingRate: lossRate({ zh: '卸油损耗率', en: 'Unloading rate' }, { of: 'unloading', by: 'unloadedKnown' }),
    transport: measured(loss({ zh: '运输损耗', en: 'Transport loss' })),
    transportRate: measured(lossRate({ zh: '运输损耗率', en: 'Transport rate' }, { of: 'transport', by: 'load' })),
    leftOut: leftOut(),
  },
  sort: { by: 'unload', order: 'desc' },
  rowIs: 'record',
  leadsTo: {
    path: 'cargo_monitor/data_analysis/oil_loss',
    tab: 'product',
    keeps: { scope: 'scope', when: 'when', depot: 'depot', station: 'station', product: 'product', volume: 'volume' },
  },
  summed: true,
  chart: { kind: 'bars', title: { zh: '各油站卸油量', en: 'Unloaded by station' }, x: 'station', y: ['unload'], rowsFor: 'all' },
})
