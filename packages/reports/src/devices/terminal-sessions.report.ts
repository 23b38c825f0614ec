import type { ScopedDb } from '@tanker/database/scope'
import { DROP_REASONS } from '@tanker/domain/devices/drop-reason'
import { sql } from 'kysely'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { CONNECTION_STATES, DUPLICATE_CONNECTIONS } from '../device-words.ts'
import {
  atLeast,
  choice,
  decimal,
  duration,
  isChosen,
  oneOf,
  period,
  plateCell,
  shortNameOf,
  text,
  thisMinute,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'

const STATE = { zh: '连接状态', en: 'State' } as const
const REASON = { zh: '断开原因', en: 'Drop reason' } as const
const DUPLICATE = { zh: '重复连接', en: 'Duplicate' } as const

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  state: oneOf(STATE, CONNECTION_STATES),
  reason: oneOf(REASON, DROP_REASONS),
  duplicate: oneOf(DUPLICATE, DUPLICATE_CONNECTIONS),
  lasted: atLeast({ zh: '时长不低于', en: 'Lasted at least' }, 'min'),
}

const state = sql<string>`CASE WHEN terminal_session.ended_at IS NULL THEN 'connected' ELSE 'ended' END`
const lastedMs = sql<number>`(extract(epoch FROM coalesce(terminal_session.ended_at, greatest(${thisMinute}, terminal_session.signed_in_at))
  - terminal_session.signed_in_at) * 1000)::float8`
const kB = (column: 'received_bytes' | 'sent_bytes') => sql<number | null>`(${sql.ref(`terminal_session.${column}`)} / 1000.0)::float8`

/** Every session that was open at some time of the period. */
const rows = (db: ScopedDb, { scope, when, ...asked }: ValuesOf<typeof filters>) =>
  db
    .from('terminal_session')
    .innerJoin('truck', 'truck.id', 'terminal_session.truck_id')
    .innerJoin('organisation', 'organisation.id', 'terminal_session.organisation_id')
    .where(isChosen(scope, 'terminal_session'))
    .where('terminal_session.signed_in_at', '<=', when.to)
    .where(sql<boolean>`coalesce(terminal_session.ended_at, now()) >= ${when.from}`)
    .where(among(state, asked.state))
    .where(among(sql<string | null>`terminal_session.reason`, asked.reason))
    .where(among(sql<string>`terminal_session.also_connected`, asked.duplicate))
    .where(notBelow(lastedMs, asked.lasted === undefined ? undefined : asked.lasted * 60_000))
    .select([
      sql<string>`concat_ws('-', terminal_session.truck_id, terminal_session.epoch)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      state.as('state'),
      'terminal_session.connected_at as connected',
      'terminal_session.signed_in_at as signedIn',
      'terminal_session.ended_at as ended',
      lastedMs.as('lasted'),
      'terminal_session.reason',
      sql<string>`terminal_session.also_connected::text`.as('duplicate'),
      'terminal_session.address',
      'terminal_session.phone',
      'terminal_session.terminal_id as terminal',
      'terminal_session.gateway',
      'terminal_session.port',
      kB('received_bytes').as('up'),
      kB('sent_bytes').as('down'),
      'terminal_session.signal',
      'terminal_session.weakest_signal as weakest',
    ])

/** When the terminals of trucks connected, for how long, and why the connections ended. */
export default defineReport({
  path: 'device_monitor/console/console_link',
  title: { zh: '主机连接记录', en: 'Console connections' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    state: choice(STATE, CONNECTION_STATES),
    signedIn: time({ zh: '登录时间', en: 'Signed in' }),
    ended: time({ zh: '断开时间', en: 'Dropped' }),
    lasted: duration({ zh: '时长', en: 'Duration' }),
    reason: choice(REASON, DROP_REASONS),
    duplicate: {
      ...choice(DUPLICATE, DUPLICATE_CONNECTIONS),
      hint: {
        zh: '登录时该车的另一个连接仍在发送数据：可能有两台终端使用同一鉴权码',
        en: 'Another connection of the truck was still sending at the sign-in: two terminals may use one code',
      },
    },
    signal: {
      ...wholeNumber({ zh: '信号强度', en: 'Signal' }),
      hint: { zh: 'CSQ，0 至 31；低于 10 为弱。每五分钟更新', en: 'CSQ, 0 to 31; below 10 is weak. Updated every five minutes' },
    },
    weakest: wholeNumber({ zh: '最弱信号', en: 'Weakest signal' }),
    up: {
      ...decimal({ zh: '上行流量', en: 'Received' }, 'kB', 1),
      hint: {
        zh: '终端发来的数据，每五分钟更新；多车共用一个连接时不计',
        en: 'What the terminal sent, updated every five minutes; unknown where trucks share a connection',
      },
    },
    down: decimal({ zh: '下行流量', en: 'Sent' }, 'kB', 1),
    address: text({ zh: 'IP 地址', en: 'IP address' }),
    phone: text({ zh: 'SIM 卡号', en: 'SIM' }),
    terminal: text({ zh: '终端编号', en: 'Terminal' }),
    gateway: text({ zh: '网关', en: 'Gateway' }),
    port: wholeNumber({ zh: '服务器端口', en: 'Server port' }),
    connected: time({ zh: '连接时间', en: 'Connected' }),
  },
  sort: { by: 'signedIn', order: 'desc' },
  rowIs: 'record',
  live: { everyS: [30, 60] },
})
