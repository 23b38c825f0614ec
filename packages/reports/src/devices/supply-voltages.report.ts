import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { decimal, isChosen, oneOf, oneTruck, period, place, plate, plateCell, pointCell, time, yesNo } from '../kinds.ts'
import { limitOf } from '../limits.ts'

const IGNITION = { true: { zh: '点火', en: 'On' }, false: { zh: '熄火', en: 'Off' } }

const filters = {
  truck: oneTruck(),
  when: period({ maxDays: 31 }), // spec 5.4
  ignition: oneOf({ zh: '点火', en: 'Ignition' }, IGNITION),
}

/** A supply above this belongs to a 24 V truck; the limit of the under-voltage alarm follows it, as in detection. */
const is24From = sql.lit(18)

const rows = (db: ScopedDb, { truck, when, ignition }: ValuesOf<typeof filters>) =>
  db
    .from('power_reading')
    .innerJoin('truck', 'truck.id', 'power_reading.truck_id')
    .innerJoin('organisation', 'organisation.id', 'power_reading.organisation_id')
    .innerJoinLateral(
      // Once for the truck, and not for every reading.
      sql<{ limit: number }>`(SELECT CASE WHEN EXISTS (SELECT FROM power_reading AS high WHERE high.truck_id = truck.id
          AND high.at BETWEEN ${when.from} AND ${when.to} AND high.external_v > ${is24From})
        THEN ${limitOf('underVoltageHighV')} ELSE ${limitOf('underVoltageLowV')} END AS "limit" OFFSET 0)`.as('limits'),
      (join) => join.onTrue(),
    )
    .where(isChosen(truck, 'power_reading'))
    .where('power_reading.at', '>=', when.from)
    .where('power_reading.at', '<=', when.to)
    .where(among(sql<string>`power_reading.acc_on`, ignition))
    .select([
      sql<string>`concat_ws('-', (extract(epoch FROM power_reading.at) * 1000)::bigint, power_reading.kind, power_reading.digest)`.as('id'),
      plateCell.as('plate'),
      'power_reading.at',
      'power_reading.external_v as supply',
      'power_reading.backup_v as backup',
      'limits.limit',
      'power_reading.acc_on as ignition',
      pointCell('power_reading').as('place'),
    ])

const volts = (zh: string, en: string) => decimal({ zh, en }, 'V', 2)

/** Vehicle supply and backup battery of one truck over time, beside the limit below which an alarm begins. */
export default defineReport({
  path: 'device_monitor/device_analysis/valtage_line',
  title: { zh: '电池电压曲线', en: 'Battery voltages' },
  filters,
  rows,
  columns: {
    plate: plate(),
    at: time({ zh: '时间', en: 'Time' }),
    supply: volts('车辆供电', 'Vehicle supply'),
    backup: volts('备用电池', 'Backup battery'),
    limit: volts('欠压限值', 'Under-voltage limit'),
    ignition: yesNo({ zh: '点火', en: 'Ignition' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'line',
    title: { zh: '电压曲线（阴影为点火）', en: 'Voltages (shaded: ignition on)' },
    x: 'at',
    y: ['supply', 'backup', 'limit'],
    shade: 'ignition',
    rowsFor: 'all',
  },
})
