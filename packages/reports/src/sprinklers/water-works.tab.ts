import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, duration, oneOf, place, time, totalDistance, totalLitres } from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'
import { WATER_WORKS, worksOf } from './water-works.ts'

const WORK = { zh: '作业', en: 'Work' } as const

const filters = recordFilters({ work: oneOf(WORK, WATER_WORKS) })

const rows = (db: ScopedDb, { work, ...asked }: ValuesOf<typeof filters>) =>
  db.read
    .selectFrom(worksOf(db, asked).as('work'))
    .where(among(sql<string>`work.work`, work))
    .select([
      'work.id',
      'work.plate',
      'work.organisation',
      'work.work',
      'work.startedAt',
      'work.endedAt',
      sql<number>`(extract(epoch FROM work."endedAt" - work."startedAt") * 1000)::float8`.as('duration'),
      'work.litres',
      sql<number>`work.meters / 1000`.as('distance'),
      'work.place',
    ])

/** Each filling and each spraying. */
export default defineReport({
  path: 'works',
  title: { zh: '作业明细', en: 'Works' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    work: choice(WORK, WATER_WORKS),
    startedAt: time({ zh: '开始时间', en: 'Start' }),
    endedAt: time({ zh: '结束时间', en: 'End' }),
    duration: duration({ zh: '时长', en: 'Duration' }),
    litres: totalLitres({ zh: '水量', en: 'Water' }),
    distance: totalDistance({ zh: '洒水里程', en: 'Sprayed distance' }),
    place: place({ zh: '开始位置', en: 'Where it began' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  rowIs: 'record',
})
