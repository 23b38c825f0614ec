import { expect, test } from 'vitest'
import { ExemptionsInForce } from './exemptions-in-force.ts'

const row = { id: 1, reason: '检修', place_id: null, compartment: null, from_ms: 0, until_ms: 86_400_000, clock_from: '', clock_to: '' }

test('an exemption of a truck does not cover the next one, that of an organisation all trucks below it', () => {
  const all = new ExemptionsInForce([
    { ...row, id: 2, organisation_id: 1, truck_id: 7 },
    { ...row, id: 1, organisation_id: 2, truck_id: null },
  ])
  const of = (truck: number, ancestors: readonly number[]) => all.of(truck, ancestors, 480).map(({ id }) => id)
  expect(of(7, [1, 2])).toEqual([1, 2])
  expect(of(8, [1, 2])).toEqual([1])
  expect(of(8, [1, 3])).toEqual([])
  // A truck that went to another tenant is not covered by the former one.
  expect(of(7, [9])).toEqual([])
})

test('its days are those of the truck', () => {
  const [exemption] = new ExemptionsInForce([{ ...row, organisation_id: 1, truck_id: null, clock_from: '22:00', clock_to: '06:30' }]).of(
    7,
    [1],
    480,
  )
  expect(exemption).toMatchObject({ fromAt: -480 * 60_000, untilAt: 86_400_000 - 480 * 60_000, daily: { from: 1320, to: 390 } })
})
