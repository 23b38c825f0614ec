import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { coverFact } from '@tanker/domain/facts/seal-facts'
import { UNSEALING_PLACES } from '../alarm-words.ts'
import { HOURS } from '../analysis-words.ts'
import { COVERS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, count, oneOf, percent } from '../kinds.ts'
import { recordFilters, recordsOf } from '../record-columns.ts'

const cover = propertiesIn('record', coverFact)

const filters = recordFilters({ cover: oneOf({ zh: '铅封类型', en: 'Seal' }, COVERS) })

const place = cover.text('placeKind')
const abnormal = sql<number>`(count(*) FILTER (WHERE ${cover.is('judge', 'abnormal')}))::int`

/** Openings by hour of the user's day and by place: the cells of the heat map. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const hour = sql<string>`to_char(record.started_at AT TIME ZONE ${sql.lit(asked.when.zone)}, 'HH24')`
  return recordsOf(db, coverFact, asked)
    .where(among(cover.text('probeType'), asked.cover))
    .where(sql<boolean>`${place} IS NOT NULL`)
    .groupBy(sql`1, 2`)
    .select([
      hour.as('hour'),
      place.as('place'),
      sql<string>`concat(${hour}, ${place})`.as('id'),
      sql<number>`count(*)::int`.as('count'),
      abnormal.as('abnormal'),
      sql<number>`${abnormal} * 100.0::float8 / count(*)`.as('abnormalRate'),
    ])
}

export default defineReport({
  path: 'hours',
  title: { zh: '按时段和地点', en: 'By hour and place' },
  filters,
  rows,
  columns: {
    hour: choice({ zh: '时段', en: 'Hour' }, HOURS),
    place: choice({ zh: '地点类型', en: 'Kind of place' }, UNSEALING_PLACES),
    count: count({ zh: '开启次数', en: 'Openings' }),
    abnormal: count({ zh: '异常', en: 'Abnormal' }),
    abnormalRate: percent({ zh: '异常率', en: 'Abnormal share' }, { of: 'abnormal', by: 'count' }),
  },
  sort: { by: 'hour', order: 'asc' },
  rowIs: 'record',
  chart: {
    kind: 'heat',
    title: { zh: '开启热力图', en: 'Openings by hour and place' },
    x: 'hour',
    y: ['count'],
    by: 'place',
    limit: 24,
    rowsFor: 'all',
  },
})
