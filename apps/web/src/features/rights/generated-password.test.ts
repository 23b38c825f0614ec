import { expect, test } from 'vitest'
import { passwordProblem } from '../../platform/account/password-rules.ts'
import { generatedPassword } from './generated-password.ts'

test('a generated password keeps the rules for passwords and has no characters that are easily mixed up', () => {
  const passwords = Array.from({ length: 500 }, generatedPassword)
  for (const password of passwords) {
    expect(password).toMatch(/^[2-9a-kmnp-zA-HJ-NP-Z]{12}$/)
    expect(passwordProblem(password)).toBeFalsy()
  }
  expect(new Set(passwords).size).toBe(passwords.length)
})

test('every character is about as likely as any other', () => {
  const counts = new Map<string, number>()
  for (const one of Array.from({ length: 2_000 }, generatedPassword).join('')) counts.set(one, (counts.get(one) ?? 0) + 1)
  expect(counts.size).toBe(56)
  // 24,000 characters of 56: 428 or 429 of each, standard deviation 21; eight of them either way.
  for (const [one, count] of counts) expect(Math.abs(count - 428.6), one).toBeLessThan(168)
})
