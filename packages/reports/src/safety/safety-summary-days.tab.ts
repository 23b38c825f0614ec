import type { ScopedDb } from '@tanker/database/scope'
import { SAFETY_FAMILIES, TYPES_OF_FAMILY } from '@tanker/domain/alarms/safety-score'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { dayOf, drivenKm, localDay, piecesOf } from '../driving/driven-columns.ts'
import { dayLeads, toDrives } from '../driving/leads.ts'
import { count, date, decimal, isDrivenBy, leading, totalDistance } from '../kinds.ts'
import { ALARM_LIST, countFilters, FAMILY_NAMES, levelOf, safetyAlarmsIn, sumOfTypes } from './safety-counts.ts'
import { SAFETY_LEVELS } from './safety-words.ts'

const filters = countFilters()

/** A row for each day of the user with alarms or kilometres. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const { scope, when } = asked
  const counted = safetyAlarmsIn(db, asked)
    .groupBy([localDay('alarm.started_at', when.zone), 'alarm.type', levelOf])
    .select([dayOf('alarm.started_at', when.zone).as('day'), 'alarm.type', levelOf.as('level'), sql<number>`count(*)`.as('many')])
  const ways = piecesOf(db, { scope, when })
    .where(isDrivenBy('driven_piece', sql.ref('driven_piece.driver_name'), asked.driver))
    .groupBy(localDay('driven_piece.started_at', when.zone))
    .select([dayOf('driven_piece.started_at', when.zone).as('day'), drivenKm.as('km')])
  const ofLevel = (level: number) => sql<number>`coalesce(sum(counted.many) FILTER (WHERE counted.level = ${sql.lit(level)}), 0)::int`
  const counts = db.read
    .selectFrom(counted.as('counted'))
    .groupBy('counted.day')
    .select(['counted.day', sql<number>`sum(counted.many)::int`.as('total'), ofLevel(1).as('level1'), ofLevel(2).as('level2')])
    .select(FAMILY_NAMES.map((family) => sumOfTypes(TYPES_OF_FAMILY[family]).as(family)))
  const or0 = (name: string) => sql<number>`coalesce(${sql.ref(`alarm.${name}`)}, 0)`
  return db.read
    .selectFrom(counts.as('alarm'))
    .fullJoin(ways.as('way'), 'way.day', 'alarm.day')
    .select([
      sql<string>`coalesce(alarm.day, way.day)`.as('id'),
      sql<string>`coalesce(alarm.day, way.day)`.as('day'),
      dayLeads(sql<string>`coalesce(alarm.day, way.day)`, when).as('leads'),
      or0('total').as('total'),
      or0('level1').as('level1'),
      or0('level2').as('level2'),
      sql<number>`coalesce(way.km, 0)`.as('distance'),
      sql<number | null>`${or0('total')} * 100 / nullif(way.km, 0)`.as('per100km'),
    ])
    .select(FAMILY_NAMES.map((family) => or0(family).as(family)))
}

export default defineReport({
  path: 'days',
  title: { zh: '按日', en: 'By day' },
  filters,
  rows,
  columns: {
    day: date({ zh: '日期', en: 'Day' }),
    total: leading(count({ zh: '合计', en: 'Total' })),
    level1: leading(count(SAFETY_LEVELS[1]), { level: ['1'] }),
    level2: leading(count(SAFETY_LEVELS[2]), { level: ['2'] }),
    distance: leading(totalDistance({ zh: '里程', en: 'Distance' }), {}, toDrives()),
    per100km: decimal({ zh: '百公里次数', en: 'Per 100 km' }, null, 2),
    adas: leading(count(SAFETY_FAMILIES.adas), { family: ['adas'] }),
    dsm: leading(count(SAFETY_FAMILIES.dsm), { family: ['dsm'] }),
    bsd: leading(count(SAFETY_FAMILIES.bsd), { family: ['bsd'] }),
    harsh: leading(count(SAFETY_FAMILIES.harsh), { family: ['harsh'] }),
    device: leading(count(SAFETY_FAMILIES.device), { family: ['device'] }),
  },
  sort: { by: 'day', order: 'desc' },
  rowIs: 'record',
  summed: true,
  leadsTo: ALARM_LIST,
  chart: { kind: 'stacked', title: { zh: '每日报警', en: 'Alarms by day' }, x: 'day', y: FAMILY_NAMES, limit: 31, rowsFor: 'all' },
})
