import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { AIR_STATES } from '../cargo-words.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { airState, environmentId, environmentOf, isInAirState } from '../environment-columns.ts'
import { celsius, choice, humidity, oneOf, place, plateCell, pointCell, time, yesNo, shortNameOf } from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'

const filters = recordFilters({ state: oneOf({ zh: '状态', en: 'State' }, AIR_STATES) })

const state = airState('environment_reading.temperature_c', 'environment_reading.humidity_percent')

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  environmentOf(db, asked)
    .where(isInAirState(asked.state))
    .select([
      environmentId.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'environment_reading.at',
      'environment_reading.temperature_c as temperature',
      'environment_reading.humidity_percent as humidity',
      state.as('state'),
      sql<boolean>`environment_reading.door_bits & 3 <> 0`.as('boxOpen'),
      pointCell('environment_reading').as('place'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/temp_humidity',
  title: { zh: '温湿度历史', en: 'Temperature and humidity history' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    at: time({ zh: '时间', en: 'Time' }),
    temperature: celsius({ zh: '温度', en: 'Temperature' }),
    humidity: humidity({ zh: '湿度', en: 'Humidity' }),
    state: choice({ zh: '状态', en: 'State' }, AIR_STATES),
    boxOpen: yesNo({ zh: '操作箱打开', en: 'Operating box open' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'line',
    title: { zh: '温湿度曲线', en: 'Temperature and humidity' },
    x: 'at',
    y: ['temperature', 'humidity'],
    by: 'plate',
    rowsFor: 'all',
  },
})
