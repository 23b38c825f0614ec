import { expect, test } from 'vitest'
import { cellName, cellsIn, numberIn, streamIn } from './video-address.ts'

test('channels are read from an address each once, and nonsense is left out', () => {
  const cells = cellsIn({ cells: '17.1,17.2,17.1,x,0.1,5.9,8.8,9.1' }, 'cells', 3)
  expect(cells.map(cellName)).toEqual(['17.1', '17.2', '8.8'])
  expect(cellsIn({}, 'cells', 8)).toEqual([])
})

test('numbers and streams that are not offered count as absent', () => {
  expect(numberIn({ windows: '6' }, 'windows', [1, 4, 6], 4)).toBe(6)
  expect(numberIn({ windows: '7' }, 'windows', [1, 4, 6], 4)).toBe(4)
  expect([streamIn({ stream: 'main' }), streamIn({ stream: 'third' }), streamIn({})]).toEqual(['main', 'sub', 'sub'])
})
