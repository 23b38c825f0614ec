import { openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { valveFact } from '@tanker/domain/facts/seal-facts'
import { EMERGENCY_VALVES, JUDGEMENTS, VALVE_ACTIONS, VALVE_REASONS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, duration, oneOf, place, processState, speed, time, yesNo } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const valve = propertiesIn('record', valveFact)

const { pending: _, ...judgements } = JUDGEMENTS

const filters = recordFilters({
  action: oneOf({ zh: '动作', en: 'Action' }, VALVE_ACTIONS),
  reason: oneOf({ zh: '原因', en: 'Reason' }, VALVE_REASONS),
  judge: oneOf({ zh: '判定', en: 'Judgement' }, judgements),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, valveFact, asked)
    .where(among(valve.text('action'), asked.action))
    .where(among(valve.text('reason'), asked.reason))
    .where(among(valve.text('judge'), asked.judge))
    .select([
      ...recordRow,
      valve.place('endPlace').as('endPlace'),
      sql<number | null>`nullif(${valve.number('compartment')}, 0)`.as('compartment'),
      valve.text('probeType').as('valve'),
      valve.text('action').as('action'),
      valve.text('reason').as('reason'),
      valve.text('judge').as('judge'),
      valve.text('processState').as('processState'),
      valve.flag('loaded').as('loaded'),
      valve.flag('moving').as('moving'),
      'record.speed_kmh as speed',
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/emergency_shut_off_valve',
  title: { zh: '紧急切断阀记录', en: 'Emergency shut-off valves' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    compartment: compartment(),
    valve: choice({ zh: '阀门', en: 'Valve' }, EMERGENCY_VALVES),
    action: choice({ zh: '动作', en: 'Action' }, VALVE_ACTIONS),
    reason: choice({ zh: '原因', en: 'Reason' }, VALVE_REASONS),
    judge: choice({ zh: '判定', en: 'Judgement' }, judgements),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    duration: duration({ zh: '持续时间', en: 'Duration' }),
    place: place({ zh: '位置', en: 'Place' }),
    endPlace: place({ zh: '结束位置', en: 'Ended at' }),
    moving: yesNo({ zh: '行驶中', en: 'Moving' }),
    speed: speed({ zh: '速度', en: 'Speed' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    processState: processState(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
