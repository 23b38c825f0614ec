import { expect, test } from 'vitest'
import { REPAIR_STATES, REPAIR_STEPS, type RepairState, stepsFrom } from './repair-order.ts'

test('an order is sent, worked on and finished; steps may be left out, none goes back', () => {
  expect(stepsFrom('new')).toEqual(['send', 'start', 'finish', 'cancel'])
  expect(stepsFrom('sent')).toEqual(['start', 'finish', 'cancel'])
  expect(stepsFrom('at-work')).toEqual(['finish', 'cancel'])
  expect(stepsFrom('done')).toEqual([])
  expect(stepsFrom('cancelled')).toEqual([])
})

test('every step leads onwards', () => {
  const states = Object.keys(REPAIR_STATES) as RepairState[]
  for (const { from, to } of Object.values(REPAIR_STEPS))
    for (const state of from) expect(states.indexOf(to)).toBeGreaterThan(states.indexOf(state))
})
