import fc from 'fast-check'
import { expect, test } from 'vitest'
import { middleOfFree } from './free-middle.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  width,
  height,
  right: left + width,
  bottom: top + height,
})
const map = box(200, 100, 1_200, 800)

test('without panels the picked truck comes to the middle of the map', () => {
  expect(middleOfFree(map, [])).toEqual([0, 0])
})

test('beside the list and the card it comes to the middle of what they leave free', () => {
  const [list, card] = [box(210, 110, 340, 780), box(1_000, 110, 390, 780)]
  expect(middleOfFree(map, [list])).toEqual([175, 0])
  expect(middleOfFree(map, [card])).toEqual([-200, 0])
  expect(middleOfFree(map, [list, card])).toEqual([-25, 0])
})

test('a list that is folded away covers nothing', () => {
  expect(middleOfFree(map, [box(210, 110, 340, 48)])).toEqual([0, 0])
})

test('on a phone the card lies at the foot, and the truck above it', () => {
  const phone = box(0, 0, 390, 700)
  expect(middleOfFree(phone, [box(0, 300, 390, 400)])).toEqual([0, -200])
})

test('a card over the whole phone still leaves a strip in which the truck is', () => {
  const phone = box(0, 0, 390, 700)
  expect(middleOfFree(phone, [box(0, 0, 390, 700)])).toEqual([0, -310])
})

test('the middle always lies on the map, over any panels that lie on it', () => {
  const panel = fc
    .record({
      left: fc.integer({ min: 200, max: 1_100 }),
      top: fc.integer({ min: 100, max: 600 }),
      width: fc.integer({ min: 1, max: 300 }),
      height: fc.integer({ min: 1, max: 300 }),
    })
    .map(({ left, top, width, height }) => box(left, top, width, height))
  fc.assert(
    fc.property(fc.array(panel, { maxLength: 2 }), (panels) => {
      const [x, y] = middleOfFree(map, panels)
      expect(Math.abs(x)).toBeLessThanOrEqual(map.width / 2)
      expect(Math.abs(y)).toBeLessThanOrEqual(map.height / 2)
    }),
  )
})
