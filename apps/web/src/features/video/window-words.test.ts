import { expect, test } from 'vitest'
import { needsUser, standsWords, stateWords } from './window-words.ts'

const state = (of: Parameters<typeof stateWords>[0]['state'], why: Parameters<typeof stateWords>[0]['why'] = null) => ({
  state: of,
  why,
  words: null,
})

test('a window says why it shows nothing, and nothing while it plays', () => {
  expect(stateWords(state('playing'))).toBeNull()
  expect(stateWords(state('refused', 'offline'))).toBe('车辆不在线。')
  expect(stateWords(state('nosignal', 'silent'))).toContain('重新请求')
  expect(stateWords({ state: 'not-given', why: null, words: 'No such channel' })).toBe('No such channel')
  expect(stateWords(state('no-decoder'))).toContain('HTTPS')
})

test('only what the server has closed waits for the user', () => {
  expect((['refused', 'ended', 'not-given', 'lost', 'nosignal', 'playing'] as const).map((one) => needsUser(state(one)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a picture that stands for three seconds says so', () => {
  expect([standsWords(null), standsWords(2.9)]).toEqual([null, null])
  expect(standsWords(3.7)).toContain('3 秒')
})
