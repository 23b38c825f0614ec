import { expect, test } from 'vitest'
import { CODE_CHARACTERS, drawVerificationCode, isVerificationCode } from './verification-code.ts'

test('[3.1-07] [2.2-01] the verification code is 4 characters drawn from the supplied set', () => {
  for (let round = 0; round < 500; round += 1) {
    const code = drawVerificationCode(CODE_CHARACTERS, Math.random)
    expect(code).toHaveLength(4)
    for (const character of code) expect(CODE_CHARACTERS).toContain(character)
  }
})

test('the ends of the random range stay inside the set', () => {
  expect(drawVerificationCode('AB', () => 0)).toBe('AAAA')
  expect(drawVerificationCode('AB', () => 0.999999)).toBe('BBBB')
})

test('no character of the set can be taken for another', () => {
  for (const doubtful of '0O1IL2Z5S8BUV') expect(CODE_CHARACTERS).not.toContain(doubtful)
})

test('[5.1-02] a typed code counts in either case and with blanks around it, else it is wrong', () => {
  expect(isVerificationCode(' k3mx ', 'K3MX')).toBe(true)
  expect(isVerificationCode('K3MY', 'K3MX')).toBe(false)
  expect(isVerificationCode('', 'K3MX')).toBe(false)
})
