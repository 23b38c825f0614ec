import { changeVerdict, handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { CONFIRM_STATES } from '@tanker/domain/alarms/handling'
import { propertiesIn } from '@tanker/database/fact-properties'
import { sealBreakFact } from '@tanker/domain/facts/seal-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { SEAL_BREAKS } from '../alarm-words.ts'
import { COVERS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { namesSeal, seals, sealsCell } from '../happening-columns.ts'
import { choice, compartment, compartments, oneOf, wholeNumber, yesNo } from '../kinds.ts'

const sealBreak = propertiesIn('alarm', sealBreakFact)

const filters = alarmFilters({
  compartment: compartments(),
  reason: oneOf({ zh: '破封方式', en: 'How broken' }, SEAL_BREAKS),
  confirm: oneOf({ zh: '确认状态', en: 'Confirmation' }, CONFIRM_STATES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.sealBreak], asked)
    .where(namesSeal({ compartment: asked.compartment }))
    .where(among(sealBreak.text('reason'), asked.reason))
    .where(among(sql<string>`alarm.confirm`, asked.confirm))
    .select([
      ...alarmRow,
      sealBreak.number('compartment').as('compartment'),
      sealBreak.text('probeType').as('seal'),
      sealsCell.as('seals'),
      sealBreak.text('reason').as('reason'),
      sealBreak.number('sealCount').as('sealCount'),
      sealBreak.number('unseenOpenings').as('unseen'),
      sealBreak.flag('loaded').as('loaded'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/alarm_break_seal',
  title: { zh: '破封报警', en: 'Seal breaks' },
  filters,
  rows,
  columns: {
    ...alarmColumns(),
    compartment: compartment(),
    seal: choice({ zh: '铅封类型', en: 'Seal' }, COVERS),
    seals: seals(),
    reason: choice({ zh: '破封方式', en: 'How broken' }, SEAL_BREAKS),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    unseen: wholeNumber({ zh: '未见开启次数', en: 'Unseen openings' }),
    sealCount: wholeNumber({ zh: '铅封计数', en: 'Seal count' }),
    confirm: choice({ zh: '确认状态', en: 'Confirmation' }, CONFIRM_STATES),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, changeVerdict, openDetail, openCurve],
  rowIs: 'alarm',
})
