import { resumeRollOut, returnRollOut, stopRollOut } from '@tanker/contract/actions/roll-outs'
import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { ROLL_OUT_PROBLEMS, ROLL_OUT_STATES, type RollOutTruckState } from '@tanker/domain/devices/roll-out'
import { UPGRADE_FILE_TYPES } from '@tanker/domain/devices/upgrade-file'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  count,
  isOfOrganisation,
  leading,
  oneOf,
  organisation,
  organisations,
  period,
  shortNameOf,
  text,
  time,
  wholeNumber,
} from '../kinds.ts'

const STATE = { zh: '状态', en: 'State' } as const

const filters = { scope: organisations(), period: period({ maxDays: 366 }), state: oneOf(STATE, ROLL_OUT_STATES) }

/** SQL: how many of its trucks are in one of these states. */
const trucksIn = (...states: readonly RollOutTruckState[]) =>
  sql<number>`(SELECT count(*)::int FROM roll_out_truck r WHERE r.roll_out_id = roll_out.id AND r.state = ANY (${[...states]}::text[]))`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('roll_out')
    .innerJoin('organisation', 'organisation.id', 'roll_out.organisation_id')
    .where(isOfOrganisation(asked.scope, 'roll_out'))
    .where('roll_out.ordered_at', '>=', asked.period.from)
    .where('roll_out.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`roll_out.state`, asked.state))
    .select([
      sql<string>`roll_out.id::text`.as('id'),
      'roll_out.title',
      'roll_out.type',
      sql<string | null>`roll_out.parameter_file::text`.as('parameterFile'),
      'roll_out.state',
      'roll_out.problem',
      'roll_out.problem_plate as problemPlate',
      sql<number>`(SELECT count(*)::int FROM roll_out_truck r WHERE r.roll_out_id = roll_out.id AND r.is_first)`.as('first'),
      sql<number>`(SELECT count(*)::int FROM roll_out_truck r WHERE r.roll_out_id = roll_out.id)`.as('trucks'),
      trucksIn('ordered', 'returning').as('open'),
      trucksIn('done', 'unchanged', 'returned').as('done'),
      trucksIn('failed', 'not-returned').as('failed'),
      sql<RowLeads>`jsonb_build_object('picked', jsonb_build_object('ofRollOut', concat(roll_out.id, ':', roll_out.title)),
        'filters', jsonb_build_object('period', jsonb_build_object('from', to_char(roll_out.ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'to', to_char(roll_out.ordered_at AT TIME ZONE 'UTC' + interval '1 s', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))`.as('leads'),
      'roll_out.watch_until as watchUntil',
      shortNameOf('organisation').as('organisation'),
      'roll_out.ordered_by as operator',
      'roll_out.reason as note',
      'roll_out.ordered_at as orderedAt',
      'roll_out.ended_at as endedAt',
    ])

/** Upgrade files that went to a few trucks first. */
export default defineReport({
  path: 'roll-outs',
  title: { zh: '分批下发', en: 'Roll-outs' },
  filters,
  rows,
  columns: {
    title: text({ zh: '文件', en: 'File' }),
    type: choice({ zh: '文件类型', en: 'Type' }, UPGRADE_FILE_TYPES),
    parameterFile: choice({ zh: '参数文件', en: 'Parameter file' }, PARAMETER_FILE_NAMES),
    state: choice(STATE, ROLL_OUT_STATES),
    problem: choice({ zh: '暂停原因', en: 'Why it paused' }, ROLL_OUT_PROBLEMS),
    problemPlate: text({ zh: '相关车辆', en: 'Because of' }),
    first: wholeNumber({ zh: '首批车辆', en: 'First trucks' }),
    trucks: leading(count({ zh: '车辆', en: 'Trucks' })),
    open: leading(count({ zh: '下发中', en: 'Being sent' }), { state: ['ordered', 'returning'] }),
    done: leading(count({ zh: '已完成', en: 'Done' }), { state: ['done', 'unchanged', 'returned'] }),
    failed: leading(count({ zh: '失败', en: 'Failed' }), { state: ['failed', 'not-returned'] }),
    watchUntil: time({ zh: '观察至', en: 'Watched until' }),
    organisation: organisation(),
    operator: text({ zh: '下发人', en: 'Sent by' }),
    note: text({ zh: '原因', en: 'Reason' }),
    orderedAt: time({ zh: '下发时间', en: 'Ordered' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  actions: [resumeRollOut, stopRollOut, returnRollOut],
  leadsTo: { path: 'setting/device_parameter/send_message', tab: 'roll-out-trucks', onlyRows: true, keeps: { period: 'period' } },
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
