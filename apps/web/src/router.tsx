import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { keepWantedPage } from './platform/calls/ended-session.ts'
import { isSignedIn } from './platform/calls/session.ts'
import type { ScreenSearch } from './platform/screen-frame/screen-address.ts'
import { ScreenError } from './screens/screen-error.tsx'

const rootRoute = createRootRoute({ validateSearch: (search): ScreenSearch => search as ScreenSearch })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/', search: {}, replace: true })
  },
  component: lazyRouteComponent(() => import('./features/login/login-page.tsx'), 'LoginPage'),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location: { href } }) => {
    if (isSignedIn()) return
    keepWantedPage(href)
    throw redirect({ to: '/login', search: {}, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

/** Every address of the web console; the shell knows its screens and keeps those of the open tabs. */
const screenRoute = createRoute({ getParentRoute: () => shellRoute, path: '$' })

export const router = createRouter({
  defaultErrorComponent: ScreenError,
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren([screenRoute])]),
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(search as Record<string, string>).toString()
    return query === '' ? '' : `?${query}`
  },
})
