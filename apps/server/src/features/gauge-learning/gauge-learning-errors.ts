import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of gauge corrections. */
export const gaugeLearningErrors = {
  /** `text` gives the reason. */
  refused: (text: Text) => new Refusal('gauge-correction-refused', RESULT.conflict, text),
} as const
