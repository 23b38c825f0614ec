import { pageVisitCalls } from '@tanker/contract/endpoints/page-visits'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'

/** Limit of pending visits if the service does not answer. */
const answerWithinMs = 5_000

/**
 * Visits of pages (spec 7.6): counted here, and passed on to the web-analytics service where one is configured. Neither
 * gets the user or the query.
 */
export const pageVisitRoutes = ({ metrics, settings, now, log }: HttpParts): Route[] => [
  handle(pageVisitCalls.count, async ({ input: { page } }) => {
    metrics.pageVisits.inc({ page })
    if (settings.visitsAddress !== null) {
      fetch(settings.visitsAddress, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ page, at: now().toISOString() }),
        signal: AbortSignal.timeout(answerWithinMs),
      }).then(
        (answer) => answer.ok || log.warn({ status: answer.status }, 'the web-analytics service refused a visit'),
        (error: unknown) => log.warn({ error: String(error) }, 'the web-analytics service could not be reached'),
      )
    }
    return null
  }),
]
