import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of device tests. */
export const deviceTestErrors = {
  /** `text` gives the reason. */
  refused: (text: Text) => new Refusal('device-test-refused', RESULT.conflict, text),
} as const
