import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { guideSeen } from '../guide.ts'
import { dashboard } from '../dashboard.ts'

export const dashboardCalls = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard',
    policy: 'session',
    summary: 'Get the personal center: today, the last 30 days, and open tasks',
    input: null,
    answer: dashboard,
  }),
  guide: endpoint({
    method: 'POST',
    path: '/dashboard/guide',
    policy: 'session',
    summary: 'Note that a card of the first-day guide was opened, or that the guide was put away',
    input: guideSeen,
    answer: z.null(),
    audit: { exempt: 'a setting of this user’s own screen' },
  }),
}
