import type { ScopedDb } from '@tanker/database/scope'
import { type DevicePart, DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DEVICE_ADVICE, HEALTH_LEVELS } from '../device-words.ts'
import { among } from '../conditions.ts'
import { choice, decimal, month, oneOf, plateCell, shortNameOf, truckOrOrganisation } from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { deviceDays, hasFailed } from './device-days.ts'

const LEVEL = { zh: '健康状况', en: 'Health' } as const

const filters = {
  scope: truckOrOrganisation(),
  month: month(),
  level: oneOf(LEVEL, HEALTH_LEVELS),
}

/** What a score is made of, of 100. */
const WEIGHTS = { data: 25, console: 15, power: 15, positioning: 10, seal: 15, gauge: 15, camera: 5 } as const

const partScore = (part: DevicePart) => sql<number>`(count(*) FILTER (WHERE NOT ${hasFailed(part)}) * 100.0::float8 / count(*))`
const dataScore = sql<number>`(coalesce(sum(device_day.received) / nullif(sum(device_day.received) + sum(device_day.missing), 0), 1) * 100)::float8`

const health = sql<string>`CASE WHEN now.score >= 90 THEN 'good' WHEN now.score >= 70 THEN 'fair' ELSE 'poor' END`

/** Scores of each truck, this month and the one before. */
const rows = (db: ScopedDb, { scope, month: chosen, level }: ValuesOf<typeof filters>) => {
  const score = sql<number>`(${sql.join(
    Object.entries(WEIGHTS).map(([name, weight]) => sql`scored.${sql.ref(name)} * ${sql.lit(weight)}`),
    sql` + `,
  )}) / 100`
  return db.read
    .with('scored', (query) =>
      query
        .selectFrom(deviceDays(db, scope, { ...chosen, from: chosen.previousFrom }).as('device_day'))
        .groupBy([sql`1`, sql`2`])
        .select([
          'device_day.truck_id',
          sql<boolean>`device_day.day >= (${chosen.from}::timestamptz AT TIME ZONE ${sql.lit(chosen.zone)})::date`.as('current'),
          dataScore.as('data'),
          partScore('console').as('console'),
          partScore('power').as('power'),
          partScore('positioning').as('positioning'),
          partScore('seal').as('seal'),
          partScore('gauge').as('gauge'),
          partScore('camera').as('camera'),
        ]),
    )
    .with('summed', (query) => query.selectFrom('scored').selectAll().select(score.as('score')))
    .selectFrom('summed as now')
    .innerJoin('truck', 'truck.id', 'now.truck_id')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .leftJoin('summed as before', (join) => join.onRef('before.truck_id', '=', 'now.truck_id').on(sql<boolean>`NOT before.current`))
    .where(sql<boolean>`now.current`)
    .where(among(health, level))
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'now.score',
      health.as('level'),
      sql<number | null>`now.score - before.score`.as('trend'),
      sql<string | null>`(SELECT name FROM (VALUES ${sql.join(
        Object.keys(WEIGHTS).map((name) => sql`(${sql.lit(name)}, now.${sql.ref(name)})`),
      )}) AS part (name, score) WHERE score < 95 ORDER BY score, name LIMIT 1)`.as('advice'),
      'now.data',
      'now.console',
      'now.power',
      'now.positioning',
      'now.seal',
      'now.gauge',
      'now.camera',
    ])
}

const score = (zh: string, en: string) => decimal({ zh, en }, null, 1)

/** Health of each truck's devices in a month, from 0 to 100, and what to do first. */
export default defineReport({
  path: 'device_monitor/device_analysis/health_analysis',
  title: { zh: '健康度分析', en: 'Device health' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    score: {
      ...score('健康分', 'Score'),
      hint: {
        zh: '满分 100：数据 25，主机、供电、铅封、液位仪各 15，定位 10，摄像头 5',
        en: 'Of 100: data 25; console, power, seals and gauges 15 each; GPS 10; camera 5',
      },
    },
    level: choice(LEVEL, HEALTH_LEVELS),
    trend: score('较上月', 'Since last month'),
    advice: choice({ zh: '建议', en: 'Advice' }, DEVICE_ADVICE),
    data: score('数据完整', 'Data'),
    console: decimal(DEVICE_PART_TEXTS.console, null, 1),
    power: decimal(DEVICE_PART_TEXTS.power, null, 1),
    positioning: decimal(DEVICE_PART_TEXTS.positioning, null, 1),
    seal: decimal(DEVICE_PART_TEXTS.seal, null, 1),
    gauge: decimal(DEVICE_PART_TEXTS.gauge, null, 1),
    camera: decimal(DEVICE_PART_TEXTS.camera, null, 1),
  },
  sort: { by: 'score', order: 'asc' },
  rowIs: 'record',
  summed: true,
})
