import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import { oneLine, rowId } from './input-bounds.ts'

const text = z.object({ zh: z.string(), en: z.string() }) satisfies z.ZodType<Text>

/** An accident that can be staged, and what will be seen of it. */
const stage = z.object({ name: z.string(), title: text, shows: text })

/** `waiting`: no truck that it suits yet; `given-up`: none came in time. */
const PLAY_STATES = ['waiting', 'playing', 'over', 'given-up'] as const

/** GET /training: what can be staged and what was staged last; null for users who may not, and where there is nothing to stage with. */
export const training = z
  .object({
    stages: z.array(stage),
    /** Newest first. */
    plays: z.array(
      z.object({
        id: z.number().int(),
        stage: z.string(),
        state: z.enum(PLAY_STATES),
        startedAt: z.string().nullable(),
        truck: z.object({ id: z.number().int(), plate: z.string() }).nullable(),
        /** Alarms of the truck since the beginning, oldest first. */
        alarms: z.array(z.object({ id: z.string(), type: z.number().int(), startTime: z.string() })),
      }),
    ),
  })
  .nullable()
export type Training = NonNullable<z.infer<typeof training>>

/** POST /training. Without a truck the next one that it suits plays it. */
export const stagedAccident = z.object({ stage: oneLine.min(1).max(60), truckId: rowId.optional() })

/** Why the training control does not stage an accident. */
export const TRAINING_REFUSALS = ['no-such-stage', 'no-such-truck', 'truck-busy', 'too-many'] as const
export type TrainingRefusal = (typeof TRAINING_REFUSALS)[number]

/** What the server asks the training control. `phone` is the number of a truck's terminal. */
export type TrainingQuestion = { readonly ask: 'state' } | { readonly ask: 'stage'; readonly stage: string; readonly phone: string | null }

/** One accident as the training control knows it; times in ms since 1970 UTC. */
const controlledPlay = z.object({
  id: z.number().int(),
  stage: z.string(),
  state: z.enum(PLAY_STATES),
  startedAt: z.number().nullable(),
  phone: z.string().nullable(),
})
export type ControlledPlay = z.infer<typeof controlledPlay>

/** What it answers. */
export const trainingAnswer = z.union([
  z.object({ stages: z.array(stage), plays: z.array(controlledPlay) }),
  z.object({ id: z.number().int(), title: text }),
  z.object({ refused: z.enum(TRAINING_REFUSALS) }),
])
export type TrainingAnswer = z.infer<typeof trainingAnswer>

/** A message between server and training control over the process channel of the start command, which passes it on. */
export type TrainingMessage = {
  readonly training: { readonly id: number; readonly question?: TrainingQuestion; readonly answer?: TrainingAnswer }
}
