import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { SAFETY_FAMILIES } from '@tanker/domain/alarms/safety-score'
import { sql } from 'kysely'
import { HOURS } from '../analysis-words.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, count, leading } from '../kinds.ts'
import { ALARM_LIST, countFilters, FAMILY_LABEL, familyOf, hourOf, levelOf, safetyAlarmsIn } from './safety-counts.ts'
import { SAFETY_LEVELS } from './safety-words.ts'

const filters = countFilters()

/** Alarms by hour of the user's day and by family: the cells of the heat map. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const hour = hourOf(asked.when.zone)
  const ofLevel = (level: number) => sql<number>`(count(*) FILTER (WHERE ${levelOf} = ${sql.lit(level)}))::int`
  return safetyAlarmsIn(db, asked)
    .groupBy([sql`1`, sql`2`])
    .select([
      hour.as('hour'),
      familyOf.as('family'),
      sql<string>`concat(${hour}, ${familyOf})`.as('id'),
      sql<RowLeads>`jsonb_build_object('filters', jsonb_build_object('hour', jsonb_build_array(${hour}), 'family', jsonb_build_array(${familyOf})))`.as(
        'leads',
      ),
      sql<number>`count(*)::int`.as('total'),
      ofLevel(1).as('level1'),
      ofLevel(2).as('level2'),
    ])
}

export default defineReport({
  path: 'hours',
  title: { zh: '按时段', en: 'By hour' },
  filters,
  rows,
  columns: {
    hour: choice({ zh: '时段', en: 'Hour' }, HOURS),
    family: choice(FAMILY_LABEL, SAFETY_FAMILIES),
    total: leading(count({ zh: '合计', en: 'Total' })),
    level1: leading(count(SAFETY_LEVELS[1]), { level: ['1'] }),
    level2: leading(count(SAFETY_LEVELS[2]), { level: ['2'] }),
  },
  sort: { by: 'hour', order: 'asc' },
  rowIs: 'record',
  summed: true,
  leadsTo: ALARM_LIST,
  chart: {
    kind: 'heat',
    title: { zh: '各时段报警', en: 'Alarms by hour and family' },
    x: 'hour',
    y: ['total'],
    by: 'family',
    limit: 24,
    rowsFor: 'all',
  },
})
