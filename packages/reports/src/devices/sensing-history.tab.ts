import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { probeSensingFact } from '@tanker/domain/facts/seal-facts'
import { sql } from 'kysely'
import { WATCHED_PROBES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { SENSING_STATE_TEXTS } from '../device-words.ts'
import { choice, compartment, compartments, oneOf, oneTruck, percent, period, place, probeType, text, time, yesNo } from '../kinds.ts'
import { recordRow, recordsOf, truckColumns } from '../record-columns.ts'
import { calibrationColumns, SENSING_STATE, sensingColumns } from './sensing-columns.ts'

const filters = {
  scope: oneTruck(),
  when: period({ maxDays: 31 }), // spec 5.4
  compartment: compartments(),
  probe: oneOf({ zh: '探头类型', en: 'Probe' }, WATCHED_PROBES),
  state: oneOf(SENSING_STATE, SENSING_STATE_TEXTS),
}

const of = propertiesIn('record', probeSensingFact)

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, probeSensingFact, asked)
    .where(among(of.number('compartment'), asked.compartment))
    .where(among(of.text('probeType'), asked.probe))
    .where(among(of.text('state'), asked.state))
    .select([
      ...recordRow,
      sql<number | null>`nullif(${of.number('compartment')}, 0)`.as('compartment'),
      of.text('probeType').as('probe'),
      sql<string | null>`nullif(${of.text('serial')}, '0000000000')`.as('serial'),
      of.flag('open').as('open'),
      of.flag('wet').as('wet'),
      of.number('sensorMv').as('sensor'),
      of.number('gateMv').as('gate'),
      of.number('zeroMv').as('zero'),
      of.number('maxMv').as('max'),
      of.number('closeMv').as('close'),
      of.number('midMv').as('mid'),
      of.number('marginPercent').as('margin'),
      of.text('state').as('state'),
    ])

const { sensor, gate, zero, max } = sensingColumns()
const { close, mid } = calibrationColumns()

/** How the sensor values of one truck's API valves moved: a row at each change, and several a day without one. */
export default defineReport({
  path: 'history',
  title: { zh: '传感历史', en: 'History' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    startedAt: time({ zh: '时间', en: 'Time' }),
    compartment: compartment(),
    probe: probeType(),
    open: yesNo({ zh: '打开', en: 'Open' }),
    wet: yesNo({ zh: '有油', en: 'Wet' }),
    state: choice(SENSING_STATE, SENSING_STATE_TEXTS),
    margin: percent({ zh: '余量', en: 'Margin' }),
    sensor,
    close,
    gate,
    zero,
    mid,
    max,
    serial: text({ zh: '探头序列号', en: 'Serial' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'line',
    title: { zh: '各仓传感值', en: 'Sensor values by compartment' },
    x: 'startedAt',
    y: ['sensor'],
    by: 'compartment',
    steps: true,
    rowsFor: 'all',
  },
})
