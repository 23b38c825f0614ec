// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, waitFor } from '@testing-library/react'
import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { reportCalls } from '@tanker/contract/endpoints/reports'
import { RESULT } from '@tanker/contract/envelope'
import type { ReportView } from '@tanker/contract/report-view'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../platform/calls/query-client.ts'
import { keepTruck, lookedAtTruck } from '../platform/feed/looked-at-truck.ts'
import { ScreenAddressContext, type ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { allowPopovers, answerCalls, type Handler } from '../platform/test-answers.ts'
import { renderInRouter } from '../platform/test-router.ts'
import { ReportTable } from './report-table.tsx'

/** Of which truck a list of one truck is. */

const path = 'device_monitor/device_analysis/valtage_line'
const calls = reportCalls(path)
const filter = {
  name: 'truck',
  kind: 'truck',
  label: 'Truck',
  required: true,
  choices: [],
  maxDays: null,
  backDays: null,
  unit: null,
} as const
const plain = { chart: null, live: null, longList: null, emptyHint: null, leadsTo: null, entity: null, actions: [], pickable: [], tabs: [] }
/** The server names truck 5 as the one with the newest reading. */
const view = {
  ...plain,
  path,
  title: '',
  filters: [{ ...filter, initial: ['5'] }],
  columns: [],
  sort: { by: 'at', order: 'desc' },
} as unknown as ReportView

beforeEach(() => {
  allowPopovers()
  sessionStorage.setItem('header-id', 'h-1')
  sessionStorage.setItem('userInfo', JSON.stringify({ organisationId: 5, userName: 'anna' }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
})

/** Opens the list; answers which trucks it asked for. */
const open = async (search: ScreenSearch = {}, refused: number | null = null): Promise<() => number[]> => {
  const truckOf = (filters: string | undefined): number => JSON.parse(filters ?? '{}').truck
  const rows: Handler[1] = ({ input }) =>
    truckOf(input['filters']) === refused
      ? { code: RESULT.badRequest, message: 'no such truck' }
      : { data: { content: [], totalElements: 0, totals: null } }
  const arrived = answerCalls(
    [calls.rows, rows],
    [organisationCalls.list, () => ({ data: [] })],
    [namedViewCalls.list, () => ({ data: { views: [], mayShare: false, mayMail: false } })],
  )
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <ScreenAddressContext value={{ path, search, ask: () => undefined }}>
        <ReportTable view={view} loadAction={() => Promise.reject(new Error('no action was expected'))} />
      </ScreenAddressContext>
    </QueryClientProvider>
  ))
  return () => arrived.filter(({ call }) => call === `GET ${calls.rows.path}`).map(({ input }) => truckOf(input['filters']))
}

test('a user who has looked at no truck gets the one with the newest reading, which is not remembered', async () => {
  const asked = await open()
  await waitFor(() => expect(asked()).toEqual([5]))
  expect(lookedAtTruck()).toBeNull()
})

test('the truck looked at last comes first', async () => {
  keepTruck(7)
  const asked = await open()
  await waitFor(() => expect(asked()).toEqual([7]))
})

test('the truck of the address counts before the one looked at last, and is the one looked at last from then on', async () => {
  keepTruck(7)
  const asked = await open({ filters: '{"truck":9}' })
  await waitFor(() => expect(lookedAtTruck()).toBe(9))
  expect(asked()).toEqual([9])
})

test('a truck of the address that is refused is not remembered', async () => {
  keepTruck(7)
  const asked = await open({ filters: '{"truck":9}' }, 9)
  await waitFor(() => expect(document.querySelector('.toast')?.textContent).toContain('no such truck'))
  expect([asked()[0], lookedAtTruck()]).toEqual([9, 7])
})

test('a remembered truck that the user does not see any more is given up for the one with the newest reading', async () => {
  keepTruck(7)
  const asked = await open({}, 7)
  await waitFor(() => expect(asked().at(-1)).toBe(5))
  expect(lookedAtTruck()).toBeNull()
})
