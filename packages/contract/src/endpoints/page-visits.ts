import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageVisit } from '../page-visits.ts'

export const pageVisitCalls = {
  count: endpoint({
    method: 'POST',
    path: '/pageVisit',
    policy: 'session',
    summary: 'Count a page visit',
    input: pageVisit,
    answer: z.null(),
    audit: { exempt: 'counts visits without naming users' },
    onlyReads: true,
  }),
}
