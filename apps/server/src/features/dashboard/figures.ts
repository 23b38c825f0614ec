import type { Figure } from '@tanker/contract/dashboard'
import type { ScreenPath } from '@tanker/contract/screens'
import { ALL_REPORTS } from '@tanker/reports/all-reports'
import { type AnyReport, reportsOf } from '@tanker/reports/define-report'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { mayUse } from '../../platform/access/grants.ts'
import { type CountedFor, countRows, countRowsBy, greatestRows } from '../../reports/report-figures.ts'

/** A list with the filters that a number stands for. */
export type Asked = {
  readonly path: ScreenPath
  /** The last part of a tab's path. */
  readonly tab?: string
  readonly filters?: Readonly<Record<string, unknown>>
  /** One truck; without it the whole organisation of the user. */
  readonly truckId?: number
}

/** Numbers that are counted by the lists that they open, for one user; none for a list that the user may not open. */
export function figuresFor(user: SignedInUser, at: CountedFor) {
  const tabOf = ({ path, tab }: Asked): string | null => (tab === undefined ? null : `${path}/${tab}`)
  const filtersOf = ({ filters, truckId }: Asked) => ({
    scope: truckId === undefined ? { truckIds: [], organisationIds: [user.organisation.id] } : { truckIds: [truckId], organisationIds: [] },
    ...filters,
  })
  const mayOpen = ({ path }: Asked): boolean => mayUse(user.grants, path)
  const made = (asked: Asked, count: number): Figure => ({ path: asked.path, tab: tabOf(asked), filters: filtersOf(asked), count })

  return {
    mayOpen,
    made,
    async figure(asked: Asked): Promise<Figure | null> {
      return mayOpen(asked) ? made(asked, await countRows(reportOf(tabOf(asked) ?? asked.path), filtersOf(asked), at)) : null
    },
    async by(asked: Asked, column: string, limit: number) {
      return mayOpen(asked) ? countRowsBy(reportOf(tabOf(asked) ?? asked.path), filtersOf(asked), { column, limit }, at) : []
    },
    async greatest(asked: Asked, column: string, limit: number) {
      return mayOpen(asked) ? greatestRows(reportOf(tabOf(asked) ?? asked.path), filtersOf(asked), { column, limit }, at) : []
    },
  }
}

const reports = new Map(ALL_REPORTS.flatMap(reportsOf).map((report) => [report.path, report]))

function reportOf(path: string): AnyReport {
  const report = reports.get(path)
  if (!report) throw new Error(`${path} is no report`)
  return report
}
