import { z } from 'zod'
import { formNumber, oneLine, rowId } from './input-bounds.ts'
import { describedViewAdded, viewAdded } from './named-views.ts'

/** How often a report is mailed. */
export const RHYTHMS = ['daily', 'weekly', 'monthly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** The last day of each month. */
export const LAST_DAY = 0

/** Receivers of one mailed report. */
export const MAX_RECEIVERS = 20

/** Why a mailed report is not sent: its owner paused it, lost the right to it, or is disabled. */
export const PAUSES = ['owner', 'right', 'disabled'] as const

const addressText = z.string().max(MAX_RECEIVERS * 260)

/** POST /mailedReports: a list as it is shown, sent as a spreadsheet. `userIds` and `addresses` are separated by commas. */
export const mailedReportAdded = z.object({
  ...viewAdded.shape,
  rhythm: z.enum(RHYTHMS),
  /** Of a weekly one, 1 is Monday. */
  weekday: formNumber(z.number().int().min(1).max(7)).optional(),
  /** Of a monthly one; 0 is the last day. */
  monthDay: formNumber(z.number().int().min(LAST_DAY).max(28)).optional(),
  hour: formNumber(z.number().int().min(0).max(23)),
  /** IANA name. */
  zone: oneLine.trim().min(1).max(64),
  language: z.enum(['zh', 'en']),
  userIds: z.string().regex(/^(\d{1,10}(,\d{1,10}){0,19})?$/),
  addresses: addressText,
})

export const describedMailedReportAdded = mailedReportAdded.extend({ content: describedViewAdded.shape.content })

/** PUT /mailedReports: everything but the list and its content. */
export const mailedReportChanged = mailedReportAdded.omit({ report: true, content: true }).extend({ id: rowId })

export const mailedReportNamed = z.object({ id: rowId })
export const mailedReportPaused = z.object({ id: rowId, paused: z.enum(['yes', 'no']) })

const receiver = z.object({ id: z.number().int(), name: z.string(), address: z.string() })

const mailedReport = z.object({
  id: z.number().int(),
  report: z.string(),
  name: z.string(),
  rhythm: z.enum(RHYTHMS),
  weekday: z.number().int().nullable(),
  monthDay: z.number().int().nullable(),
  hour: z.number().int(),
  zone: z.string(),
  language: z.enum(['zh', 'en']),
  userIds: z.array(z.number().int()),
  addresses: z.array(z.string()),
  /** Null while it is sent. */
  paused: z.enum(PAUSES).nullable(),
  nextAt: z.string().nullable(),
})
export type MailedReport = z.infer<typeof mailedReport>

/** GET /mailedReports: the user's own, and the users who may get one. */
export const mailedReports = z.object({
  reports: z.array(mailedReport),
  people: z.array(receiver),
  /** Whether the server has a mail server, and whether this user may send to any address. */
  mailReady: z.boolean(),
  anyAddress: z.boolean(),
})
export type MailedReports = z.infer<typeof mailedReports>

/** GET /mailedReports/deliveries: newest first. */
export const mailedReportDeliveries = z.array(
  z.object({
    at: z.string(),
    /** Sent at once by its owner, not by its schedule. */
    byHand: z.boolean(),
    rows: z.number().int().nullable(),
    bytes: z.number().int().nullable(),
    /** Why no file was made, in the user's language; empty where all is well. */
    problem: z.string(),
    mails: z.array(z.object({ address: z.string(), state: z.enum(['waiting', 'sending', 'sent', 'failed']), reason: z.string() })),
  }),
)
export type MailedReportDeliveries = z.infer<typeof mailedReportDeliveries>
