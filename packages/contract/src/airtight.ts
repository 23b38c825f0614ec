import { AIRTIGHT_RESULTS, AIRTIGHT_TEST_TEXTS, type AirtightResult, type TestedPressure } from '@tanker/domain/devices/airtight-test'
import { z } from 'zod'
import { rowId } from './input-bounds.ts'

/** Arrays of equal length: milliseconds UTC, and Pa against the air around the tank. */
const pressureCurve = z.object({ at: z.array(z.number()), pressurePa: z.array(z.number()) })

/** How long the curve of a box goes back. */
export const MAX_PRESSURE_MINUTES = 30

/** GET /airtight/pressure: what the test box of one truck said in the last half hour before its newest reading. */
export const pressureAsked = z.object({ truckId: rowId })
export const truckPressure = z.object({ plate: z.string(), curve: pressureCurve })

/** GET /airtight/record: one test, with the readings of its box. */
export const airtightRecordAsked = z.object({ truckId: rowId, startedAt: z.iso.datetime() })
export const airtightRecord = z.object({
  truck: z.object({ truckId: z.number().int(), plate: z.string(), organisation: z.string() }),
  testNo: z.number().int(),
  test: z.enum(Object.keys(AIRTIGHT_TEST_TEXTS) as [TestedPressure, ...TestedPressure[]]),
  /** 1–10. */
  compartments: z.array(z.number().int()),
  startedAt: z.string(),
  /** Null while it lasts, as all that follows from the end. */
  endedAt: z.string().nullable(),
  startPa: z.number(),
  endPa: z.number().nullable(),
  lossPa: z.number().nullable(),
  /** Null where none is known. */
  limitPa: z.number().nullable(),
  volumeL: z.number().nullable(),
  temperatureC: z.number(),
  result: z.enum(Object.keys(AIRTIGHT_RESULTS) as [AirtightResult, ...AirtightResult[]]).nullable(),
  /** A year after a passed test; null for others. */
  dueAt: z.string().nullable(),
  place: z.string(),
  curve: pressureCurve,
  madeBy: z.string(),
  madeAt: z.string(),
})
export type AirtightRecord = z.infer<typeof airtightRecord>
