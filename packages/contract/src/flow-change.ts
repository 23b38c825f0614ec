import { FLOW_STEPS } from '@tanker/domain/facts/cargo-facts'
import { z } from 'zod'
import { formNumber, rowId } from './input-bounds.ts'
import { ids } from './alarms.ts'

/** GET /cargo/operations: the loadings and unloadings of some trucks, newest first. */
export const operationsAsked = z.object({
  organisationIds: ids.optional(),
  truckIds: ids.optional(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  compartments: ids.optional(),
})

export const operations = z.object({
  rows: z.array(
    z.object({
      truckId: z.number().int(),
      signCode: z.string(),
      compartment: z.number().int(),
      oilCode: z.number().int(),
      direction: z.enum(['loading', 'unloading']),
      startedAt: z.string(),
      /** Null while it goes on. */
      endedAt: z.string().nullable(),
      place: z.string(),
      /** Litres Vt moved; null while it goes on. */
      movedL: z.number().nullable(),
      averageLpm: z.number().nullable(),
      /** Steps that detection found in it. */
      steps: z.number().int(),
    }),
  ),
  /** There are more than are returned. */
  more: z.boolean(),
})
export type Operations = z.infer<typeof operations>
export type OperationRow = Operations['rows'][number]

/** GET /cargo/flow: the flow of one operation, minute by minute. */
export const flowAsked = z.object({
  truckId: rowId,
  compartment: formNumber(z.number().int().min(1).max(10)),
  startedAt: z.iso.datetime(),
})

export const flow = z.object({
  minutes: z.array(
    z.object({
      /** Beginning of the minute, milliseconds UTC. */
      at: z.number(),
      /** Litres a minute in the direction of the operation; null without readings. */
      rateLpm: z.number().nullable(),
      /** Litres moved since the operation began. */
      movedL: z.number().nullable(),
      step: z.enum(FLOW_STEPS).nullable(),
    }),
  ),
  /** What detection concluded while it went on. */
  detected: z.array(
    z.object({ at: z.string(), step: z.enum(FLOW_STEPS), rateLpm: z.number().nullable(), beforeLpm: z.number().nullable() }),
  ),
})
export type Flow = z.infer<typeof flow>
