import { GAUGE_CAUSES } from '@tanker/domain/gauge-learning/gauge-equations'
import { GAUGE_VERDICTS } from '@tanker/domain/gauge-learning/learn-gauge'
import { z } from 'zod'
import { rowId } from './input-bounds.ts'

/** GET /gaugeLearning and POST /gaugeLearning/learn: one compartment by the `id` of its row in the list. */
export const gaugeLearningAsked = z.object({ id: rowId })

/** POST /gaugeLearning/accept: `learnedAt` is that of the result shown, so that an outdated result cannot be accepted. */
export const acceptGaugeCorrection = z.object({ id: rowId, learnedAt: z.iso.datetime() })

const estimate = z.object({
  value: z.number(),
  /** One sigma. */
  sigma: z.number(),
})
const correction = z.object({ scale: estimate.optional(), offset: estimate.optional(), temperature: estimate.optional() })

/** What loads taught of one gauge. Causes: scale in per mille of the table, offset in mm, temperature in °C; true − measured. */
export const gaugeLearning = z.object({
  id: z.number().int(),
  truckId: z.number().int(),
  plate: z.string(),
  compartment: z.number().int(),
  /** The platform computes the truck's volumes: a tank table counts without being sent. */
  byPlatform: z.boolean(),
  oilCode: z.number().int(),
  learnedAt: z.string(),
  /** Loads from here on were counted. */
  since: z.string(),
  loadings: z.number().int(),
  unloadings: z.number().int(),
  leftOut: z.number().int(),
  verdict: z.enum(GAUGE_VERDICTS),
  /** Between what cannot be chosen; `meter`: the depot's meter or the station's tank. */
  rivals: z.array(z.enum([...GAUGE_CAUSES, 'meter'])),
  /** All three causes together. */
  estimates: z.object({ scale: estimate, offset: estimate, temperature: estimate }),
  /** The causes that were found, alone; empty when none is named. */
  correction,
  condition: z.number(),
  noise: z.number(),
  unsteady: z.boolean(),
  litresALoad: z.number(),
  litresALoadSigma: z.number(),
  litresAMonth: z.number(),
  points: z.array(
    z.object({
      at: z.number(),
      kind: z.enum(['loading', 'unloading']),
      levelMm: z.number(),
      volumeL: z.number(),
      differenceL: z.number(),
      sigmaL: z.number(),
      leftOut: z.boolean(),
    }),
  ),
  curve: z.array(z.object({ levelMm: z.number(), litres: z.number(), sigma: z.number() })),
  /** The last accepted correction; `open`: no loads with it yet. */
  accepted: z
    .object({ at: z.string(), by: z.string(), correction, tankTableId: z.number().int().nullable(), sent: z.boolean(), open: z.boolean() })
    .nullable(),
  /** The user may accept what is proposed now. */
  mayAccept: z.boolean(),
})
export type GaugeLearning = z.infer<typeof gaugeLearning>
