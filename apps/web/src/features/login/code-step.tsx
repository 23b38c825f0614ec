import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import type { LoginAnswer } from '@tanker/contract/session'
import { type SubmitEvent, useId, useState } from 'react'
import { call, CallError } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { CodeField } from '../../platform/account/code-field.tsx'

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
  const id = useId()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  const give = async (typed: string): Promise<void> => {
    if (busy) return
    if (typed.trim() === '') {
      setProblem(text(WORDS.needCode))
      document.getElementById(id)?.focus()
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await call(secondFactorCalls.signIn, { token, code: typed }, { purpose: 'silent' }))
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof CallError)) throw failure
      if ((failure.data as { startAgain?: true } | null)?.startAgain) return onOver(failure.message)
      setProblem(failure.message)
      setCode('')
      document.getElementById(id)?.focus()
    }
  }

  return (
    <form
      className="two-step-form"
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void give(code)
      }}
    >
      <h1>{text(WORDS.title)}</h1>
      <p>{text(WORDS.enter)}</p>
      <CodeField id={id} value={code} problem={problem} orRecovery focused onChange={setCode} onFull={(typed) => void give(typed)} />
      <button type="submit" className="button button-primary login-submit" disabled={busy}>
        {text(busy ? WORDS.checking : WORDS.next)}
      </button>
      <button type="button" className="login-back" onClick={() => onOver(null)}>
        {text(WORDS.back)}
      </button>
    </form>
  )
}
