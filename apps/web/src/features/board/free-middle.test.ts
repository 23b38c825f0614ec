import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, freeInsets, isInFree } from './free-middle.ts'

const map = { width: 1_200, height: 800 }
const phone = { width: 390, height: 700 }
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height })

test('without panels the whole map is free', () => {
  expect(freeInsets(map, [])).toEqual({ left: 0, right: 0, top: 0, bottom: 0 })
})

test('[D-07] list and card cover the sides at which they stand', () => {
  const [list, card] = [box(10, 10, 340, 780), box(800, 10, 390, 780)]
  expect(freeInsets(map, [list])).toEqual({ left: 350, right: 0, top: 0, bottom: 0 })
  expect(freeInsets(map, [card])).toEqual({ left: 0, right: 400, top: 0, bottom: 0 })
  expect(freeInsets(map, [list, card])).toEqual({ left: 350, right: 400, top: 0, bottom: 0 })
})

test('a list that is folded away covers nothing, nor does a panel that is not shown', () => {
  expect(freeInsets(map, [box(10, 10, 340, 48), box(0, 0, 0, 0)])).toEqual({ left: 0, right: 0, top: 0, bottom: 0 })
})

test('on a phone the card lies at the foot and the list at the head', () => {
  expect(freeInsets(phone, [box(8, 300, 374, 392)])).toEqual({ left: 0, right: 0, top: 0, bottom: 400 })
  expect(freeInsets(phone, [box(8, 8, 374, 60)])).toEqual({ left: 0, right: 0, top: 68, bottom: 0 })
  expect(freeInsets(phone, [box(8, 8, 374, 420)])).toEqual({ left: 0, right: 0, top: 428, bottom: 0 })
})

test('a card over the whole phone still leaves a strip in which the truck is', () => {
  expect(freeInsets(phone, [box(0, 0, 390, 700)])).toEqual({ left: 0, right: 0, top: 0, bottom: 620 })
})

test('a point is in what is free, with a margin, or it is not', () => {
  const insets = { left: 350, right: 400, top: 0, bottom: 0 }
  expect(isInFree({ x: 575, y: 400 }, map, insets, 20)).toBe(true)
  expect(isInFree({ x: 369, y: 400 }, map, insets, 20)).toBe(false)
  expect(isInFree({ x: 781, y: 400 }, map, insets, 20)).toBe(false)
  expect(isInFree({ x: 575, y: 19 }, map, insets, 20)).toBe(false)
  expect(isInFree({ x: 780, y: 780 }, map, insets, 20)).toBe(true)
})

test('something of the map stays free under one panel at each side, of any size', () => {
  const height = fc.integer({ min: 1, max: 790 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      height,
      fc.integer({ min: 1, max: 500 }),
      height,
      (listWidth, listHeight, cardWidth, cardHeight) => {
        const insets = freeInsets(map, [box(10, 10, listWidth, listHeight), box(1_190 - cardWidth, 10, cardWidth, cardHeight)])
        expect(insets.left + insets.right).toBeLessThan(map.width)
        expect(insets.top + insets.bottom).toBeLessThan(map.height)
      },
    ),
  )
})
