// @vitest-environment happy-dom
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { screenLoad } from '../screens/screen-components.ts'
import { lazyScreen } from './lazy-screen.tsx'

test('a screen whose code was loaded before is drawn in the same turn', async () => {
  const load = screenLoad(() => Promise.resolve(() => <h1>Trucks</h1>))
  const Screen = lazyScreen(load)
  await load()
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <Suspense fallback="Loading">
        <Screen />
      </Suspense>,
    ),
  )
  expect(place.textContent).toBe('Trucks')
  root.unmount()
})

test('a screen whose code is not there yet says so and follows', async () => {
  const Screen = lazyScreen(screenLoad(() => Promise.resolve(() => <h1>Trucks</h1>)))
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <Suspense fallback="Loading">
        <Screen />
      </Suspense>,
    ),
  )
  expect(place.textContent).toBe('Loading')
  await expect.poll(() => place.querySelector('h1')?.textContent).toBe('Trucks')
  root.unmount()
})
