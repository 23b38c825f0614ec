import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import { EXCEPTION_TYPES } from '@tanker/domain/alarms/handling'
import { ABNORMAL_KINDS, abnormalTypesFor, FENCE_PLACES, HOURS, kindOfAlarm } from '../analysis-words.ts'
import { among, isWholeHappening } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, count, dimension, isChosen, oneOf, percent, period, truckOrOrganisation } from '../kinds.ts'

const CAUSES = { ...EXCEPTION_TYPES, none: { zh: '未处理', en: 'Not handled' } }

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  by: dimension(
    { zh: '分析维度', en: 'Shares by' },
    {
      kind: { zh: '异常类别', en: 'Kind' },
      cause: { zh: '原因', en: 'Cause' },
      place: { zh: '地点', en: 'Place' },
      hour: { zh: '时段', en: 'Hour' },
      grade: { zh: '等级', en: 'Grade' },
    },
  ),
  kind: oneOf({ zh: '异常类别', en: 'Kind' }, ABNORMAL_KINDS),
}

/** SQL by dimension; the words of all of them stand in one column, so the keys say which they are. */
const keys = {
  kind: () => kindOfAlarm,
  cause: () => sql<string>`coalesce(alarm.exception_type, 'none')`,
  place: () => sql<string>`coalesce(fence.kind, CASE WHEN alarm.speed_kmh >= 5 THEN 'moving' ELSE 'elsewhere' END)`,
  hour: (zone: string) => sql<string>`to_char(alarm.started_at AT TIME ZONE ${sql.lit(zone)}, 'HH24')`,
  grade: () => sql<string>`alarm.grade`,
} as const
type Dimension = keyof typeof keys

const prefixed = (by: Dimension, words: Readonly<Record<string, { zh: string; en: string }>>) =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [`${by}:${key}`, text]))
const WORDS = {
  ...prefixed('kind', ABNORMAL_KINDS),
  ...prefixed('cause', CAUSES),
  ...prefixed('place', FENCE_PLACES),
  ...prefixed('hour', HOURS),
  ...prefixed('grade', alarmGradeText),
}

const rows = (db: ScopedDb, { scope, when, by, kind }: ValuesOf<typeof filters>) => {
  const key = sql<string>`${sql.lit(by)} || ':' || ${keys[by as Dimension](when.zone)}`
  return db
    .from('alarm')
    .leftJoin('fence', 'fence.id', 'alarm.fence_id')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', abnormalTypesFor(db.scope))
    .where('alarm.superseded_at', 'is', null)
    .where(isWholeHappening('alarm'))
    .where('alarm.started_at', '>=', when.from)
    .where('alarm.started_at', '<=', when.to)
    .where(among(kindOfAlarm, kind))
    .groupBy(sql`1, 2`)
    .select([
      key.as('key'),
      key.as('id'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) * 100.0::float8 / sum(count(*)) OVER ()::float8`.as('share'),
      sql<number>`(count(*) FILTER (WHERE alarm.handled_at IS NULL))::int`.as('unhandled'),
      sql<number>`(count(*) FILTER (WHERE alarm.confirm = 'confirmed'))::int`.as('confirmed'),
      sql<number>`(count(*) FILTER (WHERE alarm.confirm = 'non-abnormal'))::int`.as('nonAbnormal'),
    ])
}

export default defineReport({
  path: 'cargo_monitor/data_analysis/adnormal_proportion',
  title: { zh: '异常占比', en: 'Abnormal proportion' },
  filters,
  rows,
  columns: {
    key: choice({ zh: '分类', en: 'Of' }, WORDS),
    count: count({ zh: '数量', en: 'Events' }),
    share: percent({ zh: '占比', en: 'Share' }),
    unhandled: count({ zh: '未处理', en: 'Unhandled' }),
    confirmed: count({ zh: '已确认', en: 'Confirmed' }),
    nonAbnormal: count({ zh: '非异常', en: 'Not an exception' }),
  },
  sort: { by: 'count', order: 'desc' },
  rowIs: 'record',
  chart: { kind: 'pie', title: { zh: '异常占比', en: 'Abnormal proportion' }, x: 'key', y: ['count'], limit: 24, rowsFor: 'all' },
})
