import type { ScopedDb } from '@tanker/database/scope'
import { MAX_TRACK_DAYS } from '@tanker/contract/track'
import { sql } from 'kysely'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  atLeast,
  decimal,
  duration,
  heading,
  isChosen,
  oneOf,
  oneTruck,
  period,
  place,
  plate,
  plateCell,
  pointCell,
  time,
  wholeNumber,
  yesNo,
} from '../kinds.ts'

const filters = {
  truck: oneTruck(),
  when: period({ maxDays: MAX_TRACK_DAYS }), // spec 5.4
  least: atLeast({ zh: '速度不低于', en: 'Speed at least' }, 'km/h'),
  fix: oneOf({ zh: '定位', en: 'Fix' }, { true: { zh: '已定位', en: 'With a fix' }, false: { zh: '未定位', en: 'Without a fix' } }),
  sent: oneOf({ zh: '上传', en: 'Sent' }, { false: { zh: '实时', en: 'Live' }, true: { zh: '补传', en: 'Uploaded late' } }),
}

const rows = (db: ScopedDb, { truck, when, least, fix, sent }: ValuesOf<typeof filters>) =>
  db
    .from('fix_reading')
    .innerJoin('truck', 'truck.id', 'fix_reading.truck_id')
    .where(isChosen(truck, 'fix_reading'))
    .where('fix_reading.at', '>=', when.from)
    .where('fix_reading.at', '<=', when.to)
    .where(notBelow(sql<number>`fix_reading.speed_kmh`, least))
    .where(among(sql<string>`fix_reading.located::text`, fix))
    .where(among(sql<string>`fix_reading.resent::text`, sent))
    .select([
      sql<string>`concat_ws('-', (extract(epoch FROM fix_reading.at) * 1000)::bigint, fix_reading.kind, fix_reading.digest)`.as('id'),
      plateCell.as('plate'),
      'fix_reading.at',
      'fix_reading.received_at as receivedAt',
      sql<number>`(extract(epoch FROM fix_reading.received_at - fix_reading.at) * 1000)::float8`.as('late'),
      'fix_reading.speed_kmh as speed',
      'fix_reading.recorder_speed_kmh as recorder',
      'fix_reading.heading_deg as heading',
      'fix_reading.altitude_m as altitude',
      'fix_reading.mileage_km as mileage',
      'fix_reading.acc_on as ignition',
      'fix_reading.located',
      'fix_reading.satellites',
      'fix_reading.resent',
      'fix_reading.clock_error as wrongClock',
      pointCell('fix_reading').as('place'),
    ])

/** Every position that one truck reported, point by point, those without a fix and those uploaded late included. */
export default defineReport({
  path: 'monitor/track_detail',
  title: { zh: '轨迹明细', en: 'Track details' },
  filters,
  rows,
  columns: {
    plate: plate(),
    at: time({ zh: '定位时间', en: 'Time' }),
    place: place({ zh: '位置', en: 'Place' }),
    speed: decimal({ zh: '卫星速度', en: 'GPS speed' }, 'km/h', 1),
    recorder: decimal({ zh: '车速传感器', en: 'Vehicle speed' }, 'km/h', 1),
    heading: heading({ zh: '方向', en: 'Direction' }),
    mileage: decimal({ zh: '总里程', en: 'Odometer' }, 'km', 1),
    ignition: yesNo({ zh: '点火', en: 'Ignition' }),
    located: yesNo({ zh: '已定位', en: 'Positioned' }),
    satellites: wholeNumber({ zh: '卫星数', en: 'Satellites' }),
    altitude: decimal({ zh: '海拔', en: 'Altitude' }, 'm', 0),
    resent: yesNo({ zh: '补传', en: 'Uploaded late' }),
    receivedAt: time({ zh: '接收时间', en: 'Received' }),
    late: duration({ zh: '延迟', en: 'Late by' }),
    wrongClock: yesNo({ zh: '时钟错误', en: 'Clock wrong' }),
  },
  sort: { by: 'at', order: 'asc' },
  rowIs: 'record',
})
