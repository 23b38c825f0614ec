import type { ReportView } from '@tanker/contract/report-view'
import type { Language } from '@tanker/domain/text'
import type { AnyReport, Choice } from '@tanker/reports/define-report'
import { mayUse } from '../access/grants.ts'
import type { SignedInUser } from '../access/sessions.ts'

/** The columns that this user may see; the others never leave the server. */
export function visibleColumns(report: AnyReport, user: SignedInUser): [string, AnyReport['columns'][string]][] {
  return Object.entries(report.columns).filter(([, { audience }]) =>
    audience === 'sign' ? user.sign : audience === 'staff' ? !user.customer : true,
  )
}

/** The report as this user may see it, in the user's language. */
export function reportViewFor(report: AnyReport, user: SignedInUser, language: Language): ReportView {
  const choicesOf = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value, label: label[language] }))
  return {
    path: report.path,
    title: report.title[language],
    filters: Object.entries(report.filters).map(([name, { kind, label, required, choices, maxDays, unit }]) => ({
      name,
      kind,
      label: label[language],
      required,
      choices: choicesOf(choices),
      maxDays,
      unit,
    })),
    columns: visibleColumns(report, user).map(([name, { kind, label, unit, sortable, total, choices, hint }]) => ({
      name,
      kind,
      label: label[language],
      unit,
      sortable,
      total,
      choices: choicesOf(choices),
      hint: hint === null ? null : hint[language],
    })),
    sort: { by: report.sort.by, order: report.sort.order },
    rowActions: report.rowActions.filter((action) => action !== 'handleAlarm' || (mayUse(user.grants, 'alarms:handle') && !user.demo)),
  }
}
