import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import type { LoginAnswer } from '@tanker/contract/session'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { CodeField } from '../../platform/account/code-field.tsx'
import { useCodeEntry } from '../../platform/account/use-code-entry.ts'

const WORDS = {
  title: { zh: '两步验证', en: 'Two-step verification' },
  enter: {
    zh: '请输入身份验证器显示的 6 位动态码。手机不在身边时，可输入恢复码。',
    en: 'Enter the six digits that your authenticator app shows. Without your phone, enter a recovery code.',
  },
  needCode: { zh: '请输入动态码', en: 'Please enter the code' },
  next: { zh: '登录', en: 'Sign in' },
  checking: { zh: '正在验证…', en: 'Checking…' },
  back: { zh: '返回', en: 'Back' },
} as const

type CodeStepProps = {
  readonly token: string
  readonly onSignedIn: (answer: LoginAnswer) => void
  /** Back to the password; with a word about why, unless it was wished. */
  readonly onOver: (note: string | null) => void
}

/** Second step of the sign-in of a user with a second factor. */
export const CodeStep = ({ token, onSignedIn, onOver }: CodeStepProps) => {
  const { busy, field, onSubmit } = useCodeEntry({
    send: async (code) => onSignedIn(await call(secondFactorCalls.signIn, { token, code }, { purpose: 'silent' })),
    onOver,
    needed: text(WORDS.needCode),
  })

  return (
    <form className="two-step-form" noValidate onSubmit={onSubmit}>
      <h1>{text(WORDS.title)}</h1>
      <p>{text(WORDS.enter)}</p>
      <CodeField {...field} orRecovery focused />
      <button type="submit" className="button button-primary login-submit" disabled={busy}>
        {text(busy ? WORDS.checking : WORDS.next)}
      </button>
      <button type="button" className="login-back" onClick={() => onOver(null)}>
        {text(WORDS.back)}
      </button>
    </form>
  )
}
