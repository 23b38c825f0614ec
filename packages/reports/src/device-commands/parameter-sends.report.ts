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

const ACTION = { zh: '操作', en: 'Action' } as const
const ACTIONS = { 'read-file': { zh: '读取', en: 'Read' }, 'write-file': { zh: '下发', en: 'Write' } } as const
const STATE = { zh: '状态', en: 'State' } as const
const STATES = {
  waiting: { zh: '等待车辆上线', en: 'Waiting for the truck' },
  sending: { zh: '进行中', en: 'Under way' },
  synchronizing: { zh: '车辆处理中', en: 'The truck takes it in' },
  done: { zh: '成功', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  stopped: { zh: '已中止', en: 'Stopped' },
} as const
const REASONS = {
  'no-answer': { zh: '设备无应答', en: 'The device did not answer' },
  checksum: { zh: '校验和不一致', en: 'The checksum differed' },
  refused: { zh: '设备拒绝', en: 'The device refused' },
  'no-such-file': { zh: '设备没有该文件', en: 'The device has no such file' },
  changed: { zh: '车上的文件已被改动，未下发', en: 'The truck’s file had changed; not written' },
  'read-back': { zh: '回读内容不一致', en: 'Read back, it was another' },
  tampered: { zh: '文件与下发时不一致', en: 'The file is not the one that was ordered' },
  expired: { zh: '车辆一周未上线', en: 'Not connected for a week' },
} as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  file: oneOf(FILE, PARAMETER_FILE_NAMES),
  action: oneOf(ACTION, ACTIONS),
  state: oneOf(STATE, STATES),
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
    state: choice(STATE, STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, REASONS),
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
