import { leadOf } from '@tanker/contract/report-leads'
import { type ReportView, ROW_LEADS, type RowLeads } from '@tanker/contract/report-view'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasScreen } from '../platform/account/board-link.tsx'
import type { Row } from './actions.ts'
import type { Asked } from './asked.ts'

/** A month or a day of it as a period, from its first moment to its last. */
const periodOf = (written: string, day?: number) => {
  const [year = 0, month = 1] = written.split('-').map(Number)
  const until = day === undefined ? new Date(year, month, 1) : new Date(year, month - 1, day + 1)
  return { from: new Date(year, month - 1, day ?? 1).toISOString(), to: new Date(until.getTime() - 1).toISOString() }
}

type LeadingCellProps = {
  readonly view: Pick<ReportView, 'leadsTo' | 'filters'>
  readonly column: Pick<ReportView['columns'][number], 'name' | 'leads' | 'leadsTo'>
  readonly asked: Asked
  /** Null: the total, which is of the rows picked in the chart alone. */
  readonly row: Row | null
  readonly value: unknown
  readonly children: ReactNode
}

/** A number that leads to the rows that it counts; plain where there are none, or where the user's role does not have their list. */
export const LeadingCell = ({ view, column, asked, row, value, children }: LeadingCellProps) => {
  const isPart = row === null && asked.picked !== undefined
  const leads = row === null ? null : ((row[ROW_LEADS] ?? null) as RowLeads | null)
  const lead = isPart || asked.filters === null ? null : leadOf(view, column, asked.filters, leads, value, periodOf)
  if (lead === null || !hasScreen(lead.path)) return children
  const picked = Object.keys(lead.picked).length === 0 ? {} : { picked: JSON.stringify(lead.picked) }
  const tab = lead.tab === null ? {} : { tab: `${lead.path}/${lead.tab}` }
  return (
    <Link to={`/${lead.path}`} search={{ ...tab, filters: JSON.stringify(lead.filters), ...picked }} tabIndex={-1}>
      {children}
    </Link>
  )
}
