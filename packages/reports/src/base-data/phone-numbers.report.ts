import { phoneNumber } from '@tanker/contract/base-data/phone-number'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import { organisations, containsText, isOfOrganisation, oneOf, text, textContains, shortNameOf } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const KINDS = { zh: '报警类别', en: 'Kinds of alarm' } as const

const filters = {
  scope: organisations(),
  search: textContains({ zh: '姓名 / 手机号', en: 'Name / number' }),
  kind: oneOf(KINDS, alarmFamilyText),
  status: listFilters().status,
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('sms_number')
    .innerJoin('organisation', 'organisation.id', 'sms_number.organisation_id')
    .where(isOfOrganisation(asked.scope, 'sms_number'))
    .where(containsText(sql<string>`sms_number.name || ' ' || sms_number.phone`, asked.search ?? ''))
    // No kind means all kinds.
    .where(
      asked.kind === undefined
        ? sql<boolean>`true`
        : sql<boolean>`(sms_number.kinds = '' OR string_to_array(sms_number.kinds, ',') && ${[...asked.kind]}::text[])`,
    )
    .where(among(statusOf('sms_number'), asked.status))
    .select([
      sql<string>`sms_number.id::text`.as('id'),
      'sms_number.name',
      'sms_number.phone',
      shortNameOf('organisation').as('organisation'),
      sql<string>`CASE WHEN sms_number.kinds = '' THEN ${ALARM_FAMILIES.join(',')} ELSE sms_number.kinds END`.as('kinds'),
      'sms_number.least_grade as leastGrade',
      sql<string | null>`CASE WHEN quiet_from = '' THEN NULL ELSE quiet_from || ' – ' || quiet_to END`.as('quiet'),
      statusOf('sms_number').as('status'),
    ])

export default listReport(phoneNumber, {
  title: { zh: '短信号码管理', en: 'SMS numbers' },
  filters,
  rows,
  columns: {
    name: 'name',
    phone: 'phone',
    organisation: 'organisationId',
    kinds: 'kinds',
    leastGrade: 'leastGrade',
    quiet: text({ zh: '免打扰（北京时间）', en: 'Quiet hours (Beijing time)' }),
    status: 'status',
  },
  sorted: ['name'],
  sort: { by: 'name', order: 'asc' },
})
