import { expect, test } from 'vitest'
import { isOpenRepair, REPAIR_STATES, REPAIR_STEPS, type RepairState, stepsFrom } from './repair-order.ts'

test('an order is sent, worked on and finished; steps may be left out, none goes back', () => {
  expect(stepsFrom('new')).toEqual(['send', 'start', 'finish', 'cancel'])
  expect(stepsFrom('sent')).toEqual(['start', 'finish', 'cancel'])
  expect(stepsFrom('at-work')).toEqual(['finish', 'cancel'])
  expect(stepsFrom('done')).toEqual([])
  expect(stepsFrom('cancelled')).toEqual([])
})

test('an order is open until it is done or cancelled, and every step leads onwards', () => {
  const states = Object.keys(REPAIR_STATES) as RepairState[]
  expect(states.filter(isOpenRepair)).toEqual(['new', 'sent', 'at-work'])
  for (const { from, to } of Object.values(REPAIR_STEPS))
    for (const state of from) expect(states.indexOf(to)).toBeGreaterThan(states.indexOf(state))
})
