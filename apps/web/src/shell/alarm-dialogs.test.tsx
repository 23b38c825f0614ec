// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Alarm } from '@tanker/contract/alarms'
import { reportRoute } from '@tanker/domain/alarms/alarm-type'
import { afterEach, expect, test, vi } from 'vitest'
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
const links = [{ name: '高损耗', url: highLossReport }]

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

const open = async (alarms: readonly Alarm[]) => {
  const acknowledged: string[] = []
  const { at } = await renderInRouter(() => (
    <AlarmDialogs alarms={alarms} links={links} onAcknowledge={({ id }) => void acknowledged.push(id)} />
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

test('without an alarm, and for a type that only stands on the list, no dialog is open', async () => {
  expect((await open([])).dialogs()).toEqual([])
  cleanup()
  expect((await open([anAlarm(1, 45)])).dialogs()).toEqual([])
})

const list = async (alarms: readonly Alarm[]) => {
  const closed: unknown[] = []
  const { at } = await renderInRouter(() => <AlarmList alarms={alarms} links={links} onClose={() => void closed.push('all')} />)
  return { at, closed, rows: () => [...document.querySelectorAll<HTMLElement>('.alarm-row')] }
}
const five = [1, 2, 3, 4, 5].map((id) => anAlarm(id, 45))

test('the live list says each alarm with its truck, and a click opens it', async () => {
  const { at, rows } = await list([anAlarm(1, 202, { area: '丹阳', remark: '62 L' })])
  expect(rows()[0]?.textContent).toContain('丹阳 · 62 L')
  fireEvent.click(rows()[0] as Element)
  await waitFor(() => expect(at()).toBe(`/${highLossReport}?fromAlarm=1`))
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

test('closing the list asks for it once; an empty list takes no room', async () => {
  const { closed } = await list(five)
  fireEvent.click(screen.getByRole('button', { name: 'Close and clear the list' }))
  expect(closed).toEqual(['all'])
  cleanup()
  await list([])
  expect(document.querySelector('.alarm-list')).toBeNull()
})
