import { ALARM_FAMILIES } from '@tanker/domain/alarms/alarm-family'
import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import { z } from 'zod'
import { ids } from './alarms.ts'
import { page } from './envelope.ts'
import { formNumber, pageNumber, rowId } from './input-bounds.ts'

const alarmId = z.string().regex(/^\d{1,18}$/)
/** At most as many as a page has lines. */
const alarmIds = z.string().regex(/^\d{1,18}(,\d{1,18}){0,199}$/)

/** A user; id 0: of another organisation, whose name the reader may not see. */
const person = z.object({ id: z.number().int(), name: z.string() })

/** One alarm of the desk. Times are ISO 8601 UTC, litres at observed temperature. */
const deskAlarm = z.object({
  id: z.string(),
  type: z.number().int(),
  grade: z.enum(ALARM_GRADES),
  truckId: z.number().int(),
  plate: z.string(),
  organisation: z.string(),
  startedAt: z.string(),
  /** When the server knew of it; the age counts from `startedAt`. */
  insertedAt: z.string(),
  endedAt: z.string().nullable(),
  place: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Who drove when it began; null: not known. */
  driver: z.object({ name: z.string(), phone: z.string() }).nullable(),
  /** Litres aboard now; null: the truck has no gauge that says so. */
  litresNow: z.number().nullable(),
  /** What the alarm says left (negative) or came; null: it says nothing of litres. */
  litresChange: z.number().nullable(),
  /** One sentence in the user's language: what was seen. */
  summary: z.string(),
  assignee: person.nullable(),
  handledAt: z.string().nullable(),
  handler: z.string().nullable(),
  handleResult: z.string().nullable(),
})
export type DeskAlarm = z.infer<typeof deskAlarm>

/**
 * One happening: the gravest, then oldest unhandled alarm of a truck, and those of the same truck that began within
 * a minute of the one before. A handled alarm is a line of its own.
 */
export const deskLine = deskAlarm.extend({
  /** The ids of its alarms, at most 200; the first is the line's own. */
  alarmIds: z.array(z.string()),
})
export type DeskLine = z.infer<typeof deskLine>

/** Whose alarms: all, those assigned to the user, those assigned to no one. */
export const DESK_OWNERS = ['all', 'mine', 'unassigned'] as const

/**
 * GET /alarms/desk: what waits, gravest and newest first, grouped from the gravest and newest 50,000 alarms; or what was handled,
 * newest first, the last 1,000 of 90 days. Trucks, organisations and plate choose alarms; grade, family and `unassigned` choose
 * lines by their own alarm, `mine` by any of their alarms.
 */
export const deskQuery = z.object({
  state: z.enum(['waiting', 'handled']).default('waiting'),
  organisationIds: ids.optional(),
  truckIds: ids.optional(),
  families: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(ALARM_FAMILIES)))
    .optional(),
  grades: z
    .string()
    .max(40)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(ALARM_GRADES)))
    .optional(),
  owner: z.enum(DESK_OWNERS).default('all'),
  /** Part of a plate. */
  plate: z.string().trim().max(20).optional(),
  page: pageNumber,
  size: formNumber(z.number().int().min(1).max(200)).default(50),
})
const gradeCounts = z.object({ black: z.number().int(), red: z.number().int(), yellow: z.number().int() })
export type GradeCounts = z.infer<typeof gradeCounts>
/** `totalElements` counts lines, `alarms` all their alarms, `grades` the lines by grade under the other filters. */
export const deskPage = page(deskLine).extend({ alarms: z.number().int(), grades: gradeCounts })

/** GET /alarms/desk/counts: happenings of the user's scope that wait, by the grade of their head; `mine` those with an alarm of the user. */
export const deskCounts = gradeCounts.extend({ mine: z.number().int() })
export type DeskCounts = z.infer<typeof deskCounts>

/** Why an alarm is one, in the user's language. */
export const alarmExplanation = z.object({
  /** What was seen, a sentence each. */
  seen: z.array(z.string()),
  /** Limits that were compared: a threshold of the truck or one that the alarm names, with its unit. */
  limits: z.array(z.object({ label: z.string(), value: z.string(), seen: z.string() })),
  /** Why this grade. */
  grade: z.string(),
})
export type AlarmExplanation = z.infer<typeof alarmExplanation>

/** An alarm of the past in a few words. */
const earlierAlarm = z.object({
  id: z.string(),
  type: z.number().int(),
  grade: z.enum(ALARM_GRADES),
  plate: z.string(),
  startedAt: z.string(),
  place: z.string(),
  handledAt: z.string().nullable(),
  handleResult: z.string().nullable(),
})

/** GET /alarms/desk/detail: everything about one alarm. */
export const deskDetailQuery = z.object({ alarmId })
export const deskDetail = z.object({
  alarm: deskAlarm,
  /** The other alarms of its happening. */
  others: z.array(deskAlarm),
  explanation: alarmExplanation,
  /** Whether the user may send the driver a text. */
  mayText: z.boolean(),
  /** The compartments now, and what each held when the alarm began where the alarm says so; litres. */
  compartments: z.array(
    z.object({
      compartment: z.number().int(),
      product: z.string(),
      litresBefore: z.number().nullable(),
      litresNow: z.number().nullable(),
    }),
  ),
  /** What to draw of the levels, ISO 8601 UTC, at most six hours; null where the truck has no gauge. */
  curve: z.object({ from: z.string(), to: z.string() }).nullable(),
  /**
   * What to draw instead of the levels where the alarm is about a speed: ISO 8601 UTC, at most six hours; the speed it was compared with;
   * of a curve its radius in metres.
   */
  speed: z
    .object({
      from: z.string(),
      to: z.string(),
      limit: z.object({ label: z.string(), kmh: z.number() }).nullable(),
      radiusM: z.number().nullable(),
    })
    .nullable(),
  /** The report that lists it, if the user may open it. */
  report: z.string().nullable(),
  /** Up to ten each, newest first, of the 90 days before. */
  earlierOfTruck: z.array(earlierAlarm),
  earlierOfDriver: z.array(earlierAlarm),
  /** Who did what with it, newest first. */
  history: z.array(z.object({ at: z.string(), who: z.string(), what: z.string() })),
  exceptionType: z.enum(['human', 'fence', 'positioning', 'equipment']).nullable(),
  confirm: z.enum(['unconfirmed', 'confirmed', 'non-abnormal']),
  handleRemark: z.string().nullable(),
  /** When late data took it back; null: it holds. */
  supersededAt: z.string().nullable(),
})
export type DeskDetail = z.infer<typeof deskDetail>

/** POST /alarms/desk/assign: all or none; without a user the alarms belong to no one. */
export const assignAlarms = z.object({ alarmIds, userId: rowId.nullable().optional() })

/** GET /alarms/desk/people: users of the organisation and below to whom alarms can be assigned, at most 1,000, the user first. */
export const deskPeople = z.array(person)

/** A shift that hands over what is open. */
const shiftHandover = z.object({
  id: z.number().int(),
  at: z.string(),
  by: person,
  /** Who may accept it; null: any user of the next shift. */
  to: person.nullable(),
  note: z.string(),
  black: z.number().int(),
  red: z.number().int(),
  yellow: z.number().int(),
  acceptedAt: z.string().nullable(),
  acceptedBy: person.nullable(),
  /** It waits, and this user may accept it. */
  canAccept: z.boolean(),
  /** It waits, and this user handed it over. */
  canWithdraw: z.boolean(),
})
export type ShiftHandover = z.infer<typeof shiftHandover>
export const shiftHandoverQuery = z.object({ page: pageNumber, size: formNumber(z.number().int().min(1).max(50)).default(20) })
export const shiftHandoverPage = page(shiftHandover)

/** POST /shift-handovers: the server counts what is open and, with a successor, assigns the user's own open alarms. */
export const handOverShift = z.object({ userId: rowId.nullable().optional(), note: z.string().trim().min(1).max(2000) })
/** POST /shift-handovers/accept: by the named user, else by any user of the scope but who handed over. */
export const acceptShift = z.object({ id: rowId })
/** POST /shift-handovers/withdraw: by who handed it over, until it is accepted. */
export const withdrawShift = z.object({ id: rowId })
