import { createHmac, createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto'
import { PASSWORD_OPERATIONS, type PasswordOperation } from '@tanker/domain/devices/password-operation'
import { derivedKey, type SealKey } from '../../platform/access/secret-seal.ts'

/** What stands before the 32 bytes of an X25519 key in PKCS #8 and in SPKI (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex')
const SECRET_BYTES = 32
export const PUBLIC_KEY_BYTES = 32
export const PROOF_BYTES = 8
const CODE_DIGITS = 8
/** Names the layout of docs/tanker-extension.md. */
const INFO = 'tanker one-time password 1'

/** The platform's private key for a truck: it follows from the installation's key and is stored nowhere. */
const privateKeyOf = async (from: SealKey, truckId: number) =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, await derivedKey(from, `one-time passwords of truck ${truckId}`)]),
    format: 'der',
    type: 'pkcs8',
  })

/** What the console of a truck is sent: 32 bytes. */
export const platformKeyOf = async (from: SealKey, truckId: number): Promise<Buffer> =>
  createPublicKey(await privateKeyOf(from, truckId))
    .export({ format: 'der', type: 'spki' })
    .subarray(PUBLIC_HEAD.length)

type Console = { readonly terminalId: string; readonly key: Buffer }

/** What platform and console of a truck share. @throws Error for a key that is none */
export const passwordSecret = async (from: SealKey, truckId: number, console: Console): Promise<Buffer> =>
  sharedSecret(await privateKeyOf(from, truckId), console)

/** @throws Error for a key that is none */
export function sharedSecret(privateKey: KeyObject, { terminalId, key }: Console): Buffer {
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, key]), format: 'der', type: 'spki' })
  return Buffer.from(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), terminalId, INFO, SECRET_BYTES))
}

/** By it each side knows that the other one has the same secret. */
export const proofOf = (secret: Buffer): Buffer => createHmac('sha256', secret).update('proof').digest().subarray(0, PROOF_BYTES)

/** What a password is for. `validity`: place in `PASSWORD_VALIDITIES_MIN`; `slot`: its begin as a number of slots since 1970; `number`: 0–99. */
export type PasswordSubject = {
  readonly operation: PasswordOperation
  readonly validity: number
  readonly number: number
  readonly slot: number
}

/** Ten digits: the number, and eight that only the two sides can compute. */
export function passwordOf(secret: Buffer, { operation, validity, number, slot }: PasswordSubject): string {
  const about = Buffer.alloc(7)
  about.writeUInt8(PASSWORD_OPERATIONS[operation].number, 0)
  about.writeUInt8(validity, 1)
  about.writeUInt8(number, 2)
  about.writeUInt32BE(slot, 3)
  const mac = createHmac('sha256', secret).update(INFO).update(about).digest().readBigUInt64BE(0)
  const code = (mac % 10n ** BigInt(CODE_DIGITS)).toString()
  return String(number).padStart(2, '0') + code.padStart(CODE_DIGITS, '0')
}
