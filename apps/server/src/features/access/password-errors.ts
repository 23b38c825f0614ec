import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of new passwords. */
export const passwordErrors = {
  wrongOld: () =>
    new Refusal('wrong-old-password', RESULT.badRequest, {
      zh: '旧密码错误，请重新输入。',
      en: 'The old password is wrong. Please enter it again.',
    }),
  common: () =>
    new Refusal(
      'common-password',
      RESULT.badRequest,
      {
        zh: '该密码过于常见，容易被猜中，请换一个。',
        en: 'This password is too easy to guess. Please choose another one.',
      },
      { data: { field: 'pwd' } },
    ),
  own: () =>
    new Refusal('own-password', RESULT.badRequest, {
      zh: '请在右上角菜单中修改自己的密码。',
      en: 'Please change your own password by the menu at the top right.',
    }),
} as const
