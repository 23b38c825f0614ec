import { openDetail, openTripCurve } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  compartment,
  count,
  driver,
  duration,
  flowRate,
  litres,
  oneOf,
  product,
  station,
  text,
  time,
  totalLitres,
  yesNo,
  plate,
  organisation,
} from '../kinds.ts'
import { between, concluded, deliveryLinesOf, filled, isUnmeasured, leftOut, lineRow, lossFilters, measured } from '../loss-columns.ts'

const FINISHES = { finished: { zh: '完成', en: 'Finished' }, unfinished: { zh: '未完成', en: 'Not finished' } } as const

const filters = lossFilters({ finish: oneOf({ zh: '卸油结果', en: 'Finish' }, FINISHES) })

/** Finished: emptied, or what stayed went on to another station. */
const finish = sql<
  string | null
>`CASE WHEN ${isUnmeasured()} THEN NULL WHEN delivery_line.emptied OR EXISTS (SELECT FROM delivery_line later WHERE later.truck_id = delivery_line.truck_id
  AND later.trip_started_at = delivery_line.trip_started_at AND later.compartment = delivery_line.compartment AND later.leg > delivery_line.leg)
  THEN 'finished' ELSE 'unfinished' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  deliveryLinesOf(db, asked)
    .leftJoin('place as station_place', 'station_place.id', 'delivery_line.station_id')
    .where('delivery_line.leg', '>', 0)
    .where(among(finish, asked.finish))
    .select([
      ...lineRow,
      'station_place.code as stationCode',
      filled('delivery_line.driver_name').as('driver'),
      'delivery_line.arrived_at as arrived',
      'delivery_line.unload_started_at as startedAt',
      'delivery_line.unload_ended_at as endedAt',
      between('delivery_line.arrived_at', 'delivery_line.unload_started_at').as('waited'),
      between('delivery_line.unload_started_at', 'delivery_line.unload_ended_at').as('duration'),
      'delivery_line.arrive_v20_l as arrive',
      'delivery_line.leave_v20_l as left',
      'delivery_line.unload_v20_l as unload',
      'delivery_line.average_lpm as rate',
      'delivery_line.openings',
      sql<boolean | null>`CASE WHEN NOT ${isUnmeasured()} THEN delivery_line.emptied END`.as('emptied'),
      finish.as('finish'),
      sql<number | null>`CASE WHEN ${isUnmeasured()} THEN 1 END`.as('leftOut'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/station_unload',
  title: { zh: '油站卸油记录', en: 'Station unloadings' },
  filters,
  rows,
  columns: {
    plate: plate(),
    arrived: time({ zh: '到站时间', en: 'Arrived' }),
    station: station(),
    unload: measured(totalLitres({ zh: '卸油量(V20)', en: 'Unloaded (V20)' })),
    finish: concluded(choice({ zh: '卸油结果', en: 'Finish' }, FINISHES)),
    emptied: concluded(yesNo({ zh: '已排空', en: 'Emptied' })),
    compartment: compartment(),
    product: product(),
    arrive: measured(totalLitres({ zh: '到站量(V20)', en: 'Arrived (V20)' })),
    left: measured(litres({ zh: '卸后量(V20)', en: 'Left aboard (V20)' })),
    slipNo: text({ zh: '配送单号', en: 'Slip' }),
    driver: driver(),
    startedAt: time({ zh: '卸油开始', en: 'Started' }),
    endedAt: time({ zh: '卸油结束', en: 'Ended' }),
    waited: duration({ zh: '等待时长', en: 'Waited' }),
    duration: duration({ zh: '卸油时长', en: 'Duration' }),
    rate: measured(flowRate({ zh: '平均流量', en: 'Average rate' })),
    openings: count({ zh: '开盖次数', en: 'Openings' }),
    organisation: organisation(),
    stationCode: text({ zh: '油站编码', en: 'Station code' }),
    leftOut: leftOut(),
  },
  sort: { by: 'arrived', order: 'desc' },
  actions: [openDetail, openTripCurve],
  rowIs: 'record',
})
