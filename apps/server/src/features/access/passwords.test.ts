import { expect, test } from 'vitest'
import { UNKNOWN_USER_HASH, passwordFits, storedPassword } from './passwords.ts'

test('[L4] an unknown name is still answered after a flood of sign-ins has filled the queue', async () => {
  const flood = Array.from({ length: 66 }, (_, i) => storedPassword(`password ${i}`))
  await expect(passwordFits(null, 'x')).rejects.toMatchObject({ code: 'too-many-requests' })
  await Promise.all(flood)
  expect(await passwordFits(null, 'x')).toBe(false)
  expect(await passwordFits(await storedPassword('x'), 'x')).toBe(true)
})

test('an unknown name takes as long as a known one: its hash has the parameters of stored hashes', async () => {
  const parameters = (hash: string): string => hash.split('$').slice(0, 4).join('$')
  expect(parameters(UNKNOWN_USER_HASH)).toBe(parameters(await storedPassword('x')))
})
