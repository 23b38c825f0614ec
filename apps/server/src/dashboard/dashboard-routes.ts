import { dashboard } from '@tanker/contract/dashboard'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { readDashboard } from './dashboard.ts'

export const dashboardRoutes = ({ now }: HttpParts): Route[] => [
  userRoute({
    method: 'GET',
    path: '/dashboard',
    policy: 'session',
    summary: 'The personal center: today, thirty days, and what waits to be done',
    input: null,
    answer: dashboard,
    handle: ({ db, timeZone }) => readDashboard(db, now(), timeZone),
  }),
]
