import { RESULT } from '@tanker/contract/envelope'
import { MAX_WAITING_TEXTS } from '@tanker/contract/truck-texts'
import { Refusal } from '../../platform/http/refusal.ts'

export const truckTextErrors = {
  neitherWay: () =>
    new Refusal('truck-text-neither-way', RESULT.badRequest, {
      zh: '请选择“屏幕显示”或“语音播报”。',
      en: 'Please choose Show or Read out.',
    }),
  /** Characters that no terminal can show. */
  characters: (characters: readonly string[]) =>
    new Refusal('truck-text-characters', RESULT.badRequest, {
      zh: `文本：终端无法显示 ${characters.join(' ')}，请修改。`,
      en: `Text: terminals cannot show ${characters.join(' ')}. Please change it.`,
    }),
  tooManyWait: (plates: readonly string[]) =>
    new Refusal('truck-text-too-many-wait', RESULT.conflict, {
      zh: `${plates.join('、')} 已有 ${MAX_WAITING_TEXTS} 条文本等待下发，请先中止旧的。`,
      en: `${MAX_WAITING_TEXTS} texts are waiting for ${plates.join(', ')} already. Please stop some of them first.`,
    }),
} as const
