// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import { quickVisitCalls } from '@tanker/contract/endpoints/quick-visits'
import { reportCalls } from '@tanker/contract/endpoints/reports'
import type { NamedView } from '@tanker/contract/named-views'
import type { ReportView } from '@tanker/contract/report-view'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../platform/calls/query-client.ts'
import { ScreenAddressContext, type ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { allowPopovers, answerCalls } from '../platform/test-answers.ts'
import { renderInRouter } from '../platform/test-router.ts'
import { ReportPage } from './report-page.tsx'

const path = 'monitor/offline_truck'
const calls = reportCalls(path)
const column = (name: string, sortable = true): ReportView['columns'][number] => ({
  name,
  kind: 'text',
  label: name,
  unit: null,
  digits: 1,
  sortable,
  total: false,
  choices: [],
  hint: null,
  leads: null,
  leadsTo: null,
})
const report: ReportView = {
  path,
  title: 'Offline trucks',
  filters: [
    { name: 'Remark', kind: 'text', label: 'Remark', required: false, choices: [], maxDays: null, backDays: null, unit: null, initial: [] },
    { name: 'Month', kind: 'month', label: 'Month', required: true, choices: [], maxDays: null, backDays: null, unit: null, initial: [] },
  ],
  columns: [column('Plate'), column('Place'), column('Why')],
  sort: { by: 'Plate', order: 'asc' },
  actions: [],
  chart: null,
  live: null,
  longList: null,
  emptyHint: null,
  leadsTo: null,
  pickable: [],
  tabs: [],
  entity: null,
}
const aView = (more: Partial<NamedView> = {}): NamedView => ({
  id: 7,
  report: path,
  name: 'Broken hoses',
  content: {
    filters: { Remark: 'hose', Month: { month: 'this-month' } },
    hidden: ['Why'],
    shown: [],
    sortBy: 'Place',
    sortOrder: 'desc',
    rateUnit: 'permille',
  },
  sharedBy: null,
  roles: [],
  isDefault: false,
  narrowed: false,
  ...more,
})

beforeEach(() => {
  allowPopovers()
  sessionStorage.setItem('header-id', 'h-1')
  sessionStorage.setItem('userInfo', JSON.stringify({ organisationId: 5 }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
  for (const close of document.querySelectorAll<HTMLElement>('.toast-close')) close.click()
})

const open = async (views: readonly NamedView[], search: ScreenSearch = {}) => {
  const asked: ScreenSearch[] = []
  const arrived = answerCalls(
    [calls.view, () => ({ data: report })],
    [namedViewCalls.list, () => ({ data: { views, mayShare: true, mayMail: true } })],
    [namedViewCalls.add, () => ({ data: { id: 8 } })],
    [namedViewCalls.change, () => ({ data: null })],
    [namedViewCalls.setDefault, () => ({ data: null })],
    [namedViewCalls.share, () => ({ data: null })],
    [
      namedViewCalls.roles,
      () => ({ data: [{ id: 3, name: 'Dispatcher', organisationId: 5, companyName: 'G', enabled: true, canGrant: true }] }),
    ],
    [quickVisitCalls.add, () => ({ data: '' })],
    [calls.rows, () => ({ data: { content: [{ id: '1', Plate: 'A1', Place: 'here', Why: 'no' }], totalElements: 1, totals: null } })],
  )
  const Screen = () => {
    const [now, setNow] = useState(search)
    const ask = (next: ScreenSearch): void => {
      asked.push(next)
      setNow(next)
    }
    return (
      <QueryClientProvider client={queryClient}>
        <ScreenAddressContext value={{ path, search: now, ask }}>
          <ReportPage loadAction={() => Promise.reject(new Error('no action was expected'))} />
        </ScreenAddressContext>
      </QueryClientProvider>
    )
  }
  await renderInRouter(() => <Screen />)
  await screen.findByText('A1')
  const sent = (call: { readonly method: string; readonly path: string }) =>
    arrived.filter((one) => one.call === `${call.method} ${call.path}`).map(({ input }) => input)
  return { asked, sent }
}
const button = () => document.querySelector<HTMLElement>('.view-button') as HTMLElement
const menu = (): void => {
  const panel = document.getElementById(button().getAttribute('popovertarget') ?? '') as HTMLElement
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }))
}
const pick = async (words: string): Promise<void> => void fireEvent.click(await screen.findByText(words))
const columns = () => [...document.querySelectorAll('.grid-head .grid-cell')].map(({ textContent }) => textContent?.trim())

test('a view sets filters, columns and order; its name stands in the head', async () => {
  const { sent } = await open([aView()], { view: '7' })
  const now = new Date()
  const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
  expect(sent(calls.rows)).toMatchObject([
    { filters: JSON.stringify({ Remark: 'hose', Month: month }), sortBy: 'Place', sortOrder: 'desc' },
  ])
  expect(button().textContent).toBe('Broken hoses')
  expect(columns()).toEqual(['Plate', 'Place'])
})

test('a list opens with its default view; the standard list is one click away', async () => {
  const { asked, sent } = await open([aView({ isDefault: true })])
  expect(button().textContent).toBe('Broken hoses')
  menu()
  await pick('Standard list')
  expect(asked).toEqual([{ view: 'none' }])
  await waitFor(() => expect(sent(calls.rows).at(-1)).toMatchObject({ sortBy: 'Plate' }))
  expect(columns()).toEqual(['Plate', 'Place', 'Why'])
})

test('a change of the list is marked, saved again or taken back', async () => {
  const { asked, sent } = await open([aView()], { view: '7' })
  fireEvent.change(screen.getByLabelText('Remark'), { target: { value: 'cable' } })
  fireEvent.click(screen.getByText('Search'))
  await waitFor(() => expect(button().textContent).toBe('Broken hoseschanged'))
  expect(asked.at(-1)).toMatchObject({ view: '7', filters: expect.stringContaining('cable') })
  menu()
  await pick('Save')
  await waitFor(() => expect(sent(namedViewCalls.change)).toHaveLength(1))
  expect(JSON.parse(sent(namedViewCalls.change)[0]?.['content'] ?? '')).toEqual({
    ...aView().content,
    filters: { Remark: 'cable', Month: { month: 'this-month' } },
  })
  menu()
  await pick('Back to the view')
  await waitFor(() => expect(button().textContent).toBe('Broken hoses'))
  expect(asked.at(-1)).toEqual({ view: '7' })
})

test('hidden columns of a view are not those of the list without it', async () => {
  await open([aView()], { view: '7' })
  fireEvent(
    document.getElementById(
      screen.getByLabelText('Choose columns', { selector: 'button' }).getAttribute('popovertarget') ?? '',
    ) as HTMLElement,
    Object.assign(new Event('toggle'), { newState: 'open' }),
  )
  fireEvent.click(await screen.findByLabelText('Place'))
  await waitFor(() => expect(columns()).toEqual(['Plate']))
  expect(button().textContent).toBe('Broken hoseschanged')
  expect(localStorage.getItem(`hidden-columns ${path}`)).toBeNull()
  menu()
  await pick('Back to the view')
  await waitFor(() => expect(columns()).toEqual(['Plate', 'Place']))
})

test('what the list shows is saved under a name, with a month that moves or stays', async () => {
  const { asked, sent } = await open([])
  menu()
  await pick('Save as…')
  fireEvent.click(await screen.findByText('Save'))
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a name')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Mine ' } })
  fireEvent.click(screen.getByLabelText(/^Always/))
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(asked).toEqual([{ view: '8' }]))
  const [added] = sent(namedViewCalls.add)
  expect(added).toMatchObject({ report: path, name: 'Mine' })
  expect(JSON.parse(added?.['content'] ?? '')).toMatchObject({
    filters: { Month: expect.stringMatching(/^20\d\d-\d\d$/) },
    sortBy: 'Plate',
  })
})

test('a view of another user says who shared it, and cannot be changed', async () => {
  await open([aView({ sharedBy: 'Li Mei' })], { view: '7', filters: '{"Remark":"cable","Month":"2026-01"}' })
  menu()
  expect(await screen.findByText('by Li Mei')).toBeTruthy()
  const offered = [...document.querySelectorAll('.view-actions button')].map(({ textContent }) => textContent)
  expect(offered).toEqual(['Back to the view', 'Save as…', 'Open this list with it', 'Add to quick access', 'Send by mail…'])
})

test('a view is shared with roles, and put into quick access', async () => {
  const { sent } = await open([aView()], { view: '7' })
  menu()
  await pick('Share…')
  fireEvent.click(await screen.findByLabelText(/^Dispatcher/))
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(sent(namedViewCalls.share)).toEqual([{ id: '7', roleIds: '3' }]))
  menu()
  await pick('Add to quick access')
  await waitFor(() => expect(sent(quickVisitCalls.add)).toEqual([{ quickVisitUrl: `/${path}?view=7`, quickVisitName: 'Broken hoses' }]))
})

test('a view that is gone is said, and the list opens as for all users', async () => {
  const { sent } = await open([], { view: '7' })
  expect(screen.getByRole('status').textContent).toContain('deleted or is no longer shared')
  expect(sent(calls.rows)).toMatchObject([{ sortBy: 'Plate' }])
})

test('a shared view with trucks of others says that they are left out', async () => {
  await open([aView({ narrowed: true, sharedBy: 'Li Mei' })], { view: '7' })
  expect(screen.getByRole('status').textContent).toContain('They are left out')
})
