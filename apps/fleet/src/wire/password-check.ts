/** One-time passwords as a console checks them, without the platform (docs/tanker-extension.md). */
import { createHmac, createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import type { Message } from '@tanker/protocol/message'
import { passwordActions, passwordResults, type TransparentDown, transparentTypes } from '@tanker/protocol/messages/transparent.message'

type PasswordOrder = Extract<TransparentDown, { content: 'tanker-password' }>

/** A password that was used or revoked: number, validity and slot. */
type Spent = { readonly number: number; readonly validity: number; readonly slot: number }

/** What a console must not forget when it is switched off. */
export type KeptPasswords = {
  /** Its own key, PKCS #8 in base64. */
  readonly privateKey: string
  /** The platform's, in hexadecimal; null before it came. */
  readonly platformKey: string | null
  readonly spent: readonly Spent[]
}

export type PasswordCheck = {
  answer(order: PasswordOrder): Message
  /** What the driver keyed in at `at` (ms); the number of the password if it counts for the operation. */
  enter(operation: number, digits: string, at: number): number | 'wrong' | 'locked'
}

const INFO = 'tanker one-time password 1'
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex')
const slotS = 600
/** Minutes, by their number on the wire. */
const VALIDITIES = [30, 120, 480, 1_440]
const MAX_WRONG = 5
const lockMs = 15 * 60_000
const MAX_SPENT = 200

const newPrivateKey = (): string => generateKeyPairSync('x25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')

export function createPasswordCheck(terminalId: string, kept: KeptPasswords | null, onKept: (kept: KeptPasswords) => void): PasswordCheck {
  let memory: KeptPasswords = kept ?? { privateKey: newPrivateKey(), platformKey: null, spent: [] }
  const privateKey = createPrivateKey({ key: Buffer.from(memory.privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const ownKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEAD.length)
  let secret = memory.platformKey === null ? null : secretWith(Buffer.from(memory.platformKey, 'hex'))
  /** Times of wrong passwords, ms. */
  let wrong: number[] = []

  function remember(change: Partial<KeptPasswords>): void {
    memory = { ...memory, ...change }
    onKept(memory)
  }

  function secretWith(platformKey: Uint8Array): Buffer {
    const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, platformKey]), format: 'der', type: 'spki' })
    return Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), terminalId, INFO, 32))
  }

  function codeOf(key: Buffer, operation: number, { number, validity, slot }: Spent): string {
    const about = Buffer.from([operation, validity, number, 0, 0, 0, 0])
    about.writeUInt32BE(slot, 3)
    const mac = createHmac('sha256', key).update(INFO).update(about).digest()
    return String(mac.readBigUInt64BE(0) % 100_000_000n).padStart(8, '0')
  }

  const isSpent = (one: Spent): boolean =>
    memory.spent.some(({ number, validity, slot }) => number === one.number && validity === one.validity && slot === one.slot)
  const spend = (one: Spent): void => remember({ spent: [...memory.spent, one].slice(-MAX_SPENT) })

  function agree(data: Uint8Array): readonly [result: number, data: Uint8Array] {
    if (data.length !== 32) return [passwordResults.refused, new Uint8Array(0)]
    try {
      secret = secretWith(data)
    } catch {
      return [passwordResults.refused, new Uint8Array(0)]
    }
    remember({ platformKey: Buffer.from(data).toString('hex') })
    const proof = createHmac('sha256', secret).update('proof').digest().subarray(0, 8)
    return [passwordResults.done, Buffer.concat([ownKey, proof])]
  }

  function revoke(data: Uint8Array): readonly [result: number, data: Uint8Array] {
    const bytes = Buffer.from(data)
    if (bytes.length !== 6) return [passwordResults.refused, bytes]
    const one = { number: bytes.readUInt8(0), validity: bytes.readUInt8(1), slot: bytes.readUInt32BE(2) }
    if (isSpent(one)) return [passwordResults.used, bytes]
    spend(one)
    return [passwordResults.done, bytes]
  }

  return {
    answer({ action, data: given }) {
      const [result, data] =
        action === passwordActions.agree
          ? agree(given)
          : action === passwordActions.revoke
            ? revoke(given)
            : ([passwordResults.refused, new Uint8Array(0)] as const)
      return { kind: 'transparent-up', type: transparentTypes.tankerPassword, content: 'tanker-password', version: 1, action, result, data }
    },
    enter(operation, digits, at) {
      wrong = wrong.filter((time) => time > at - lockMs)
      if (wrong.length >= MAX_WRONG) return 'locked'
      const number = Number(digits.slice(0, 2))
      const now = Math.floor(at / 1_000 / slotS)
      if (secret !== null && /^\d{10}$/.test(digits))
        for (const [validity, minutes] of VALIDITIES.entries())
          for (let slot = now - (minutes * 60) / slotS; slot <= now; slot++) {
            const one = { number, validity, slot }
            if (codeOf(secret, operation, one) !== digits.slice(2) || isSpent(one)) continue
            spend(one)
            return number
          }
      wrong.push(at)
      return 'wrong'
    },
  }
}
