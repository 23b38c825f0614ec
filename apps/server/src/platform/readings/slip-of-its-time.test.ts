import type { PlannedSlip } from '@tanker/domain/loss/slip-loads'
import { createTruckState } from '@tanker/detection/truck-engine'
import { aTruck } from '@tanker/detection/scenarios/a-day'
import { expect, test } from 'vitest'
import { contextsOfTheirTime } from './slip-of-its-time.ts'

const hourMs = 3_600_000
const monday = Date.UTC(2026, 9, 12)
const planned = (slipNo: string, hours: number): PlannedSlip => ({ plannedAt: monday + hours * hourMs, slip: { slipNo, stops: [] } })
const idle = createTruckState()
// The presence of the state means that a trip is running.
const underWay = { ...idle, trip: {} as NonNullable<typeof idle.trip> }

test('rebuilt days use the slips of their own time, never the one that is open now', () => {
  const now = { ...aTruck(), slip: { slipNo: 'today', stops: [] } }
  const contextAt = contextsOfTheirTime(now, [planned('morning', 8), planned('noon', 12), planned('next-day', 40)])
  const slipAt = (hours: number, trip: boolean) => contextAt(trip ? underWay : idle, monday + hours * hourMs).slip?.slipNo
  expect(slipAt(-20, false)).toBeUndefined()
  expect(slipAt(7, false)).toBe('morning')
  expect(slipAt(8.2, true)).toBe('morning')
  expect(slipAt(11.9, true)).toBe('morning') // late on the road: still its own
  expect(slipAt(12.5, false)).toBe('noon')
  expect(slipAt(13, true)).toBe('noon')
  expect(slipAt(15, false)).toBeUndefined() // both are used, the next is too far ahead
  expect(slipAt(30, false)).toBe('next-day')
})

test('a truck without slips keeps a context without one', () => {
  const contextAt = contextsOfTheirTime({ ...aTruck(), slip: { slipNo: 'today', stops: [] } }, [])
  expect(contextAt(idle, monday)).not.toHaveProperty('slip')
})
