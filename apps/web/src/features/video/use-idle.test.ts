import { expect, test } from 'vitest'
import { idleOf } from './use-idle.ts'

test('it warns in the last half minute and closes after five minutes', () => {
  expect(idleOf(0)).toEqual({ isOver: false, leftS: null })
  expect(idleOf(269)).toEqual({ isOver: false, leftS: null })
  expect(idleOf(270)).toEqual({ isOver: false, leftS: 30 })
  expect(idleOf(299.5)).toEqual({ isOver: false, leftS: 1 })
  expect(idleOf(300)).toEqual({ isOver: true, leftS: null })
})
