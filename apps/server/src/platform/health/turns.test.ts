import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const counted = (turns: Turns): object => Object.fromEntries(turns.counts)

test('[F34] synchronous work that takes long is counted under its own name, once, and short work is not', () => {
  let now = 0
  const turns = new Turns(() => now)
  expect(turns.during('0x0704', () => (now += 150))).toBe(150)
  expect(() =>
    turns.during('0x0704', () => {
      now += 300
      throw new Error('broken')
    }),
  ).toThrow('broken')
  turns.judge(450)
  expect(counted(turns)).toEqual({ '0x0704': 1 })
})

test('[F34] an unmeasured long turn is attributed to a collection, to what began last, to what just ended, or to nothing known', async () => {
  const turns = new Turns(() => 0)
  const endReport = turns.begin('/reports')
  await turns.across('offline watch', async () => turns.judge(300))
  turns.collected(250)
  turns.judge(300)
  turns.judge(300)
  endReport()
  turns.judge(300)
  turns.judge(300)
  turns.judge(100)
  expect(counted(turns)).toEqual({ 'offline watch': 1, gc: 1, '/reports': 2, unknown: 1 })
})

test('[F34] the metric shows each cause', async () => {
  const registry = new Registry()
  const turns = new Turns(() => 0)
  turns.showIn(registry)
  turns.showIn(registry)
  turns.count('rebuild')
  expect(await registry.metrics()).toContain('tanker_long_turns_total{cause="rebuild"} 1')
})
