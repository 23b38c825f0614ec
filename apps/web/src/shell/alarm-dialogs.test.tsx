// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Alarm } from '@tanker/contract/alarms'
import type { DeskDetail } from '@tanker/contract/alarm-desk'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import { reportRoute } from '@tanker/domain/alarms/alarm-type'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { create } from 'zustand'
import { queryClient } from '../platform/calls/query-client.ts'
import { answerCalls, type Handler } from '../platform/test-answers.ts'
import { renderInRouter } from '../platform/test-router.ts'
import { AlarmDialogs } from './alarm-dialogs.tsx'
import { AlarmList } from './alarm-list.tsx'

const anAlarm = (id: number, type: number, more: Partial<Alarm> = {}): Alarm => ({
  id: String(id),
  type,
  signCode: `苏E0000${id}`,
  truckId: 10 + id,
  companyName: '江海油运',
  startTime: '2026-11-21T08:00:00Z',
  insertTime: '2026-11-21T08:00:05Z',
  endTime: null,
  remark: '',
  remark2: '',
  grade: 'red',
  handled: false,
  lat: null,
  lng: null,
  area: '',
  properties: {},
  ...more,
})
const highLossReport = reportRoute(202) ?? ''
const links = [
  { name: '高损耗', url: highLossReport },
  { name: '货物监控', url: 'monitor/cargo_transport' },
]

beforeEach(() => {
  // The page is that of the test files before this one.
  document.body.replaceChildren()
  sessionStorage.setItem('token', JSON.stringify({ userName: 'anna', id: 1 }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  queryClient.clear()
  vi.useRealTimers()
})

const open = async (alarms: readonly Alarm[], allowed: readonly { name: string; url: string }[] = links) => {
  const acknowledged: string[] = []
  const { at } = await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <AlarmDialogs alarms={alarms} links={allowed} onAcknowledge={({ id }) => void acknowledged.push(id)} />
    </QueryClientProvider>
  ))
  return { at, acknowledged, dialogs: () => [...document.querySelectorAll('dialog')] }
}
const title = () => document.querySelector('.dialog-title')?.textContent
const escape = () => fireEvent(document.querySelector('dialog') as Element, new Event('cancel', { cancelable: true }))

test('one dialog is shown at a time, the oldest first, and says how many wait behind it', async () => {
  const { dialogs } = await open([anAlarm(1, 202), anAlarm(2, 201), anAlarm(3, 203)])
  expect(dialogs()).toHaveLength(1)
  expect(title()).toBe('High loss2 more')
  expect(screen.getByText('苏E00001')).toBeTruthy()
})

test('[4.3-03] an emergency is closed by its buttons alone; Escape and a click outside leave it', async () => {
  const { acknowledged, dialogs } = await open([anAlarm(1, 201)])
  escape()
  fireEvent.click(dialogs()[0] as Element)
  fireEvent.click(document.body)
  expect([dialogs().length, acknowledged]).toEqual([1, []])
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(acknowledged).toEqual(['1'])
})

test('[4.3-04] a high loss and too long at the wheel have dialogs, which Escape acknowledges', async () => {
  for (const type of [202, 203]) {
    const { acknowledged, dialogs } = await open([anAlarm(type, type)])
    expect(dialogs(), String(type)).toHaveLength(1)
    escape()
    expect(acknowledged).toEqual([String(type)])
    cleanup()
  }
})

test('[4.3-02] the icon of an emergency blinks every 180 ms, that of others stands still', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open([anAlarm(1, 201)])
  const lit = () => document.querySelector('.emergency-icon')?.getAttribute('data-lit')
  const seen = [lit()]
  for (let times = 0; times < 3; times += 1) {
    act(() => void vi.advanceTimersByTime(180))
    seen.push(lit())
  }
  expect(seen).toEqual(['true', 'false', 'true', 'false'])
  cleanup()
  await open([anAlarm(2, 202)])
  expect(document.querySelector('.emergency-icon')).toBeNull()
})

test('[4.3-09] [4.3-10] who looks at an alarm has acknowledged it, and sees it alone in its report', async () => {
  const { at, acknowledged } = await open([anAlarm(7, 202)])
  fireEvent.click(screen.getByRole('button', { name: 'View' }))
  await waitFor(() => expect(at()).toBe(`/${highLossReport}?fromAlarm=7`))
  expect(acknowledged).toEqual(['7'])
})

test('an alarm whose report the user may not open leads to the card of its truck', async () => {
  const { at } = await open([anAlarm(3, 201)])
  fireEvent.click(screen.getByRole('button', { name: 'View' }))
  await waitFor(() => expect(at()).toBe('/monitor/cargo_transport?truck=13&fromAlarm=3'))
})

test('a user whose role has no screen that shows an alarm is led nowhere: the dialog can be acknowledged only', async () => {
  await open([anAlarm(3, 201)], [])
  expect(screen.queryByRole('button', { name: 'View' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeTruthy()
})

test('without an alarm, and for a type that only stands on the list, no dialog is open', async () => {
  expect((await open([])).dialogs()).toEqual([])
  cleanup()
  expect((await open([anAlarm(1, 45)])).dialogs()).toEqual([])
})

const desk = { name: '报警处理', url: 'monitor/alarm_desk' }
const aDetail = (more: Partial<DeskDetail['alarm']> = {}) => ({
  alarm: { driver: { name: '王建国', phone: '13800001234' }, ...more },
  compartments: [
    { compartment: 1, product: '92#', litresBefore: null, litresNow: 5_062.4 },
    { compartment: 2, product: '0#', litresBefore: null, litresNow: 0.2 },
    { compartment: 3, product: '0#', litresBefore: null, litresNow: null },
  ],
})
const factsSaid = () =>
  [...document.querySelectorAll('.fact')].map((fact) => [...fact.children].map((part) => part.textContent?.replaceAll('\u00a0', ' ')))

test('[D-05] the dialog of an emergency is there at once; driver, phone and cargo follow, and Handle opens the desk with it', async () => {
  const late: Handler = [alarmDeskCalls.detail, ({ input }) => ({ data: input['alarmId'] === '3' ? aDetail() : null })]
  answerCalls(late)
  const { at, acknowledged, dialogs } = await open([anAlarm(3, 201)], [...links, desk])
  expect(dialogs()).toHaveLength(1)
  await screen.findByText('13800001234')
  expect(screen.getByText('13800001234').getAttribute('href')).toBe('tel:13800001234')
  expect(factsSaid()).toContainEqual(['Driver', '王建国'])
  expect(factsSaid()).toContainEqual(['Cargo', 'C1 92# 5,062 L; C2 empty; C3 –'])
  fireEvent.click(screen.getByRole('button', { name: 'Handle' }))
  await waitFor(() => expect(at()).toBe('/monitor/alarm_desk?fromAlarm=3'))
  expect(acknowledged).toEqual(['3'])
})

test('[D-05] without the desk the dialog takes driver and cargo from the truck card, and has no Handle', async () => {
  const compartments = [{ compartment: 1, oilCode: 92, oilName: '', volumeL: 4_000 }]
  answerCalls([truckCalls.card, () => ({ data: { driverName: '李敏', driverPhone: null, compartments } })])
  await open([anAlarm(3, 201)], [{ name: '', url: 'monitor/cargo_transport' }])
  await screen.findByText('李敏')
  expect(factsSaid().at(-1)?.[1]).toMatch(/^C1 .*4,000 L$/)
  expect(screen.queryByText('Phone')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Handle' })).toBeNull()
})

test('an alarm with its own report has both ways: its report and the desk', async () => {
  await open([anAlarm(7, 202)], [...links, desk])
  expect(['View', 'Acknowledge', 'Handle'].map((name) => screen.queryByRole('button', { name }) !== null)).toEqual([true, true, true])
  cleanup()
  await open([anAlarm(8, 201)], [...links, desk])
  expect(screen.queryByRole('button', { name: 'View' })).toBeNull()
})

const typeInto = (field: HTMLElement): void => {
  field.focus()
  fireEvent.keyDown(field, { key: 'a' })
}

const useArrived = create<{ readonly alarms: readonly Alarm[] }>(() => ({ alarms: [] }))
const Arriving = () => <AlarmDialogs alarms={useArrived(({ alarms }) => alarms)} links={links} onAcknowledge={() => {}} />
/** The dialogs of alarms that arrive later. */
const openEmpty = async () => {
  useArrived.setState({ alarms: [] })
  await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <Arriving />
    </QueryClientProvider>
  ))
  return (...alarms: Alarm[]) => act(() => useArrived.setState({ alarms }))
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const shownDialogs = () => document.querySelectorAll('dialog').length

test('[D-18] while someone types a dialog waits and a badge says so; it opens 5 s after the last key, an emergency 5 s after it came', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  const arrive = await openEmpty()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  typeInto(field)
  arrive(anAlarm(1, 202))
  expect([shownDialogs(), screen.queryByText('1 alarm held while you type') !== null]).toEqual([0, true])
  pass(4_000)
  typeInto(field)
  pass(4_500)
  expect(shownDialogs()).toBe(0)
  typeInto(field)
  arrive(anAlarm(1, 202), anAlarm(2, 201))
  for (let second = 0; second < 5; second += 1) {
    expect([second, shownDialogs()]).toEqual([second, 0])
    pass(1_000)
    if (second < 4) typeInto(field)
  }
  expect(title()).toContain('Emergency')
  field.remove()
})

test('[D-18] without a press in a form a dialog opens at once, and the badge opens one that waits', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  const arrive = await openEmpty()
  arrive(anAlarm(1, 202))
  expect(shownDialogs()).toBe(1)
  arrive()
  typeInto(field)
  arrive(anAlarm(2, 202))
  expect(shownDialogs()).toBe(0)
  fireEvent.click(screen.getByText('1 alarm held while you type'))
  expect(shownDialogs()).toBe(1)
  field.remove()
})

const list = async (alarms: readonly Alarm[], allowed = links, others: readonly Alarm[] = []) => {
  const closed: unknown[] = []
  const { at } = await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <AlarmList
        lines={alarms.map((lead) => ({ lead, alarms: [lead, ...others] }))}
        links={allowed}
        onClose={() => void closed.push('all')}
      />
    </QueryClientProvider>
  ))
  return { at, closed, rows: () => [...document.querySelectorAll<HTMLElement>('.alarm-row')] }
}
const five = [1, 2, 3, 4, 5].map((id) => anAlarm(id, 45))

test('the live list says each alarm with its truck, and a click opens it', async () => {
  const { at, rows } = await list([anAlarm(1, 202, { area: '丹阳', remark: '62 L' })])
  expect(rows()[0]?.textContent).toContain('丹阳 · 62 L')
  fireEvent.click(rows()[0] as Element)
  await waitFor(() => expect(at()).toBe(`/${highLossReport}?fromAlarm=1`))
})

test('[D-03] the last line of the list says how many more wait and leads to the desk; without the desk there is none', async () => {
  answerCalls([alarmDeskCalls.counts, () => ({ data: { black: 2, red: 30, yellow: 100, mine: 1 } })])
  const { at, rows } = await list(five, [...links, desk])
  fireEvent.click(await screen.findByText('127 more to handle'))
  await waitFor(() => expect(at()).toBe('/monitor/alarm_desk'))
  expect(rows()).toHaveLength(5)
  cleanup()
  await list(five)
  expect(screen.queryByText(/more to handle/)).toBeNull()
})

test('[D-03] a line says how many more alarms its happening has', async () => {
  const { rows } = await list([anAlarm(1, 45)], links, [anAlarm(2, 45)])
  expect(rows()[0]?.textContent).toContain('+1')
  expect(screen.getByTitle('1 more alarm of the same event')).toBeTruthy()
})

test('folded the list shows the newest alarm alone, with the count of all, and stays folded when the page is opened again', async () => {
  const { rows } = await list(five)
  expect(rows()).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Fold: show the newest only' }))
  expect([rows().length, document.querySelector('.alarm-count')?.textContent]).toEqual([1, '5'])
  cleanup()
  expect((await list(five)).rows()).toHaveLength(1)
})

test('the list is one tab stop: arrows go from alarm to alarm and stop at its ends', async () => {
  const { rows } = await list(five)
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1])
  rows()[0]?.focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp']) fireEvent.keyDown(document.activeElement as Element, { key })
  expect(document.activeElement).toBe(rows()[1])
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' })
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(rows()[0])
})

test('an alarm that late data may explain away says so, and why it makes no sound', async () => {
  await list([anAlarm(1, 45, { quiet: 'late-data' }), anAlarm(2, 45)])
  expect(screen.getAllByText('Checking late data')).toHaveLength(1)
  expect(screen.getByTitle(/may supersede this alarm; no sound yet/)).toBeTruthy()
})

test('the bell of the list mutes the sound for ten minutes, says so, and is muted when the page is opened again; another click ends it', async () => {
  await list(five)
  fireEvent.click(screen.getByRole('button', { name: /^Mute for 10 minutes/ }))
  expect(screen.getByRole('button', { name: /^Muted for 10 more minutes/ }).textContent).toBe('10 min')
  cleanup()
  await list(five)
  fireEvent.click(screen.getByRole('button', { name: /^Muted for 10 more minutes/ }))
  expect(screen.getByRole('button', { name: /^Mute for 10 minutes/ }).textContent).toBe('')
})

test('closing the list asks for it once; an empty list takes no room', async () => {
  const { closed } = await list(five)
  fireEvent.click(screen.getByRole('button', { name: 'Close and clear the list' }))
  expect(closed).toEqual(['all'])
  cleanup()
  await list([])
  expect(document.querySelector('.alarm-list')).toBeNull()
})
