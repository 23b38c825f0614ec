import { z } from 'zod'
import { rowId } from './input-bounds.ts'
import { renewedSession } from './session.ts'

/** As `hashPassword` makes it. */
const hashedPassword = z.string().regex(/^[0-9a-f]{64}$/)
/** Six digits of the authenticator app, or a recovery code, as typed. */
const typedCode = z.string().trim().min(6).max(40)

/** Digits of a code of the authenticator app. */
export const CODE_DIGITS = 6

/** What a refusal of POST /login with result code 428 carries: the password was right, the code is awaited. */
export const codeNeeded = z.object({ token: z.string(), validS: z.number().int() })
export type CodeNeeded = z.infer<typeof codeNeeded>

/** POST /login/code: the second step of signing in. Its answer is that of POST /login. */
export const codeGiven = z.object({ token: z.string().min(1).max(100), code: typedCode })

/** GET /secondFactor and GET /users/secondFactor: the second factor of a user. */
export const secondFactorState = z.object({
  on: z.boolean(),
  since: z.string().nullable(),
  /** Recovery codes that are not used yet. */
  codesLeft: z.number().int(),
  /** The role asks for one. */
  required: z.boolean(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

/** POST /secondFactor/begin: with the password; with a code of the old device too where there is one. */
export const enrolmentBegun = z.object({ pwd: hashedPassword, code: typedCode.optional() })

/** What the authenticator app reads as a QR code, and the same key for typing. */
export const enrolment = z.object({ uri: z.string(), key: z.string() })
export type Enrolment = z.infer<typeof enrolment>

/** POST /secondFactor/confirm: the first code of the new device. */
export const enrolmentConfirmed = z.object({ code: z.string().trim().min(6).max(40) })

/** Recovery codes are shown this once. */
const recoveryCodes = z.array(z.string())
export const enrolled = renewedSession.extend({ recoveryCodes })
export type Enrolled = z.infer<typeof enrolled>

/** POST /secondFactor/codes and /secondFactor/end: password and code together. */
export const secondFactorProven = z.object({ pwd: hashedPassword, code: typedCode })
export const freshCodes = z.object({ recoveryCodes })

/** GET /users/secondFactor and POST /users/secondFactor/reset. */
export const secondFactorOf = z.object({ id: rowId })
