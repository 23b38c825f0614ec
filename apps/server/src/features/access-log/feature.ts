import type { Feature } from '../feature.ts'
import { signInRoutes } from './sign-in-routes.ts'

/** The log of sign-ins. */
export const accessLog: Feature = {
  routes: () => signInRoutes(),
}
