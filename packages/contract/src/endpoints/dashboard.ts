import { endpoint } from '../endpoint.ts'
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
}
