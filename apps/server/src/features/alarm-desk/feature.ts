import type { Feature } from '../feature.ts'
import { alarmDeskRoutes } from './alarm-desk-routes.ts'

/** The queue of unhandled alarms: one line a happening, with explanation and assignment. */
export const alarmDesk: Feature = { routes: alarmDeskRoutes }
