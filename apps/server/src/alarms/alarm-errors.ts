import { RESULT } from '@tanker/contract/envelope'
import { timeText } from '@tanker/domain/texts/time-text'
import { Refusal } from '../platform/http/refusal.ts'

/** Refusals of alarms and their handling. */
export const alarmErrors = {
  notFound: () =>
    new Refusal('alarm-not-found', RESULT.badRequest, {
      zh: '没有找到这条报警，请刷新列表。',
      en: 'The alarm was not found. Please refresh the list.',
    }),
  superseded: (at: Date, timeZone: string) =>
    new Refusal('alarm-superseded', RESULT.badRequest, {
      zh: `该报警已被补传数据取代（${timeText(at.getTime(), 'zh', timeZone)}），不再有效，请刷新列表。`,
      en: `This alarm was superseded by late data (${timeText(at.getTime(), 'en', timeZone)}) and is no longer valid. Please refresh the list.`,
    }),
  alreadyHandled: (plates: readonly string[]) =>
    new Refusal('alarms-already-handled', RESULT.conflict, {
      zh: `${plates.join('、')} 的报警刚被其他用户处理，本次没有更改任何内容。`,
      en: `Another user has just handled alarms of ${plates.join(', ')}. Nothing was changed.`,
    }),
  // spec 5.4
  handleFirst: () =>
    new Refusal('handle-first', RESULT.conflict, {
      zh: '所选记录尚未处理，请先处理。',
      en: 'The chosen rows have not been handled. Please handle them first.',
    }),
} as const
