import { expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { crashPoint } from './crash-point.ts'

test('[F02] without CRASH_AT no point ends anything', () => {
  const ended: string[] = []
  for (const text of [undefined, '']) {
    const passing = crashPoint(text, (how) => ended.push(how))
    for (let i = 0; i < 3; i += 1) passing('committed')
  }
  expect(ended).toEqual([])
})

test('[F02] a point ends the server at the requested passing, and no other point does', () => {
  const ended: string[] = []
  const passing = crashPoint('committed:2', (how, point) => ended.push(`${how} ${point}`))
  passing('committed')
  passing('received')
  expect(ended).toEqual([])
  passing('committed')
  passing('committed')
  expect(ended).toEqual(['kill committed'])
})

test.each(['nowhere:1', 'committed', 'committed:0', 'committed:x', 'committed:1:stop', 'committed:1:throw:1', ':1'])(
  '[F02] CRASH_AT %s is refused at the start, with the points that there are',
  (text) => {
    expect(() => readSettings([], { CRASH_AT: text })).toThrow(/^CRASH_AT .*: give a point and a count.*Points: received, decoded,/)
  },
)

test('[F02] CRASH_AT that names a point starts', () => {
  for (const text of ['', 'received:1', 'committed:20:throw']) expect(() => readSettings([], { CRASH_AT: text })).not.toThrow()
})
