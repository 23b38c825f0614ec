import type { Duty, LoginAnswer, RenewedSession } from '@tanker/contract/session'
import { lazy, Suspense, useState } from 'react'
import { pageAfterSignIn } from '../../platform/calls/ended-session.ts'
import { keepHeaderId, keepSession } from '../../platform/calls/session.ts'
import { language, switchLanguage, text } from '../../platform/language.ts'
import { setTheme, useTheme } from '../../platform/ui/theme.ts'
import { CredentialsStep, type Who } from './credentials-step.tsx'
import { LoginDrawing } from './login-drawing.tsx'
import './login.css'

/** What most sign-ins never show is loaded when it is needed: most of all what draws QR codes. */
const CodeStep = lazy(() => import('./code-step.tsx').then((module) => ({ default: module.CodeStep })))
const FirstPasswordStep = lazy(() => import('./first-password-step.tsx').then((module) => ({ default: module.FirstPasswordStep })))
const EnrolStep = lazy(() => import('./enrol-step.tsx').then((module) => ({ default: module.EnrolStep })))

/** Version label and years as spec 9 has them. */
const COPYRIGHT = '© 2018–2025 · V2.1'

const WORDS = {
  dark: { zh: '深色', en: 'Dark' },
  light: { zh: '浅色', en: 'Light' },
} as const

type Step =
  | { readonly at: 'credentials'; readonly note: string | null }
  | { readonly at: 'code'; readonly token: string; readonly who: Who }
  | { readonly at: Duty; readonly answer: LoginAnswer; readonly who: Who }

/** Signing in: name and password, then what the account asks besides: a code, a password of one's own, a second factor. */
export const LoginPage = () => {
  const theme = useTheme()
  const [step, setStep] = useState<Step>({ at: 'credentials', note: null })

  const goOn = (answer: LoginAnswer, who: Who): void => {
    const { owes, ...signedIn } = answer
    if (owes === undefined) {
      keepSession({ ...signedIn, userIn: true })
      location.replace(pageAfterSignIn(signedIn.userInfo.userName))
      return
    }
    keepHeaderId(answer['header-id'])
    setStep({ at: owes, answer, who })
  }
  const renewed = ({ owes, 'header-id': headerId }: RenewedSession, answer: LoginAnswer, who: Who): void => {
    const { owes: _, ...rest } = answer
    goOn({ ...rest, 'header-id': headerId, ...(owes === null ? {} : { owes }) }, who)
  }
  const startAgain = (note: string | null): void => setStep({ at: 'credentials', note })

  const form = () => {
    switch (step.at) {
      case 'credentials':
        return <CredentialsStep note={step.note} onSignedIn={goOn} onCodeNeeded={({ token }, who) => setStep({ at: 'code', token, who })} />
      case 'code':
        return <CodeStep token={step.token} onSignedIn={(answer) => goOn(answer, step.who)} onOver={startAgain} />
      case 'password':
        return (
          <FirstPasswordStep
            who={step.who}
            onChanged={(answer, password) => renewed(answer, step.answer, { ...step.who, password })}
            onBack={() => startAgain(null)}
          />
        )
      case 'second-factor':
        return <EnrolStep who={step.who} onDone={(answer) => renewed(answer, step.answer, step.who)} onOver={startAgain} />
    }
  }

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
        <div className="login-form">
          <Suspense>{form()}</Suspense>
          <p className="login-copyright">{COPYRIGHT}</p>
        </div>
      </main>
    </div>
  )
}
