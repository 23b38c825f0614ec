import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

export const phoneCallErrors = {
  tooMany: (most: number) =>
    new Refusal('phone-calls-too-many', RESULT.conflict, {
      zh: `一条报警最多记录 ${most} 次通话，请把后续情况写入处理备注。`,
      en: `At most ${most} calls are recorded for one alarm. Please write what follows into the remark of its handling.`,
    }),
} as const
