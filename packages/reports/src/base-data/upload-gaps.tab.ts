import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  atLeast,
  choice,
  organisation,
  count,
  duration,
  isChosen,
  period,
  plate,
  plateCell,
  time,
  truckOrOrganisation,
  shortNameOf,
} from '../kinds.ts'

const STATES = { moving: { zh: '行驶中', en: 'Driving' }, standing: { zh: '停车未熄火', en: 'Standing, ignition on' } } as const

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }),
  missing: atLeast({ zh: '缺失不少于', en: 'Missing at least' }, null),
}

/** Silences that should not have been: neighbours with the ignition on at both, so far apart that three readings or more are missing. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('upload_gap')
    .innerJoin('truck', 'truck.id', 'upload_gap.truck_id')
    .innerJoin('organisation', 'organisation.id', 'upload_gap.organisation_id')
    .where(isChosen(asked.scope, 'upload_gap'))
    .where('upload_gap.started_at', '>=', asked.when.from)
    .where('upload_gap.started_at', '<=', asked.when.to)
    .where(notBelow(sql<number>`upload_gap.missing::float8`, asked.missing))
    .select([
      sql<string>`upload_gap.truck_id || '-' || (extract(epoch FROM upload_gap.ended_at) * 1000)::bigint`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'upload_gap.started_at as startedAt',
      'upload_gap.ended_at as endedAt',
      sql<number>`(extract(epoch FROM upload_gap.ended_at - upload_gap.started_at) * 1000)::float8`.as('lasted'),
      sql<string>`CASE WHEN upload_gap.moving THEN 'moving' ELSE 'standing' END`.as('state'),
      'upload_gap.missing',
    ])

export default defineReport({
  path: 'gaps',
  title: { zh: '数据缺口', en: 'Gaps' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    startedAt: time({ zh: '缺口开始', en: 'From' }),
    endedAt: time({ zh: '缺口结束', en: 'To' }),
    lasted: duration({ zh: '时长', en: 'Lasted' }),
    state: choice({ zh: '当时状态', en: 'Truck then' }, STATES),
    missing: count({ zh: '缺失', en: 'Missing' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
