import { openDetail, openTripCurve } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  compartment,
  compartments,
  count,
  decimal,
  loss,
  oneOf,
  product,
  station,
  text,
  time,
  plate,
  organisation,
} from '../kinds.ts'
import { deliveryLinesOf, lineRow, lossFilters } from '../loss-columns.ts'
import { LEVEL_BUCKETS } from '../loss-words.ts'

const bucketLabel = { zh: '液位差区间(mm)', en: 'Interval (mm)' }
const filters = lossFilters({ compartment: compartments(), bucket: oneOf(bucketLabel, LEVEL_BUCKETS) })

const difference = sql<number>`delivery_line.arrive_level_mm - delivery_line.load_level_mm`
/** Spec 9: half-unit edges, −11 and +11 hold what lies beyond; keyed as in `LEVEL_BUCKETS`. */
const bucket = sql<string>`to_char(greatest(-11, least(11, floor(${difference} + 0.5))), 'SG00')`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  deliveryLinesOf(db, asked)
    .leftJoin('place as station_place', 'station_place.id', 'delivery_line.station_id')
    .where('delivery_line.leg', '>', 0)
    .where(sql<boolean>`${difference} IS NOT NULL`)
    .where(among(sql<number>`delivery_line.compartment`, asked.compartment))
    .where(among(bucket, asked.bucket))
    .select([
      ...lineRow,
      'delivery_line.trip_started_at as leftDepot',
      'delivery_line.arrived_at as arrived',
      'delivery_line.load_level_mm as depotLevel',
      'delivery_line.arrive_level_mm as stationLevel',
      difference.as('difference'),
      sql<number | null>`delivery_line.arrive_temperature_c - delivery_line.load_temperature_c`.as('temperatureChange'),
      sql<number | null>`delivery_line.arrive_v20_l - delivery_line.load_v20_l`.as('v20Change'),
      bucket.as('bucket'),
      sql<number>`1`.as('readings'),
    ])

export default defineReport({
  path: 'cargo_monitor/data_analysis/level_change',
  title: { zh: '液位变化分析', en: 'Level changes' },
  filters,
  rows,
  columns: {
    plate: plate(),
    leftDepot: time({ zh: '离库时间', en: 'Left depot' }),
    difference: decimal({ zh: '液位差', en: 'Level difference' }, 'mm', 1),
    v20Change: loss({ zh: 'V20 变化', en: 'V20 change' }),
    bucket: choice(bucketLabel, LEVEL_BUCKETS),
    station: station(),
    compartment: compartment(),
    product: product(),
    slipNo: text({ zh: '配送单号', en: 'Slip' }),
    arrived: time({ zh: '到站时间', en: 'Arrived' }),
    depotLevel: decimal({ zh: '离库液位', en: 'Level at depot' }, 'mm', 1),
    stationLevel: decimal({ zh: '到站液位', en: 'Level at station' }, 'mm', 1),
    temperatureChange: decimal({ zh: '温度差', en: 'Temperature change' }, '°C', 1),
    readings: count({ zh: '次数', en: 'Readings' }),
    organisation: organisation(),
  },
  sort: { by: 'leftDepot', order: 'desc' },
  actions: [openDetail, openTripCurve],
  rowIs: 'record',
  chart: {
    kind: 'bars',
    title: { zh: '站库液位差分布', en: 'Level difference, depot to station' },
    x: 'bucket',
    y: ['readings'],
    limit: 23,
    rowsFor: 'all',
  },
})
