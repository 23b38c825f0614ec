import { CONFIRM_STATES } from '@tanker/domain/alarms/handling'
import { text } from '../../platform/language.ts'

/** What a user judges an alarm to be. */
export type Verdict = 'confirmed' | 'non-abnormal'

export const verdicts = (): Readonly<Record<Verdict, string>> => ({
  confirmed: text(CONFIRM_STATES.confirmed),
  'non-abnormal': text(CONFIRM_STATES['non-abnormal']),
})
