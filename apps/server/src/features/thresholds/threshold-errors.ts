import { MAX_THRESHOLD_OWNERS } from '@tanker/contract/thresholds'
import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of thresholds. */
export const thresholdErrors = {
  badValue: (text: Text) => new Refusal('threshold-bad-value', RESULT.badRequest, text),
  unknown: (name: string) =>
    new Refusal('threshold-unknown', RESULT.badRequest, { zh: `没有名为“${name}”的阈值。`, en: `There is no threshold “${name}”.` }),
  noOwner: () =>
    new Refusal('threshold-no-owner', RESULT.badRequest, {
      zh: '请选择组织或车辆。',
      en: 'Please choose an organisation or a truck.',
    }),
  tooMany: () =>
    new Refusal('threshold-too-many', RESULT.badRequest, {
      zh: `一次最多设置 ${MAX_THRESHOLD_OWNERS} 个组织和车辆，请减少选择；同一组织的车辆可直接在组织上设置。`,
      en: `At most ${MAX_THRESHOLD_OWNERS} organisations and trucks can be set at once. Please choose fewer, or set the value for their organisation.`,
    }),
  inThePast: () =>
    new Refusal('threshold-past', RESULT.badRequest, {
      zh: '生效时间不能早于现在，已判断的报警不会改变。',
      en: 'The time from which it counts must not be in the past: what was judged stays as it is.',
    }),
  tooFar: () =>
    new Refusal('threshold-too-far', RESULT.badRequest, {
      zh: '生效时间最多为一年以后。',
      en: 'The time from which it counts must be within a year.',
    }),
  changed: (what: Text) =>
    new Refusal('threshold-changed', RESULT.conflict, {
      zh: `${what.zh}请查看后再试。`,
      en: `${what.en} Please look at it again.`,
    }),
  trialTooLarge: (most: number) =>
    new Refusal('threshold-trial-large', RESULT.badRequest, {
      zh: `一次最多试算 ${most} 辆车，请减少选择。`,
      en: `At most ${most} trucks can be tried at once. Please choose fewer.`,
    }),
  trialTooLong: () =>
    new Refusal('threshold-trial-long', RESULT.conflict, {
      zh: '试算时间过长，请减少天数。',
      en: 'The trial takes too long. Please choose fewer days.',
    }),
} as const
