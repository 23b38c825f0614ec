import { signHandover } from '@tanker/contract/actions/handovers'
import { openDetail, openTripCurve } from '@tanker/contract/actions/row-details'
import { HANDOVER_STATES } from '@tanker/contract/handovers'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  comparedWith,
  organisation,
  containsText,
  driver,
  duration,
  isChosen,
  loss,
  lossRate,
  oneOf,
  plate,
  plateCell,
  productGroupOf,
  siteCell,
  station,
  text,
  textContains,
  time,
  totalLitres,
  shortNameOf,
} from '../kinds.ts'
import { between, filled, leftOut, leftOutOf, lossFilters, measured } from '../loss-columns.ts'

const filters = lossFilters({
  state: oneOf({ zh: '签收状态', en: 'State' }, HANDOVER_STATES),
  slip: textContains({ zh: '配送单号', en: 'Slip' }),
})

/** SQL: 1 where each compartment has both values or neither; of others the sums are of different compartments. */
const inPairs = (one: string, other: string) =>
  sql<number | null>`CASE WHEN count(*) FILTER (WHERE (${sql.ref(one)} IS NULL) <> (${sql.ref(other)} IS NULL)) = 0 THEN 1 END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('handover')
    .innerJoin('truck', 'truck.id', 'handover.truck_id')
    .innerJoin('organisation', 'organisation.id', 'handover.organisation_id')
    // The lines of the compartments, asked for each handover of the page, so that the newest are found by their index.
    .innerJoinLateral(
      (builder) =>
        builder
          .selectFrom('delivery_line as line')
          .whereRef('line.truck_id', '=', 'handover.truck_id')
          .whereRef('line.trip_started_at', '=', 'handover.trip_started_at')
          .whereRef('line.leg', '=', 'handover.leg')
          .where(among(sql<number | null>`line.depot_id`, asked.depot))
          .where(among(productGroupOf(sql<number>`line.oil_code`), asked.product))
          .select([
            sql<number>`count(*)`.as('lines'),
            sql<string>`max(line.slip_no)`.as('slip_no'),
            sql<string>`string_agg(line.compartment::text, ', ' ORDER BY line.compartment)`.as('compartments'),
            sql<number | null>`sum(line.depot_out_v20_l)`.as('depot_out'),
            sql<number | null>`sum(line.load_v20_l)`.as('load'),
            sql<number | null>`sum(line.unload_v20_l)`.as('unload'),
            sql<number | null>`sum(line.station_in_v20_l)`.as('station_in'),
            inPairs('line.load_v20_l', 'line.depot_out_v20_l').as('tickets_in_pairs'),
            inPairs('line.unload_v20_l', 'line.station_in_v20_l').as('gauges_in_pairs'),
            sql<number | null>`sum(line.unloading_loss_l)`.as('difference'),
            sql<number | null>`sum(line.unload_v20_l) FILTER (WHERE line.station_in_v20_l IS NOT NULL)`.as('compared'),
            leftOutOf('line').as('left_out'),
          ])
          .as('load'),
      (join) => join.on('load.lines', '>', 0),
    )
    .leftJoin('place as station_place', 'station_place.id', 'handover.station_id')
    .leftJoin('delivery', (join) =>
      join.onRef('delivery.truck_id', '=', 'handover.truck_id').onRef('delivery.trip_started_at', '=', 'handover.trip_started_at'),
    )
    .where(isChosen(asked.scope, 'handover'))
    .where('handover.unloaded_at', '>=', asked.when.from)
    .where('handover.unloaded_at', '<=', asked.when.to)
    .where(among(sql<number | null>`handover.station_id`, asked.station))
    .where(among(sql<string>`handover.status`, asked.state))
    .where(asked.slip === undefined ? sql<boolean>`true` : containsText(sql<string>`load.slip_no`, asked.slip))
    .select([
      sql<string>`concat_ws('-', handover.truck_id, (extract(epoch FROM handover.trip_started_at) * 1000)::bigint, handover.leg)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      filled('load.slip_no').as('slipNo'),
      filled('delivery.driver_name').as('driver'),
      siteCell('station_place').as('station'),
      'handover.unloaded_at as unloaded',
      'load.compartments',
      'load.depot_out as depotOut',
      'load.load',
      'load.unload',
      'load.station_in as stationIn',
      'load.difference',
      'load.compared',
      'load.tickets_in_pairs as ticketsInPairs',
      'load.gauges_in_pairs as gaugesInPairs',
      'load.left_out as leftOut',
      sql<number | null>`load.difference / nullif(load.compared, 0) * 1000`.as('rate'),
      'handover.status as state',
      filled('handover.signer').as('signer'),
      'handover.signed_at as signed',
      between('handover.unloaded_at', 'handover.signed_at').as('signing'),
      filled('handover.remark').as('remark'),
    ])

export default defineReport({
  path: 'deliveries',
  title: { zh: '油品交接', en: 'Deliveries' },
  filters,
  rows,
  columns: {
    plate: plate(),
    unloaded: time({ zh: '卸油完成', en: 'Unloaded' }),
    difference: measured(loss({ zh: '油站差量', en: 'Difference at station' })),
    rate: measured(lossRate({ zh: '站差率', en: 'Difference rate' }, { of: 'difference', by: 'compared' })),
    state: choice({ zh: '签收状态', en: 'State' }, HANDOVER_STATES),
    station: station(),
    slipNo: text({ zh: '配送单号', en: 'Slip' }),
    driver: driver(),
    compartments: text({ zh: '仓', en: 'Compartments' }),
    depotOut: comparedWith(totalLitres({ zh: '油库发油(V20)', en: 'Depot out (V20)' }), 'load', 'ticketsInPairs'),
    load: measured(comparedWith(totalLitres({ zh: '装油量(V20)', en: 'Loaded (V20)' }), 'depotOut', 'ticketsInPairs')),
    unload: measured(comparedWith(totalLitres({ zh: '卸油量(V20)', en: 'Unloaded (V20)' }), 'stationIn', 'gaugesInPairs')),
    stationIn: comparedWith(totalLitres({ zh: '油站收油(V20)', en: 'Station in (V20)' }), 'unload', 'gaugesInPairs'),
    leftOut: leftOut(),
    signer: text({ zh: '签收人', en: 'Signed by' }),
    signed: time({ zh: '签收时间', en: 'Signed at' }),
    signing: duration({ zh: '签收用时', en: 'Time to sign' }),
    remark: text({ zh: '说明', en: 'Note' }),
    organisation: organisation(),
  },
  sort: { by: 'unloaded', order: 'desc' },
  actions: [signHandover, openDetail, openTripCurve],
  rowIs: 'record',
})
