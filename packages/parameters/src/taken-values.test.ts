import { expect, test } from 'vitest'
import { driftOf } from './compare-file-values.ts'
import { elspproperty } from './device-files/elspproperty.ts'
import { mlockcfg } from './device-files/mlockcfg.ts'
import { ui } from './device-files/ui.ts'
import type { FileValues } from './file-values.ts'
import { pathOf } from './file-values.ts'
import { choiceOf, takenValues } from './taken-values.ts'

const SAME = { own: true, anyNumber: false }
const screen = (more: Record<string, number | string>): FileValues => ({ fields: { brightness: 80, language: 0, ...more }, groups: {} })
const valve = (addr: number, type = 1) => ({ type, addr, cIndex: 0, iomode: 0, en: 1, rcAddr: 0 })
const valves = (...entries: ReturnType<typeof valve>[]): FileValues => ({
  fields: { valveCount: entries.length },
  groups: { valves: entries },
})
const seal = (sn: string, wgatev: number): FileValues => ({ fields: {}, groups: { properties: [{ sn, wgatev }] } })

test('a chosen field is taken, others stay, and one that is empty there becomes empty', () => {
  const [now, from] = [screen({ userPwd: '4711' }), screen({ brightness: 60, language: 1 })]
  expect(takenValues(ui, now, from, ['brightness', 'userPwd'], SAME).fields).toEqual({ brightness: 60, language: 0 })
  expect(takenValues(ui, now, from, ['unknown'], SAME)).toEqual(now)
})

test('of groups with as many entries a field is chosen by its path, of others the group as a whole', () => {
  const [two, same, three] = [valves(valve(1), valve(2)), valves(valve(1), valve(9)), valves(valve(1), valve(2), valve(3))]
  const choiceIn = (one: FileValues, other: FileValues) => driftOf(mlockcfg, one, other).map(({ place }) => choiceOf(place, one, other))
  expect(choiceIn(two, same)).toEqual(['valves.1.addr'])
  expect(new Set(choiceIn(two, three))).toEqual(new Set(['valves']))
  expect(takenValues(mlockcfg, two, same, ['valves.1.addr'], SAME).groups).toEqual({ valves: [valve(1), valve(9)] })
  expect(takenValues(mlockcfg, two, three, ['valves'], SAME).groups).toEqual({ valves: [valve(1), valve(2), valve(3)] })
  expect(takenValues(mlockcfg, three, two, ['valves'], SAME).groups).toEqual({ valves: [valve(1), valve(2)] })
  expect(takenValues(mlockcfg, two, three, ['valves.2.addr'], SAME).groups).toEqual(two.groups)
})

test('what a device reports is neither drift nor taken, and what is mounted does not become more', () => {
  const [now, from] = [seal('0000000001', 100), seal('0000000002', 200)]
  expect(driftOf(elspproperty, now, from).map(({ place }) => pathOf(place))).toEqual(['properties.0.wgatev'])
  const more: FileValues = { fields: {}, groups: { properties: [...(from.groups['properties'] ?? []), { sn: '0000000003', wgatev: 300 }] } }
  expect(takenValues(elspproperty, now, more, ['properties'], SAME).groups).toEqual({ properties: [{ sn: '0000000001', wgatev: 200 }] })
})

test('own values of a truck do not come with the group of another one', () => {
  const [now, from] = [seal('0000000001', 100), seal('0000000002', 200)]
  expect(takenValues(elspproperty, now, from, ['properties'], { own: false, anyNumber: false })).toEqual(now)
  expect(takenValues(elspproperty, now, from, ['properties.0.wgatev'], { own: false, anyNumber: false }).groups).toEqual({
    properties: [{ sn: '0000000001', wgatev: 200 }],
  })
})
