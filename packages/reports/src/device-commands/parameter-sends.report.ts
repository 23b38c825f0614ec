import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  isChosen,
  oneOf,
  organisation,
  period,
  plate,
  plateCell,
  shortNameOf,
  text,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import { FILE, fileNumbers } from './parameter-file-words.ts'
import { SEND_FAILURES, SEND_STATES, STATE } from './send-words.ts'

const ACTION = { zh: '操作', en: 'Action' } as const
const ACTIONS = { 'read-file': { zh: '读取', en: 'Read' }, 'write-file': { zh: '下发', en: 'Write' } } as const
const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  file: oneOf(FILE, PARAMETER_FILE_NAMES),
  action: oneOf(ACTION, ACTIONS),
  state: oneOf(STATE, SEND_STATES),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .innerJoin(fileNumbers(db.scope.customer), (join) => join.on(sql<boolean>`kind.file = (device_command.form_values ->> 'file')::int`))
    .where('device_command.kind', 'in', ['read-file', 'write-file'])
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`kind.file::text`, asked.file))
    .where(among(sql<string>`device_command.kind`, asked.action))
    .where(among(sql<string>`device_command.state`, asked.state))
    .select([
      sql<string>`device_command.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`kind.file::text`.as('file'),
      sql<string>`device_command.kind`.as('action'),
      'device_command.state',
      'device_command.result as reason',
      'device_command.tries',
      'device_command.max_tries as maxTries',
      'device_command.ordered_at as orderedAt',
      'device_command.finished_at as finishedAt',
      'device_command.ordered_by as operator',
      sql<string>`coalesce(device_command.form_values ->> 'reason', '')`.as('note'),
    ])

/** Each time a parameter file was read or written, and how it ended. */
export default defineReport({
  path: 'setting/device_parameter/params_record',
  title: { zh: '参数下发记录', en: 'Parameter file record' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    file: choice(FILE, PARAMETER_FILE_NAMES),
    action: choice(ACTION, ACTIONS),
    state: choice(STATE, SEND_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, SEND_FAILURES),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    maxTries: wholeNumber({ zh: '最大次数', en: 'Max. tries' }),
    orderedAt: time({ zh: '发起时间', en: 'Ordered' }),
    finishedAt: time({ zh: '结束时间', en: 'Ended' }),
    operator: text({ zh: '操作人', en: 'Ordered by' }),
    note: text({ zh: '原因', en: 'Reason' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
