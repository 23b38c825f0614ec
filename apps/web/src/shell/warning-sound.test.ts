import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The browser's player, by hand: it may refuse to play until the page was touched. */
const players: HandAudio[] = []
let refuses = false
class HandAudio {
  readonly file: string
  currentTime = 0.7
  plays = 0
  playing = false
  constructor(file: string) {
    this.file = file
    players.push(this)
  }
  play(): Promise<void> {
    if (refuses) return Promise.reject(new DOMException('not allowed', 'NotAllowedError'))
    this.plays += 1
    this.playing = true
    return Promise.resolve()
  }
  pause(): void {
    this.playing = false
  }
}

let page: EventTarget
const soundOf = async () => {
  vi.resetModules()
  const { playWarningSound } = await import('./warning-sound.ts')
  return { play: (grade: AlarmGrade = 'red') => playWarningSound(grade), player: () => players.at(-1) }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  players.length = 0
  refuses = false
  page = new EventTarget()
  vi.stubGlobal('Audio', HandAudio)
  vi.stubGlobal('document', Object.assign(page, { cookie: '' }))
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})
afterEach(() => void vi.resetModules())

test('[4.3-07] the warning sound is a file of the web console, from its beginning, for 1.8 s', async () => {
  const { play, player } = await soundOf()
  play()
  await settled()
  expect(player()).toMatchObject({ file: '/sound/warning.wav', currentTime: 0, playing: true })
  await vi.advanceTimersByTimeAsync(1_799)
  expect(player()?.playing).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(player()?.playing).toBe(false)
})

test('a second alarm within the sound begins it again, and it stops once, 1.8 s after the second', async () => {
  const { play, player } = await soundOf()
  play()
  await vi.advanceTimersByTimeAsync(1_000)
  play()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([players.length, player()?.playing]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(800)
  expect(player()?.playing).toBe(false)
})

test('each grade has its sound, and a graver alarm ends the sound of another', async () => {
  const { play } = await soundOf()
  for (const grade of ['yellow', 'red', 'black'] as const) play(grade)
  await settled()
  expect(players.map(({ file, playing }) => [file, playing])).toEqual([
    ['/sound/notice.wav', false],
    ['/sound/warning.wav', false],
    ['/sound/urgent.wav', true],
  ])
  await vi.advanceTimersByTimeAsync(1_800)
  expect(players.some(({ playing }) => playing)).toBe(false)
})

test('where the browser refuses before the page was touched, the sound comes once with the first touch or key', async () => {
  refuses = true
  const { play, player } = await soundOf()
  play()
  await settled()
  expect(player()?.plays).toBe(0)
  refuses = false
  page.dispatchEvent(new Event('keydown'))
  await settled()
  page.dispatchEvent(new Event('pointerdown'))
  page.dispatchEvent(new Event('keydown'))
  await settled()
  expect(player()?.plays).toBe(1)
})
