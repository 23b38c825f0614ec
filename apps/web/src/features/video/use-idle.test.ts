// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleOf, useIdle } from './use-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000))

test('it warns in the last half minute and closes after five minutes', () => {
  expect(idleOf(0)).toEqual({ isOver: false, leftS: null })
  expect(idleOf(269)).toEqual({ isOver: false, leftS: null })
  expect(idleOf(270)).toEqual({ isOver: false, leftS: 30 })
  expect(idleOf(299.5)).toEqual({ isOver: false, leftS: 1 })
  expect(idleOf(300)).toEqual({ isOver: true, leftS: null })
})

test('the time before something is watched does not count', () => {
  const { result, rerender } = renderHook(({ isWatched }) => useIdle(isWatched), { initialProps: { isWatched: false } })
  pass(400)
  rerender({ isWatched: true })
  pass(200)
  expect(result.current).toMatchObject({ isOver: false, leftS: null })
  pass(101)
  expect(result.current.isOver).toBe(true)
})

test('a key is use, and staying begins again', () => {
  const { result } = renderHook(() => useIdle(true))
  pass(280)
  expect(result.current.leftS).toBe(20)
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' })))
  pass(2)
  expect(result.current.leftS).toBeNull()
  pass(300)
  expect(result.current.isOver).toBe(true)
  act(() => result.current.stay())
  expect(result.current.isOver).toBe(false)
})
