import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsAtTurn, goesRound } from './carousel-turn.ts'
import { cellName } from './video-address.ts'

const cells = (count: number) => Array.from({ length: count }, (_, at) => ({ truckId: 1 + Math.floor(at / 4), channel: 1 + (at % 4) }))
const names = (count: number, windows: number, turn: number, pinned: ReturnType<typeof cells> = []) =>
  cellsAtTurn(cells(count), pinned, windows, turn).map(cellName)

test('windows show the next channels at each turn and begin again after the last', () => {
  expect(names(6, 4, 0)).toEqual(['1.1', '1.2', '1.3', '1.4'])
  expect(names(6, 4, 1)).toEqual(['2.1', '2.2', '1.1', '1.2'])
  expect(names(3, 4, 5)).toEqual(['1.1', '1.2', '1.3'])
  expect(names(0, 4, 2)).toEqual([])
})

test('a pinned channel keeps its window, unless its truck is not there', () => {
  expect(names(6, 4, 1, [{ truckId: 1, channel: 3 }])).toEqual(['1.3', '2.1', '2.2', '1.1'])
  expect(names(6, 4, 0, [{ truckId: 9, channel: 1 }])).toEqual(['1.1', '1.2', '1.3', '1.4'])
  expect(names(6, 1, 3, cells(2))).toEqual(['1.1'])
})

test('no channel stands twice, no window more than there are, and each channel has its turn', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, 4, 6, 8), (count, windows) => {
      const seen = new Set<string>()
      for (let turn = 0; turn < count; turn += 1) {
        const shown = names(count, windows, turn)
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown.length).toBe(Math.min(windows, count))
        for (const one of shown) seen.add(one)
      }
      expect(seen.size).toBe(count)
      expect(goesRound(cells(count), windows)).toBe(count > windows)
    }),
  )
})
