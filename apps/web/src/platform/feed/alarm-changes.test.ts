import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onAlarmChange } from './alarm-changes.ts'
import { useFeed } from './feed.ts'
import { NO_ALARMS } from './live-alarms.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  useFeed.setState({ alarms: NO_ALARMS })
})
const change = (): void => useFeed.setState({ alarms: { ...NO_ALARMS } })

test('[D-03] a change of alarms is read at once, a flood of them together a moment later', () => {
  let reads = 0
  const stop = onAlarmChange(() => (reads += 1))
  change()
  expect(reads).toBe(1)
  for (let times = 0; times < 20; times += 1) change()
  expect(reads).toBe(1)
  vi.advanceTimersByTime(400)
  expect(reads).toBe(2)
  vi.advanceTimersByTime(5_000)
  expect(reads).toBe(2)
  change()
  expect(reads).toBe(3)
  stop()
  change()
  vi.advanceTimersByTime(5_000)
  expect(reads).toBe(3)
})

test('what else the feed says changes nothing', () => {
  let reads = 0
  const stop = onAlarmChange(() => (reads += 1))
  useFeed.setState({ connected: false })
  useFeed.setState({ connected: true })
  expect(reads).toBe(0)
  stop()
})
