import { describe, expect, test } from 'vitest'
import { advance, changeRate, type Play, playByKey, seek, toggle } from './play-clock.ts'

const span = { from: 1_000_000, to: 2_000_000 }
const playing = (at: number, rate: Play['rate'] = 64): Play => ({ at, isPlaying: true, rate })

describe('the playback', () => {
  test('moves on by the time of the viewer, so many times faster', () => {
    expect(advance(playing(1_000_000), 16, span).at).toBe(1_001_024)
    expect(advance({ ...playing(1_000_000), isPlaying: false }, 16, span).at).toBe(1_000_000)
  })

  test('stops at the end, and plays from the start again', () => {
    const ended = advance(playing(1_999_900), 16, span)
    expect(ended).toMatchObject({ at: 2_000_000, isPlaying: false })
    expect(toggle(ended, span)).toMatchObject({ at: 1_000_000, isPlaying: true })
  })

  test('passes over stops that are skipped; a cursor set into one by hand stays there until it plays', () => {
    const skips = [{ from: 1_200_000, to: 1_500_000 }]
    expect(advance(playing(1_199_900), 16, span, skips).at).toBe(1_500_000)
    expect(advance(playing(1_300_000), 16, span, skips).at).toBe(1_500_000)
    expect(advance(playing(1_500_000), 16, span, skips).at).toBe(1_501_024)
    expect(seek(playing(1_000_000), 1_300_000, span).at).toBe(1_300_000)
  })

  test('seeks inside the track only', () => {
    expect(seek(playing(1_500_000), 5, span).at).toBe(1_000_000)
    expect(seek(playing(1_500_000), 9e12, span).at).toBe(2_000_000)
  })

  test('is led by keys', () => {
    const play: Play = { at: 1_500_000, isPlaying: false, rate: 16 }
    expect(playByKey(play, ' ', false, span)).toMatchObject({ isPlaying: true })
    expect(playByKey(play, 'ArrowRight', false, span)?.at).toBe(1_510_000)
    expect(playByKey(play, 'ArrowLeft', true, span)?.at).toBe(1_200_000)
    expect(playByKey(play, '+', false, span)?.rate).toBe(32)
    expect(playByKey(play, '-', false, span)?.rate).toBe(8)
    expect(playByKey(play, 'Home', false, span)?.at).toBe(1_000_000)
    expect(playByKey(play, 'End', false, span)?.at).toBe(2_000_000)
    expect(playByKey(play, 'x', false, span)).toBeNull()
  })

  test('has a slowest and a fastest speed', () => {
    expect(changeRate({ ...playing(0), rate: 1 }, -1).rate).toBe(1)
    expect(changeRate({ ...playing(0), rate: 1024 }, 1).rate).toBe(1024)
  })
})
