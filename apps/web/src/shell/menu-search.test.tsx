// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { boardCalls } from '@tanker/contract/endpoints/board'
import { placeCalls } from '@tanker/contract/endpoints/places'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../platform/calls/query-client.ts'
import { answerCalls } from '../platform/test-answers.ts'
import { renderInRouter } from '../platform/test-router.ts'
import { MenuSearch } from './menu-search.tsx'

const links = [
  { name: 'Cargo transport', url: 'monitor/cargo_transport' },
  { name: 'Level trend', url: 'cargo_monitor/event_report/level_trend' },
]

// The map's files of names.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ features: [] }))))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const openSearch = async (menu = links) => {
  const { at } = await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <MenuSearch links={menu} onOpen={() => {}} />
    </QueryClientProvider>
  ))
  const box = screen.getByRole('combobox')
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  const lines = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  return { at, box, type, lines }
}

test('[D-23] while names are loaded the search says so, and finds screens by their titles already', async () => {
  answerCalls(
    [placeCalls.list, () => ({ data: [{ id: 3, kind: 'station', name: '虞山站', lat: 31, lng: 120, outline: [] }] })],
    [boardCalls.drivers, () => ({ data: [] })],
  )
  const { at, box, type, lines } = await openSearch()
  type('level')
  expect(lines()).toEqual(['Level trend', 'Loading names…'])
  await waitFor(() => expect(lines()).toEqual(['Level trend']))
  type('yushan')
  await waitFor(() => expect(lines()[0]).toBe('虞山站Station'))
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(at()).toBe('/monitor/cargo_transport?place=3'))
})

test('what is found stands in groups with their names; arrows go on into the next group, Page Down to its first line', async () => {
  answerCalls(
    [placeCalls.list, () => ({ data: [{ id: 3, kind: 'station', name: '水平站', lat: 31, lng: 120, outline: [] }] })],
    [boardCalls.drivers, () => ({ data: [{ id: 9, name: '水平', truckId: null }] })],
  )
  const { box, type } = await openSearch([...links, { name: '水平面', url: 'a' }, { name: '水平线', url: 'b' }])
  type('水平')
  await waitFor(() => expect(screen.getByRole('group', { name: 'Places' })).toBeTruthy())
  expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    '水平面',
    '水平线',
    '水平站Station',
  ])
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent
  const press = (key: string) => (fireEvent.keyDown(box, { key }), chosen())
  expect([chosen(), press('ArrowDown'), press('ArrowDown'), press('ArrowUp')]).toEqual(['水平面', '水平线', '水平站Station', '水平线'])
  expect([press('PageDown'), press('PageDown'), press('PageUp')]).toEqual(['水平站Station', '水平站Station', '水平面'])
})

test('a user without the map board looks through screens and views: nothing else is asked of the server', async () => {
  const asked = answerCalls()
  const { type, lines } = await openSearch(links.slice(1))
  type('zzqqxx')
  await waitFor(() => expect(lines()).toEqual(['No screen, view, truck, driver or place matches']))
  expect(asked.map(({ call }) => call)).toEqual(['GET /namedViews'])
})
