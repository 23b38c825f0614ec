import type { ReportView } from '@tanker/contract/report-view'
import type { Language } from '@tanker/domain/texts/text'
import { reportsOf, type AnyReport, type Choice, type LeadsTo, type ReportScreen } from '@tanker/reports/define-report'
import { emptyListOf } from '@tanker/reports/empty-lists'
import type { Account } from '../platform/access/account.ts'
import type { HttpSettings } from '../platform/http/http-settings.ts'
import { actionsFor } from './report-actions.ts'

/** The columns visible to this user; the others never leave the server. */
export function visibleColumns(report: AnyReport, user: Account): [string, AnyReport['columns'][string]][] {
  return Object.entries(report.columns).filter(([, { audience }]) =>
    audience === 'sign' ? user.sign : audience === 'staff' ? !user.customer : true,
  )
}

const ledTo = (to: LeadsTo | null): ReportView['leadsTo'] =>
  to && { path: to.path, tab: to.tab ?? null, with: to.with ?? {}, onlyRows: to.onlyRows ?? false, keeps: to.keeps }

/** The report as this user may see it, in the user's language, and the tabs beside it. */
export function reportViewFor(
  report: AnyReport,
  screen: ReportScreen,
  user: Account,
  language: Language,
  settings: Pick<HttpSettings, 'cardSite'>,
  /** Of a list of one truck: which one it is at first. */
  firstTruck: number | null,
): ReportView {
  const seen = visibleColumns(report, user)
  const isSeen = (name: string) => seen.some(([column]) => column === name)
  const chart =
    report.chart &&
    [report.chart.x, ...report.chart.y, report.chart.by ?? report.chart.x, report.chart.shade ?? report.chart.x].every(isSeen)
      ? report.chart
      : null
  const choicesOf = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value, label: label[language] }))
  return {
    path: report.path,
    title: screen.title[language],
    filters: Object.entries(report.filters).map(([name, { kind, label, required, choices, maxDays, backDays, unit, initial }]) => ({
      name,
      kind,
      label: label[language],
      required,
      choices: choicesOf(choices),
      maxDays,
      backDays,
      unit,
      initial: kind === 'truck' && firstTruck !== null ? [String(firstTruck)] : [...initial],
    })),
    columns: seen.map(([name, { kind, label, unit, digits, sortable, total, choices, hint, leads, leadsTo }]) => ({
      name,
      kind,
      label: label[language],
      unit,
      digits,
      sortable,
      total,
      choices: choicesOf(choices),
      hint: hint === null ? null : hint[language],
      leads,
      leadsTo: ledTo(leadsTo),
    })),
    leadsTo: ledTo(report.leadsTo ?? null),
    pickable: Object.entries(report.pickable ?? {}).map(([name, label]) => ({ name, label: label[language] })),
    sort: { by: report.sort.by, order: report.sort.order },
    actions: actionsFor(report, user, settings).map(({ name, buttons, primary }) => ({
      name,
      row: buttons.row?.[language] ?? null,
      rows: buttons.rows?.[language] ?? null,
      list: buttons.list?.[language] ?? null,
      primary,
    })),
    chart: chart && {
      kind: chart.kind,
      title: chart.title[language],
      x: chart.x,
      y: [...chart.y],
      by: chart.by ?? null,
      shade: chart.shade ?? null,
      steps: chart.steps === true,
      lanes: chart.lanes ? { ...chart.lanes, lane: [...chart.lanes.lane], words: [...chart.lanes.words] } : null,
      limit: chart.limit ?? 20,
      rowsFor: chart.rowsFor ?? 'page',
    },
    longList: report.longList ? { above: report.longList.above, says: report.longList.says[language] } : null,
    emptyHint: (report.emptyHint ?? emptyListOf(screen.path))?.[language] ?? null,
    live: report.live ? [...report.live.everyS] : null,
    entity: report.entity?.key ?? null,
    tabs: 'tabs' in screen ? reportsOf(screen).map(({ path }, index) => ({ path, label: screen.tabs[index]?.label[language] ?? '' })) : [],
  }
}
