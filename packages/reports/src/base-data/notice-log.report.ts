import { openDetail } from '@tanker/contract/actions/row-details'
import { resendNotice } from '@tanker/contract/actions/text-messages'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { NOTICE_CHANNELS, NOTICE_OCCASIONS, NOTICE_REASONS } from '@tanker/domain/alarms/notice'
import { MESSAGE_STATES } from '@tanker/domain/texts/text-message'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  containsText,
  isOfOrganisation,
  oneOf,
  organisation,
  organisations,
  period,
  shortNameOf,
  text,
  textContains,
  time,
  wholeNumber,
} from '../kinds.ts'

const CHANNEL = { zh: '渠道', en: 'Channel' } as const
const STATE = { zh: '状态', en: 'State' } as const
const TYPES = Object.fromEntries(ALARM_TYPES.map(({ code, name }) => [code, name]))
const STAFF_ONLY = ALARM_TYPES.filter(({ staffOnly }) => staffOnly === true).map(({ code }) => code)
/** Reasons of ours; all other texts are what a service answered. */
const KNOWN = sql<boolean>`notice.reason = ANY (${Object.keys(NOTICE_REASONS)}::text[])`

const filters = {
  scope: organisations(),
  when: period({ maxDays: 31 }),
  search: textContains({ zh: '接收人 / 车牌号', en: 'Receiver / plate' }),
  channel: oneOf(CHANNEL, NOTICE_CHANNELS),
  state: oneOf(STATE, MESSAGE_STATES),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('notice')
    .innerJoin('organisation', 'organisation.id', 'notice.organisation_id')
    .leftJoin('truck', 'truck.id', 'notice.truck_id')
    .where(isOfOrganisation(asked.scope, 'notice'))
    .where('notice.created_at', '>=', asked.when.from)
    .where('notice.created_at', '<=', asked.when.to)
    .where(containsText(sql<string>`concat_ws(' ', notice.receiver, truck.plate)`, asked.search ?? ''))
    .where(among(sql<string>`notice.channel`, asked.channel))
    .where(among(sql<string>`notice.state`, asked.state))
    .where(sql<boolean>`NOT (${db.scope.customer} AND coalesce(notice.alarm_type, 0) = ANY (${STAFF_ONLY}::int[]))`)
    .select([
      sql<string>`notice.id::text`.as('id'),
      shortNameOf('organisation').as('organisation'),
      'notice.created_at as createdAt',
      'truck.plate as truck',
      'notice.alarm_type as type',
      'notice.occasion',
      'notice.channel',
      'notice.receiver',
      // The first letter and the domain of a mailbox; of a robot its host and the end of its token.
      sql<string>`regexp_replace(notice.address, '^(.)[^@]*@', '\\1***@')`.as('target'),
      'notice.state',
      'notice.tries',
      sql<string | null>`CASE WHEN ${KNOWN} THEN notice.reason END`.as('reason'),
      sql<string | null>`CASE WHEN NOT ${KNOWN} THEN nullif(notice.reason, '') END`.as('answer'),
      'notice.sent_at as sentAt',
    ])

export default defineReport({
  path: 'setting/alarm_threshold/notice_log',
  title: { zh: '报警通知记录', en: 'Alarm notice log' },
  filters,
  rows,
  columns: {
    createdAt: time({ zh: '生成时间', en: 'Created' }),
    organisation: organisation(),
    truck: text({ zh: '车牌号', en: 'Plate' }),
    type: choice({ zh: '报警类型', en: 'Alarm type' }, TYPES),
    occasion: choice({ zh: '事由', en: 'Occasion' }, NOTICE_OCCASIONS),
    channel: choice(CHANNEL, NOTICE_CHANNELS),
    receiver: text({ zh: '接收人', en: 'Receiver' }),
    target: text({ zh: '目标', en: 'Target' }),
    state: choice(STATE, MESSAGE_STATES),
    tries: wholeNumber({ zh: '尝试次数', en: 'Tries' }),
    reason: choice({ zh: '原因', en: 'Reason' }, NOTICE_REASONS),
    answer: text({ zh: '对方答复', en: 'Answer' }),
    sentAt: time({ zh: '发送时间', en: 'Sent' }),
  },
  sort: { by: 'createdAt', order: 'desc' },
  actions: [resendNotice, openDetail],
  rowIs: 'record',
})
