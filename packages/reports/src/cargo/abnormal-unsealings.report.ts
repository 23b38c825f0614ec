import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { CONFIRM_STATES, EXCEPTION_TYPES } from '@tanker/domain/handling'
import { TRANSPORT_STATES } from '@tanker/domain/transport-process'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { UNSEALED_COVERS, UNSEALING_PLACES } from '../alarm-words.ts'
import {
  alarmTypeOf,
  choice,
  company,
  compartment,
  compartments,
  duration,
  durationOf,
  grade,
  grades,
  handled,
  handledOrNot,
  isChosen,
  level,
  litres,
  numberIn,
  oneOf,
  period,
  place,
  placeCell,
  plate,
  plateCell,
  text,
  textIn,
  time,
  totalLitres,
  truckOrCompany,
  wholeNumber,
} from '../kinds.ts'

const TYPES = [1, 310]

const filters = {
  scope: truckOrCompany(),
  when: period({ maxDays: 31 }), // spec 5.4
  compartment: compartments(),
  cover: oneOf({ zh: '铅封类型', en: 'Seal' }, UNSEALED_COVERS),
  grade: grades(),
  confirm: oneOf({ zh: '确认状态', en: 'Confirmation' }, CONFIRM_STATES),
  handled: handledOrNot(),
  place: oneOf({ zh: '地点', en: 'Place' }, UNSEALING_PLACES),
}

const rows = (db: ScopedDb, { scope, when, ...asked }: ValuesOf<typeof filters>) =>
  db
    .from('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('company', 'company.id', 'alarm.company_id')
    .leftJoin('app_user', 'app_user.id', 'alarm.handled_by')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', TYPES)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', when.from)
    .where('alarm.started_at', '<=', when.to)
    .$if(asked.compartment !== undefined, (query) => query.where(numberIn('alarm', 'compartment'), 'in', asked.compartment ?? []))
    .$if(asked.cover !== undefined, (query) => query.where(textIn('alarm', 'probeType'), 'in', asked.cover ?? []))
    .$if(asked.grade !== undefined, (query) => query.where(sql<boolean>`alarm.grade = ANY (${asked.grade ?? []}::text[])`))
    .$if(asked.confirm !== undefined, (query) => query.where(sql<boolean>`alarm.confirm = ANY (${asked.confirm ?? []}::text[])`))
    .$if(asked.handled !== undefined, (query) => query.where('alarm.handled_at', asked.handled === 'handled' ? 'is not' : 'is', null))
    .$if(asked.place !== undefined, (query) => query.where(textIn('alarm', 'placeKind'), 'in', asked.place ?? []))
    .select([
      'alarm.id',
      plateCell.as('plate'),
      'company.name as company',
      'alarm.type',
      'alarm.grade',
      'alarm.started_at as startedAt',
      'alarm.ended_at as endedAt',
      durationOf('alarm').as('duration'),
      placeCell('alarm').as('place'),
      textIn('alarm', 'placeKind').as('placeKind'),
      numberIn('alarm', 'compartment').as('compartment'),
      textIn('alarm', 'probeType').as('cover'),
      textIn('alarm', 'processState').as('processState'),
      numberIn('alarm', 'count').as('openings'),
      numberIn('alarm', 'levelBeforeMm').as('levelBefore'),
      numberIn('alarm', 'levelAfterMm').as('levelAfter'),
      numberIn('alarm', 'volumeBeforeL').as('volumeBefore'),
      numberIn('alarm', 'volumeAfterL').as('volumeAfter'),
      numberIn('alarm', 'lossL').as('loss'),
      sql<boolean>`alarm.handled_at IS NOT NULL`.as('handled'),
      'alarm.confirm',
      'alarm.exception_type as exceptionType',
      'alarm.handle_result as handleResult',
      sql<string | null>`coalesce(nullif(app_user.real_name, ''), app_user.user_name)`.as('handler'),
      'alarm.handled_at as handledAt',
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/alarm_switch_cover',
  title: { zh: '异常解封', en: 'Abnormal unsealing' },
  filters,
  rows,
  columns: {
    plate: plate(),
    company: company(),
    grade: grade(),
    type: alarmTypeOf(TYPES),
    startedAt: time({ zh: '解封时间', en: 'Opened' }),
    endedAt: time({ zh: '关闭时间', en: 'Closed' }),
    duration: duration({ zh: '持续时间', en: 'Duration' }),
    place: place({ zh: '位置', en: 'Place' }),
    placeKind: choice({ zh: '地点类型', en: 'Kind of place' }, UNSEALING_PLACES),
    compartment: compartment(),
    cover: choice({ zh: '铅封类型', en: 'Seal' }, UNSEALED_COVERS),
    processState: choice({ zh: '运输状态', en: 'Process' }, Object.fromEntries(TRANSPORT_STATES.map((state, code) => [code, state.text]))),
    openings: wholeNumber({ zh: '开启次数', en: 'Openings' }),
    levelBefore: level({ zh: '开启液位', en: 'Level before' }),
    levelAfter: level({ zh: '关闭液位', en: 'Level after' }),
    volumeBefore: litres({ zh: '开启体积', en: 'Volume before' }),
    volumeAfter: litres({ zh: '关闭体积', en: 'Volume after' }),
    loss: totalLitres({ zh: '减少量', en: 'Loss' }),
    confirm: choice({ zh: '确认状态', en: 'Confirmation' }, CONFIRM_STATES),
    handled: handled(),
    exceptionType: choice({ zh: '异常类型', en: 'Exception type' }, EXCEPTION_TYPES),
    handleResult: text({ zh: '处理结果', en: 'Result' }),
    handler: text({ zh: '处理人', en: 'Handled by' }),
    handledAt: time({ zh: '处理时间', en: 'Handled at' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  rowActions: ['openTruck', 'openPlace', 'handleAlarm'],
  rowIs: 'alarm',
})
