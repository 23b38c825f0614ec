import { EVIDENCE_KINDS, EVIDENCE_STATES } from '@tanker/domain/devices/evidence'
import { z } from 'zod'

export const evidenceQuery = z.object({ alarmId: z.string().regex(/^\d{1,18}$/) })

/** What was asked of the truck for one alarm, and the pictures and clips that came. */
export const alarmEvidence = z.object({
  /** Whether trucks are asked at all (docs/operating.md). */
  ready: z.boolean(),
  requests: z.array(
    z.object({
      state: z.enum(EVIDENCE_STATES),
      attachments: z.number().int(),
      askedAt: z.string().nullable(),
      /** Files of no kind that is stored. */
      refusedFiles: z.number().int(),
    }),
  ),
  files: z.array(z.object({ id: z.string(), kind: z.enum(EVIDENCE_KINDS), bytes: z.number().int(), receivedAt: z.string() })),
})
export type AlarmEvidence = z.infer<typeof alarmEvidence>

export const evidenceFileQuery = z.object({ evidenceFileId: z.string().regex(/^\d{1,18}$/) })
