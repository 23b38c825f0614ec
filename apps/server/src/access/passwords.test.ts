import { expect, test } from 'vitest'
import { NOBODY, passwordFits, storedPassword } from './passwords.ts'

test('[L4] a name that does not exist is answered again after a flood of sign-ins has filled the queue', async () => {
  const flood = Array.from({ length: 66 }, (_, i) => storedPassword(`password ${i}`))
  await expect(passwordFits(null, 'x')).rejects.toMatchObject({ code: 'too-many-requests' })
  await Promise.all(flood)
  expect(await passwordFits(null, 'x')).toBe(false)
  expect(await passwordFits(await storedPassword('x'), 'x')).toBe(true)
})

test('a name that does not exist costs what a password costs: the hash behind it has the parameters of stored ones', async () => {
  const parameters = (hash: string): string => hash.split('$').slice(0, 4).join('$')
  expect(parameters(NOBODY)).toBe(parameters(await storedPassword('x')))
})
