import { type Entity, ROW_OPERATIONS, type RowOperation } from '@tanker/contract/base-data/define-entity'
import type { ReportView, RowAction } from '@tanker/contract/report-view'
import type { ScreenPath } from '@tanker/contract/screens'
import type { Language } from '@tanker/domain/text'
import { reportsOf, type AnyReport, type Choice, type ReportScreen } from '@tanker/reports/define-report'
import { type GrantedFunction, mayUse } from '../access/grants.ts'
import type { SignedInUser } from '../access/sessions.ts'
import type { HttpSettings } from '../http/http-settings.ts'

/** Row actions that change something, and the permission each needs. */
const NEEDED: Readonly<Partial<Record<RowAction, GrantedFunction>>> = {
  handleAlarm: 'alarms:handle',
  correctFence: 'setting/base_data/user_enclosure:change',
  signHandover: 'handovers:sign',
  resendMessage: 'sms:resend',
  topUp: 'sms:top-up',
  runTest: 'tests:run',
  orderUpgrade: 'firmware:send',
  retryUpgrade: 'firmware:send',
  abortUpgrade: 'firmware:send',
  forceDowngrade: 'firmware:downgrade',
  addFirmware: 'firmware:keep',
  removeFirmware: 'firmware:keep',
}

/** The columns visible to this user; the others never leave the server. */
export function visibleColumns(report: AnyReport, user: SignedInUser): [string, AnyReport['columns'][string]][] {
  return Object.entries(report.columns).filter(([, { audience }]) =>
    audience === 'sign' ? user.sign : audience === 'staff' ? !user.customer : true,
  )
}

/** Actions of the user on the rows of an entity: common ones and its own. The trade show account has none. */
const entityViewFor = (
  { key, path, actions, movable }: Entity,
  { grants, demo }: SignedInUser,
  language: Language,
  { cardSite }: Pick<HttpSettings, 'cardSite'>,
): ReportView['entity'] => ({
  key,
  movable,
  actions: (Object.keys(ROW_OPERATIONS) as RowOperation[]).filter((action) => !demo && mayUse(grants, `${path as ScreenPath}:${action}`)),
  own: actions
    .filter(({ needs, onlyWith }) => !demo && mayUse(grants, needs as GrantedFunction) && (onlyWith === undefined || cardSite !== null))
    .map(({ name, label, on }) => ({ name, label: label[language], on })),
})

/** The report as this user may see it, in the user's language, and the tabs beside it. */
export function reportViewFor(
  report: AnyReport,
  screen: ReportScreen,
  user: SignedInUser,
  language: Language,
  settings: Pick<HttpSettings, 'cardSite'>,
): ReportView {
  const seen = visibleColumns(report, user)
  const isSeen = (name: string) => seen.some(([column]) => column === name)
  const chart = report.chart && [report.chart.x, ...report.chart.y, report.chart.by ?? report.chart.x].every(isSeen) ? report.chart : null
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
      initial: [...initial],
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
    emptyHint: report.emptyHint ? report.emptyHint[language] : null,
    live: report.live ? [...report.live.everyS] : null,
    entity: report.entity ? entityViewFor(report.entity, user, language, settings) : null,
    tabs: 'tabs' in screen ? reportsOf(screen).map(({ path }, index) => ({ path, label: screen.tabs[index]?.label[language] ?? '' })) : [],
  }
}
