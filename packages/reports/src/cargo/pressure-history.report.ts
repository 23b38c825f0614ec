import type { ScopedDb } from '@tanker/database/scope'
import { PRESSURE_STATES } from '../cargo-words.ts'
import { notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { environmentId, environmentOf, gaugePressure, isInPressureState, pressureState } from '../environment-columns.ts'
import { atLeast, choice, oneOf, place, plateCell, pointCell, pressure, time, shortNameOf } from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'

const filters = recordFilters({
  state: oneOf({ zh: '状态', en: 'State' }, PRESSURE_STATES),
  least: atLeast({ zh: '表压不低于', en: 'Gauge pressure at least' }, 'kPa'),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  environmentOf(db, asked)
    .where(isInPressureState(asked.state))
    .where(notBelow(gaugePressure, asked.least))
    .select([
      environmentId.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'environment_reading.at',
      gaugePressure.as('gauge'),
      'environment_reading.pressure_kpa as absolute',
      pressureState.as('state'),
      pointCell('environment_reading').as('place'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/bz_pressure',
  title: { zh: '压力记录', en: 'Vapour pressure history' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    at: time({ zh: '时间', en: 'Time' }),
    gauge: pressure({ zh: '表压', en: 'Gauge pressure' }),
    absolute: pressure({ zh: '绝对压力', en: 'Absolute pressure' }),
    state: choice({ zh: '状态', en: 'State' }, PRESSURE_STATES),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
  chart: { kind: 'line', title: { zh: '表压曲线', en: 'Gauge pressure' }, x: 'at', y: ['gauge'], by: 'plate', rowsFor: 'all' },
})
