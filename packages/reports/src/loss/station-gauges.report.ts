import { openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  comparedWith,
  organisation,
  isChosen,
  litres,
  loss,
  lossRate,
  oneOf,
  period,
  product,
  productGroupOf,
  products,
  siteCell,
  station,
  stations,
  text,
  time,
  totalLitres,
  truckOrOrganisation,
  wholeNumber,
  shortNameOf,
} from '../kinds.ts'
import { leftOut, measured } from '../loss-columns.ts'
import { MATCH_STATES } from '../loss-words.ts'

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  station: stations(),
  product: products(),
  match: oneOf({ zh: '匹配', en: 'Match' }, MATCH_STATES),
}

const sameUnloading = sql`o.truck_id = station_gauge.truck_id AND o.trip_started_at = station_gauge.trip_started_at AND o.leg = station_gauge.leg
  AND o.oil_code = station_gauge.oil_code`
/** What the truck unloaded of the product, when its gauges measured all of it, in the ratio of what each tank took where several did. */
const truckV20 = sql<
  number | null
>`(SELECT CASE WHEN bool_and(o.unload_v20_l IS NOT NULL) THEN sum(o.unload_v20_l) END FROM delivery_line o WHERE ${sameUnloading})
  * station_gauge.received_v20_l / nullif((SELECT sum(o.received_v20_l) FROM station_gauge o WHERE ${sameUnloading}), 0)`
const unmeasured = sql<
  number | null
>`(SELECT nullif(count(*)::int, 0) FROM delivery_line o WHERE ${sameUnloading} AND o.unload_v20_l IS NULL)`
const difference = sql<number | null>`${truckV20} - station_gauge.received_v20_l`

const rows = (db: ScopedDb, { scope, when, ...asked }: ValuesOf<typeof filters>) =>
  db
    .from('station_gauge')
    .innerJoin('organisation', 'organisation.id', 'station_gauge.organisation_id')
    .innerJoin('place as station_place', 'station_place.id', 'station_gauge.station_id')
    .leftJoin('truck', 'truck.id', 'station_gauge.truck_id')
    .where(isChosen(scope, 'station_gauge'))
    .where('station_gauge.started_at', '>=', when.from)
    .where('station_gauge.started_at', '<=', when.to)
    .where(among(sql<number>`station_gauge.station_id`, asked.station))
    .where(among(productGroupOf(sql<number>`station_gauge.oil_code`), asked.product))
    .where(among(sql<string>`station_gauge.state`, asked.match))
    .select([
      sql<string>`station_gauge.id::text`.as('id'),
      siteCell('station_place').as('station'),
      shortNameOf('organisation').as('organisation'),
      'station_gauge.gauge_no as number',
      'station_gauge.tank_no as tank',
      'station_gauge.oil_code as product',
      'truck.plate as truck',
      'station_gauge.started_at as startedAt',
      'station_gauge.ended_at as endedAt',
      'station_gauge.before_l as before',
      'station_gauge.after_l as after',
      'station_gauge.sales_l as sales',
      'station_gauge.received_l as received',
      'station_gauge.received_v20_l as receivedV20',
      truckV20.as('truckV20'),
      difference.as('difference'),
      sql<number | null>`(${difference}) / nullif(${truckV20}, 0) * 1000`.as('rate'),
      'station_gauge.state as match',
      unmeasured.as('leftOut'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/atg_unload',
  title: { zh: 'ATG卸油记录', en: 'Station gauge unloadings' },
  filters,
  rows,
  columns: {
    station: station(),
    organisation: organisation(),
    number: text({ zh: '卸油编号', en: 'Delivery number' }),
    tank: wholeNumber({ zh: '油罐号', en: 'Tank' }),
    product: product(),
    truck: text({ zh: '车牌号', en: 'Plate' }),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    before: litres({ zh: '卸前体积', en: 'Before' }),
    after: litres({ zh: '卸后体积', en: 'After' }),
    sales: totalLitres({ zh: '期间销售', en: 'Sales' }),
    received: totalLitres({ zh: '收油量(Vt)', en: 'Received (Vt)' }),
    receivedV20: comparedWith(totalLitres({ zh: '收油量(V20)', en: 'Received (V20)' }), 'truckV20'),
    truckV20: measured(comparedWith(totalLitres({ zh: '车卸油量(V20)', en: 'Unloaded by truck (V20)' }), 'receivedV20')),
    difference: measured(loss({ zh: '差量(车−站)', en: 'Truck − station' })),
    rate: measured(lossRate({ zh: '差率', en: 'Difference rate' }, { of: 'difference', by: 'truckV20' })),
    match: choice({ zh: '匹配', en: 'Match' }, MATCH_STATES),
    leftOut: leftOut(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
