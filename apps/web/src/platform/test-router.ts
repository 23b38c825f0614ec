import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, configure, render } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'

/** Tests wait for what they expect, also on a slow machine. */
const patienceMs = 20_000
configure({ asyncUtilTimeout: patienceMs })

/** Draws a part of the web console in a router of its own; answers where links have led. */
export async function renderInRouter(part: () => ReactNode): Promise<{ readonly at: () => string }> {
  const router = createRouter({
    routeTree: createRootRoute({ component: part }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(search as Record<string, string>).toString()
      return query === '' ? '' : `?${query}`
    },
  })
  await act(async () => {
    await router.load()
    render(createElement(RouterProvider, { router: router as never }))
  })
  return { at: () => router.state.location.href }
}
