import type { Alarm } from '@tanker/contract/alarms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedAlarms, listedAt, type ListLine, NO_ALARMS, receiveAlarms, takeBackAlarms, withdrawAlarms } from './live-alarms.ts'

const anAlarm = (id: number, more: Partial<Alarm> = {}): Alarm => ({
  id: String(id),
  type: 45,
  signCode: '苏E12345',
  truckId: 1,
  companyName: '长江油运',
  // More than a minute apart: happenings of their own.
  startTime: new Date(Date.UTC(2026, 10, 21, 0, 2 * id)).toISOString(),
  insertTime: new Date(Date.UTC(2026, 10, 21, 8, 0, id)).toISOString(),
  endTime: null,
  remark: '',
  remark2: '',
  grade: 'yellow',
  handled: false,
  lat: null,
  lng: null,
  area: '',
  properties: {},
  ...more,
})

const idsOf = (shown: readonly (Alarm | ListLine)[]): string[] => shown.map((one) => ('lead' in one ? one.lead.id : one.id))
const leadsOf = (list: readonly ListLine[]): Alarm[] => list.map(({ lead }) => lead)

test('[4.3-06] the live list keeps at most five, newest first', () => {
  const { held } = receiveAlarms(
    NO_ALARMS,
    [3, 1, 7, 2, 6, 5, 4].map((id) => anAlarm(id)),
    '7',
  )
  expect(idsOf(held.list)).toEqual(['7', '6', '5', '4', '3'])
  expect(idsOf(receiveAlarms(held, [anAlarm(8)], '8').held.list)).toEqual(['8', '7', '6', '5', '4'])
})

test('[4.3-05] 201, 202 and 203 open dialogs in the order they came, every other type is listed', () => {
  const { held } = receiveAlarms(
    NO_ALARMS,
    [anAlarm(1, { type: 201 }), anAlarm(2), anAlarm(3, { type: 203 }), anAlarm(4, { type: 202 }), anAlarm(5, { type: 9999 })],
    '5',
  )
  expect(idsOf(held.dialogs)).toEqual(['1', '3', '4'])
  expect(idsOf(held.list)).toEqual(['5', '2'])
})

test('[7.2-19] an alarm that the socket and the poll both bring is shown once', () => {
  const first = receiveAlarms(NO_ALARMS, [anAlarm(1)], '10')
  const second = receiveAlarms(first.held, [anAlarm(1), anAlarm(2)], '11')
  expect(idsOf(second.fresh)).toEqual(['2'])
  expect(idsOf(second.held.list)).toEqual(['2', '1'])
})

test('an alarm that was closed does not come back when it is received again', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1)], '1')
  expect(receiveAlarms(withdrawAlarms(held, ['1']), [anAlarm(1)], '1').held.list).toEqual([])
})

test('[4.3-08] closing takes exactly the named alarms off the list and the dialogs', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1), anAlarm(2), anAlarm(3, { type: 201 })], '3')
  const after = withdrawAlarms(held, ['1', '3'])
  expect(idsOf(after.list)).toEqual(['2'])
  expect(after.dialogs).toEqual([])
})

test('the cursor never moves backwards, also past the digits of a number', () => {
  const { held } = receiveAlarms(NO_ALARMS, [], '9007199254740993')
  expect(receiveAlarms(held, [], '9007199254740992').held.cursor).toBe('9007199254740993')
  expect(receiveAlarms(held, [], '10000000000000000000').held.cursor).toBe('10000000000000000000')
})

test('an alarm already handled opens nothing', () => {
  expect(receiveAlarms(NO_ALARMS, [anAlarm(1, { handled: true })], '1').fresh).toEqual([])
})

test('[D-02] an alarm that late data superseded leaves list and dialogs, and an answer from before does not bring it back', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1), anAlarm(2), anAlarm(3, { type: 201 })], '3')
  const after = takeBackAlarms(held, ['1', '3'], '5')
  expect(idsOf(after.list)).toEqual(['2'])
  expect(after.dialogs).toEqual([])
  // The poll that was on its way.
  expect(receiveAlarms(after, [anAlarm(1), anAlarm(3, { type: 201 })], '5')).toMatchObject({ fresh: [], held: { dialogs: [] } })
  // It was found again.
  const again = receiveAlarms(after, [anAlarm(1)], '6')
  expect(idsOf(again.fresh)).toEqual(['1'])
  expect(idsOf(again.held.list)).toEqual(['2', '1'])
  expect(idsOf(receiveAlarms(again.held, [anAlarm(1)], '7').fresh)).toEqual([])
})

test('[D-02] while late data are judged an alarm is listed without a sound or a dialog; when it stands it speaks up', () => {
  const { held, fresh } = receiveAlarms(NO_ALARMS, [anAlarm(1, { quiet: 'late-data' }), anAlarm(2, { type: 202, quiet: 'late-data' })], '1')
  expect(fresh).toEqual([])
  expect([idsOf(held.list), idsOf(held.dialogs)]).toEqual([['2', '1'], []])
  const judged = receiveAlarms(held, [anAlarm(1), anAlarm(2, { type: 202 })], '2')
  expect(idsOf(judged.fresh)).toEqual(['1', '2'])
  expect([idsOf(judged.held.list), idsOf(judged.held.dialogs)]).toEqual([['1'], ['2']])
})

test('[truth 5] an alarm that repeats one of its truck takes its line without a sound; that of another truck has its own', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1), anAlarm(2, { truckId: 2 })], '1')
  const repeated = receiveAlarms(held, [anAlarm(3, { quiet: 'repeated' })], '2')
  expect(repeated.fresh).toEqual([])
  expect(idsOf(repeated.held.list)).toEqual(['3', '2'])
})

test('[truth 5] an alarm that became worse is shown as it is now and speaks up again, also after it had left the list; one that did not is only shown', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1, { grade: 'red' })], '1')
  const ended = receiveAlarms(held, [anAlarm(1, { grade: 'red', remark: 'x' })], '2')
  expect(ended.fresh).toEqual([])
  expect(leadsOf(ended.held.list)).toEqual([anAlarm(1, { grade: 'red', remark: 'x' })])
  const full = receiveAlarms(
    ended.held,
    [2, 3, 4, 5, 6].map((id) => anAlarm(id)),
    '3',
  )
  const black = receiveAlarms(full.held, [anAlarm(1, { grade: 'black', blackTime: anAlarm(9).insertTime })], '4')
  expect(idsOf(black.fresh)).toEqual(['1'])
  expect(black.held.list[0]?.lead).toMatchObject({ id: '1', grade: 'black' })
})

test('an unhandled alarm that turns black is listed a second time, at the time at which it did', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1, { grade: 'red' }), anAlarm(2)], '2')
  const black = receiveAlarms(held, [anAlarm(1, { grade: 'black', blackTime: '2026-11-21T09:00:00.000Z' })], '3')
  expect(idsOf(black.held.list)).toEqual(['1', '2'])
  expect(leadsOf(black.held.list).map(listedAt)).toEqual(['2026-11-21T09:00:00.000Z', anAlarm(2).insertTime])
})

test('alarms of the same second stand in the order of their ids, also past the digits of a number', () => {
  const insertTime = '2026-11-21T08:00:00.000Z'
  const [older, newer] = ['99999999999999999', '100000000000000000'].map((id, truckId) => ({ ...anAlarm(1), id, truckId, insertTime }))
  expect(idsOf(receiveAlarms(NO_ALARMS, [newer, older] as Alarm[], '1').held.list)).toEqual(['100000000000000000', '99999999999999999'])
})

test('[D-03] a happening is one line in the grade of its gravest alarm, also when the milder one came later; without it the milder one leads', () => {
  const startTime = '2026-11-21T08:00:00.000Z'
  const door = anAlarm(1, { type: 210, startTime })
  const seal = anAlarm(2, { type: 1, grade: 'red', startTime: '2026-11-21T08:00:40.000Z' })
  const late = anAlarm(3, { type: 210, startTime: '2026-11-21T08:01:20.000Z' })
  const { held, fresh } = receiveAlarms(NO_ALARMS, [door, anAlarm(9)], '1')
  expect([idsOf(held.list), idsOf(fresh)]).toEqual([
    ['9', '1'],
    ['1', '9'],
  ])
  const both = receiveAlarms(held, [seal, late], '2').held
  expect(idsOf(both.list)).toEqual(['9', '2'])
  expect(both.list.at(-1)).toMatchObject({ lead: { grade: 'red' }, alarms: [{ id: '2' }, { id: '1' }, { id: '3' }] })
  expect(idsOf(takeBackAlarms(both, ['2'], '3').list)).toEqual(['9', '3', '1'])
  // Closing the line closes all its alarms.
  expect(
    idsOf(
      withdrawAlarms(
        both,
        listedAlarms(both).map(({ id }) => id),
      ).list,
    ),
  ).toEqual([])
})

test('an open dialog stays in its place and shows its alarm as it is now', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1, { type: 201 }), anAlarm(2, { type: 202 })], '2')
  const again = receiveAlarms(held, [anAlarm(1, { type: 201, remark: '已联系驾驶员' })], '3')
  expect(again.fresh).toEqual([])
  expect(again.held.dialogs.map(({ id, remark }) => [id, remark])).toEqual([
    ['1', '已联系驾驶员'],
    ['2', ''],
  ])
})

test('an alarm that a colleague handled is not brought back by the poll, nor is one that the user closed', () => {
  const { held } = receiveAlarms(NO_ALARMS, [anAlarm(1), anAlarm(2)], '2')
  const closed = withdrawAlarms(takeBackAlarms(held, ['1'], '3'), ['2'])
  const polled = receiveAlarms(closed, [anAlarm(1), anAlarm(2), anAlarm(1, { handled: true })], '3')
  expect([polled.fresh, polled.held.list]).toEqual([[], []])
})

test('one alarm after a long night of dialogs: those that wait longest go, the one that is open stays', () => {
  const night = Array.from({ length: 700 }, (_, index) => anAlarm(index + 1, { type: 202 }))
  const { held } = receiveAlarms(NO_ALARMS, night, '700')
  expect(held.dialogs).toHaveLength(500)
  expect([held.dialogs[0]?.id, held.dialogs[1]?.id, held.dialogs.at(-1)?.id]).toEqual(['1', '202', '700'])
  const next = receiveAlarms(held, [anAlarm(701, { type: 201 })], '701')
  expect(idsOf(next.fresh)).toEqual(['701'])
  expect([next.held.dialogs.length, next.held.dialogs[0]?.id, next.held.dialogs.at(-1)?.id]).toEqual([500, '1', '701'])
  // What was dropped does not come back by itself.
  expect(receiveAlarms(next.held, night.slice(1, 200), '702').fresh).toEqual([])
})

test('what the page remembers of alarms has a bound: the oldest are forgotten', () => {
  const many = Array.from({ length: 2_100 }, (_, index) => anAlarm(index + 1))
  const { held } = receiveAlarms(NO_ALARMS, many, '2100')
  expect(held.seen.size).toBe(2_000)
  expect([held.seen.has('100'), held.seen.has('101')]).toEqual([false, true])
  const closed = takeBackAlarms(
    held,
    many.map(({ id }) => id),
    '2101',
  )
  expect([closed.closed.size, closed.list]).toEqual([2_000, []])
})

type Step = { readonly alarms: readonly Alarm[]; readonly cursor: number; readonly close: readonly string[] }
const anyAlarm = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    type: fc.constantFrom(45, 201, 202, 203),
    grade: fc.constantFrom('yellow' as const, 'red' as const, 'black' as const),
    handled: fc.boolean(),
    truckId: fc.integer({ min: 1, max: 2 }),
    quiet: fc.constantFrom(undefined, 'late-data' as const, 'repeated' as const),
  })
  .map(({ id, quiet, ...more }) => anAlarm(id, { ...more, ...(quiet ? { quiet } : {}) }))
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ alarms: fc.array(anyAlarm, { maxLength: 6 }), cursor: fc.nat(30), close: fc.array(fc.constantFrom('1', '2', '3', '4')) }),
  { maxLength: 20 },
)

test('in any order of answers the list has five lines at most, the newest first, each alarm once, and the cursor only rises', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let held = NO_ALARMS
      for (const { alarms, cursor, close } of all) {
        const before = held.cursor
        const received = receiveAlarms(held, alarms, String(cursor))
        held = takeBackAlarms(received.held, close, String(cursor))
        const shown = [...idsOf(listedAlarms(held)), ...idsOf(held.dialogs)]
        expect(new Set(shown).size).toBe(shown.length)
        expect(held.list.length).toBeLessThanOrEqual(5)
        expect(leadsOf(held.list).map(listedAt)).toEqual(leadsOf(held.list).map(listedAt).toSorted().toReversed())
        expect(shown.filter((id) => close.includes(id))).toEqual([])
        expect(Number(held.cursor)).toBeGreaterThanOrEqual(Number(before))
        // What is heard is neither handled nor quiet.
        expect(received.fresh.filter(({ handled, quiet }) => handled || quiet !== undefined)).toEqual([])
      }
    }),
  )
})
