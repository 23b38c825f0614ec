import { passwordActions, passwordResults } from '@tanker/protocol/messages/transparent.message'
import { describe, expect, test } from 'vitest'
import { createPasswordCheck, type KeptPasswords } from './password-check.ts'

/** The example of docs/tanker-extension.md. */
const PLATFORM_KEY = '07a37cbc142093c8b755dc1b10e86cb426374ad16aa853ed0bdfc0b2b86d1c7c'
const CONSOLE_KEY = '5714769d116bf76436ae74bc793d2c30ad1903c59ac5273805c7e2698b410c36'
const PROOF = '8595a3e7e674ea22'
const PASSWORD = '0727281685'
const PRIVATE = Buffer.concat([
  Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Buffer.from(Array.from({ length: 32 }, (_, index) => index + 101)),
])
const at = (text: string): number => Date.parse(`2026-01-02T${text}Z`)
const minuteMs = 60_000

const order = (action: number, data: Uint8Array) => ({ type: 0xf5, content: 'tanker-password', version: 1, action, data }) as const

function aConsole(kept: Partial<KeptPasswords> = {}) {
  let memory: KeptPasswords = { privateKey: PRIVATE.toString('base64'), platformKey: PLATFORM_KEY, spent: [], ...kept }
  const check = createPasswordCheck('T000079', memory, (now) => (memory = now))
  return { check, memory: () => memory }
}

describe('the example of the document', () => {
  test('both keys give the proof', () => {
    const { check, memory } = aConsole({ platformKey: null })
    expect(check.enter(1, PASSWORD, at('00:00:00'))).toBe('wrong')
    const answer = check.answer(order(passwordActions.agree, Buffer.from(PLATFORM_KEY, 'hex')))
    expect(answer).toMatchObject({ action: passwordActions.agree, result: passwordResults.done })
    expect(answer.kind === 'transparent-up' && answer.content === 'tanker-password' && Buffer.from(answer.data).toString('hex')).toBe(
      CONSOLE_KEY + PROOF,
    )
    expect(memory().platformKey).toBe(PLATFORM_KEY)
    expect(check.enter(1, PASSWORD, at('00:00:00'))).toBe(7)
  })

  test.each([
    ['23:59:59 of the day before', at('00:00:00') - 1_000, 'wrong'],
    ['its first second', at('00:00:00'), 7],
    ['its last second', at('02:09:59'), 7],
    ['the second after', at('02:10:00'), 'wrong'],
  ])('counts from its slot until a slot after its validity: %s', (_name, when, outcome) => {
    expect(aConsole().check.enter(1, PASSWORD, when)).toBe(outcome)
  })

  test('counts for its operation, and on its console only', () => {
    expect(aConsole().check.enter(2, PASSWORD, at('01:00:00'))).toBe('wrong')
    const other = createPasswordCheck('T000080', { privateKey: PRIVATE.toString('base64'), platformKey: PLATFORM_KEY, spent: [] }, () => {})
    expect(other.enter(1, PASSWORD, at('01:00:00'))).toBe('wrong')
  })
})

test('a password counts once, also after the console was switched off', () => {
  const { check, memory } = aConsole()
  expect(check.enter(1, PASSWORD, at('01:00:00'))).toBe(7)
  expect(check.enter(1, PASSWORD, at('01:00:05'))).toBe('wrong')
  expect(aConsole(memory()).check.enter(1, PASSWORD, at('01:01:00'))).toBe('wrong')
})

test('a revoked password does not count; one that was used cannot be revoked', () => {
  const bytes = Buffer.from([7, 1, 0, 0, 0, 0])
  bytes.writeUInt32BE(2_945_520, 2)
  const revoked = aConsole().check
  expect(revoked.answer(order(passwordActions.revoke, bytes))).toMatchObject({ result: passwordResults.done, data: bytes })
  expect(revoked.enter(1, PASSWORD, at('01:00:00'))).toBe('wrong')
  const used = aConsole().check
  used.enter(1, PASSWORD, at('01:00:00'))
  expect(used.answer(order(passwordActions.revoke, bytes))).toMatchObject({ result: passwordResults.used })
  expect(used.answer(order(9, bytes))).toMatchObject({ result: passwordResults.refused })
})

test('five wrong ones lock the console until the oldest is a quarter of an hour ago', () => {
  const { check } = aConsole()
  for (let second = 0; second < 5; second++) expect(check.enter(1, '0700000000', at('01:00:00') + second * 1_000)).toBe('wrong')
  expect(check.enter(1, PASSWORD, at('01:00:10'))).toBe('locked')
  expect(check.enter(1, PASSWORD, at('01:00:00') + 15 * minuteMs - 1)).toBe('locked')
  expect(check.enter(1, PASSWORD, at('01:00:00') + 15 * minuteMs)).toBe(7)
})

test('a key that is none is refused, and the old one stays', () => {
  const { check } = aConsole()
  expect(check.answer(order(passwordActions.agree, new Uint8Array(31)))).toMatchObject({ result: passwordResults.refused })
  // The point of order one gives no secret.
  expect(check.answer(order(passwordActions.agree, new Uint8Array(32)))).toMatchObject({ result: passwordResults.refused })
  expect(check.enter(1, PASSWORD, at('01:00:00'))).toBe(7)
})
