import { THRESHOLD_GROUPS } from '@tanker/domain/thresholds'
import type { ThresholdGroup } from '@tanker/domain/thresholds/threshold'
import { z } from 'zod'
import { MAX_INTEGER, oneLine, rowId, rowVersion } from './input-bounds.ts'

/** Organisations and trucks that get the same values at once: a fleet in a few steps. */
export const MAX_THRESHOLD_OWNERS = 500
/** Changes of one owner that its dialog lists. */
export const MAX_THRESHOLD_CHANGES = 50
export const MAX_THRESHOLD_REASON = 200

const ownGroups = { driving: ['driving', 'working-hours'], loading: ['abnormal-loading'] }
const elsewhere = Object.values(ownGroups).flat()

/** The groups that each screen sets; a group stands on one screen. */
export const THRESHOLD_SCREENS = {
  driving: THRESHOLD_GROUPS.filter(({ key }) => ownGroups.driving.includes(key)),
  loading: THRESHOLD_GROUPS.filter(({ key }) => ownGroups.loading.includes(key)),
  parameters: THRESHOLD_GROUPS.filter(({ key }) => !elsewhere.includes(key)),
} satisfies Readonly<Record<string, readonly ThresholdGroup[]>>

/** One of the two. */
export const thresholdOwner = z.object({ organisationId: rowId.optional(), truckId: rowId.optional() })

const time = z.iso.datetime()

export const ownThresholds = z.object({
  /** The organisation or the plate. */
  owner: z.string(),
  /** The number of the newest change of any threshold; goes back with what is saved. */
  seen: z.number().int(),
  values: z.array(
    z.object({
      name: z.string(),
      /** Its own value now; null: none. */
      own: z.number().nullable(),
      ownSince: time.nullable(),
      /** What will follow; a null value: it inherits again. */
      next: z.object({ value: z.number().nullable(), from: time }).nullable(),
      inherited: z.number(),
      /** The organisation that it is inherited from; null: the default. */
      inheritedFrom: z.string().nullable(),
    }),
  ),
  /** The newest first. */
  changes: z.array(
    z.object({
      at: time,
      by: z.string(),
      reason: z.string(),
      name: z.string(),
      /** Null: it inherited before, or inherits since. */
      old: z.number().nullable(),
      new: z.number().nullable(),
      from: time,
    }),
  ),
})
export type OwnThresholds = z.infer<typeof ownThresholds>

const idList = z
  .string()
  .regex(/^(\d{1,10}(,\d{1,10}){0,499})?$/)
  .transform((text) => (text === '' ? [] : [...new Set(text.split(',').map((id) => Math.min(Number(id), MAX_INTEGER)))]))

/** `overspeedKmh=60,offlineMin=`: a name without a value inherits again. */
const values = z
  .string()
  .max(10_000)
  .regex(/^[a-zA-Z0-9]{1,60}=(-?\d{1,9}(\.\d{1,9})?)?(,[a-zA-Z0-9]{1,60}=(-?\d{1,9}(\.\d{1,9})?)?)*$/)
  .transform((text) =>
    text.split(',').map((one) => {
      const [name = '', value = ''] = one.split('=')
      return { name, value: value === '' ? null : Number(value) }
    }),
  )

/** The same values for several organisations and trucks. */
export const thresholdsToSet = z.object({
  organisationIds: idList.default([]),
  truckIds: idList.default([]),
  values,
  reason: oneLine.max(MAX_THRESHOLD_REASON),
  /** From when on they count; empty: at once, which is ten seconds later. */
  from: z.union([time, z.literal('')]).default(''),
  seen: rowVersion,
})
export type ThresholdsToSet = z.output<typeof thresholdsToSet>
