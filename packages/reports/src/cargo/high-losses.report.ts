import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { unsealingFact } from '@tanker/domain/facts/seal-facts'
import { alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow, momentAlarmColumns } from '../alarm-columns.ts'
import { HIGH_LOSS_TYPES } from '../alarm-words.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { compartmentsCell, lostCompartments } from '../happening-columns.ts'
import { alarmTypeOf, atLeast, duration, loss, lossRate, oneOf, text, time } from '../kinds.ts'

const alarmed = propertiesIn('alarm', highLossFact, privateDischargeFact, unsealingFact)

const TYPES = [ALARM.unsealing, ALARM.highLoss, ALARM.privateDischarge]
/** Litres lost through an opened seal are reported by its alarm. */
const isLoss = sql<boolean>`(alarm.type <> ${sql.lit(ALARM.unsealing)} OR ${alarmed.flag('discharged')})`

const filters = alarmFilters({
  type: oneOf({ zh: '报警类型', en: 'Alarm type' }, HIGH_LOSS_TYPES),
  loss: atLeast({ zh: '损耗量不低于', en: 'Loss at least' }, 'L'),
  rate: atLeast({ zh: '损耗率不低于', en: 'Loss rate at least' }, '‰'),
})

// Spec 3.3 names the properties of 202; an unauthorised unloading has litres alone.
const litresLost = sql<number | null>`coalesce(${alarmed.number('loss')}, ${alarmed.number('lossV20L')})`
const from = sql<Date | null>`coalesce(${alarmed.time('startTime')}, ${alarmed.time('fromAt')})`
const to = sql<Date | null>`coalesce(${alarmed.time('endTime')}, alarm.ended_at)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, TYPES, asked)
    .where(isLoss)
    .where(among(sql<number>`alarm.type`, asked.type))
    .where(notBelow(litresLost, asked.loss))
    .where(notBelow(alarmed.number('lossRate'), asked.rate))
    .select([
      ...alarmRow,
      compartmentsCell.as('compartments'),
      litresLost.as('loss'),
      alarmed.number('lossRate').as('lossRate'),
      alarmed.number('highLossRateThreshold').as('threshold'),
      from.as('from'),
      to.as('to'),
      sql<number | null>`(extract(epoch FROM ${to} - ${from}) * 1000)::float8`.as('during'),
      alarmed.text('startArea').as('startArea'),
      alarmed.text('endArea').as('endArea'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, place } = momentAlarmColumns()

export default defineReport({
  path: 'cargo_monitor/exception_report/alm_high_loss',
  title: { zh: '高损耗报警', en: 'High-loss alarms' },
  filters,
  rows,
  columns: {
    plate,
    startedAt,
    loss: loss({ zh: '损耗量', en: 'Loss' }),
    lossRate: lossRate({ zh: '损耗率', en: 'Loss rate' }),
    threshold: lossRate({ zh: '损耗率阈值', en: 'Loss rate limit' }),
    grade,
    type: alarmTypeOf(TYPES),
    organisation,
    compartments: lostCompartments(),
    from: time({ zh: '起始时间', en: 'From' }),
    to: time({ zh: '截止时间', en: 'To' }),
    during: duration({ zh: '历时', en: 'During' }),
    startArea: text({ zh: '起始位置', en: 'Start place' }),
    endArea: text({ zh: '截止位置', en: 'End place' }),
    place,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail, openCurve],
  rowIs: 'alarm',
})
