import { LEDGER_ENTRIES } from '@tanker/domain/facts/cargo-facts'
import { z } from 'zod'
import { formNumber, rowId } from './input-bounds.ts'
import { ids } from './alarms.ts'

/** Spec 5.4: what the tanks held is asked for at most this many days at a time. */
export const MAX_LEVEL_TREND_DAYS = 7

/** GET /cargo/level-trend and GET /cargo/litre-ledger: one truck, a period, some compartments or all. */
export const levelTrendAsked = z.object({
  truckId: rowId,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  compartments: ids.optional(),
  /** Into how many stretches the width is cut; each keeps its first, last, lowest and highest values. */
  stretches: formNumber(z.number().int().min(50).max(2000)).default(400),
})

/** Something that happened to the truck, as the card of a truck shows it. */
export const trendEvent = z.object({
  key: z.string(),
  at: z.string(),
  endedAt: z.string().nullable(),
  kind: z.enum(['record', 'alarm']),
  /** Record kind, or alarm type code as text. */
  name: z.string(),
  object: z.number().int(),
  grade: z.enum(['yellow', 'red', 'black']).nullable(),
  properties: z.record(z.string(), z.unknown()),
})
export type TrendEvent = z.infer<typeof trendEvent>

const curve = z.array(z.number().nullable())

/** The curves of one truck: arrays of equal length per compartment, null where the gauge was out of order. */
export const levelTrend = z.object({
  truckId: z.number().int(),
  signCode: z.string(),
  /** Readings in the period, before thinning. */
  readings: z.number().int(),
  compartments: z.array(
    z.object({
      compartment: z.number().int(),
      oilCode: z.number().int(),
      oilName: z.string(),
      capacityL: z.number(),
      /** Milliseconds UTC. */
      at: z.array(z.number()),
      levelMm: curve,
      volumeL: curve,
      v20L: curve,
      temperatureC: curve,
    }),
  ),
  speed: z.object({ at: z.array(z.number()), speedKmh: z.array(z.number()) }),
  /** Oldest first. */
  events: z.array(trendEvent),
  /** There were more events than are returned. */
  moreEvents: z.boolean(),
})
export type LevelTrend = z.infer<typeof levelTrend>

export const litreLedger = z.object({
  truckId: z.number().int(),
  signCode: z.string(),
  /** Oldest first within a compartment. */
  entries: z.array(
    z.object({
      compartment: z.number().int(),
      entry: z.enum(LEDGER_ENTRIES),
      /** Litres at 20 °C, into the compartment positive. */
      v20L: z.number(),
      volumeL: z.number(),
      /** What the compartment holds after it, litres at 20 °C. */
      balanceV20L: z.number(),
      /** Between these moments lie the readings from which the number follows. */
      from: z.string(),
      to: z.string(),
      tripStartedAt: z.string().nullable(),
    }),
  ),
  /** There were more entries than are returned. */
  more: z.boolean(),
})
export type LitreLedger = z.infer<typeof litreLedger>
export type LedgerEntry = LitreLedger['entries'][number]
