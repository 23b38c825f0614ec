import { beforeEach, expect, test, vi } from 'vitest'
import { MarkerAnimation } from './marker-animation.ts'

type At = readonly [number, number]
let reducedMotion = false

beforeEach(() => {
  reducedMotion = false
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return reducedMotion
    },
  }))
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** One truck on a map, drawn as the map does it. */
const oneTruck = (at: At) => {
  let place = at
  const shown: At[] = []
  const animation = new MarkerAnimation(() => void shown.push(animation.at(0, place, performance.now())))
  const look = (): At => animation.at(0, place, performance.now())
  const drive = (to: At): void => {
    place = to
    animation.towards([0], () => to)
  }
  return { animation, shown, look, drive }
}

test('a truck glides within a second from where it is drawn to where it is', () => {
  const { look, drive } = oneTruck([120, 31])
  look()
  drive([120.4, 31.2])
  expect(look()).toEqual([120, 31])
  vi.advanceTimersByTime(500)
  expect(look().map((degrees) => Math.round(degrees * 1e6) / 1e6)).toEqual([120.2, 31.1])
  vi.advanceTimersByTime(500)
  expect(look()).toEqual([120.4, 31.2])
})

test('a new place on the way is reached from where the truck is drawn, without a jump back', () => {
  const { look, drive } = oneTruck([120, 31])
  look()
  drive([120.4, 31])
  vi.advanceTimersByTime(500)
  const halfway = look()
  drive([120.4, 31.4])
  expect(look()).toEqual(halfway)
  vi.advanceTimersByTime(1_000)
  expect(look()).toEqual([120.4, 31.4])
})

test('a truck that was not drawn for some seconds appears where it is', () => {
  const { look, drive } = oneTruck([120, 31])
  look()
  vi.advanceTimersByTime(3_001)
  drive([125, 35])
  expect(look()).toEqual([125, 35])
})

test('a truck that stands is not drawn again and again; one that glides is, until it is there', () => {
  const { shown, look, drive } = oneTruck([120, 31])
  look()
  drive([120, 31])
  vi.advanceTimersByTime(5_000)
  expect(shown).toEqual([])
  look()
  drive([120.1, 31])
  vi.advanceTimersByTime(5_000)
  expect(shown.length).toBeGreaterThanOrEqual(8)
  expect(shown.length).toBeLessThanOrEqual(10)
  expect(shown.at(-1)).toEqual([120.1, 31])
})

test('who asks for less motion sees no gliding', () => {
  reducedMotion = true
  const { shown, look, drive } = oneTruck([120, 31])
  look()
  drive([120.4, 31.2])
  expect(look()).toEqual([120.4, 31.2])
  vi.advanceTimersByTime(2_000)
  expect(shown).toEqual([])
})

test('of many trucks in the window at most 300 glide, the others jump', () => {
  const animation = new MarkerAnimation(() => {})
  const all = Array.from({ length: 400 }, (_, position) => position)
  for (const position of all) animation.at(position, [120, 31], performance.now())
  animation.towards(all, () => [121, 31])
  const gliding = all.filter((position) => animation.at(position, [121, 31], performance.now())[0] !== 121)
  expect(gliding).toHaveLength(300)
  animation.stop()
})

test('a map that is left draws no more', () => {
  const { animation, shown, look, drive } = oneTruck([120, 31])
  look()
  drive([120.4, 31.2])
  animation.stop()
  vi.advanceTimersByTime(2_000)
  expect(shown).toEqual([])
})
