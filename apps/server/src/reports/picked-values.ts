import type { ColumnKind } from '@tanker/contract/report-view'
import type { AnyReport } from '@tanker/reports/define-report'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Account } from '../platform/access/account.ts'
import { errors } from '../platform/http/errors.ts'
import { visibleColumns } from './report-view-for.ts'

/** One value of a column that the chart is drawn by; null: rows without a value. */
export type Picked = { readonly name: string; readonly kind: ColumnKind; readonly value: string | null }

const PICKED = z.record(z.string(), z.string().max(200).nullable())

/** What was picked in the chart of a report. Columns that it is not drawn by, or that the user does not see, are refused. */
export function pickedIn(report: AnyReport, text: string | undefined, user: Account): Picked[] {
  if (text === undefined || text === '') return []
  const read = PICKED.safeParse(parsed(text))
  if (!read.success)
    throw errors.badInput({ zh: '参数 picked 应为 JSON 对象，值为文本。', en: 'Parameter picked must be a JSON object of texts.' })
  const columns = new Map(visibleColumns(report, user))
  return Object.entries(read.data).map(([name, value]) => {
    if (report.pickable && Object.hasOwn(report.pickable, name)) return { name, kind: 'text', value }
    const column = columns.get(name)
    if (!column || (name !== report.chart?.x && name !== report.chart?.by))
      throw errors.badInput({ zh: `图表不按 ${name} 列绘制。`, en: `The chart is not drawn by the column ${name}.` })
    return { name, kind: column.kind, value }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** SQL: rows `p` with the value. */
export function conditionOf({ name, kind, value }: Picked): RawBuilder<boolean> {
  const column = sql.ref(`p.${name}`)
  // Plates and places are JSON.
  const text = kind === 'plate' ? sql`${column} ->> 'truckId'` : kind === 'place' ? sql`${column} ->> 'name'` : sql`${column}::text`
  return value === null ? sql<boolean>`${text} IS NULL` : sql<boolean>`${text} = ${value}`
}
