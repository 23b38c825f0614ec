import { Secret, TOTP } from 'otpauth'
import { CODE_DIGITS } from '@tanker/contract/second-factor'

/** Issuer shown in authenticator apps. */
const ISSUER = 'Tanker Console'
const periodS = 30
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20
/** Phone clocks differ, so the previous and the next step are accepted too. */
const stepsAside = 1

/** A new secret for an authenticator app. */
export const newTotpSecret = (): Uint8Array => new Secret({ size: secretBytes }).bytes

/** The options of RFC 6238 as all authenticator apps use them: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: periodS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** The URL for the QR code, and the key for typing it. */
export const totpForApp = (secret: Uint8Array, userName: string): { uri: string; key: string } => {
  const totp = totpOf(secret, userName)
  return { uri: totp.toString(), key: totp.secret.base32 }
}

/**
 * The time step of this code, in units of 30 s since 1970; null when it belongs to no accepted step or to a used one: a code
 * is accepted once (RFC 6238 5.2).
 */
export function stepOfCode(secret: Uint8Array, code: string, at: Date, usedUpTo: number | null): number | null {
  const timestamp = at.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: stepsAside })
  if (delta === null) return null
  const step = TOTP.counter({ period: periodS, timestamp }) + delta
  return usedUpTo !== null && step <= usedUpTo ? null : step
}
