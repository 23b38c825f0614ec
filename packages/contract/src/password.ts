import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * What the browser sends instead of the typed password (spec 5.1; readings: passwords).
 * The server treats the answer as the password. `crypto.subtle` is missing on plain-HTTP addresses, so @noble/hashes computes it.
 */
export const hashPassword = (userName: string, password: string): string =>
  bytesToHex(sha256(utf8ToBytes(`${userName.trim().toLowerCase()}\n${password}`)))
