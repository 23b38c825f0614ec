import type { ReportView, RowAction } from '@tanker/contract/report-view'
import type { Language } from '@tanker/domain/text'
import { reportsOf, type AnyReport, type Choice, type ReportScreen } from '@tanker/reports/define-report'
import { type GrantedFunction, mayUse } from '../access/grants.ts'
import type { SignedInUser } from '../access/sessions.ts'

/** Row actions that change something, and the function each needs. */
const NEEDED: Readonly<Partial<Record<RowAction, GrantedFunction>>> = { handleAlarm: 'alarms:handle', signHandover: 'handovers:sign' }

/** The columns that this user may see; the others never leave the server. */
export function visibleColumns(report: AnyReport, user: SignedInUser): [string, AnyReport['columns'][string]][] {
  return Object.entries(report.columns).filter(([, { audience }]) =>
    audience === 'sign' ? user.sign : audience === 'staff' ? !user.customer : true,
  )
}

/** The report as this user may see it, in the user's language, and the tabs beside it. */
export function reportViewFor(report: AnyReport, screen: ReportScreen, user: SignedInUser, language: Language): ReportView {
  const seen = visibleColumns(report, user)
  const isSeen = (name: string) => seen.some(([column]) => column === name)
  const chart = report.chart && [report.chart.x, ...report.chart.y, report.chart.by ?? report.chart.x].every(isSeen) ? report.chart : null
  const choicesOf = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value, label: label[language] }))
  return {
    path: report.path,
    title: screen.title[language],
    filters: Object.entries(report.filters).map(([name, { kind, label, required, choices, maxDays, backDays, unit }]) => ({
      name,
      kind,
      label: label[language],
      required,
      choices: choicesOf(choices),
      maxDays,
      backDays,
      unit,
    })),
    columns: seen.map(([name, { kind, label, unit, digits, sortable, total, choices, hint }]) => ({
      name,
      kind,
      label: label[language],
      unit,
      digits,
      sortable,
      total,
      choices: choicesOf(choices),
      hint: hint === null ? null : hint[language],
    })),
    sort: { by: report.sort.by, order: report.sort.order },
    rowActions: report.rowActions.filter((action) => {
      const needed = NEEDED[action]
      return needed === undefined || (mayUse(user.grants, needed) && !user.demo)
    }),
    chart: chart && {
      kind: chart.kind,
      title: chart.title[language],
      x: chart.x,
      y: [...chart.y],
      by: chart.by ?? null,
      limit: chart.limit ?? 20,
      rowsFor: chart.rowsFor ?? 'page',
    },
    live: report.live ? [...report.live.everyS] : null,
    entity: report.entity ? { key: report.entity.key, mayChange: !user.demo } : null,
    tabs: 'tabs' in screen ? reportsOf(screen).map(({ path }, index) => ({ path, label: screen.tabs[index]?.label[language] ?? '' })) : [],
  }
}
