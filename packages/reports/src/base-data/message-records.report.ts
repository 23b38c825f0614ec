import { openDetail } from '@tanker/contract/actions/row-details'
import { resendMessage } from '@tanker/contract/actions/text-messages'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import { MESSAGE_REASONS, MESSAGE_STATES } from '@tanker/domain/texts/text-message'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisations,
  organisation,
  containsText,
  count,
  isOfOrganisation,
  oneOf,
  period,
  text,
  textContains,
  time,
  shortNameOf,
} from '../kinds.ts'

const KIND = { zh: '报警类别', en: 'Kind' } as const
const STATE = { zh: '状态', en: 'State' } as const

const filters = {
  scope: organisations(),
  when: period({ maxDays: 31 }),
  phone: textContains({ zh: '接收人 / 手机号', en: 'Receiver / number' }),
  kind: oneOf(KIND, alarmFamilyText),
  state: oneOf(STATE, MESSAGE_STATES),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('sms_message')
    .innerJoin('organisation', 'organisation.id', 'sms_message.organisation_id')
    .where(isOfOrganisation(asked.scope, 'sms_message'))
    .where('sms_message.created_at', '>=', asked.when.from)
    .where('sms_message.created_at', '<=', asked.when.to)
    .where(containsText(sql<string>`sms_message.receiver || ' ' || sms_message.phone`, asked.phone ?? ''))
    .where(among(sql<string>`sms_message.kind`, asked.kind))
    .where(among(sql<string>`sms_message.state`, asked.state))
    .select([
      sql<string>`sms_message.id::text`.as('id'),
      shortNameOf('organisation').as('organisation'),
      'sms_message.created_at as createdAt',
      'sms_message.receiver',
      'sms_message.phone',
      'sms_message.kind',
      'sms_message.content',
      'sms_message.state',
      sql<string | null>`nullif(sms_message.reason, '')`.as('reason'),
      'sms_message.sent_at as sentAt',
      // What was paid: nothing for one that was not sent.
      sql<number>`CASE WHEN sms_message.paid_by IS NULL THEN 0 ELSE sms_message.cost END`.as('cost'),
    ])

export default defineReport({
  path: 'setting/base_data/message_record',
  title: { zh: '短信记录', en: 'SMS record' },
  filters,
  rows,
  columns: {
    createdAt: time({ zh: '生成时间', en: 'Created' }),
    organisation: organisation(),
    receiver: text({ zh: '接收人', en: 'Receiver' }),
    phone: text({ zh: '手机号', en: 'Number' }),
    kind: choice(KIND, alarmFamilyText),
    content: text({ zh: '内容', en: 'Content' }),
    state: choice(STATE, MESSAGE_STATES),
    reason: choice({ zh: '原因', en: 'Reason' }, MESSAGE_REASONS),
    sentAt: time({ zh: '发送时间', en: 'Sent' }),
    cost: count({ zh: '计费条数', en: 'Charged' }),
  },
  sort: { by: 'createdAt', order: 'desc' },
  actions: [resendMessage, openDetail],
  rowIs: 'record',
})
