import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of calls about airtightness tests. */
export const airtightErrors = {
  testNotFound: () =>
    new Refusal('airtight-test-not-found', RESULT.badRequest, {
      zh: '没有找到这次检测，请刷新列表。',
      en: 'The test was not found. Please refresh the list.',
    }),
}
