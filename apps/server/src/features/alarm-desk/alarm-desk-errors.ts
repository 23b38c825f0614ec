import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the alarm desk. */
export const alarmDeskErrors = {
  noSuchUser: () =>
    new Refusal('assignee-not-found', RESULT.badRequest, {
      zh: '没有这个负责人，或您无权查看，请重新选择。',
      en: 'The user was not found, or you do not have access to it. Please choose another one.',
    }),
  mayNotHandle: (name: string) =>
    new Refusal('assignee-may-not-handle', RESULT.badRequest, {
      zh: `${name}没有处理报警的权限，请选择其他负责人。`,
      en: `${name} may not handle alarms. Please choose another user.`,
    }),
  doesNotSee: (name: string, plates: readonly string[]) =>
    new Refusal('assignee-does-not-see', RESULT.badRequest, {
      zh: `${name}看不到${plates.join('、')}，请选择其他负责人。`,
      en: `${name} does not see ${plates.join(', ')}. Please choose another user.`,
    }),
  ownSuccessor: () =>
    new Refusal('own-successor', RESULT.badRequest, {
      zh: '接班人不能是您本人，请选择其他用户或留空。',
      en: 'You cannot hand over to yourself. Please choose another user, or none.',
    }),
  noSuchShift: () =>
    new Refusal('shift-not-found', RESULT.badRequest, {
      zh: '没有这次交班，或您无权查看，请刷新。',
      en: 'The shift handover was not found, or you do not have access to it. Please refresh.',
    }),
  shiftAccepted: () =>
    new Refusal('shift-accepted', RESULT.conflict, {
      zh: '该交班已有人接班，请刷新。',
      en: 'Someone has already accepted this shift. Please refresh.',
    }),
  ownShift: () =>
    new Refusal('own-shift', RESULT.badRequest, {
      zh: '不能接自己交的班，请由接班人接班。',
      en: 'You cannot accept the shift that you handed over yourself.',
    }),
  notOwnShift: () =>
    new Refusal('not-own-shift', RESULT.badRequest, {
      zh: '只能撤回自己交的班。',
      en: 'You can only withdraw a shift that you handed over yourself.',
    }),
  shiftOfAnother: () =>
    new Refusal('shift-of-another', RESULT.badRequest, {
      zh: '该班次指定了其他接班人，请由其本人接班。',
      en: 'This shift names another user, who has to accept it.',
    }),
} as const
