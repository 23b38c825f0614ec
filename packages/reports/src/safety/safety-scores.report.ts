import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { SAFETY_FAMILIES, SAFETY_TYPES, type ScoredFamily, scoredTypes } from '@tanker/domain/alarms/safety-score'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { nameOfKey } from '../driving/exceptions-by.ts'
import { leadsOf, toDrives } from '../driving/leads.ts'
import {
  alarmTypeOf,
  count,
  decimal,
  dimension,
  leading,
  month,
  organisation,
  percent,
  text,
  totalDistance,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { ALARM_LIST } from './safety-counts.ts'
import { SAFETY_LEVELS } from './safety-words.ts'
import { SCORED_DIMENSIONS, type ScoredDimension, scoredMonths } from './scored-months.ts'

const filters = { scope: truckOrOrganisation(), month: month(), by: dimension({ zh: '评分对象', en: 'Scores of' }, SCORED_DIMENSIONS) }

const typeOf = (column: string) => sql`jsonb_build_object('type', jsonb_build_array(${sql.ref(column)}::text))`

/** A row for each truck or driver that drove or had an alarm in the month. */
const rows = (db: ScopedDb, { scope, month: chosen, by: asked }: ValuesOf<typeof filters>) => {
  const by = asked as ScoredDimension
  const owner =
    by === 'driver'
      ? sql<string>`split_part(scored.key, ':', 1)`
      : sql<string>`(SELECT truck.organisation_id::text FROM truck WHERE truck.id = scored.key::int)`
  return scoredMonths(db, { scope, month: chosen, by })
    .with('ranked', (query) =>
      query
        .selectFrom('scored')
        .selectAll()
        .select([
          owner.as('owner'),
          sql<number | null>`CASE WHEN scored.score IS NOT NULL THEN
            rank() OVER (PARTITION BY scored.current ORDER BY scored.score DESC NULLS LAST)::int END`.as('rank'),
        ]),
    )
    .selectFrom('ranked as now')
    .leftJoin('ranked as before', (join) => join.onRef('before.key', '=', 'now.key').on(sql<boolean>`NOT before.current`))
    .leftJoin('tops', 'tops.key', 'now.key')
    .where(sql<boolean>`now.current`)
    .select([
      'now.key as id',
      sql<RowLeads>`${leadsOf(by, 'now.key')} || jsonb_build_object('of', jsonb_build_object(
        'top1', ${typeOf('tops.top1')}, 'top2', ${typeOf('tops.top2')}, 'top3', ${typeOf('tops.top3')}))`.as('leads'),
      nameOfKey(by, 'now.key').as('name'),
      sql<string>`coalesce(${nameOfKey('organisation', 'now.owner')}, '')`.as('organisation'),
      'now.score',
      'now.rank',
      sql<number | null>`now.score - before.score`.as('trend'),
      'now.adas',
      'now.dsm',
      'now.bsd',
      'now.harsh',
      'now.total',
      'now.level1',
      'now.level2',
      sql<number | null>`now.total * 100 / nullif(now.km, 0)`.as('per100km'),
      'tops.top1',
      'tops.top2',
      'tops.top3',
      'now.judged',
      'now.falseAlarms',
      sql<number | null>`now."falseAlarms" * 100.0::float8 / nullif(now.judged, 0)`.as('falseRate'),
      'now.handled',
      sql<number | null>`now.handled * 100.0::float8 / nullif(now.total, 0)`.as('handledRate'),
      'now.km as distance',
    ])
}

/** Leads to the alarms that took something off. */
const partOf = (family: ScoredFamily) =>
  leading(decimal({ zh: `扣分：${SAFETY_FAMILIES[family].zh}`, en: `Deducted: ${SAFETY_FAMILIES[family].en}` }, null, 1), {
    type: scoredTypes(family).map(String),
    verdict: ['unconfirmed', 'confirmed'],
  })
const top = (zh: string, en: string) => leading(alarmTypeOf(SAFETY_TYPES, { zh, en }))

/** Safety scores of a month with what they are made of; the lowest are first. */
export default defineReport({
  path: 'active_safety/data_analysis/alm_adas_can_truck_stat',
  title: { zh: '车辆主动安全统计', en: 'Safety scores' },
  filters,
  rows,
  columns: {
    name: { ...text({ zh: '名称', en: 'Name' }), hint: { zh: '空白为未登记驾驶员', en: 'Blank: no driver was assigned' } },
    score: {
      ...decimal({ zh: '安全分', en: 'Score' }, null, 1),
      hint: {
        zh: '满分 100；每百公里每 1 点保留九成：一级报警 1 点，二级 3 点；误报不计；不足 100 公里不评分',
        en: 'Of 100; each point per 100 km leaves nine tenths: level 1 is one point, level 2 three; false alarms do not count; none below 100 km',
      },
    },
    rank: wholeNumber({ zh: '排名', en: 'Rank' }),
    trend: decimal({ zh: '较上月', en: 'Since last month' }, null, 1),
    adas: partOf('adas'),
    dsm: partOf('dsm'),
    bsd: partOf('bsd'),
    harsh: partOf('harsh'),
    total: leading(count({ zh: '报警次数', en: 'Alarms' })),
    level1: leading(count(SAFETY_LEVELS[1]), { level: ['1'] }),
    level2: leading(count(SAFETY_LEVELS[2]), { level: ['2'] }),
    per100km: decimal({ zh: '百公里次数', en: 'Per 100 km' }, null, 2),
    top1: top('最多', 'Most frequent'),
    top2: top('第二', 'Second'),
    top3: top('第三', 'Third'),
    judged: leading(count({ zh: '已判定', en: 'Judged' }), { verdict: ['confirmed', 'non-abnormal'] }),
    falseAlarms: leading(count({ zh: '误报', en: 'False' }), { verdict: ['non-abnormal'] }),
    falseRate: percent({ zh: '误报率', en: 'False share' }, { of: 'falseAlarms', by: 'judged' }),
    handled: leading(count({ zh: '已处理', en: 'Handled' }), { handled: 'handled' }),
    handledRate: percent({ zh: '处理率', en: 'Handled share' }, { of: 'handled', by: 'total' }),
    distance: leading(totalDistance({ zh: '里程', en: 'Distance' }), {}, toDrives('month')),
    organisation: organisation(),
  },
  sort: { by: 'rank', order: 'desc' },
  rowIs: 'record',
  summed: true,
  leadsTo: { path: ALARM_LIST.path, keeps: { scope: 'scope', when: 'month' } },
  chart: { kind: 'stacked', title: { zh: '扣分构成', en: 'Deductions' }, x: 'name', y: ['adas', 'dsm', 'bsd', 'harsh'] },
})
