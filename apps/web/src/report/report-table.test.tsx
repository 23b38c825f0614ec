// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { reportCalls } from '@tanker/contract/endpoints/reports'
import { ROW_ACTIONS, type ReportView } from '@tanker/contract/report-view'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../platform/calls/query-client.ts'
import { ScreenAddressContext, type ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { allowPopovers, answerCalls, type Handler } from '../platform/test-answers.ts'
import { renderInRouter } from '../platform/test-router.ts'
import type { ActionProps, LoadAction } from './actions.ts'
import { fetchFirstRows, fetchView } from './report-query.ts'
import { ReportTable } from './report-table.tsx'

const path = 'cargo_monitor/event_report/station_unload'
const calls = reportCalls(path)
const column = (name: string, kind: ReportView['columns'][number]['kind'], more: Partial<ReportView['columns'][number]> = {}) => ({
  name,
  kind,
  label: name,
  unit: null,
  digits: 1,
  sortable: false,
  total: false,
  choices: [],
  hint: null,
  leads: null,
  leadsTo: null,
  ...more,
})
const filter = (name: string, kind: ReportView['filters'][number]['kind'], required = false) => ({
  name,
  kind,
  label: name,
  required,
  choices: [],
  maxDays: 31,
  backDays: null,
  unit: null,
  initial: [],
})
const aView = (more: Partial<ReportView> = {}): ReportView => ({
  path,
  title: 'Station unloadings',
  filters: [filter('Least litres', 'number'), filter('Remark', 'text')],
  columns: [column('Station', 'text', { sortable: true }), column('Loss', 'number', { unit: 'L', sortable: true, total: true })],
  sort: { by: 'Station', order: 'asc' },
  actions: [],
  chart: null,
  live: null,
  longList: null,
  emptyHint: null,
  leadsTo: null,
  pickable: [],
  tabs: [],
  entity: null,
  ...more,
})
const rows = [
  { id: '1', Station: 'Danyang', Loss: 12.5 },
  { id: '2', Station: 'Jurong', Loss: null },
]
const answered = (more: object = {}): ReturnType<Handler[1]> => ({
  data: { content: rows, totalElements: 2, totals: { Loss: 12.5 }, ...more },
})
const noViews = (): ReturnType<Handler[1]> => ({ data: { views: [], mayShare: false, mayMail: false } })
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)
const NO_ACTIONS: LoadAction = () => Promise.reject(new Error('no action was expected'))

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
  // An alert stands beside what was rendered.
  for (const confirm of document.querySelectorAll<HTMLElement>('.alert-dialog button')) confirm.click()
})

/** The list at an address; its own addresses are kept in order. */
const open = async (
  view: ReportView,
  answer: Handler[1] = () => answered(),
  search: ScreenSearch = {},
  loadAction = NO_ACTIONS,
  counted: Handler[1] = () => answered({ content: [] }),
) => {
  const asked: ScreenSearch[] = []
  const arrived = answerCalls(
    [calls.rows, answer],
    [calls.count, counted],
    [organisationCalls.list, () => ({ data: [] })],
    [namedViewCalls.list, noViews],
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
          <ReportTable view={view} loadAction={loadAction} />
        </ScreenAddressContext>
      </QueryClientProvider>
    )
  }
  await renderInRouter(() => <Screen />)
  const sent = () => arrived.filter(({ call }) => call === `GET ${calls.rows.path}`).map(({ input }) => input)
  return { asked, sent }
}
/** By their words; roles would be computed for the whole page. */
const buttons = (name: string) => [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name)
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.grid input[type=checkbox]')]
const press = (name: string): void => void fireEvent.click(buttons(name)[0] as Element)

test('a list opens with its first page, its rows, their number and their total', async () => {
  const { sent } = await open(aView())
  await screen.findByText('Danyang')
  expect(sent()[0]).toMatchObject({ page: '0', size: '50', sortBy: 'Station', sortOrder: 'asc', filters: '{}' })
  expect(screen.getByText('2 rows')).toBeTruthy()
  expect([...document.querySelectorAll('.grid-totals .grid-cell')].map(({ textContent }) => textContent)).toEqual(['Total', '12.5'])
})

test('a list that is longer than it is counted says that it has more rows, has no totals, and its pages go on', async () => {
  const counted = () => answered({ content: [], totalElements: null, totals: null, moreThan: 100_000 })
  const rowsAnswer = () => answered({ totalElements: null, totals: null })
  const { sent } = await open(aView(), rowsAnswer, {}, NO_ACTIONS, counted)
  expect(await screen.findByText('more than 100,000 rows')).toBeTruthy()
  expect(screen.getByText('Above 100,000 rows there are no totals: choose a shorter period or more filters.')).toBeTruthy()
  expect(document.querySelector('.grid-totals')).toBeNull()
  fireEvent.click(screen.getByLabelText('Page 2000'))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ page: '1999' }))
})

test('a filter counts when it is searched with, not while it is typed, and begins again at the first page', async () => {
  const { asked, sent } = await open(aView(), () => answered(), { page: '3' })
  await screen.findByText('Danyang')
  fireEvent.change(screen.getByLabelText('Remark'), { target: { value: 'hose' } })
  expect(asked).toEqual([])
  press('Search')
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ filters: '{"Remark":"hose"}', page: '0' }))
  expect(asked).toHaveLength(1)
})

test('Reset gives the list as it was when it was opened', async () => {
  const { asked, sent } = await open(aView(), () => answered(), { filters: '{"Remark":"hose"}', page: '2', sortBy: 'Loss' })
  await screen.findByText('Danyang')
  expect((screen.getByLabelText('Remark') as HTMLInputElement).value).toBe('hose')
  press('Reset')
  expect(asked).toEqual([{}])
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ filters: '{}', page: '0', sortBy: 'Station' }))
  await waitFor(() => expect((screen.getByLabelText('Remark') as HTMLInputElement).value).toBe(''))
})

test('[5.4-06] without an organisation or a truck nothing is searched, and the list says what is missing', async () => {
  const view = aView({ filters: [filter('Organisation or truck', 'truck-or-organisation', true)] })
  const { asked } = await open(view, () => answered(), { filters: '{"Organisation or truck":{"truckIds":[],"organisationIds":[]}}' })
  await screen.findByText('Danyang')
  press('Search')
  expect(toasts()).toEqual(['Please choose: Organisation or truck'])
  expect(asked).toEqual([])
})

test('a heading sorts, and the sorted list begins at its first page', async () => {
  const { asked } = await open(aView(), () => answered(), { page: '2' })
  await screen.findByText('Danyang')
  press('Loss (L)')
  expect(asked.at(-1)).toMatchObject({ sortBy: 'Loss', sortOrder: 'desc', page: '0' })
  press('Loss (L)')
  expect(asked.at(-1)).toMatchObject({ sortBy: 'Loss', sortOrder: 'asc', page: '0' })
})

test('a large list is counted once for all its pages', async () => {
  await open(aView(), ({ input }) => answered({ totalElements: null, totals: null, content: input['page'] === '0' ? rows : [] }))
  await screen.findByText('Danyang')
  await screen.findByText('2 rows')
  expect(document.querySelector('.grid-totals')?.textContent).toContain('12.5')
})

test('[D-37] an empty list under filters names them, and one click asks again without them', async () => {
  const filters = JSON.stringify({ 'Least litres': 500, Remark: 'siphon' })
  const { sent, asked } = await open(
    aView({ emptyHint: 'No meter is installed.' }),
    ({ input }) =>
      (input as { readonly filters?: string }).filters === filters ? answered({ content: [], totalElements: 0, totals: null }) : answered(),
    { filters, page: '2' },
  )
  await screen.findByText('Least litres, Remark')
  expect(document.querySelector('.grid-empty')?.textContent).not.toContain('No meter is installed.')
  press('Remove filters')
  await screen.findByText('Danyang')
  expect(asked.at(-1)).toMatchObject({ filters: '{}', page: '0' })
  expect(sent()).toHaveLength(2)
})

test('an empty list says why it is empty: the hint of the report, or what every list says', async () => {
  await open(aView(), () => answered({ content: [], totalElements: 0, totals: null }))
  await screen.findByText('There is no record of these trucks in this period')
  cleanup()
  queryClient.clear()
  await open(aView({ emptyHint: 'No meter is installed.' }), () => answered({ content: [], totalElements: 0, totals: null }))
  await screen.findByText('No meter is installed.')
})

test('opened from an alarm a list shows it alone, and all rows on request', async () => {
  const { asked, sent } = await open(aView(), () => answered(), { fromAlarm: '42' })
  await screen.findByText('Showing the clicked alarm only')
  expect(sent()[0]).toMatchObject({ fromAlarm: '42' })
  expect(sent()[0]).not.toHaveProperty('filters')
  press('Show all')
  expect(asked).toEqual([{}])
})

test('an alarm that late data superseded is said in the words of the server, with the way to all rows', async () => {
  await open(aView(), () => ({ code: 410, message: 'This alarm was superseded by late data' }), { fromAlarm: '42' })
  await waitFor(() => expect(document.querySelector('.grid-empty')?.textContent).toContain('This alarm was superseded by late data'))
  expect(buttons('Show all').length).toBeGreaterThan(0)
})

const ACTIONS: ReportView['actions'] = [
  { name: 'handle-alarm', row: 'Handle', rows: 'Handle selected', list: null, primary: false },
  { name: 'add-row', row: null, rows: null, list: 'Add', primary: true },
]

test('[5.4-08] an action on chosen rows asks for a row, and takes those to which it applies', async () => {
  const done: ActionProps[] = []
  const loadAction: LoadAction = async () => ({ run: (about) => void done.push(about) })
  const content = [
    { id: '1', Station: 'Danyang', Loss: 1, [ROW_ACTIONS]: ['handle-alarm'] },
    { id: '2', Station: 'Jurong', Loss: 2, [ROW_ACTIONS]: [] },
  ]
  await open(aView({ actions: ACTIONS }), () => answered({ content }), {}, loadAction)
  await screen.findByText('Danyang')
  press('Handle selected')
  expect(toasts()).toEqual(['Please select at least one row'])
  const [all, , second] = boxes()
  fireEvent.click(second as Element)
  press('Handle selected')
  expect(toasts().at(-1)).toBe('This action applies to none of the selected rows')
  fireEvent.click(all as Element)
  press('Handle selected (1)')
  await waitFor(() => expect(done.map(({ rows: taken }) => taken.map(({ id }) => id))).toEqual([['1']]))
})

test('a button stands only in rows to which its action applies, and one for the list above it', async () => {
  const content = [{ ...rows[0], [ROW_ACTIONS]: ['handle-alarm'] }, rows[1]]
  await open(aView({ actions: ACTIONS }), () => answered({ content }))
  await screen.findByText('Danyang')
  expect(buttons('Handle')).toHaveLength(1)
  expect(buttons('Add')[0]?.className).toContain('button-primary')
})

test('an action whose file does not come says so, and the list stays', async () => {
  const loadAction: LoadAction = () => Promise.reject(new Error('offline'))
  await open(aView({ actions: ACTIONS }), () => answered(), {}, loadAction)
  await screen.findByText('Danyang')
  press('Add')
  await waitFor(() => expect(toasts()).toEqual(['Could not be loaded. Check the connection and try again.']))
  expect(screen.getByText('Danyang')).toBeTruthy()
})

test('rows that were chosen are chosen no more when another page or other filters are asked for', async () => {
  await open(aView({ actions: ACTIONS }))
  await screen.findByText('Danyang')
  fireEvent.click(boxes()[0] as Element)
  expect(boxes().every(({ checked }) => checked)).toBe(true)
  await act(async () => press('Loss (L)'))
  await waitFor(() => expect(boxes().some(({ checked }) => checked)).toBe(false))
})

test('rows that were fetched ahead, as the pointer came to the link, stand there at once and are not asked for again', async () => {
  const first = answerCalls([namedViewCalls.list, noViews], [calls.view, () => ({ data: aView() })], [calls.rows, () => answered()])
  await fetchFirstRows(path, {})
  expect(first.map(({ call }) => call)).toEqual([`GET ${namedViewCalls.list.path}`, `GET ${calls.view.path}`, `GET ${calls.rows.path}`])
  const { sent } = await open(aView(), () => ({ status: 500 }))
  expect(screen.getByText('Danyang')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('rows are fetched ahead for the address of the link, with its tab, its filters and its page', async () => {
  const tab = `${path}/other`
  const arrived = answerCalls([reportCalls(tab).view, () => ({ data: aView({ path: tab }) })], [reportCalls(tab).rows, () => answered()])
  await fetchFirstRows(path, { tab, filters: '{"Remark":"hose"}', page: '3' })
  expect(arrived.at(-1)).toMatchObject({ call: `GET ${reportCalls(tab).rows.path}`, input: { filters: '{"Remark":"hose"}', page: '3' } })
})

test('a failure of what was fetched ahead is silent, and the list asks again', async () => {
  answerCalls([namedViewCalls.list, noViews], [calls.view, () => ({ data: aView() })], [calls.rows, () => ({ status: 500 })])
  await expect(fetchFirstRows(path, {})).rejects.toThrow()
  expect(toasts()).toEqual([])
  const { sent } = await open(aView())
  await screen.findByText('Danyang')
  expect(sent()).toHaveLength(1)
})

test('a list that opens while what was fetched ahead fails asks itself, and would say what is wrong', async () => {
  answerCalls([calls.view, () => ({ data: aView() })])
  await fetchView(path)
  let answers = 0
  const answer = () => (answers++ === 0 ? { status: 500 } : answered())
  answerCalls([namedViewCalls.list, noViews], [calls.rows, answer], [organisationCalls.list, () => ({ data: [] })])
  const ahead = expect(fetchFirstRows(path, {})).rejects.toThrow()
  await open(aView(), answer)
  await ahead
  await screen.findByText('Danyang')
  expect(answers).toBe(2)
})
