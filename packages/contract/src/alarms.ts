import { z } from 'zod'
import { page } from './envelope.ts'
import { formNumber, pageNumber } from './input-bounds.ts'

/** An alarm as spec 3.3 names its fields, with what the web console needs beyond them. Times are ISO 8601 UTC. */
export const alarm = z.object({
  id: z.string(),
  type: z.number().int(),
  signCode: z.string(),
  truckId: z.number().int(),
  companyName: z.string(),
  startTime: z.string(),
  insertTime: z.string(),
  endTime: z.string().nullable(),
  remark: z.string(),
  remark2: z.string(),
  grade: z.enum(['yellow', 'red', 'black']),
  handled: z.boolean(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  area: z.string(),
  properties: z.record(z.string(), z.unknown()),
  /**
   * On the live list without a sound or a dialog: `late-data` of its truck are being judged and may explain it away, or the same alarm of the
   * truck popped up a few minutes ago (`repeated`). Absent when it pops up.
   */
  quiet: z.enum(['late-data', 'repeated']).optional(),
  /** When it became black because it was not handled; absent otherwise. */
  blackTime: z.string().optional(),
})
export type Alarm = z.infer<typeof alarm>

/** Repeated keys, or one key with commas: both are read (spec 7.1, 7.3). */
export const ids = z.preprocess(
  (value: string | number | readonly (string | number)[] | undefined) =>
    Array.isArray(value) ? value.flatMap((v) => String(v).split(',')) : value === undefined || value === '' ? [] : String(value).split(','),
  z
    .array(
      z
        .string()
        .regex(/^\d{1,18}$/)
        .meta({ type: ['string', 'integer'], pattern: '^(\\d{1,18}(,\\d{1,18})*)?$', minimum: 0 }),
    )
    .max(1000),
)

/** GET /alarms/pageList. */
export const alarmQuery = z.object({
  page: pageNumber,
  size: formNumber(z.number().int().min(1).max(200)).default(20),
  typeIds: ids.optional(),
  truckIds: ids.optional(),
  organisationIds: ids.optional(),
  handled: z.enum(['true', 'false']).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
export const alarmPage = page(alarm)

/** GET /alarmInfo: what is on the live list now; the 30 s repair of the socket. */
export const alarmInfoQuery = z.object({
  typeIds: ids.optional(),
  userPri: z.string().optional(),
  timeZone: z.string().optional(),
  userName: z.string().optional(),
  /** Feed cursor of the last alarm the web console has seen; without it the unhandled live ones of the last 10 minutes. */
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})
export const alarmInfo = z.object({
  alarms: z.array(alarm),
  cursor: z.string(),
  /** With a cursor: alarms handled or superseded since; take them off the live list and the dialogs. */
  closed: z.array(z.string()).optional(),
})

/** PUT /alarms/clear (spec 7.3): closes exactly the alarms named, for this user's live list; never others. */
export const clearAlarms = z.object({
  alarmInfoIds: ids.default([]),
  typeIds: ids.optional(),
  userPri: z.string().optional(),
  userName: z.string().optional(),
})

/** GET /countAlarm: unhandled alarms by type in the user's scope. */
/** GET /alarms/standing: whether an opened alarm is still valid. */
export const alarmStanding = z.object({
  type: z.number().int(),
  startTime: z.string(),
  /** When late data took it back; null: it holds. */
  supersededAt: z.string().nullable(),
})
export type AlarmStanding = z.infer<typeof alarmStanding>
export const alarmStandingQuery = z.object({ alarmId: z.string().regex(/^\d{1,18}$/) })

export const alarmCounts = z.array(z.object({ type: z.number().int(), count: z.number().int() }))
