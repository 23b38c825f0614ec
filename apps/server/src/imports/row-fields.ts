import { FENCE_LIMITS, fenceProblem } from '@tanker/domain/fence-geometry'
import { z } from 'zod'
import { ruleText } from '../http/input-errors.ts'

/** Fields that several sheets have, with the limits of spec 5.2. */
export const name = z.string().trim().min(1).max(80)
export const shortName = z.string().trim().max(80).default('')
export const address = z.string().trim().max(150).default('')
export const phone = z.string().trim().max(30).default('')
/** Code of an organisation that exists or stands above in the same import. */
export const companyCode = z.string().trim().min(1).max(12)
export const status = z.enum(['enabled', 'disabled']).default('enabled')
/** Digits and letters, at most so many. */
export const code = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => new RegExp(`^[0-9A-Za-z]{1,${most}}$`).test(text), {
      error: ruleText({ zh: `应为最多 ${most} 位数字或字母`, en: `must be at most ${most} digits or letters` }),
    })

/** Exactly so many digits. */
export const digits = (count: number) =>
  z
    .string()
    .trim()
    .refine((text) => new RegExp(`^\\d{${count}}$`).test(text), {
      error: ruleText({ zh: `应为 ${count} 位数字`, en: `must be exactly ${count} digits` }),
    })

const lngLat = z.tuple([z.number(), z.number()])

/** The shape of a fence, WGS-84, within the limits that hold for one that is drawn. */
export const fenceShape = z
  .discriminatedUnion('shape', [
    z.object({ shape: z.literal('circle'), lat: z.number(), lng: z.number(), radiusM: z.number() }),
    z.object({ shape: z.literal('polygon'), points: z.array(lngLat).max(FENCE_LIMITS.points) }),
    z.object({ shape: z.literal('corridor'), points: z.array(lngLat).max(FENCE_LIMITS.points), widthM: z.number() }),
  ])
  .superRefine((shape, context) => {
    const problem = fenceProblem(shape)
    if (problem) context.addIssue({ code: 'custom', message: ruleText(problem) })
  })
