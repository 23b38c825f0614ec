import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { AIR_STATES } from '../cargo-words.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { environmentId, environmentOf } from '../environment-columns.ts'
import { atLeast, celsius, choice, humidity, oneOf, place, plateCell, pointCell, shortNameOf, time } from '../kinds.ts'
import { limitOf } from '../limits.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'

const { normal, humid, dry } = AIR_STATES
const STATES = { normal, humid, dry }
const STATE = { zh: '状态', en: 'State' } as const

const filters = recordFilters({
  state: oneOf(STATE, STATES),
  least: atLeast({ zh: '湿度不低于', en: 'Humidity at least' }, '%RH'),
})

const percent = sql<number>`environment_reading.humidity_percent`
const state = sql<string>`CASE WHEN ${percent} > ${limitOf('cabinetHumidPercent')} THEN 'humid'
  WHEN ${percent} < ${limitOf('cabinetDryPercent')} THEN 'dry' ELSE 'normal' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  environmentOf(db, asked)
    .where(among(state, asked.state))
    .where(notBelow(percent, asked.least))
    .select([
      environmentId.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'environment_reading.at',
      percent.as('humidity'),
      limitOf('cabinetHumidPercent').as('limit'),
      'environment_reading.temperature_c as temperature',
      state.as('state'),
      pointCell('environment_reading').as('place'),
    ])

/** Humidity in the instrument housing: water that comes in shows here before probes and gauges fail. */
export default defineReport({
  path: 'device_monitor/other_devices/humidity',
  title: { zh: '湿度监测', en: 'Housing humidity' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    at: time({ zh: '时间', en: 'Time' }),
    humidity: humidity({ zh: '湿度', en: 'Humidity' }),
    limit: humidity({ zh: '上限', en: 'Limit' }),
    state: choice(STATE, STATES),
    temperature: celsius({ zh: '温度', en: 'Temperature' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
  chart: { kind: 'line', title: { zh: '湿度曲线', en: 'Humidity' }, x: 'at', y: ['humidity'], by: 'plate', rowsFor: 'all' },
})
