// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../platform/calls/query-client.ts'
import { useFeed } from '../platform/feed/feed.ts'
import { NO_ALARMS } from '../platform/feed/live-alarms.ts'
import { answerCalls } from '../platform/test-answers.ts'
import { renderInRouter } from '../platform/test-router.ts'
import { AlarmCounter } from './alarm-counter.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  useFeed.setState({ alarms: NO_ALARMS })
})

const open = async (hasDesk: boolean) => {
  const counts = { black: 2, red: 30, yellow: 1_100, mine: 4 }
  const arrived = answerCalls([alarmDeskCalls.counts, () => ({ data: counts })])
  const { at } = await renderInRouter(() => (
    <QueryClientProvider client={queryClient}>
      <AlarmCounter hasDesk={hasDesk} />
    </QueryClientProvider>
  ))
  return { counts, arrived, at }
}

test('[D-03] the events that wait are counted as the desk lists them, the own ones small, the grades in the hint; a click leads to the desk', async () => {
  const { at } = await open(true)
  const link = await screen.findByRole('link', { name: 'To handle 1,132 4 mine events: 2 black, 30 red, 1100 yellow; 4 assigned to me' })
  expect([link.querySelector('b')?.textContent, link.querySelector('small')?.textContent]).toEqual(['1,132', '4 mine'])
  fireEvent.click(link)
  await waitFor(() => expect(at()).toBe('/monitor/alarm_desk'))
})

test('the counter follows the alarms of the feed', async () => {
  const { counts } = await open(true)
  await screen.findByText('1,132')
  Object.assign(counts, { black: 3, mine: 0 })
  act(() => useFeed.setState({ alarms: { ...NO_ALARMS } }))
  await screen.findByText('1,133')
  await waitFor(() => expect(document.querySelector('.alarm-counter small')).toBeNull())
})

test('users without the desk have no counter, and nothing is requested for them', async () => {
  const { arrived } = await open(false)
  expect([document.querySelector('.alarm-counter'), arrived]).toEqual([null, []])
})
