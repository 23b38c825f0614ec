import { LOSS_BASES, LOSS_JUDGES } from '@tanker/domain/loss/loss-words'
import { openDetail, openTripCurve, proveDelivery } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  atLeast,
  choice,
  comparedWith,
  compartment,
  compartments,
  decimal,
  dimension,
  loss,
  lossRate,
  oneOf,
  plateCell,
  product,
  text,
  time,
  totalLitres,
  plate,
  organisation,
  shortNameOf,
} from '../kinds.ts'
import {
  concluded,
  deliveryLinesOf,
  isUnmeasured,
  leftOut,
  leftOutOf,
  lineTripId,
  lossFilters,
  measured,
  placeNameOf,
} from '../loss-columns.ts'
import { VOLUME_BASES } from '../loss-words.ts'
import { judge, rateOf, sumsOf, uncertainty } from './loss-sums.ts'

export type LossTab = 'whole' | 'compartment' | 'product'

const filters = lossFilters({
  compartment: compartments(),
  volume: dimension({ zh: '体积口径', en: 'Volume' }, VOLUME_BASES),
  judge: oneOf({ zh: '判断', en: 'Verdict' }, LOSS_JUDGES),
  leastLoss: atLeast({ zh: '损耗绝对值不小于', en: 'Loss at least' }, 'L'), // spec 9 [9-06]
  leastRate: atLeast({ zh: '损耗率绝对值不小于', en: 'Rate at least' }, '‰'),
})

const basis = sql<
  string | null
>`CASE WHEN coalesce(sum(delivery_line.transport_loss_l), sum(delivery_line.total_loss_l)) IS NULL THEN NULL ELSE CASE WHEN bool_and(NOT delivery_line.first OR delivery_line.depot_out_v20_l IS NOT NULL) THEN 'ticket' ELSE 'truck' END
  || '-' || CASE WHEN bool_and(delivery_line.station_in_v20_l IS NOT NULL) THEN 'station' ELSE 'truck' END END`

/** One row for each trip, each compartment of a trip, or each product of a trip: sums first, then rates (domain B.3). */
const rowsBy = (tab: LossTab) => (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const sums = sumsOf(asked.volume === 'vt' ? 'vt' : 'v20')
  const part =
    tab === 'whole'
      ? sql<number | null>`NULL::int`
      : sql<number | null>`delivery_line.${sql.raw(tab === 'product' ? 'oil_code' : 'compartment')}`
  return deliveryLinesOf(db, asked)
    .where(sql<boolean>`(delivery_line.transport_loss_l IS NOT NULL OR ${isUnmeasured()})`)
    .where(among(sql<number>`delivery_line.compartment`, asked.compartment))
    .groupBy(['delivery_line.truck_id', 'delivery_line.trip_started_at', 'truck.id', 'truck.plate', 'organisation.id'])
    .$if(tab !== 'whole', (query) => query.groupBy(part))
    .having(notBelow(sql<number>`abs(coalesce(${sums.transport}, ${sums.total}))`, asked.leastLoss))
    .having(notBelow(sql<number>`abs(coalesce(${rateOf(sums.transport, sums.load)}, ${rateOf(sums.total, sums.sent)}))`, asked.leastRate))
    .having(among(judge, asked.judge))
    .select([
      sql<string>`concat_ws('-', ${lineTripId}, ${part})`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'delivery_line.trip_started_at as leftDepot',
      sql<string | null>`nullif(max(delivery_line.slip_no), '')`.as('slipNo'),
      sql<string | null>`max(${placeNameOf('depot')})`.as('depot'),
      sql<string | null>`string_agg(DISTINCT ${placeNameOf('station')}, '、')`.as('stations'),
      (tab === 'compartment' ? part : sql<number | null>`NULL::int`).as('compartment'),
      (tab === 'whole' ? sql<number | null>`NULL::int` : sql<number | null>`max(delivery_line.oil_code)`).as('product'),
      sums.out.as('depotOut'),
      sums.load.as('load'),
      sums.arrive.as('arrive'),
      sums.unload.as('unload'),
      sums.stationIn.as('stationIn'),
      sums.loadDifference.as('loadDifference'),
      sums.transport.as('transport'),
      rateOf(sums.transport, sums.load).as('transportRate'),
      uncertainty.as('uncertainty'),
      sums.unloading.as('unloading'),
      sums.unloadedKnown.as('unloadedKnown'),
      rateOf(sums.unloading, sums.unloadedKnown).as('unloadingRate'),
      sums.total.as('total'),
      sums.sent.as('sent'),
      rateOf(sums.total, sums.sent).as('totalRate'),
      rateOf(sums.quota, sums.load).as('quota'),
      // As of a delivery: what the error of measurement explains is over no quota.
      sql<
        number | null
      >`CASE WHEN ${judge} = 'loss' THEN greatest(0, ${sums.transport} - ${sums.quota}) WHEN ${sums.transport} IS NOT NULL THEN 0 END`.as(
        'over',
      ),
      judge.as('judge'),
      basis.as('basis'),
      leftOutOf().as('leftOut'),
    ])
}

/** A tab of the loss analysis. */
export function lossReport(tab: LossTab, title: Text) {
  const rows = rowsBy(tab)
  return defineReport({
    path: tab,
    title,
    filters,
    rows,
    columns: {
      plate: plate(),
      leftDepot: time({ zh: '离库时间', en: 'Left depot' }),
      ...(tab === 'compartment' ? { compartment: compartment() } : {}),
      ...(tab === 'whole' ? {} : { product: product() }),
      transport: measured(loss({ zh: '运输损耗', en: 'Transport loss' })),
      transportRate: measured(lossRate({ zh: '运输损耗率', en: 'Transport rate' }, { of: 'transport', by: 'load' })),
      judge: concluded(choice({ zh: '判断', en: 'Verdict' }, LOSS_JUDGES)),
      uncertainty: measured(decimal({ zh: '测量误差 ±', en: 'Measuring error ±' }, 'L', 2)),
      quota: lossRate({ zh: '定额', en: 'Quota' }),
      over: measured(loss({ zh: '超耗量', en: 'Over quota' })),
      total: measured(loss({ zh: '总损耗', en: 'Total loss' })),
      totalRate: measured(lossRate({ zh: '总损耗率', en: 'Total rate' }, { of: 'total', by: 'sent' })),
      stations: text({ zh: '油站', en: 'Stations' }),
      depot: text({ zh: '油库', en: 'Depot' }),
      load: measured(totalLitres({ zh: '装油量', en: 'Loaded' })),
      arrive: measured(totalLitres({ zh: '到站量', en: 'Arrived' })),
      unload: measured(totalLitres({ zh: '卸油量', en: 'Unloaded' })),
      depotOut: comparedWith(totalLitres({ zh: '油库发油', en: 'Depot out' }), 'load'),
      loadDifference: measured(loss({ zh: '装油差', en: 'Load difference' })),
      stationIn: comparedWith(totalLitres({ zh: '油站收油', en: 'Station in' }), 'unload'),
      unloading: loss({ zh: '卸油损耗', en: 'Unloading loss' }),
      unloadingRate: lossRate({ zh: '卸油损耗率', en: 'Unloading rate' }, { of: 'unloading', by: 'unloadedKnown' }),
      slipNo: text({ zh: '配送单号', en: 'Slip' }),
      basis: choice({ zh: '依据', en: 'Basis' }, LOSS_BASES),
      leftOut: leftOut(),
      organisation: organisation(),
    },
    sort: { by: 'leftDepot', order: 'desc' },
    actions: [openDetail, openTripCurve, proveDelivery],
    rowIs: 'record',
  })
}
