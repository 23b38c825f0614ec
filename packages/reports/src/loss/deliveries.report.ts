import { LOSS_BASES, LOSS_JUDGES } from '@tanker/domain/loss/loss-words'
import { openDetail, openTripCurve, proveDelivery } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among, isKnownTo, isWholeHappening, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  atLeast,
  choice,
  comparedWith,
  organisation,
  containsText,
  count,
  depot,
  dimension,
  driver,
  drivers,
  duration,
  isChosen,
  loss,
  lossRate,
  oneOf,
  plate,
  plateCell,
  siteCell,
  text,
  textContains,
  time,
  totalDistance,
  totalLitres,
  yesNo,
  shortNameOf,
} from '../kinds.ts'
import { driverOfTrip } from '../driving/exceptions-by.ts'
import { PICKABLE, pickedRow } from '../driving/leads.ts'
import { between, concluded, filled, leftOut, lossFilters, measured, placeNameOf } from '../loss-columns.ts'
import { DELIVERY_STATES } from '../loss-words.ts'
import { isJudged, isKnown, isOver, judge, quota } from './delivery-verdict.ts'

/** Which moment of a trip the period is compared with. */
const TIMES = { left: { zh: '离库时间', en: 'Left depot' }, ended: { zh: '结束时间', en: 'Ended' } } as const
const OVER = { yes: { zh: '超耗', en: 'Over quota' }, no: { zh: '未超耗', en: 'Within quota' } } as const

const filters = lossFilters({
  times: dimension({ zh: '时间按', en: 'Period of' }, TIMES),
  over: oneOf({ zh: '超耗', en: 'Over quota' }, OVER),
  driver: drivers(),
  state: oneOf({ zh: '状态', en: 'State' }, DELIVERY_STATES),
  slip: textContains({ zh: '配送单号', en: 'Slip' }),
  leastLoss: atLeast({ zh: '损耗不小于', en: 'Loss at least' }, 'L'),
})

const groupOf = sql`CASE WHEN l.oil_code > 0 THEN 'gasoline' WHEN l.oil_code = -1 THEN 'other' ELSE 'diesel' END`
const aLine = sql`EXISTS (SELECT FROM delivery_line l WHERE l.truck_id = delivery.truck_id AND l.trip_started_at = delivery.trip_started_at`
const hasLine = (column: 'station' | 'product', chosen: readonly (number | string)[] | undefined) =>
  chosen === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${aLine} AND (${column === 'station' ? sql`l.station_id` : groupOf})::text = ANY (${chosen.map(String)}::text[]))`

/** Short names in the order of the legs. */
const stations = sql<string | null>`coalesce((SELECT string_agg(stop.name, '、' ORDER BY stop.leg) FROM (
  SELECT ${placeNameOf('station', 'l')} AS name, min(l.leg) AS leg FROM delivery_line l
  WHERE l.truck_id = delivery.truck_id AND l.trip_started_at = delivery.trip_started_at AND l.leg > 0 GROUP BY 1) AS stop), nullif(delivery.station_names, ''))`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('delivery')
    .innerJoin('truck', 'truck.id', 'delivery.truck_id')
    .innerJoin('organisation', 'organisation.id', 'delivery.organisation_id')
    .leftJoin('place as depot_place', 'depot_place.id', 'delivery.depot_id')
    .where(isChosen(asked.scope, 'delivery'))
    .where(asked.times === 'ended' ? 'delivery.ended_at' : 'delivery.trip_started_at', '>=', asked.when.from)
    .where(asked.times === 'ended' ? 'delivery.ended_at' : 'delivery.trip_started_at', '<=', asked.when.to)
    .where(among(sql<string>`CASE WHEN ${isOver} THEN 'yes' ELSE 'no' END`, asked.over))
    .where(among(sql<number | null>`delivery.depot_id`, asked.depot))
    .where(hasLine('station', asked.station))
    .where(hasLine('product', asked.product))
    .where(among(sql<number | null>`delivery.driver_id`, asked.driver))
    .where(among(sql<string>`delivery.state`, asked.state))
    .where(asked.slip === undefined ? sql<boolean>`true` : containsText(sql<string>`delivery.slip_no`, asked.slip))
    .where(notBelow(sql<number | null>`abs(delivery.transport_loss_l)`, asked.leastLoss))
    .select([
      sql<string>`concat_ws('-', delivery.truck_id, (extract(epoch FROM delivery.trip_started_at) * 1000)::bigint)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      filled('delivery.slip_no').as('slipNo'),
      filled('delivery.driver_name').as('driver'),
      filled('delivery.escort').as('escort'),
      siteCell('depot_place').as('depot'),
      'delivery.load_started_at as loadStarted',
      'delivery.trip_started_at as leftDepot',
      stations.as('stations'),
      'delivery.arrived_at as arrived',
      'delivery.unload_started_at as unloadStarted',
      'delivery.unload_ended_at as unloadEnded',
      'delivery.left_at as leftStation',
      sql<number>`delivery.distance_m / 1000`.as('distance'),
      between('delivery.trip_started_at', 'delivery.arrived_at').as('transit'),
      'delivery.load_v20_l as load',
      'delivery.base_v20_l as base',
      'delivery.arrive_v20_l as arrive',
      'delivery.unload_v20_l as unload',
      'delivery.transport_loss_l as loss',
      sql<number | null>`delivery.transport_loss_l / nullif(delivery.base_v20_l, 0) * 1000`.as('rate'),
      quota.as('quota'),
      sql<boolean | null>`CASE WHEN ${isJudged} THEN ${isOver} END`.as('over'),
      judge.as('judge'),
      sql<string | null>`CASE WHEN ${isKnown} THEN delivery.basis END`.as('basis'),
      sql<number | null>`nullif(delivery.unknown_compartments, 0)`.as('leftOut'),
      sql<number>`(SELECT count(*)::int FROM alarm a WHERE a.truck_id = delivery.truck_id AND a.superseded_at IS NULL AND ${isKnownTo(db.scope, 'a')} AND ${isWholeHappening('a')}
        AND a.started_at BETWEEN delivery.trip_started_at AND coalesce(delivery.ended_at, delivery.trip_started_at + interval '3 days'))`.as(
        'alarms',
      ),
      'delivery.state',
      ...pickedRow('delivery', driverOfTrip('delivery', 'trip_started_at')),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/delivery_record',
  title: { zh: '配送记录', en: 'Deliveries' },
  filters,
  rows,
  columns: {
    plate: plate(),
    leftDepot: time({ zh: '离库时间', en: 'Left depot' }),
    loss: measured(loss({ zh: '运输损耗', en: 'Transport loss' })),
    rate: measured(lossRate({ zh: '损耗率', en: 'Loss rate' }, { of: 'loss', by: 'base' })),
    judge: concluded(choice({ zh: '判断', en: 'Verdict' }, LOSS_JUDGES)),
    over: concluded(yesNo({ zh: '超耗', en: 'Over quota' })),
    quota: lossRate({ zh: '定额', en: 'Quota' }),
    state: choice({ zh: '状态', en: 'State' }, DELIVERY_STATES),
    stations: text({ zh: '油站', en: 'Stations' }),
    load: measured(comparedWith(totalLitres({ zh: '装油量(V20)', en: 'Loaded (V20)' }), 'unload')),
    arrive: measured(comparedWith(totalLitres({ zh: '到站量(V20)', en: 'Arrived (V20)' }), 'load', 'unload')),
    unload: measured(comparedWith(totalLitres({ zh: '卸油量(V20)', en: 'Unloaded (V20)' }), 'load')),
    depot: depot(),
    driver: driver(),
    slipNo: text({ zh: '配送单号', en: 'Slip' }),
    arrived: time({ zh: '到站时间', en: 'Arrived' }),
    leftStation: time({ zh: '离站时间', en: 'Left station' }),
    loadStarted: time({ zh: '装油开始', en: 'Loading began' }),
    unloadStarted: time({ zh: '卸油开始', en: 'Unloading began' }),
    unloadEnded: time({ zh: '卸油结束', en: 'Unloading ended' }),
    transit: duration({ zh: '在途时长', en: 'In transit' }),
    distance: totalDistance({ zh: '里程', en: 'Distance' }),
    alarms: count({ zh: '报警数', en: 'Alarms' }),
    basis: choice({ zh: '依据', en: 'Basis' }, LOSS_BASES),
    leftOut: leftOut(),
    organisation: organisation(),
    escort: text({ zh: '押运员', en: 'Escort' }),
  },
  sort: { by: 'leftDepot', order: 'desc' },
  actions: [openDetail, openTripCurve, proveDelivery],
  rowIs: 'record',
  pickable: PICKABLE,
})
