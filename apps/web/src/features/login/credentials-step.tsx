import { accessCalls } from '@tanker/contract/endpoints/access'
import { RESULT } from '@tanker/contract/envelope'
import { hashPassword } from '@tanker/contract/password'
import type { CodeNeeded } from '@tanker/contract/second-factor'
import type { LoginAnswer } from '@tanker/contract/session'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call, CallError } from '../../platform/calls/call.ts'
import { keepSeenAddress, seenAddress } from '../../platform/calls/session.ts'
import { PRODUCT_TITLE, text } from '../../platform/language.ts'
import { CodeCanvas } from './code-canvas.tsx'
import { LeftPageNote } from './left-page-note.tsx'
import { CODE_CHARACTERS, drawVerificationCode, isVerificationCode } from './verification-code.ts'

const WORDS = {
  signIn: { zh: '登录', en: 'Sign in' },
  signingIn: { zh: '正在登录…', en: 'Signing in…' },
  userName: { zh: '用户名', en: 'User name' },
  password: { zh: '密码', en: 'Password' },
  code: { zh: '验证码', en: 'Verification code' },
  redraw: { zh: '看不清，换一张验证码', en: 'Unreadable? Get another code' },
  needUserName: { zh: '请输入用户名', en: 'Please enter the user name' },
  needPassword: { zh: '请输入密码', en: 'Please enter the password' },
  needCode: { zh: '请输入验证码', en: 'Please enter the verification code' },
  wrongCode: { zh: '验证码错误', en: 'Wrong verification code' },
  servicePhone: { zh: '客服电话：', en: 'Customer service: ' },
  askAdministrator: { zh: '请联系管理员', en: 'ask your administrator' },
} as const

type Field = 'userName' | 'password' | 'code'
type Complaint = { readonly field: Field | null; readonly message: string }

const freshCode = (): string => drawVerificationCode(CODE_CHARACTERS, Math.random)

const useServicePhone = (): string | null => {
  const [phone, setPhone] = useState<string | null>(null)
  useEffect(() => {
    call(accessCalls.loginSettings, null, { purpose: 'silent' }).then(
      (settings) => setPhone(settings.servicePhone),
      () => {}, // the line then says whom to ask
    )
    call(accessCalls.seenAddress, null, { purpose: 'silent' }).then(keepSeenAddress, () => {}) // decoration of the sign-in record
  }, [])
  return phone
}

/** Who has given a right name and password, for the steps after it. */
export type Who = { readonly userName: string; readonly password: string }

type CredentialsStepProps = {
  /** Why the user is back on this page. */
  readonly note: string | null
  readonly onSignedIn: (answer: LoginAnswer, who: Who) => void
  readonly onCodeNeeded: (pending: CodeNeeded, who: Who) => void
}

/** User name, password and verification code (spec 5.1). */
export const CredentialsStep = ({ note, onSignedIn, onCodeNeeded }: CredentialsStepProps) => {
  const phone = useServicePhone()
  const [code, setCode] = useState(freshCode)
  const [complaint, setComplaint] = useState<Complaint | null>(note === null ? null : { field: null, message: note })
  const [busy, setBusy] = useState(false)
  const fields = {
    userName: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
  }

  const complain = (field: Field | null, message: string): void => {
    setComplaint({ field, message })
    if (field) fields[field].current?.focus()
  }

  const redraw = (): void => {
    setCode(freshCode())
    if (fields.code.current) fields.code.current.value = ''
  }

  const signIn = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const userName = fields.userName.current?.value.trim() ?? ''
    const password = fields.password.current?.value ?? ''
    const typed = fields.code.current?.value ?? ''
    if (userName === '') return complain('userName', text(WORDS.needUserName))
    if (password === '') return complain('password', text(WORDS.needPassword))
    if (typed.trim() === '') return complain('code', text(WORDS.needCode))
    if (!isVerificationCode(typed, code)) {
      redraw()
      return complain('code', text(WORDS.wrongCode))
    }
    setComplaint(null)
    setBusy(true)
    const who = { userName, password: hashPassword(userName, password) }
    try {
      const values = { username: userName, password: who.password, ...seenAddress() }
      onSignedIn(await call(accessCalls.signIn, values, { purpose: 'silent' }), who)
    } catch (failure) {
      if (failure instanceof CallError && failure.code === RESULT.codeNeeded) return onCodeNeeded(failure.data as CodeNeeded, who)
      setBusy(false)
      redraw()
      if (!(failure instanceof CallError)) throw failure
      complain('password', failure.message)
    }
  }

  const input = (field: Field, label: string, attributes: React.ComponentProps<'input'>) => (
    <div className="login-field">
      <label htmlFor={`login-${field}`}>{label}</label>
      <input
        id={`login-${field}`}
        ref={fields[field]}
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        aria-invalid={complaint?.field === field}
        aria-describedby={complaint?.field === field ? 'login-complaint' : undefined}
        {...attributes}
      />
    </div>
  )

  return (
    <form onSubmit={(event) => void signIn(event)} noValidate>
      <h1>{text(PRODUCT_TITLE)}</h1>
      <LeftPageNote />
      {input('userName', text(WORDS.userName), { name: 'username', autoComplete: 'username', maxLength: 80, autoFocus: true })}
      {input('password', text(WORDS.password), { name: 'password', type: 'password', autoComplete: 'current-password' })}
      <div className="login-code">
        {input('code', text(WORDS.code), { name: 'code', autoComplete: 'off', maxLength: 6 })}
        <button type="button" className="login-redraw" onClick={redraw} title={text(WORDS.redraw)} aria-label={text(WORDS.redraw)}>
          <CodeCanvas code={code} />
        </button>
      </div>
      <p id="login-complaint" className="login-complaint" role="alert">
        {complaint?.message}
      </p>
      <button type="submit" className="button button-primary login-submit" disabled={busy}>
        {text(busy ? WORDS.signingIn : WORDS.signIn)}
      </button>
      <p className="login-phone">
        {text(WORDS.servicePhone)}
        {phone === null ? text(WORDS.askAdministrator) : <a href={`tel:${phone}`}>{phone}</a>}
      </p>
    </form>
  )
}
