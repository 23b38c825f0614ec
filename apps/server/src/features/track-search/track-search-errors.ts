import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the search by area. */
export const trackSearchErrors = {
  noArea: () =>
    new Refusal('search-area-missing', RESULT.badRequest, {
      zh: '查询区域无法识别，请在地图上重新绘制或选择围栏。',
      en: 'The area cannot be read. Please draw it again or choose a fence.',
    }),
  wrongArea: ({ zh, en }: Text) => new Refusal('search-area-wrong', RESULT.badRequest, { zh: `查询区域${zh}。`, en: `The area ${en}.` }),
  areaTooLarge: () =>
    new Refusal('search-area-too-large', RESULT.badRequest, {
      zh: '查询区域过大，请绘制较小的区域（约 100 × 100 公里以内）。',
      en: 'The area is too large. Please draw a smaller one, up to about 100 × 100 km.',
    }),
  /** `from`: the first hour that can be searched; null while none can. */
  beingPrepared: (from: Date | null) =>
    new Refusal('search-being-prepared', RESULT.badRequest, {
      zh:
        from === null
          ? '历史轨迹正在建立索引，请几分钟后重试。'
          : `${from.toISOString().slice(0, 10)} 之前的轨迹正在建立索引，请选择更晚的开始时间，或稍后重试。`,
      en:
        from === null
          ? 'Tracks are still being indexed. Please try again in a few minutes.'
          : `Tracks before ${from.toISOString().slice(0, 10)} are still being indexed. Please choose a later start, or try again later.`,
    }),
} as const
