// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { accessCalls } from '@tanker/contract/endpoints/access'
import { trainingCalls } from '@tanker/contract/endpoints/training'
import type { Training as TrainingState } from '@tanker/contract/training'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import { Training } from './training.tsx'

beforeEach(() => allowPopovers())
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const stages = [
  { name: 'roadside-theft', title: { zh: '途中偷卸', en: 'Roadside theft' }, shows: { zh: '放油', en: 'Lets oil out' } },
  { name: 'emergency', title: { zh: '紧急按钮', en: 'Emergency button' }, shows: { zh: '弹窗', en: 'A dialog' } },
]

async function open(superMan: boolean, state: { now: TrainingState | null; next?: number }) {
  const led: number[] = []
  const arrived = answerCalls(
    [accessCalls.privileges, () => ({ data: { account: { role: { superMan } } } })],
    [trainingCalls.read, () => ({ data: state.now })],
    [trainingCalls.stage, () => ({ data: { id: state.next ?? 7 } })],
  )
  const { at } = await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <Training onTruck={(truckId) => void led.push(truckId)} />
    </QueryClientProvider>
  ))
  return { led, arrived, at }
}

test('an accident is chosen with what will be seen, and the board leads to its truck once, then to its alarms', async () => {
  const state: { now: TrainingState } = { now: { stages, plays: [] } }
  const { led, arrived, at } = await open(true, state)
  fireEvent.click(await screen.findByRole('button', { name: 'Stage an accident' }))
  expect(screen.getByText('Lets oil out')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /Emergency button/ }))
  const play: TrainingState['plays'][number] = { id: 7, stage: 'emergency', state: 'waiting', startedAt: null, truck: null, alarms: [] }
  state.now = { stages, plays: [play] }
  fireEvent.click(screen.getByRole('button', { name: 'Stage' }))
  await screen.findByText('Waiting for a suitable truck')
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(arrived.find(({ call }) => call === 'POST /training')?.input).toEqual({ stage: 'emergency' })
  expect(led).toEqual([])

  const playing: typeof play = { ...play, state: 'playing', startedAt: '2026-11-23T08:00:00Z', truck: { id: 3, plate: '苏A00003' } }
  state.now = { stages, plays: [playing] }
  await screen.findByText('Playing')
  expect(led).toEqual([3])
  state.now = { stages, plays: [{ ...playing, state: 'over', alarms: [{ id: '42', type: 201, startTime: '2026-11-23T08:00:05Z' }] }] }
  const alarm = await screen.findByRole('link', { name: 'Emergency' })
  expect(led).toEqual([3])
  fireEvent.click(screen.getByRole('button', { name: '苏A00003' }))
  expect(led).toEqual([3, 3])
  fireEvent.click(alarm)
  await waitFor(() => expect(at()).toBe('/monitor/alarm_desk?fromAlarm=42'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.querySelector('.training-strip')).toBe(null)
})

test('a second accident leaves the first in sight, and the board leads to each truck once', async () => {
  const play = (id: number, truckId: number | null): TrainingState['plays'][number] => ({
    id,
    stage: id === 7 ? 'emergency' : 'roadside-theft',
    state: truckId === null ? 'waiting' : 'playing',
    startedAt: truckId === null ? null : '2026-11-23T08:00:00Z',
    truck: truckId === null ? null : { id: truckId, plate: `苏A0000${truckId}` },
    alarms: [],
  })
  const state: { now: TrainingState; next: number } = { now: { stages, plays: [] }, next: 7 }
  const { led } = await open(true, state)
  const stage = async (name: RegExp, plays: TrainingState['plays']) => {
    state.now = { stages, plays }
    fireEvent.click(await screen.findByRole('button', { name: 'Stage an accident' }))
    fireEvent.click(screen.getByRole('radio', { name }))
    fireEvent.click(screen.getByRole('button', { name: 'Stage' }))
  }
  await stage(/Emergency button/, [play(7, 3)])
  await screen.findByRole('button', { name: '苏A00003' })
  state.next = 8
  await stage(/Roadside theft/, [play(8, 5), play(7, 3)])
  await screen.findByRole('button', { name: '苏A00005' })
  expect(screen.getByRole('button', { name: '苏A00003' })).toBeTruthy()
  expect(led).toEqual([3, 5])
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as Element)
  expect(screen.queryByRole('button', { name: '苏A00005' })).toBe(null)
  expect(screen.getByRole('button', { name: '苏A00003' })).toBeTruthy()
})

test('without a training control, and for users who are no super administrators, there is no button', async () => {
  const { arrived } = await open(true, { now: null })
  await waitFor(() => expect(arrived.some(({ call }) => call === 'GET /training')).toBe(true))
  expect(screen.queryByRole('button')).toBe(null)
  cleanup()
  queryClient.clear()
  const other = await open(false, { now: { stages, plays: [] } })
  await waitFor(() => expect(other.arrived.length).toBeGreaterThan(0))
  expect(other.arrived.map(({ call }) => call)).toEqual(['GET /userPri'])
  expect(screen.queryByRole('button')).toBe(null)
})
