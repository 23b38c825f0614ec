import fc from 'fast-check'
import { expect, test } from 'vitest'
import { close, closeAll, closeGone, closeOthers, DASHBOARD, MAX_VIEWS, type View, visit } from './visited-views.ts'

const view = (path: string, search = {}): View => ({ path, search })
const paths = (views: readonly View[]) => views.map(({ path }) => path)

test('[2.11-05][9-02] at most fifteen tabs: the oldest goes, the one just visited never', () => {
  const numbers = Array.from({ length: 20 }, (_, i) => `/s${i}`)
  const views = numbers.reduce<readonly View[]>((all, path) => visit(all, view(path)), [])
  expect(views).toHaveLength(MAX_VIEWS)
  expect(paths(views)).toEqual(numbers.slice(5))
})

test('a screen visited again keeps its place and remembers the newest address', () => {
  const views = [view('/a'), view('/b')]
  expect(visit(views, view('/a', { page: '2' }))).toEqual([view('/a', { page: '2' }), view('/b')])
})

test('[2.11-07] closing the active tab goes to the last remaining one, closing the last one to the dashboard', () => {
  const views = [view('/a'), view('/b'), view('/c')]
  expect(close(views, '/b', '/b')).toEqual({ views: [view('/a'), view('/c')], next: view('/c') })
  expect(close(views, '/a', '/b').next).toBeNull()
  expect(close([view('/a')], '/a', '/a')).toEqual({ views: [], next: view(DASHBOARD) })
})

test('[2.11-06] closing others shows the tab that stays, closing all leads to the dashboard', () => {
  const views = [view('/a'), view('/b'), view('/c')]
  expect(closeOthers(views, '/b', '/a')).toEqual({ views: [view('/b')], next: view('/b') })
  expect(closeOthers(views, '/b', '/b').next).toBeNull()
  expect(closeAll()).toEqual({ views: [], next: view(DASHBOARD) })
})

test('tabs are never duplicated and never more than fifteen, in any order of visits and closes', () => {
  const step = fc.record({ path: fc.integer({ min: 0, max: 30 }).map((n) => `/s${n}`), closes: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let views: readonly View[] = []
      for (const { path, closes } of steps) views = closes ? close(views, path, path).views : visit(views, view(path))
      expect(new Set(paths(views)).size).toBe(views.length)
      expect(views.length).toBeLessThanOrEqual(MAX_VIEWS)
    }),
  )
})

test('tabs whose screen is no longer granted go; the one that is shown as if it had been closed', () => {
  const views = [view('/a'), view('/b'), view('/c')]
  expect(closeGone(views, ['/b', '/x'], '/a')).toEqual({ views: [view('/a'), view('/c')], next: null })
  expect(closeGone(views, ['/c', '/a'], '/c')).toEqual({ views: [view('/b')], next: view('/b') })
  expect(closeGone(views, ['/a', '/b', '/c'], '/c').next).toEqual(view(DASHBOARD))
})
