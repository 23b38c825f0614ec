import { z } from 'zod'
import { oneLine } from './input-bounds.ts'

/** Quick access (spec 3.4, 7.2). `userId` of a request is decoration: the list is always the signed-in user's. */
export const quickVisit = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  /** Route of a screen. */
  quickVisitUrl: z.string(),
  quickVisitName: z.string(),
})
export type QuickVisit = z.infer<typeof quickVisit>

export const addQuickVisit = z.object({
  userId: z.string().optional(),
  quickVisitUrl: oneLine.trim().min(1).max(200),
  quickVisitName: oneLine.trim().min(1).max(80),
})

/** Fixed answers of spec 7.2, in Chinese in both languages. */
export const QUICK_VISIT_ADDED = '添加成功'
export const QUICK_VISIT_REMOVED = '移除成功'
