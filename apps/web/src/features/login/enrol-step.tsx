import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import type { Enrolled, Enrolment } from '@tanker/contract/second-factor'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, CallError } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { ConfirmDevice } from '../../platform/account/confirm-device.tsx'
import { RecoveryCodes } from '../../platform/account/recovery-codes.tsx'
import type { Who } from './credentials-step.tsx'

const WORDS = {
  title: { zh: '设置两步验证', en: 'Set up two-step verification' },
  why: { zh: '您的角色要求两步验证，设置后即可进入系统。', en: 'Your role requires it. You can continue once it is set up.' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  back: { zh: '返回', en: 'Back' },
} as const

type EnrolStepProps = {
  readonly who: Who
  readonly onDone: (answer: Enrolled) => void
  readonly onOver: (note: string | null) => void
}

/** A second factor that the role asks for, before anything else may be done. The password was typed a moment ago. */
export const EnrolStep = ({ who, onDone, onOver }: EnrolStepProps) => {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    call(secondFactorCalls.begin, { pwd: who.password }, { purpose: 'silent' }).then(setEnrolment, (failure: unknown) =>
      onOver(failure instanceof CallError ? failure.message : String(failure)),
    )
  })
  useEffect(() => begin(), [])
  if (enrolled)
    return (
      <div className="two-step-form">
        <h1>{text(WORDS.title)}</h1>
        <RecoveryCodes codes={enrolled.recoveryCodes} onNoted={() => onDone(enrolled)} />
      </div>
    )
  return (
    <div className="two-step-form">
      <h1>{text(WORDS.title)}</h1>
      <p>{text(WORDS.why)}</p>
      {enrolment ? <ConfirmDevice enrolment={enrolment} onConfirmed={setEnrolled} onOver={onOver} /> : <p>{text(WORDS.loading)}</p>}
      <button type="button" className="login-back" onClick={() => onOver(null)}>
        {text(WORDS.back)}
      </button>
    </div>
  )
}
