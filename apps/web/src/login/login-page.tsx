import { hashPassword } from '@tanker/contract/password'
import type { LoginAnswer } from '@tanker/contract/session'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call, CallError } from '../calls/call.ts'
import { keepSeenAddress, keepSession, seenAddress } from '../calls/session.ts'
import { language, PRODUCT_TITLE, switchLanguage, text } from '../language.ts'
import { setTheme, useTheme } from '../ui/theme.ts'
import { CodeCanvas } from './code-canvas.tsx'
import { LoginDrawing } from './login-drawing.tsx'
import './login.css'
import { CODE_CHARACTERS, drawVerificationCode, isVerificationCode } from './verification-code.ts'

/** Version label and years as spec 9 has them. */
const COPYRIGHT = '© 2018–2025 · V2.1'

const WORDS = {
  signIn: { zh: '登录', en: 'Sign in' },
  signingIn: { zh: '正在登录…', en: 'Signing in…' },
  userName: { zh: '用户名', en: 'User name' },
  password: { zh: '密码', en: 'Password' },
  code: { zh: '验证码', en: 'Verification code' },
  redraw: { zh: '看不清，换一张验证码', en: 'Unreadable? Draw another code' },
  needUserName: { zh: '请输入用户名', en: 'Please enter the user name' },
  needPassword: { zh: '请输入密码', en: 'Please enter the password' },
  needCode: { zh: '请输入验证码', en: 'Please enter the verification code' },
  wrongCode: { zh: '验证码错误', en: 'Wrong verification code' },
  servicePhone: { zh: '客服电话', en: 'Customer service' },
  askAdministrator: { zh: '请联系管理员', en: 'ask your administrator' },
  dark: { zh: '深色', en: 'Dark' },
  light: { zh: '浅色', en: 'Light' },
} as const

type Field = 'userName' | 'password' | 'code'
type Complaint = { readonly field: Field | null; readonly message: string }

const freshCode = (): string => drawVerificationCode(CODE_CHARACTERS, Math.random)

const useServicePhone = (): string | null => {
  const [phone, setPhone] = useState<string | null>(null)
  useEffect(() => {
    call<{ servicePhone: string | null }>('GET', '/loginSettings', { purpose: 'silent' }).then(
      (settings) => setPhone(settings.servicePhone),
      () => {}, // the line then says whom to ask
    )
    call<{ ip: string; area: string }>('GET', '/getIp', { purpose: 'silent' }).then(keepSeenAddress, () => {}) // decoration of the sign-in record
  }, [])
  return phone
}

export const LoginPage = () => {
  const theme = useTheme()
  const phone = useServicePhone()
  const [code, setCode] = useState(freshCode)
  const [complaint, setComplaint] = useState<Complaint | null>(null)
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
    try {
      const values = { username: userName, password: hashPassword(userName, password), ...seenAddress() }
      keepSession(await call<LoginAnswer>('POST', '/login', { values, purpose: 'silent' }))
      location.replace('/')
    } catch (failure) {
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
    <div className="login">
      <div className="login-choices">
        <button className="login-choice" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
          {text(theme === 'dark' ? WORDS.light : WORDS.dark)}
        </button>
        <button
          className="login-choice"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => switchLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          {language === 'zh' ? 'English' : '中文'}
        </button>
      </div>
      <main className="login-main">
        <div className="login-picture">
          <LoginDrawing />
        </div>
        <form className="login-form" onSubmit={(event) => void signIn(event)} noValidate>
          <h1>{text(PRODUCT_TITLE)}</h1>
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
            {text(WORDS.servicePhone)}: {phone === null ? text(WORDS.askAdministrator) : <a href={`tel:${phone}`}>{phone}</a>}
          </p>
          <p className="login-copyright">{COPYRIGHT}</p>
        </form>
      </main>
    </div>
  )
}
