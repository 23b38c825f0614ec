import { mailedReportCalls } from '@tanker/contract/endpoints/mailed-reports'
import { mayUse } from '../../platform/access/grants.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { viewContentOf } from '../named-views/feature.ts'
import { deliveriesOf, mailedReportsOf, peopleWithAddress } from './read-mailed-reports.ts'
import { addMailedReport, askForMailedReport, changeMailedReport, pauseMailedReport, removeMailedReport } from './save-mailed-reports.ts'

/** The calls of mailed reports; each sees the user's own. */
export const mailedReportRoutes = ({ bus, now, settings }: HttpParts): Route[] => {
  /** The job looks at once. */
  const woken = <T>(answer: T): T => {
    bus.publish('reports', '')
    return answer
  }
  return [
    handle(mailedReportCalls.list, async ({ db, user }) => {
      const [reports, people] = await Promise.all([mailedReportsOf(db), peopleWithAddress(db)])
      return { reports, people, mailReady: settings.mailReady, anyAddress: mayUse(user.grants, 'reports:mail-anyone') }
    }),
    handle(mailedReportCalls.deliveries, ({ input, db }) => deliveriesOf(db, input.id)),
    handle(mailedReportCalls.add, ({ input: { content, ...input }, db, user }) =>
      addMailedReport(db, user.grants, changerOf(user, now()), { ...input, content: viewContentOf(content) }),
    ),
    handle(mailedReportCalls.change, async ({ input: { id, ...input }, db, user }) => {
      await changeMailedReport(db, user.grants, changerOf(user, now()), id, input)
      return null
    }),
    handle(mailedReportCalls.pause, async ({ input, db, user }) => {
      await pauseMailedReport(db, changerOf(user, now()), input.id, input.paused === 'yes')
      return null
    }),
    handle(mailedReportCalls.send, async ({ input, db, user }) => {
      await askForMailedReport(db, changerOf(user, now()), input.id)
      return woken(null)
    }),
    handle(mailedReportCalls.remove, async ({ input, db, user }) => {
      await removeMailedReport(db, changerOf(user, now()), input.id)
      return null
    }),
  ]
}
