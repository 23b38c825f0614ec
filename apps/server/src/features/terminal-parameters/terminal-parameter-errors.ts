import { MAX_SENT_PARAMETERS } from '@tanker/contract/terminal-parameters'
import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Problems that a refusal lists. */
const MAX_LISTED = 5

export const terminalParameterErrors = {
  malformed: () =>
    new Refusal('terminal-parameters-malformed', RESULT.badRequest, {
      zh: '参数：不是“编号: 数值”的 JSON 文本。',
      en: 'Parameters: not JSON text of values by number.',
    }),
  none: () =>
    new Refusal('terminal-parameters-none', RESULT.badRequest, {
      zh: `请填写 1 至 ${MAX_SENT_PARAMETERS} 个参数。`,
      en: `Please enter 1 to ${MAX_SENT_PARAMETERS} parameters.`,
    }),
  /** A sentence for each of the first problems. */
  refused: (texts: readonly Text[]) =>
    new Refusal('terminal-parameters-refused', RESULT.badRequest, {
      zh: texts
        .slice(0, MAX_LISTED)
        .map(({ zh }) => zh)
        .join(''),
      en: texts
        .slice(0, MAX_LISTED)
        .map(({ en }) => en)
        .join(' '),
    }),
  alreadySending: (plates: readonly string[]) =>
    new Refusal('terminal-parameters-sending', RESULT.conflict, {
      zh: `${plates.join('、')} 已有参数正在下发，请等待其结束。`,
      en: `Parameters are already being sent to ${plates.join(', ')}. Please wait until that has ended.`,
    }),
} as const
