import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { sortedText } from '../base-data/entity-list.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisation,
  compartment,
  compartments,
  containsText,
  isChosen,
  oneOf,
  period,
  plate,
  plateCell,
  text,
  textContains,
  time,
  truckOrOrganisation,
  wholeNumber,
  yesNo,
  shortNameOf,
} from '../kinds.ts'

/** State or result of one sending; failures as in the list of tank tables. */
const STATES = {
  waiting: { zh: '待发送', en: 'To be sent' },
  sending: { zh: '发送中', en: 'Sending' },
  synchronizing: { zh: '同步中', en: 'Synchronizing' },
  done: { zh: '同步完成', en: 'Synchronized' },
  'sync-failed': { zh: '同步失败', en: 'Synchronization failed' },
  'table-failed': { zh: '容积表发送失败', en: 'Volume table failed' },
  'pipe-failed': { zh: '管油发送失败', en: 'Pipe volume failed' },
  stopped: { zh: '已终止', en: 'Stopped' },
} as const

const REASONS = {
  'no-answer': { zh: '主机无应答', en: 'The console did not answer' },
  checksum: { zh: '校验和不一致', en: 'The checksum differed' },
  refused: { zh: '主机拒绝', en: 'The console refused' },
  'no-such-file': { zh: '主机不支持罐容表', en: 'The console takes no tank tables' },
  table: { zh: '主机无法使用该罐容表', en: 'The console cannot use the table' },
  pipe: { zh: '主机无法使用该管容', en: 'The console cannot use the pipe capacity' },
} as const

const STATE = { zh: '状态', en: 'State' } as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  state: oneOf(STATE, STATES),
  compartment: compartments(),
  search: textContains({ zh: '序列号', en: 'Serial number' }),
}

const state = sql<string>`CASE WHEN device_command.state <> 'failed' THEN device_command.state
  WHEN device_command.result = 'table' THEN 'table-failed' WHEN device_command.result = 'pipe' THEN 'pipe-failed' ELSE 'sync-failed' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .where('device_command.kind', '=', 'tank-table')
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(state, asked.state))
    .where(among(sql<number>`device_command.compartment`, asked.compartment))
    .where(containsText(sql<string>`device_command.serial`, asked.search ?? ''))
    .select([
      sql<string>`device_command.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'device_command.compartment',
      'device_command.serial',
      'device_command.ordered_at as orderedAt',
      'device_command.started_at as startedAt',
      'device_command.finished_at as finishedAt',
      state.as('state'),
      'device_command.result as reason',
      'device_command.tries',
      'device_command.max_tries as maxTries',
      sql<string>`upper(lpad(to_hex(device_command.crc32), 8, '0'))`.as('crc'),
      'device_command.crc_match as crcMatch',
      'device_command.ordered_by as operator',
    ])

export default defineReport({
  path: 'setting/base_data/tank_table_record',
  title: { zh: '罐容表下发记录', en: 'Tank table sends' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    compartment: compartment(),
    serial: sortedText({ zh: '序列号', en: 'Serial number' }),
    orderedAt: time({ zh: '下发时间', en: 'Ordered' }),
    operator: text({ zh: '操作人', en: 'Ordered by' }),
    state: choice(STATE, STATES),
    reason: choice({ zh: '原因', en: 'Reason' }, REASONS),
    tries: wholeNumber({ zh: '发送次数', en: 'Sends' }),
    crcMatch: yesNo({ zh: 'CRC一致', en: 'CRC matches' }),
    crc: text({ zh: 'CRC-32', en: 'CRC-32' }),
    startedAt: time({ zh: '开始发送', en: 'Started' }),
    finishedAt: time({ zh: '完成时间', en: 'Finished' }),
    maxTries: wholeNumber({ zh: '最大次数', en: 'Max. sends' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
