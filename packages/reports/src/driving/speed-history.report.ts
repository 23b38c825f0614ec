import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { atLeast, decimal, heading, isChosen, oneTruck, period, place, plate, plateCell, pointCell, time, yesNo } from '../kinds.ts'

/** Spec 5.4. */
const MOST_ROWS = 10_000

const filters = {
  truck: oneTruck(),
  when: period({ maxDays: 92 }), // spec 5.4: three months
  least: atLeast({ zh: '速度不低于', en: 'Speed at least' }, 'km/h'),
}

const rows = (db: ScopedDb, { truck, when, least }: ValuesOf<typeof filters>) =>
  db
    .from('fix_reading')
    .innerJoin('truck', 'truck.id', 'fix_reading.truck_id')
    .where(isChosen(truck, 'fix_reading'))
    .where('fix_reading.at', '>=', when.from)
    .where('fix_reading.at', '<=', when.to)
    .where(notBelow(sql<number>`fix_reading.speed_kmh`, least))
    .select([
      sql<string>`concat_ws('-', (extract(epoch FROM fix_reading.at) * 1000)::bigint, fix_reading.kind, fix_reading.digest)`.as('id'),
      plateCell.as('plate'),
      'fix_reading.at',
      'fix_reading.speed_kmh as speed',
      'fix_reading.recorder_speed_kmh as recorder',
      'fix_reading.heading_deg as heading',
      'fix_reading.mileage_km as mileage',
      'fix_reading.acc_on as ignition',
      'fix_reading.located',
      'fix_reading.resent',
      pointCell('fix_reading').as('place'),
    ])

/** Every speed that one truck reported, and the curve of all of them. */
export default defineReport({
  path: 'driving_monitor/exception_report/gps_info_his',
  title: { zh: 'GPS历史（速度历史）', en: 'Speed history' },
  filters,
  rows,
  columns: {
    plate: plate(),
    at: time({ zh: '时间', en: 'Time' }),
    speed: decimal({ zh: '卫星速度', en: 'GPS speed' }, 'km/h', 1),
    recorder: decimal({ zh: '车速传感器', en: 'Vehicle speed' }, 'km/h', 1),
    ignition: yesNo({ zh: '点火', en: 'Ignition' }),
    mileage: decimal({ zh: '总里程', en: 'Odometer' }, 'km', 1),
    heading: heading({ zh: '方向', en: 'Direction' }),
    located: yesNo({ zh: '已定位', en: 'Positioned' }),
    resent: yesNo({ zh: '补传', en: 'Uploaded late' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'line',
    title: { zh: '速度曲线', en: 'Speed' },
    x: 'at',
    y: ['speed', 'recorder'],
    shade: 'ignition',
    rowsFor: 'all',
  },
  longList: {
    above: MOST_ROWS,
    says: {
      zh: '记录超过 10,000 行，建议缩短时间。曲线包含全部记录的最低值和最高值。',
      en: 'More than 10,000 rows: shorten the period to read them one by one. The curve shows the least and greatest values of all rows.',
    },
  },
})
