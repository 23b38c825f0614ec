import type { AlarmFact } from '@tanker/detection/fact'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareAlarms } from './compare-alarms.ts'

const minuteMs = 60_000
const noon = Date.UTC(2026, 9, 12, 4)
const alarm = (type: number, from: number, to: number | null, more: Partial<AlarmFact> = {}): AlarmFact => ({
  is: 'alarm',
  name: 'overspeed',
  type,
  startedAt: noon + from * minuteMs,
  object: 0,
  endedAt: to === null ? null : noon + to * minuteMs,
  grade: 'yellow',
  live: false,
  place: { lat: 32, lng: 118.8 } as AlarmFact['place'],
  properties: {},
  remark: '',
  remark2: '',
  ...more,
})

test('equal alarms differ in nothing; another end or grade is a change', () => {
  const one = alarm(2, 0, 10)
  expect(compareAlarms([one], [one])).toEqual({ appear: [], vanish: [], changed: [] })
  expect(compareAlarms([one], [alarm(2, 0, 12)]).changed).toHaveLength(1)
  expect(compareAlarms([one], [{ ...one, grade: 'red' }]).changed).toHaveLength(1)
})

test('one alarm appears, another vanishes', () => {
  const { appear, vanish, changed } = compareAlarms([alarm(2, 0, 10), alarm(5, 20, 20)], [alarm(2, 0, 10), alarm(2, 60, 70)])
  expect([appear, vanish, changed]).toEqual([[alarm(2, 60, 70)], [alarm(5, 20, 20)], []])
})

test('a limit that is crossed a minute later is the same happening; an hour later it is another; another object too', () => {
  expect(compareAlarms([alarm(2, 0, 10)], [alarm(2, 1, 9)])).toMatchObject({ appear: [], vanish: [], changed: [[{}, {}]] })
  expect(compareAlarms([alarm(2, 0, 10)], [alarm(2, 12, 15)]).changed).toHaveLength(1)
  expect(compareAlarms([alarm(2, 0, 10)], [alarm(2, 13, 15)])).toMatchObject({ appear: [{}], vanish: [{}], changed: [] })
  expect(compareAlarms([alarm(2, 0, 10)], [alarm(2, 0, 10, { object: 1 })])).toMatchObject({ appear: [{}], vanish: [{}] })
})

test('a long alarm that breaks into two keeps the nearer one', () => {
  const { appear, vanish, changed } = compareAlarms([alarm(2, 0, 30)], [alarm(2, 2, 8), alarm(2, 20, 30)])
  expect([vanish.length, changed[0]?.[1].startedAt, appear.map(({ startedAt }) => startedAt)]).toEqual([
    0,
    noon + 2 * minuteMs,
    [noon + 20 * minuteMs],
  ])
})

test('an alarm that goes on overlaps what comes after it', () => {
  expect(compareAlarms([alarm(7, 0, null)], [alarm(7, 40, null)]).changed).toHaveLength(1)
})

test('every alarm of both lists is counted once, and swapped lists swap appear and vanish in number', () => {
  const alarms = fc
    .uniqueArray(fc.record({ type: fc.constantFrom(2, 5), from: fc.nat(200), length: fc.nat(20) }), {
      selector: ({ type, from }) => `${type}/${from}`,
      maxLength: 12,
    })
    .map((list) => list.map(({ type, from, length }) => alarm(type, from, from + length)))
  fc.assert(
    fc.property(alarms, alarms, (now, tried) => {
      const { appear, vanish, changed } = compareAlarms(now, tried)
      const isSame = (a: AlarmFact, b: AlarmFact): boolean => JSON.stringify(a) === JSON.stringify(b)
      const same = now.filter((one) => tried.some((other) => isSame(one, other))).length
      expect(vanish.length + changed.length + same).toBe(now.length)
      expect(appear.length + changed.length + same).toBe(tried.length)
    }),
  )
})
