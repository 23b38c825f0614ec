import { RESULT } from '@tanker/contract/envelope'
import type { TrainingRefusal } from '@tanker/contract/training'
import { Refusal } from '../../platform/http/refusal.ts'

const REFUSED: Readonly<Record<TrainingRefusal, () => Refusal>> = {
  'no-such-stage': () =>
    new Refusal('no-such-stage', RESULT.badRequest, {
      zh: '没有这个演练项目，请重新打开列表。',
      en: 'The accident was not found. Please open the list again.',
    }),
  'no-such-truck': () =>
    new Refusal('no-such-truck', RESULT.badRequest, {
      zh: '该车辆不参加演练，请选择其他车辆。',
      en: 'This truck is not available for training. Please choose another one.',
    }),
  'truck-busy': () =>
    new Refusal('truck-busy', RESULT.conflict, {
      zh: '该车辆正在演练，请等待结束或选择其他车辆。',
      en: 'This truck is already playing an accident. Please wait for its end or choose another truck.',
    }),
  'too-many': () =>
    new Refusal('too-many', RESULT.tooMany, {
      zh: '演练过于频繁，请一分钟后再试。',
      en: 'Too many accidents were staged. Please try again in a minute.',
    }),
}

/** Refusals of staged accidents. */
export const trainingErrors = {
  notHere: () =>
    new Refusal('no-training', RESULT.badRequest, {
      zh: '本系统不提供事故演练。',
      en: 'Accidents cannot be staged here.',
    }),
  noAnswer: () =>
    new Refusal('training-unreachable', RESULT.conflict, {
      zh: '演练程序没有应答，请稍后重试。',
      en: 'The training program does not answer. Please try again in a moment.',
    }),
  refused: (why: TrainingRefusal) => REFUSED[why](),
} as const
