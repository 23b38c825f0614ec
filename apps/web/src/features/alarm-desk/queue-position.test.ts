import { expect, test } from 'vitest'
import { arrivedLines, linesBetween, nextLine, scrollShift, steppedLine, survivorOf, unseenAbove } from './queue-position.ts'

const queue = ['a', 'b', 'c', 'd', 'e']

test('[D-03] a new line above moves the queue by its height, so that the line that is read stays', () => {
  expect(scrollShift(queue, ['new', ...queue], 2, 44)).toBe(44)
  expect(scrollShift(queue, ['new', 'newer', ...queue], 0, 44)).toBe(88)
})

test('a line below, or a change below the line that is read, moves nothing', () => {
  expect(scrollShift(queue, [...queue, 'f'], 1, 44)).toBe(0)
  expect(scrollShift(queue, ['a', 'b', 'c', 'new', 'd', 'e'], 2, 44)).toBe(0)
})

test('when a line above was handled the queue goes up with the one that is read', () => {
  expect(scrollShift(queue, ['b', 'c', 'd', 'e'], 3, 44)).toBe(-44)
})

test('when the line that is read was handled the next one stays, at the end the one before', () => {
  expect(survivorOf(queue, ['a', 'b', 'd', 'e'], 2)).toBe('d')
  expect(scrollShift(queue, ['a', 'b', 'd', 'e'], 2, 44)).toBe(-44)
  expect(survivorOf(queue, ['a', 'b'], 4)).toBe('b')
  expect([survivorOf(queue, [], 1), scrollShift(queue, [], 1, 44), scrollShift([], queue, 0, 44)]).toEqual([null, 0, 0])
})

test('new lines above the window are counted until they were in sight', () => {
  const seen = new Set(queue)
  expect(unseenAbove(['x', 'y', ...queue], seen, 4)).toBe(2)
  expect(unseenAbove(['x', 'y', ...queue], seen, 1)).toBe(1)
  expect(unseenAbove(queue, seen, 3)).toBe(0)
})

test('lines of a later page are not new; lines between known ones are, and all when the queue was read to its end', () => {
  expect(arrivedLines(queue, [...queue, 'page 2', 'page 2 too'], false)).toEqual([])
  expect(arrivedLines(queue, ['new', 'a', 'newer', 'b', 'c', 'd', 'e', 'page 2'], false)).toEqual(['new', 'newer'])
  expect(arrivedLines(queue, [...queue, 'milder'], true)).toEqual(['milder'])
  expect(arrivedLines(queue, ['x', 'y'], false)).toEqual([])
  expect(arrivedLines(queue, ['x', 'y'], true)).toEqual(['x', 'y'])
})

test('[D-04] after handling the next line opens: below, at the end of the queue above, and none when all are done', () => {
  expect(nextLine(queue, ['b'], 'b')).toBe('c')
  expect(nextLine(queue, ['b', 'c'], 'b')).toBe('d')
  expect(nextLine(queue, ['e'], 'e')).toBe('d')
  expect(nextLine(queue, queue, 'c')).toBeNull()
  expect(nextLine(queue, ['a'], null)).toBe('b')
  expect(nextLine(queue, ['gone'], 'gone')).toBe('a')
})

test('steps stop at the ends; the first step enters the queue', () => {
  expect([steppedLine(queue, null, 1), steppedLine(queue, 'b', 1), steppedLine(queue, 'e', 1), steppedLine(queue, 'a', -1)]).toEqual([
    'a',
    'c',
    'e',
    'a',
  ])
  expect([steppedLine([], 'a', 1), steppedLine(queue, 'gone', 1)]).toEqual([null, 'a'])
})

test('several lines are chosen between two, in either direction', () => {
  expect(linesBetween(queue, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(linesBetween(queue, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(linesBetween(queue, 'gone', 'b')).toEqual(['b'])
})
