import type { Text } from '@tanker/domain/texts/text'
import { type Ended, leftPage } from '../../platform/calls/ended-session.ts'
import { text } from '../../platform/language.ts'

/** Why the session is over, and what to do. */
const ENDED: Readonly<Record<Exclude<Ended, null>, Text>> = {
  idle: {
    zh: '您长时间未使用，登录已失效。请重新登录。',
    en: 'You were signed out because the session was not used for a long time. Please sign in again.',
  },
  expired: { zh: '登录已到最长有效期。请重新登录。', en: 'The session has reached its longest duration. Please sign in again.' },
  'signed-out': { zh: '您已在另一个标签页退出登录。', en: 'You signed out in another tab.' },
  administrator: {
    zh: '管理员结束了您的会话。请重新登录，如有疑问请联系管理员。',
    en: 'An administrator ended your session. Please sign in again, or ask your administrator why.',
  },
  'password-changed': {
    zh: '您的密码已在别处修改。请用新密码登录；如果不是您本人修改，请立即联系管理员。',
    en: 'Your password was changed elsewhere. Please sign in with the new one. If you did not change it, ask your administrator at once.',
  },
  'password-reset': {
    zh: '管理员重置了您的密码。请用管理员给您的新密码登录。',
    en: 'An administrator reset your password. Please sign in with the one that you were given.',
  },
  'second-factor-changed': {
    zh: '您的两步验证已在别处更改。请重新登录；如果不是您本人更改，请立即联系管理员。',
    en: 'Your two-step verification was changed elsewhere. Please sign in again. If you did not change it, ask your administrator at once.',
  },
  'second-factor-reset': {
    zh: '管理员重置了您的两步验证。请重新登录并重新设置。',
    en: 'An administrator reset your two-step verification. Please sign in and set it up again.',
  },
  disabled: {
    zh: '您的账号、角色或所属组织已停用，无法登录。请联系管理员。',
    en: 'Your account, role or organisation has been disabled, so you cannot sign in. Please ask your administrator.',
  },
  'other-sign-in': {
    zh: '本浏览器已重新登录，此前的会话已失效。请重新登录。',
    en: 'This browser was signed in again since, which replaced your session. Please sign in again.',
  },
  unknown: { zh: '登录已失效，请重新登录。', en: 'Your session has ended. Please sign in again.' },
  'owes-password': { zh: '请重新登录并修改密码，然后继续。', en: 'Please sign in again and change your password to go on.' },
  'owes-second-factor': {
    zh: '您的角色现在要求两步验证。请重新登录并完成设置。',
    en: 'Your role now requires two-step verification. Please sign in again and set it up.',
  },
}

const WORDS = {
  comesBack: { zh: '登录后回到刚才的页面。', en: 'You then return to the page where you were.' },
  wanted: { zh: '请先登录，登录后打开您要的页面。', en: 'Please sign in. The page that you asked for then opens.' },
} as const

/** Why the user is at the sign-in page; nothing if the user opened it. */
export const LeftPageNote = () => {
  const left = leftPage()
  if (left === null || (left.ended === null && left.to === '/')) return null
  const leadsBack = left.to !== '/' && left.ended !== 'disabled'
  return (
    <p className="login-note" role="status">
      {text(left.ended === null ? WORDS.wanted : (ENDED[left.ended] ?? ENDED.unknown))}
      {left.ended !== null && leadsBack && <span>{text(WORDS.comesBack)}</span>}
    </p>
  )
}
