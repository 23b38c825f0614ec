import { z } from 'zod'
import { formNumber, idList } from './input-bounds.ts'
import { thresholdsToSet } from './thresholds.ts'

/** Days back from now that are judged again. */
export const TRIAL_DAYS = [1, 3, 7, 14] as const
export const MAX_TRIAL_DAYS = 14
/** Trucks of one call; the browser asks for one group after the other. */
export const MAX_TRIED_TRUCKS = 5
/** Trucks that one trial is about. */
export const MAX_TRIAL_TRUCKS = 500
/** Alarms of one truck that are listed; all are counted. */
export const MAX_TRIAL_ALARMS = 200

const owners = thresholdsToSet.pick({ organisationIds: true, truckIds: true, values: true })

/** POST /thresholds/trial/trucks: the trucks that the values would count for. */
export const trialQuestion = owners
export const trialTrucks = z.object({ truckIds: z.array(z.number().int()).max(MAX_TRIAL_TRUCKS) })

/** POST /thresholds/trial: the alarms of some of these trucks as they were judged, and as they would have been with these values. */
export const trialAsked = owners.extend({
  triedTruckIds: idList,
  days: formNumber(z.number().int().min(1).max(MAX_TRIAL_DAYS)),
})

const alarm = z.object({
  type: z.number().int(),
  startedAt: z.iso.datetime(),
  /** Null: it goes on. */
  endedAt: z.iso.datetime().nullable(),
  grade: z.string(),
})
export type TrialAlarm = z.infer<typeof alarm>

export const trialResult = z.object({
  trucks: z.array(
    z.object({
      truckId: z.number().int(),
      plate: z.string(),
      /** Readings that were judged again. */
      readings: z.number().int(),
      /** Alarms by type: as judged now, and with the values. */
      counts: z.array(z.object({ type: z.number().int(), now: z.number().int(), tried: z.number().int() })),
      appear: z.array(alarm).max(MAX_TRIAL_ALARMS),
      vanish: z.array(alarm).max(MAX_TRIAL_ALARMS),
      /** Alarms that stay with another grade, begin or end: how many. */
      changed: z.number().int(),
    }),
  ),
})
export type TrialResult = z.infer<typeof trialResult>
