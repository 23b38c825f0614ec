import { createPrivateKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSWORD_VALIDITIES_MIN } from '@tanker/contract/truck-passwords'
import { passwordOf, passwordSecret, platformKeyOf, proofOf, sharedSecret } from './password-secret.ts'
import { datesOf, termOf } from './password-term.ts'

test('the example of docs/tanker-extension.md', () => {
  const seed = Buffer.from(Array.from({ length: 32 }, (_, index) => index + 1))
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const key = Buffer.from('5714769d116bf76436ae74bc793d2c30ad1903c59ac5273805c7e2698b410c36', 'hex')
  const secret = sharedSecret(privateKey, { terminalId: 'T000079', key })
  expect(secret.toString('hex')).toBe('236ea3e72873e479a7fe47122f005b606d517ce2e02f2b4e0f20e17ed59cbcbb')
  expect(proofOf(secret).toString('hex')).toBe('8595a3e7e674ea22')
  expect(passwordOf(secret, { operation: 'open', validity: 1, number: 7, slot: 2_945_520 })).toBe('0727281685')
})

test('each truck has a key of its own, the same whenever it is asked for, and another with another key of the installation', async () => {
  const from = { key: Buffer.alloc(32, 1).toString('base64') }
  const other = { key: Buffer.alloc(32, 2).toString('base64') }
  const keys = await Promise.all([platformKeyOf(from, 1), platformKeyOf(from, 1), platformKeyOf(from, 2), platformKeyOf(other, 1)])
  const [first, again, second, elsewhere] = keys.map((one) => one.toString('hex'))
  expect(again).toBe(first)
  expect(new Set([first, second, elsewhere]).size).toBe(3)
  await expect(passwordSecret(from, 1, { terminalId: 'T000079', key: Buffer.alloc(32) })).rejects.toThrow()
})

test('the term of a stored password is the one it was issued with', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), fc.nat({ max: PASSWORD_VALIDITIES_MIN.length - 1 }), (slot, validity) => {
      const { from, to } = datesOf({ slot, validity })
      expect(termOf({ valid_from: from, valid_to: to })).toEqual({ slot, validity })
    }),
  )
})
