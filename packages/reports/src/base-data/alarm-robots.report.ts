import { alarmRobot } from '@tanker/contract/base-data/alarm-robot'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM_FAMILIES } from '@tanker/domain/alarms/alarm-family'
import { ROBOT_CHANNELS } from '@tanker/domain/alarms/notice'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ValuesOf } from '../define-report.ts'
import { containsText, isOfOrganisation, oneOf, organisations, shortNameOf, text, textContains } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const filters = {
  scope: organisations(),
  search: textContains({ zh: '名称', en: 'Name' }),
  channel: oneOf({ zh: '类型', en: 'Channel' }, ROBOT_CHANNELS),
  status: listFilters().status,
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('alarm_robot')
    .innerJoin('organisation', 'organisation.id', 'alarm_robot.organisation_id')
    .where(isOfOrganisation(asked.scope, 'alarm_robot'))
    .where(containsText(sql<string>`alarm_robot.name`, asked.search ?? ''))
    .where(among(sql<string>`alarm_robot.channel`, asked.channel))
    .where(among(statusOf('alarm_robot'), asked.status))
    .select([
      sql<string>`alarm_robot.id::text`.as('id'),
      'alarm_robot.name',
      'alarm_robot.channel',
      shortNameOf('organisation').as('organisation'),
      // Never the address itself.
      sql<string | null>`nullif(alarm_robot.address_hint, '')`.as('address'),
      sql<string>`CASE WHEN alarm_robot.kinds = '' THEN ${ALARM_FAMILIES.join(',')} ELSE alarm_robot.kinds END`.as('kinds'),
      'alarm_robot.least_grade as leastGrade',
      'alarm_robot.after_min as afterMin',
      sql<string | null>`CASE WHEN quiet_from = '' THEN NULL ELSE quiet_from || ' – ' || quiet_to END`.as('quiet'),
      statusOf('alarm_robot').as('status'),
    ])

export default listReport(alarmRobot, {
  title: { zh: '报警机器人', en: 'Alarm robots' },
  filters,
  rows,
  columns: {
    name: 'name',
    channel: 'channel',
    organisation: 'organisationId',
    address: text({ zh: '地址', en: 'Address' }),
    kinds: 'kinds',
    leastGrade: 'leastGrade',
    afterMin: 'afterMin',
    quiet: text({ zh: '免打扰（北京时间）', en: 'Quiet hours (Beijing time)' }),
    status: 'status',
  },
  sorted: ['name'],
  sort: { by: 'name', order: 'asc' },
})
