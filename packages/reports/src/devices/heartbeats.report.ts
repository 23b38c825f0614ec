import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { LINK_STATES } from '../device-words.ts'
import {
  atLeast,
  choice,
  decimal,
  duration,
  isChosen,
  oneOf,
  percent,
  plateCell,
  shortNameOf,
  thisMinute,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { limitOf } from '../limits.ts'
import { truckColumns } from '../record-columns.ts'

const STATE = { zh: '状态', en: 'State' } as const

const filters = {
  scope: truckOrOrganisation(),
  state: oneOf(STATE, LINK_STATES),
  silent: atLeast({ zh: '距今不低于', en: 'Silent for at least' }, 'min'),
}

/** Reports of the last 24 hours; the hour that is running is summed up with the next one. */
type LastDay = { interval_s: number | null; loss: number | null }

/** Whole minutes: it grows while the list is read. */
const silentMs = sql<number>`(floor(extract(epoch FROM now() - truck_state.contact_at) / 60) * 60000)::float8`
const state = sql<string>`CASE WHEN truck_state.contact_at < ${thisMinute} - ${limitOf('statusOfflineMin')} * interval '1 minute' THEN 'offline' ELSE 'online' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<LastDay>`(SELECT sum(extract(epoch FROM last_at - first_at)) / nullif(sum(received - 1), 0)::float8 AS interval_s,
          sum(missing) * 100.0::float8 / nullif(sum(received) + sum(missing), 0) AS loss
        FROM upload_hour WHERE upload_hour.truck_id = truck.id AND upload_hour.hour > now() - interval '25 hours')`.as('last_day'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<{ backup_v: number }>`(SELECT backup_v FROM power_reading WHERE power_reading.truck_id = truck.id
        AND power_reading.at BETWEEN truck_state.last_at - interval '15 minutes' AND truck_state.last_at ORDER BY at DESC LIMIT 1)`.as(
        'battery',
      ),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<{ signal: number }>`(SELECT signal FROM terminal_session WHERE terminal_session.truck_id = truck.id AND signal IS NOT NULL
        ORDER BY signed_in_at DESC LIMIT 1)`.as('connection'),
      (join) => join.onTrue(),
    )
    .where(isChosen(asked.scope, 'truck'))
    .where('truck.enabled', '=', true)
    .where('truck_state.contact_at', 'is not', null)
    .where(among(state, asked.state))
    .where(notBelow(silentMs, asked.silent === undefined ? undefined : asked.silent * 60_000))
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      state.as('state'),
      'truck_state.contact_at as contact',
      silentMs.as('silent'),
      'truck_state.last_at as position',
      sql<number | null>`last_day.interval_s::float8`.as('interval'),
      sql<number | null>`last_day.loss::float8`.as('loss'),
      'connection.signal',
      'battery.backup_v as battery',
    ])

/** When each truck was heard last, how often it reports, and how much of it was lost. */
export default defineReport({
  path: 'device_monitor/device_analysis/heart_beat_info',
  title: { zh: '心跳信息', en: 'Heartbeats' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    state: choice(STATE, LINK_STATES),
    contact: time({ zh: '最后通信', en: 'Last contact' }),
    silent: duration({ zh: '距今', en: 'Age' }),
    position: time({ zh: '最后定位', en: 'Last position' }),
    interval: {
      ...decimal({ zh: '平均间隔', en: 'Mean interval' }, 's', 0),
      hint: { zh: '最近 24 小时内两次上报之间', en: 'Between two reports, over the last 24 hours' },
    },
    loss: {
      ...percent({ zh: '丢失率', en: 'Lost' }),
      hint: { zh: '最近 24 小时应收而未收的上报', en: 'Reports of the last 24 hours that are missing' },
    },
    signal: {
      ...wholeNumber({ zh: '信号强度', en: 'Signal' }),
      hint: { zh: 'CSQ，0 至 31；低于 10 为弱', en: 'CSQ, 0 to 31; below 10 is weak' },
    },
    battery: decimal({ zh: '备用电池', en: 'Backup battery' }, 'V', 2),
  },
  sort: { by: 'contact', order: 'asc' },
  rowIs: 'record',
  live: { everyS: [30, 60] },
})
