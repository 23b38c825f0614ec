import { dashboardCalls } from '@tanker/contract/endpoints/dashboard'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { noteGuideStep } from './guide.ts'
import { readDashboard } from './dashboard.ts'

export const dashboardRoutes = ({ now }: HttpParts): Route[] => [
  handle(dashboardCalls.read, ({ db, user, timeZone }) => readDashboard(db, { user, now: now(), zone: timeZone })),
  handle(dashboardCalls.guide, async ({ db, user, input }) => {
    await noteGuideStep(db, user.id, input.step, now())
    return null
  }),
]
