import { SCREENS } from '@tanker/contract/screens'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isSignedIn } from './calls/session.ts'
import { ScreenError } from './screens/screen-error.tsx'
import { SCREEN_COMPONENTS } from './screens/screen-components.ts'

/** Search parameters stay texts: alarm ids have more digits than a number holds. */
export type Search = Readonly<Record<string, string>>

const rootRoute = createRootRoute({ validateSearch: (search): Search => search as Search })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/', search: {}, replace: true })
  },
  component: lazyRouteComponent(() => import('./login/login-page.tsx'), 'LoginPage'),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: () => {
    if (!isSignedIn()) throw redirect({ to: '/login', search: {}, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./shell/first-screen.tsx'), 'FirstScreen'),
})

const reportPage = lazyRouteComponent(() => import('./report/report-page.tsx'), 'ReportPage')

const screenRoutes = SCREENS.map((screen) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: `/${screen.path}`,
    component: screen.kind === 'report' ? reportPage : lazyRouteComponent(SCREEN_COMPONENTS[screen.path]),
  }),
)

const unknownRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFound'),
})

export const router = createRouter({
  defaultErrorComponent: ScreenError,
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren([homeRoute, ...screenRoutes, unknownRoute])]),
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(search as Record<string, string>).toString()
    return query === '' ? '' : `?${query}`
  },
})
