import { z } from 'zod'

/** Result codes of spec 8.1. 0, 200 and an absent code all mean success; other numbers carry a message. */
export const RESULT = {
  ok: 200,
  noPermission: 401,
  sessionExpired: 504,
  accessError: 500,
  badRequest: 400,
  conflict: 409,
  /** The password was right and a second factor is awaited. */
  codeNeeded: 428,
  tooMany: 429,
} as const

/** Every answer of the HTTP side (spec 7.1). HTTP status is 200 except for transport errors. */
export type Envelope<T> = { resultCode: number; message: string; data: T }

/** Wraps a data schema in the envelope. */
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ resultCode: z.number().int(), message: z.string(), data: data.nullable() })

/** A page of rows, in the shape the specification uses for alarms (spec 7.2). */
export const page = <T extends z.ZodType>(row: T) => z.object({ content: z.array(row), totalElements: z.number().int() })

/** All calls live under this path (readings: section 7.1). */
export const BASE_PATH = '/api'

/** Header names of spec 7.1. */
export const HEADER = { session: 'header-id', language: 'language', timeZone: 'localTimeZone' } as const

/** Cookie that keeps the chosen language (spec 3.1, 9). */
export const LANGUAGE_COOKIE = 'language'
