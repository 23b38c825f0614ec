import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { isOfOrganisation, organisations, organisation, period, text, time, wholeNumber, shortNameOf } from '../kinds.ts'

const filters = { scope: organisations(), when: period({ maxDays: 31 }) }

const nameOf = (alias: 'giver' | 'taker' | 'acceptor') =>
  sql<string | null>`coalesce(nullif(${sql.ref(`${alias}.real_name`)}, ''), ${sql.ref(`${alias}.user_name`)})`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('shift_handover')
    .innerJoin('organisation', 'organisation.id', 'shift_handover.organisation_id')
    .leftJoin('app_user as giver', 'giver.id', 'shift_handover.handed_by')
    .leftJoin('app_user as taker', 'taker.id', 'shift_handover.handed_to')
    .leftJoin('app_user as acceptor', 'acceptor.id', 'shift_handover.accepted_by')
    .where(isOfOrganisation(asked.scope, 'shift_handover'))
    .where('shift_handover.handed_at', '>=', asked.when.from)
    .where('shift_handover.handed_at', '<=', asked.when.to)
    .select([
      sql<string>`shift_handover.id::text`.as('id'),
      'shift_handover.handed_at as handedAt',
      shortNameOf('organisation').as('organisation'),
      nameOf('giver').as('from'),
      nameOf('taker').as('to'),
      'shift_handover.note',
      'shift_handover.black',
      'shift_handover.red',
      'shift_handover.yellow',
      nameOf('acceptor').as('acceptedBy'),
      'shift_handover.accepted_at as acceptedAt',
    ])

/** Shifts that were handed over, with the alarms that were open. */
export default defineReport({
  path: 'shifts',
  title: { zh: '交接班', en: 'Shifts' },
  filters,
  rows,
  columns: {
    handedAt: time({ zh: '交班时间', en: 'Time' }),
    organisation: organisation(),
    from: text({ zh: '交班人', en: 'From' }),
    to: text({ zh: '接班人', en: 'To' }),
    note: text({ zh: '交班说明', en: 'Note' }),
    black: wholeNumber({ zh: '未处理黑色', en: 'Open, black' }),
    red: wholeNumber({ zh: '未处理红色', en: 'Open, red' }),
    yellow: wholeNumber({ zh: '未处理黄色', en: 'Open, yellow' }),
    acceptedBy: text({ zh: '实际接班人', en: 'Accepted by' }),
    acceptedAt: time({ zh: '接班时间', en: 'Accepted at' }),
  },
  sort: { by: 'handedAt', order: 'desc' },
  rowIs: 'record',
})
