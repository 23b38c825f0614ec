import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { waterAlarmFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { WATER_SENSORS } from '../alarm-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, decimal, level, oneOf, processState, product } from '../kinds.ts'

const water = propertiesIn('alarm', waterAlarmFact)

const filters = alarmFilters({ compartment: compartments(), sensor: oneOf({ zh: '传感器', en: 'Sensor' }, WATER_SENSORS) })

/** The gauge sees the water's height; the probes only say that there is water. */
const sensor = sql<string>`coalesce(${water.text('probeType')}, 'gauge')`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [3], asked)
    .where(among(water.number('compartment'), asked.compartment))
    .where(among(sensor, asked.sensor))
    .select([
      ...alarmRow,
      water.number('compartment').as('compartment'),
      sensor.as('sensor'),
      water.number('oilCode').as('product'),
      water.number('waterMm').as('water'),
      water.number('riseMm').as('rise'),
      water.text('processState').as('processState'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/alarm_pipe_water',
  title: { zh: '含水报警', en: 'Water alarms' },
  filters,
  rows,
  columns: {
    ...alarmColumns(),
    compartment: compartment(),
    sensor: choice({ zh: '传感器', en: 'Sensor' }, WATER_SENSORS),
    product: product(),
    water: level({ zh: '水位', en: 'Water level' }),
    rise: decimal({ zh: '途中上升', en: 'Risen on the way' }, 'mm', 1),
    processState: processState(),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail, openCurve],
  rowIs: 'alarm',
})
