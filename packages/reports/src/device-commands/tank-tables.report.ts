import { TANK_TABLE_STATES, tankTable } from '@tanker/contract/base-data/tank-table'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { listReport } from '../base-data/list-report.ts'
import { among } from '../conditions.ts'
import { type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisation,
  compartment,
  compartments,
  containsText,
  isChosen,
  level,
  litres,
  oneOf,
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

const STATE = { zh: '当前状态', en: 'State' } as const

const filters = {
  scope: truckOrOrganisation(),
  search: textContains({ zh: '序列号', en: 'Serial number' }),
  state: oneOf(STATE, TANK_TABLE_STATES),
  compartment: compartments(),
}

/** SQL: what a table's sending says, and of one that the console has, whether it is measured with now. */
const state = sql<string>`CASE
  WHEN tank_table.send_state <> 'synced' THEN tank_table.send_state
  WHEN tank_table.effective_at > now() THEN 'synced'
  WHEN EXISTS (SELECT FROM tank_table later WHERE later.truck_id = tank_table.truck_id AND later.compartment = tank_table.compartment
    AND later.synced_at IS NOT NULL AND later.effective_at > tank_table.effective_at AND later.effective_at <= now()) THEN 'history'
  ELSE 'current' END`

/** SQL: a number of the order that sends it now or sent it last. */
const ofLastOrder = (value: string) => sql<
  number | null
>`(SELECT ${sql.raw(value)} FROM device_command WHERE device_command.tank_table_id = tank_table.id
  ORDER BY device_command.id DESC LIMIT 1)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('tank_table')
    .innerJoin('truck', 'truck.id', 'tank_table.truck_id')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where(isChosen(asked.scope, 'tank_table'))
    .where(containsText(sql<string>`tank_table.serial`, asked.search ?? ''))
    .where(among(state, asked.state))
    .where(among(sql<number>`tank_table.compartment`, asked.compartment))
    .select([
      sql<string>`tank_table.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'truck.frame_number as frameNumber',
      'tank_table.compartment',
      'tank_table.serial',
      state.as('state'),
      ofLastOrder('tries').as('tries'),
      'tank_table.max_tries as maxTries',
      ofLastOrder('round(100.0 * acked_bytes / total_bytes)::int').as('progress'),
      'tank_table.effective_at as effectiveAt',
      'tank_table.sent_at as sentAt',
      'tank_table.tank_height_mm as tankHeight',
      sql<number>`tank_table.capacity_l::float8`.as('capacity'),
      sql<number>`tank_table.pipe_capacity_l::float8`.as('pipeCapacity'),
      sql<number>`cardinality(tank_table.levels_mm)`.as('rowCount'),
      'tank_table.restart',
      'tank_table.clear_files as clearFiles',
    ])

export default listReport(tankTable, {
  title: { zh: '罐容表管理', en: 'Tank tables' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    compartment: compartment(),
    serial: 'serial',
    state: choice(STATE, TANK_TABLE_STATES),
    effectiveAt: time({ zh: '生效时间', en: 'Effective from' }),
    sentAt: time({ zh: '发送时间', en: 'Sent' }),
    tries: wholeNumber({ zh: '发送次数', en: 'Sends' }),
    maxTries: wholeNumber({ zh: '最大次数', en: 'Max. sends' }),
    progress: { ...wholeNumber({ zh: '进度', en: 'Progress' }), unit: '%' },
    tankHeight: level({ zh: '罐高', en: 'Tank height' }),
    capacity: litres({ zh: '容量', en: 'Capacity' }),
    pipeCapacity: litres({ zh: '管容', en: 'Pipe capacity' }),
    rowCount: wholeNumber({ zh: '行数', en: 'Rows' }),
    frameNumber: text({ zh: '车架号', en: 'Frame number' }),
    restart: yesNo({ zh: '重启', en: 'Restart' }),
    clearFiles: yesNo({ zh: '清除文件', en: 'Clear files' }),
  },
  sorted: ['serial'],
  sort: { by: 'effectiveAt', order: 'desc' },
  live: { everyS: [5, 10, 30] },
})
