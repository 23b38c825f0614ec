import { RESULT } from '@tanker/contract/envelope'
import type { CodeNeeded } from '@tanker/contract/second-factor'
import type { Duty } from '@tanker/contract/session'
import { Refusal } from '../http/refusal.ts'

/** Refusals of sign-in, of the second factor and of sessions. */
export const signInErrors = {
  codeNeeded: (pending: CodeNeeded) =>
    new Refusal(
      'code-needed',
      RESULT.codeNeeded,
      { zh: '请输入身份验证器显示的动态码。', en: 'Please enter the code that your authenticator app shows.' },
      { data: pending },
    ),
  wrongCode: () =>
    new Refusal(
      'wrong-code',
      RESULT.badRequest,
      {
        zh: '动态码错误或已使用过，请输入身份验证器当前显示的动态码。',
        en: 'This code is wrong or was used already. Please enter the code that your app shows now.',
      },
      { data: { field: 'code' } },
    ),
  codesBlocked: () =>
    new Refusal(
      'codes-blocked',
      RESULT.tooMany,
      {
        zh: '动态码多次输入错误，请 15 分钟后重试，或使用恢复码。',
        en: 'Too many wrong codes. Please try again in 15 minutes, or use a recovery code.',
      },
      { data: { field: 'code' } },
    ),
  pendingOver: () =>
    new Refusal(
      'pending-sign-in-over',
      RESULT.badRequest,
      { zh: '本次登录已失效，请重新输入用户名和密码。', en: 'This sign-in has expired. Please enter user name and password again.' },
      { data: { startAgain: true } },
    ),
  wrongPassword: () =>
    new Refusal(
      'wrong-own-password',
      RESULT.badRequest,
      { zh: '密码错误，请重新输入。', en: 'The password is wrong. Please enter it again.' },
      { data: { field: 'pwd' } },
    ),
  samePassword: () =>
    new Refusal(
      'same-password',
      RESULT.badRequest,
      { zh: '新密码不能与旧密码相同。', en: 'The new password must differ from the old one.' },
      { data: { field: 'pwd' } },
    ),
  secondFactorUnreadable: () =>
    new Refusal('second-factor-unreadable', RESULT.conflict, {
      zh: '服务器暂时无法验证动态码，请使用恢复码或联系管理员。',
      en: 'The server cannot check app codes at the moment. Use a recovery code or ask your administrator.',
    }),
  noEnrolment: () =>
    new Refusal(
      'no-enrolment',
      RESULT.badRequest,
      { zh: '设置已超时，请重新开始。', en: 'The setup timed out. Please start again.' },
      { data: { startAgain: true } },
    ),
  secondFactorOff: () =>
    new Refusal('second-factor-off', RESULT.conflict, {
      zh: '两步验证未开启，请刷新。',
      en: 'Two-step verification is not on. Please refresh.',
    }),
  secondFactorRequired: () =>
    new Refusal('second-factor-required', RESULT.badRequest, {
      zh: '您的角色要求两步验证，不能关闭；可以更换设备。',
      en: 'Your role requires two-step verification, so it cannot be turned off. You can change the device.',
    }),
  ownSecondFactor: () =>
    new Refusal('own-second-factor', RESULT.badRequest, {
      zh: '请在个人中心管理自己的两步验证。',
      en: 'Please manage your own two-step verification in the personal center.',
    }),
  /** Answered as an ended session (spec 8.1): every web console then opens the sign-in page, which has the step. */
  signInUnfinished: (owes: Duty) =>
    new Refusal(
      'sign-in-unfinished',
      RESULT.sessionExpired,
      owes === 'password'
        ? { zh: '请先重新登录并修改密码。', en: 'Please sign in again and change your password first.' }
        : { zh: '请先重新登录并设置两步验证。', en: 'Please sign in again and set up two-step verification first.' },
      { data: { owes } },
    ),
  wrongUserOrPassword: () =>
    new Refusal('wrong-password', RESULT.badRequest, {
      zh: '用户名或密码错误，请检查后重试。',
      en: 'User name or password is wrong. Please check both and try again.',
    }),
  tooManyAttempts: (seconds: number) =>
    new Refusal(
      'too-many-logins',
      RESULT.tooMany,
      {
        zh: `登录尝试过于频繁，请在 ${seconds} 秒后重试。`,
        en: `Too many attempts to sign in. Please try again in ${seconds} s.`,
      },
      { isLogged: true },
    ),
  ownSession: () =>
    new Refusal('own-session', RESULT.badRequest, {
      zh: '这是您当前的会话，请使用“退出登录”。',
      en: 'This is the session that you are using. Please sign out instead.',
    }),
  sessionNotFound: () =>
    new Refusal('session-not-found', RESULT.badRequest, {
      zh: '没有找到该会话，或已结束。',
      en: 'The session was not found; it may have ended already.',
    }),
} as const
