import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { leading, month, plateCell, shortNameOf, totalDecimal, totalDistance, truckOrOrganisation } from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { drivenKm, piecesOf } from './driven-columns.ts'
import { ofTruck, toDrives } from './leads.ts'

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1)
type DayName = `day${number}`
const nameOf = (day: number): DayName => `day${day}`

const filters = { scope: truckOrOrganisation(), month: month() }

const rows = (db: ScopedDb, { scope, month: chosen }: ValuesOf<typeof filters>) => {
  const dayOfMonth = sql`extract(day FROM driven_piece.started_at AT TIME ZONE ${sql.lit(chosen.zone)})`
  return piecesOf(db, { scope, when: chosen })
    .groupBy('truck.id')
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      sql<string>`max(${shortNameOf('organisation')})`.as('organisation'),
      sql<RowLeads>`jsonb_build_object('picked', jsonb_build_object('ofTruck', ${ofTruck}))`.as('leads'),
      drivenKm.as('total'),
      sql<number>`count(DISTINCT ${dayOfMonth})::int`.as('days'),
    ])
    .select(
      DAYS.map((day) =>
        sql<number | null>`(sum(driven_piece.distance_m) FILTER (WHERE ${dayOfMonth} = ${sql.lit(day)}) / 1000)::float8`.as(nameOf(day)),
      ),
    )
}

const dayColumns = Object.fromEntries(
  DAYS.map((day) => [nameOf(day), leading(totalDecimal({ zh: `${day}日`, en: String(day) }, 'km', 0), { when: { dayOfMonth: day } })]),
) as Record<DayName, ReturnType<typeof totalDecimal>>

/** A month as a matrix: trucks by days. */
export default defineReport({
  path: 'month',
  title: { zh: '月矩阵', en: 'Month' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    total: leading(totalDistance({ zh: '合计', en: 'Total' })),
    days: leading(totalDecimal({ zh: '出车天数', en: 'Days driven' }, null, 0), {}, { ...toDrives('month'), tab: 'days' }),
    ...dayColumns,
  },
  sort: { by: 'total', order: 'desc' },
  rowIs: 'record',
  leadsTo: toDrives('month'),
  summed: true,
})
