import { z } from 'zod'

/** What happens to an account. */
const ACCESS_EVENTS = [
  'signed-in',
  'refused',
  'throttled',
  'signed-out',
  'session-ended',
  'password-changed',
  'password-refused',
  'password-reset',
  'user-added',
  'second-factor-on',
  'second-factor-off',
  'second-factor-reset',
  'recovery-codes-made',
] as const
export type AccessWhat = (typeof ACCESS_EVENTS)[number]

/** Why an attempt was refused; empty for what was not. */
const REFUSAL_REASONS = ['', 'unknown-name', 'wrong-password', 'disabled', 'second-factor', 'throttled', 'busy'] as const
export type AccessReason = (typeof REFUSAL_REASONS)[number]

/** GET /ownSignIns and GET /users/signIns: what happened to an account, the newest first. */
export const signIns = z.array(
  z.object({
    id: z.number().int(),
    at: z.string(),
    what: z.enum(ACCESS_EVENTS),
    reason: z.enum(REFUSAL_REASONS),
    /** As the server saw it; empty for what was done at the terminal. */
    address: z.string(),
    /** Such as `Chrome 140 · Windows`; empty where it is not known. */
    browser: z.string(),
    /** How many attempts the row stands for. */
    count: z.number().int(),
    /** Who did it, if not the user. */
    by: z.string(),
  }),
)
export type SignIns = z.infer<typeof signIns>
