import { setUpPasswordKeys } from '@tanker/contract/actions/truck-passwords'
import type { ScopedDb } from '@tanker/database/scope'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, isChosen, oneOf, organisation, plate, plateCell, shortNameOf, text, time, truckOrOrganisation } from '../kinds.ts'
import { SEND_FAILURES, STATE } from './send-words.ts'

const STATES = {
  agreed: { zh: '已设置', en: 'Set up' },
  waiting: { zh: '等待车辆上线', en: 'Waiting for the truck' },
  other: { zh: '终端已更换', en: 'Another console' },
  none: { zh: '未设置', en: 'Not set up' },
} as const
type State = keyof typeof STATES

const filters = { scope: truckOrOrganisation(), state: oneOf(STATE, STATES) }

/** A row for each truck: whether its console has the key by which it checks passwords. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const newest = db.read
    .selectFrom('device_command as asked')
    .where(sql<boolean>`asked.truck_id = truck.id`)
    .where('asked.kind', '=', 'password-key')
    .orderBy('asked.id', 'desc')
    .limit(1)
    .select(['asked.finished_at', 'asked.result', 'asked.ordered_by', 'asked.ordered_at'])
    .as('newest')
  const state: RawBuilder<State> = sql`CASE WHEN newest.ordered_at IS NOT NULL AND newest.finished_at IS NULL THEN 'waiting'
    WHEN password_key.terminal_id = truck.terminal_id THEN 'agreed' WHEN password_key.terminal_id IS NOT NULL THEN 'other' ELSE 'none' END`
  return db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .leftJoin('password_key', 'password_key.truck_id', 'truck.id')
    .leftJoinLateral(newest, (join) => join.onTrue())
    .where(isChosen(asked.scope, 'truck'))
    .where(among(state as RawBuilder<string>, asked.state))
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'truck.terminal_id as terminalId',
      state.as('state'),
      'password_key.agreed_at as agreedAt',
      'newest.ordered_at as orderedAt',
      'newest.ordered_by as operator',
      'newest.result as reason',
    ])
}

export default defineReport({
  path: 'keys',
  title: { zh: '车辆密钥', en: 'Keys of trucks' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    terminalId: text({ zh: '终端编号', en: 'Terminal ID' }),
    state: choice(STATE, STATES),
    agreedAt: time({ zh: '设置时间', en: 'Set up at' }),
    orderedAt: time({ zh: '最近下发', en: 'Last ordered' }),
    operator: text({ zh: '操作人', en: 'Ordered by' }),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, SEND_FAILURES),
  },
  sort: { by: 'agreedAt', order: 'desc' },
  actions: [setUpPasswordKeys],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
