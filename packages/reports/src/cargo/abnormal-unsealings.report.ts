import { changeVerdict, handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { CONFIRM_STATES } from '@tanker/domain/alarms/handling'
import { propertiesIn } from '@tanker/database/fact-properties'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { unsealingFact } from '@tanker/domain/facts/seal-facts'
import type { NamesOf } from '@tanker/domain/facts/stored-properties'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { UNSEALED_COVERS, UNSEALING_PLACES } from '../alarm-words.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { namesSeal, seals, sealsCell } from '../happening-columns.ts'
import {
  alarmTypeOf,
  atLeast,
  choice,
  compartment,
  compartments,
  level,
  litres,
  loss,
  oneOf,
  processState,
  time,
  wholeNumber,
} from '../kinds.ts'

const unsealing = propertiesIn('alarm', highLossFact, privateDischargeFact, unsealingFact)

const TYPES = [ALARM.unsealing, ALARM.highLoss, ALARM.unsealingJournal, ALARM.privateDischarge]
/** Litres that were seen before the opening keep their alarm, and name the seals behind them. */
const isUnsealing = sql<boolean>`(alarm.type IN (${sql.lit(ALARM.unsealing)}, ${sql.lit(ALARM.unsealingJournal)}) OR jsonb_array_length(coalesce(${unsealing.json('openings')}, '[]')) > 0)`

type Measured = NamesOf<typeof unsealingFact | typeof highLossFact | typeof privateDischargeFact, number>

const filters = alarmFilters({
  compartment: compartments(),
  cover: oneOf({ zh: '铅封类型', en: 'Seal' }, UNSEALED_COVERS),
  confirm: oneOf({ zh: '确认状态', en: 'Confirmation' }, CONFIRM_STATES),
  place: oneOf({ zh: '地点', en: 'Place' }, UNSEALING_PLACES),
  loss: atLeast({ zh: '减少量不低于', en: 'Loss at least' }, 'L'),
})

/** An opening says it first, a loss that names seals second. */
const firstOf = (opening: Measured, loss: Measured) => sql<number | null>`coalesce(${unsealing.number(opening)}, ${unsealing.number(loss)})`
const lossL = firstOf('lossL', 'lossV20L')

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, TYPES, asked)
    .where(isUnsealing)
    .where(namesSeal({ compartment: asked.compartment, type: asked.cover }))
    .where(among(sql<string>`alarm.confirm`, asked.confirm))
    .where(among(unsealing.text('placeKind'), asked.place))
    .where(notBelow(lossL, asked.loss))
    .select([
      ...alarmRow,
      unsealing.text('placeKind').as('placeKind'),
      unsealing.number('compartment').as('compartment'),
      unsealing.text('probeType').as('cover'),
      sealsCell.as('seals'),
      unsealing.text('processState').as('processState'),
      unsealing.number('count').as('openings'),
      firstOf('levelBeforeMm', 'startLevelMm').as('levelBefore'),
      firstOf('levelAfterMm', 'endLevelMm').as('levelAfter'),
      firstOf('volumeBeforeL', 'startVolumeL').as('volumeBefore'),
      firstOf('volumeAfterL', 'endVolumeL').as('volumeAfter'),
      lossL.as('loss'),
      unsealing.number('movedL').as('moved'),
      ...handlingRow,
    ])

const { plate, organisation, grade, duration, place } = alarmColumns()

export default defineReport({
  path: 'cargo_monitor/exception_report/alarm_switch_cover',
  title: { zh: '异常解封', en: 'Abnormal unsealing' },
  filters,
  rows,
  columns: {
    plate,
    startedAt: time({ zh: '解封时间', en: 'Opened' }),
    grade,
    type: alarmTypeOf(TYPES),
    loss: loss({ zh: '减少量', en: 'Loss' }),
    // Beside the loss, which does not count litres that went into another compartment.
    moved: litres({ zh: '转入其他仓', en: 'Moved within truck' }),
    organisation,
    endedAt: time({ zh: '关闭时间', en: 'Closed' }),
    duration,
    place,
    placeKind: choice({ zh: '地点类型', en: 'Kind of place' }, UNSEALING_PLACES),
    compartment: compartment(),
    cover: choice({ zh: '铅封类型', en: 'Seal' }, UNSEALED_COVERS),
    seals: seals(),
    processState: processState(),
    openings: wholeNumber({ zh: '开启次数', en: 'Openings' }),
    levelBefore: level({ zh: '开启液位', en: 'Level before' }),
    levelAfter: level({ zh: '关闭液位', en: 'Level after' }),
    volumeBefore: litres({ zh: '开启体积', en: 'Volume before' }),
    volumeAfter: litres({ zh: '关闭体积', en: 'Volume after' }),
    confirm: choice({ zh: '确认状态', en: 'Confirmation' }, CONFIRM_STATES),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, changeVerdict, openDetail, openCurve],
  rowIs: 'alarm',
})
