import { PASSWORD_OPERATIONS, type PasswordOperation } from '@tanker/domain/devices/password-operation'
import { z } from 'zod'
import { idList, oneLine, rowId } from './input-bounds.ts'
import { MAX_SEND_REASON } from './parameter-files.ts'

const OPERATIONS = Object.keys(PASSWORD_OPERATIONS) as [PasswordOperation, ...PasswordOperation[]]

/** How long a password can count, minutes; the place in this list is its number on the wire. */
export const PASSWORD_VALIDITIES_MIN = [30, 120, 480, 1_440] as const
/** Passwords begin at whole multiples of this, seconds since 1970. */
export const PASSWORD_SLOT_S = 600
/** Days before its begin at which a password can be issued. */
export const MAX_PASSWORD_DAYS_AHEAD = 7
/** Passwords of one truck that can be used at the same time. */
export const MAX_VALID_PASSWORDS = 20
/** Trucks whose keys are set up by one order. */
export const MAX_KEYED_TRUCKS = 200
/** Seconds for a truck to come and agree on a key. */
export const PASSWORD_KEY_EXPIRES_S = 7 * 86_400

/** As a form has them. */
const VALIDITIES = ['30', '120', '480', '1440'] as const satisfies readonly `${(typeof PASSWORD_VALIDITIES_MIN)[number]}`[]

export const passwordOperation = z.enum(OPERATIONS)

/** POST /truckPasswords. */
export const passwordIssued = z.object({
  truckId: rowId,
  operation: passwordOperation,
  validMin: z.enum(VALIDITIES).transform(Number),
  /** Default: now. */
  from: z.iso.datetime({ offset: true }).optional(),
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
  /** The user's own, hashed as at sign-in. */
  pwd: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The only answer that ever contains the password. */
export const issuedPassword = z.object({
  id: z.number().int(),
  password: z.string().regex(/^\d{10}$/),
  validFrom: z.string(),
  validTo: z.string(),
})

/** POST /truckPasswords/revoke. */
export const passwordRevoked = z.object({ passwordId: rowId })

/** POST /truckPasswords/keys. */
export const passwordKeysAsked = z.object({ truckIds: idList })
