import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import { fenceShape, lngLat } from './fence-approvals.ts'
import { rowId } from './input-bounds.ts'

/** Only stops of these last days count: a station may have been rebuilt before. */
export const CORRECTION_DAYS = 180

/** Why no correction can be proposed, a whole sentence. */
export const CORRECTION_PROBLEMS = {
  'no-site': {
    zh: '只有油站和油库的围栏可按车辆实际停车位置修正。',
    en: 'Only fences of stations and depots can be corrected from truck stops.',
  },
  'not-in-force': { zh: '该围栏未生效，请先审批或启用。', en: 'The fence is not in force; please have it approved or enable it first.' },
  waiting: {
    zh: '该围栏已有修改待审批，请先完成审批。',
    en: 'A change of this fence is already awaiting approval; it must be decided first.',
  },
  'no-stops': {
    zh: `近 ${CORRECTION_DAYS} 天没有车辆在此装卸油的停车位置，无法计算。`,
    en: `No truck loaded or unloaded here in the last ${CORRECTION_DAYS} days: there is no data to compute from.`,
  },
  fits: { zh: '车辆停车位置都在围栏内，无需修正。', en: 'All trucks stopped inside the fence: nothing to correct.' },
  'no-fence': { zh: '该报警没有对应的围栏。', en: 'This alarm is not related to a fence.' },
} as const satisfies Readonly<Record<string, Text>>

/** POST /fenceCorrection and POST /fenceCorrection/alarm: the fence itself, or the one that an alarm is about. */
export const correctionAsked = z.object({ fenceId: rowId })
export const correctionOfAlarm = z.object({ alarmId: z.string().regex(/^\d{1,18}$/) })

/** How a fence would be drawn to hold where trucks stood; `wanted` is null where `problem` says why. */
export const correctionProposal = z.object({
  problem: z.enum(Object.keys(CORRECTION_PROBLEMS) as [keyof typeof CORRECTION_PROBLEMS]).nullable(),
  fenceId: z.number().int(),
  /** Of the fence; the change that is sent for approval names it. */
  version: z.number().int(),
  fenceName: z.string(),
  /** Where trucks stood, newest first, and whether that is outside. */
  stops: z.array(z.object({ at: lngLat, outside: z.boolean() })),
  /** Stops too far away to be meant. */
  leftOut: z.number().int(),
  /** How far outside the furthest stop is, m. */
  furthestM: z.number(),
  old: fenceShape.nullable(),
  wanted: fenceShape.nullable(),
  movedM: z.number(),
  areaChangeM2: z.number(),
})
export type CorrectionProposal = z.infer<typeof correctionProposal>
