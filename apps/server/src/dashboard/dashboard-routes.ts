import { dashboard } from '@tanker/contract/dashboard'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { readDashboard } from './dashboard.ts'

export const dashboardRoutes = ({ now }: HttpParts): Route[] => [
  userRoute({
    method: 'GET',
    path: '/dashboard',
    policy: 'session',
    summary: 'Get the personal center: today, the last 30 days, and open tasks',
    input: null,
    answer: dashboard,
    handle: ({ db, timeZone }) => readDashboard(db, now(), timeZone),
  }),
]
