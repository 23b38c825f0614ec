import { z } from 'zod'
import { SCREENS } from './screens.ts'

/** Where a visit may be: routes only, never what was asked there (readings: web analytics). */
export const VISITED_PAGES: readonly string[] = ['/login', '/dashboard', '/404', ...SCREENS.map(({ path }) => `/${path}`)]

/** POST /pageVisit. */
export const pageVisit = z.object({ page: z.enum(VISITED_PAGES as [string, ...string[]]) })
