import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Plates that a refusal names. */
const MAX_NAMED = 5

/** Refusals of changes to tank tables and of their sending. */
export const tankTableErrors = {
  // spec 8.3
  sending: () =>
    new Refusal('tank-table-sending', RESULT.conflict, {
      zh: '罐容表正在发送，不能修改。',
      en: 'The tank table is being sent and cannot be edited.',
    }),
  // spec 8.3
  alreadySending: () =>
    new Refusal('tank-table-already-sending', RESULT.conflict, {
      zh: '该仓的罐容表已待发送，请勿重复发送。',
      en: 'A tank table of this compartment is already to be sent. Please do not send it again.',
    }),
  inConsole: () =>
    new Refusal('tank-table-in-console', RESULT.conflict, {
      zh: '主机已有此罐容表，不能修改或删除；请新增一份，并填写新的生效时间。',
      en: 'The console has this tank table; it can be neither edited nor deleted. Please add another with a new effective time.',
    }),
  inUse: () =>
    new Refusal('tank-table-in-use', RESULT.conflict, {
      zh: '平台按此罐容表计算过容积，不能修改或删除；请新增一份，并填写新的生效时间。',
      en: 'The platform has computed volumes with this tank table; it can be neither edited nor deleted. Please add another with a new effective time.',
    }),
  noTableYet: (plates: readonly string[], compartment: number) =>
    new Refusal('tank-chart-no-table', RESULT.conflict, {
      zh: `${plates.slice(0, MAX_NAMED).join('、')}${plates.length > MAX_NAMED ? ` 等 ${plates.length} 辆` : ''} 的 ${compartment} 号仓还没有罐容表，请先在“罐容表管理”中新增一份。`,
      en: `Compartment ${compartment} of ${plates.slice(0, MAX_NAMED).join(', ')}${plates.length > MAX_NAMED ? ` and others (${plates.length})` : ''} has no tank table yet. Please add one under Tank tables first.`,
    }),
} as const
