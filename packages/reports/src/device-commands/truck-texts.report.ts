import { repeatText, sendText, stopText } from '@tanker/contract/actions/truck-texts'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  containsText,
  isChosen,
  oneOf,
  organisation,
  period,
  plate,
  plateCell,
  shortNameOf,
  text,
  textContains,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { SEND_FAILURES, SEND_STATES, STATE } from './send-words.ts'

const TEXT = { zh: '文本内容', en: 'Text' } as const
const GRADE = { zh: '类型', en: 'Kind' } as const
const GRADES = { urgent: { zh: '紧急', en: 'Urgent' }, notice: { zh: '通知', en: 'Notice' } } as const
const HOW = { zh: '提示方式', en: 'How' } as const
const WAYS = {
  both: { zh: '显示并播报', en: 'Shown and read out' },
  show: { zh: '显示', en: 'Shown' },
  speak: { zh: '播报', en: 'Read out' },
} as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 92 }),
  state: oneOf(STATE, SEND_STATES),
  search: textContains(TEXT),
  grade: oneOf(GRADE, GRADES),
  operator: textContains({ zh: '操作人', en: 'Sent by' }),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const is = (name: string) => sql<boolean>`(device_command.form_values ->> ${sql.lit(name)})::boolean`
  const grade = sql<keyof typeof GRADES>`CASE WHEN ${is('urgent')} THEN 'urgent' ELSE 'notice' END`
  const words = sql<string>`device_command.form_values ->> 'text'`
  return db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .where('device_command.kind', '=', 'send-text')
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`device_command.state`, asked.state))
    .where(among(grade, asked.grade))
    .where(containsText(words, asked.search ?? ''))
    .where(containsText(sql<string>`device_command.ordered_by`, asked.operator ?? ''))
    .select([
      sql<string>`device_command.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      words.as('text'),
      grade.as('grade'),
      sql<keyof typeof WAYS>`CASE WHEN NOT ${is('show')} THEN 'speak' WHEN ${is('speak')} THEN 'both' ELSE 'show' END`.as('way'),
      'device_command.state',
      'device_command.result as reason',
      'device_command.ordered_at as orderedAt',
      'device_command.finished_at as finishedAt',
      'device_command.expires_at as expiresAt',
      'device_command.tries',
      'device_command.ordered_by as operator',
    ])
}

/** Each text that was sent to a truck, and whether its terminal took it. */
export default defineReport({
  path: 'airtight_detection/text_send',
  title: { zh: '文本下发', en: 'Text dispatch' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    text: text(TEXT),
    grade: choice(GRADE, GRADES),
    way: choice(HOW, WAYS),
    state: choice(STATE, SEND_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, SEND_FAILURES),
    orderedAt: time({ zh: '下发时间', en: 'Sent' }),
    finishedAt: time({ zh: '应答时间', en: 'Ended' }),
    expiresAt: time({ zh: '有效至', en: 'Valid until' }),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    operator: text({ zh: '操作人', en: 'Sent by' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  actions: [sendText, stopText, repeatText],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
