import { CALL_OUTCOMES, CALLED, type Called, type CallOutcome } from '@tanker/domain/alarms/phone-call'
import { z } from 'zod'

export const MAX_CALLED_NUMBER = 20
export const MAX_CALL_REMARK = 300

const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>): [K, ...K[]] => Object.keys(of) as [K, ...K[]]
const alarmId = z.string().regex(/^\d{1,18}$/)
const said = {
  called: z.enum(keysOf<Called>(CALLED)),
  outcome: z.enum(keysOf<CallOutcome>(CALL_OUTCOMES)),
}

export const phoneCallsAsked = z.object({ alarmId })
export const newPhoneCall = z.object({
  alarmId,
  ...said,
  /** May be empty: not every call is made by a number that is at hand. */
  phone: z.string().trim().max(MAX_CALLED_NUMBER),
  remark: z.string().trim().max(MAX_CALL_REMARK),
})

const phoneCall = z.object({
  id: z.number().int(),
  ...said,
  phone: z.string(),
  remark: z.string(),
  /** Who rang. */
  by: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
})
export type PhoneCall = z.infer<typeof phoneCall>

/** Calls about one alarm, newest first, and whom to ring: its driver, where base data still has the number. */
export const phoneCalls = z.object({
  plate: z.string(),
  driver: z.object({ name: z.string(), phone: z.string() }).nullable(),
  calls: z.array(phoneCall),
})
