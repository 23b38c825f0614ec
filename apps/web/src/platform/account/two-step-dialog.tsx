import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import { hashPassword } from '@tanker/contract/password'
import type { Enrolment } from '@tanker/contract/second-factor'
import { type FormEvent, useId, useState } from 'react'
import { call, CallError } from '../calls/call.ts'
import { readSession } from '../calls/session.ts'
import { text } from '../language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import { CodeField } from './code-field.tsx'
import { ConfirmDevice } from './confirm-device.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What the user wants to do with the own second factor. */
export type TwoStepWish = 'set-up' | 'device' | 'codes' | 'off'

const WORDS = {
  'set-up': { zh: '开启两步验证', en: 'Set up two-step verification' },
  device: { zh: '更换设备', en: 'Change device' },
  codes: { zh: '重新生成恢复码', en: 'New recovery codes' },
  off: { zh: '关闭两步验证', en: 'Turn off two-step verification' },
  password: { zh: '密码', en: 'Password' },
  needPassword: { zh: '请输入密码', en: 'Please enter the password' },
  needCode: { zh: '请输入动态码', en: 'Please enter the code' },
  oldStops: {
    zh: '完成后，旧设备与旧恢复码失效，其他登录会话结束。',
    en: 'The old device and the old recovery codes will stop working, and your other sessions end.',
  },
  oldCodesStop: { zh: '旧恢复码随即失效。', en: 'The old recovery codes will stop working.' },
  endsOthers: { zh: '完成后，其他登录会话结束。', en: 'Your other sessions end when this is done.' },
  next: { zh: '继续', en: 'Continue' },
  cancel: { zh: '取消', en: 'Cancel' },
  doneOff: { zh: '两步验证已关闭', en: 'Two-step verification is off' },
} as const

const NOTE = { 'set-up': WORDS.endsOthers, device: WORDS.oldStops, codes: WORDS.oldCodesStop, off: WORDS.endsOthers } as const

type Problems = { readonly pwd?: string; readonly code?: string }

/** Asks for the password, and for a code where there is a device, before anything changes. */
export const TwoStepDialog = ({ wish, onClose }: { readonly wish: TwoStepWish; readonly onClose: () => void }) => {
  const id = useId()
  const { userInfo } = readSession()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [fieldErrors, setFieldErrors] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const asksCode = wish !== 'set-up'

  const act = async (values: { readonly pwd: string; readonly code: string }): Promise<void> => {
    if (wish === 'off') {
      await call(secondFactorCalls.end, values, { purpose: 'silent', renews: true })
      toast('success', text(WORDS.doneOff))
      onClose()
    } else if (wish === 'codes') setCodes((await call(secondFactorCalls.makeCodes, values, { purpose: 'silent' })).recoveryCodes)
    else setEnrolment(await call(secondFactorCalls.begin, asksCode ? values : { pwd: values.pwd }, { purpose: 'silent' }))
  }

  const prove = async (typed: string): Promise<void> => {
    if (busy) return
    const problems: Problems = {
      ...(password === '' ? { pwd: text(WORDS.needPassword) } : {}),
      ...(asksCode && typed === '' ? { code: text(WORDS.needCode) } : {}),
    }
    setFieldErrors(problems)
    const first = problems.pwd !== undefined ? 'pwd' : problems.code !== undefined ? 'code' : null
    if (first !== null) return document.getElementById(`${id}${first}`)?.focus()
    setBusy(true)
    try {
      await act({ pwd: hashPassword(userInfo.userName, password), code: typed })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      const field = (failure.data as { field?: string } | null)?.field === 'code' ? 'code' : 'pwd'
      setFieldErrors({ [field]: failure.message })
      if (field === 'code') setCode('')
      document.getElementById(`${id}${field}`)?.focus()
    } finally {
      setBusy(false)
    }
  }

  const proof = (
    <form
      id={`${id}form`}
      className="two-step-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void prove(code)
      }}
    >
      <input className="visually-hidden" tabIndex={-1} aria-hidden="true" readOnly autoComplete="username" value={userInfo.userName} />
      <div className="two-step-field">
        <label htmlFor={`${id}pwd`}>{text(WORDS.password)}</label>
        <input
          id={`${id}pwd`}
          className="field"
          type="password"
          autoComplete="current-password"
          data-first
          value={password}
          aria-required
          aria-invalid={fieldErrors.pwd !== undefined}
          aria-describedby={`${id}pwd-error`}
          onChange={({ target }) => setPassword(target.value)}
        />
        <p id={`${id}pwd-error`} className="field-problem" role="alert">
          {fieldErrors.pwd}
        </p>
      </div>
      {asksCode && (
        <CodeField
          id={`${id}code`}
          orRecovery
          value={code}
          problem={fieldErrors.code}
          onChange={setCode}
          onFull={(typed) => password !== '' && void prove(typed)}
        />
      )}
      <p>{text(NOTE[wish])}</p>
    </form>
  )

  const cancel = (
    <button type="button" className="button" onClick={onClose}>
      {text(WORDS.cancel)}
    </button>
  )
  return (
    <Dialog
      title={text(WORDS[wish])}
      // What is shown once must not be closed by a slip of the finger.
      onEscape={codes === null ? onClose : null}
      actions={
        codes !== null ? null : enrolment !== null ? (
          cancel
        ) : (
          <>
            {cancel}
            <button type="submit" form={`${id}form`} className="button button-primary" disabled={busy}>
              {text(WORDS.next)}
            </button>
          </>
        )
      }
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onNoted={onClose} />
      ) : enrolment !== null ? (
        <ConfirmDevice
          enrolment={enrolment}
          onConfirmed={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onOver={(message) => {
            toast('error', message)
            onClose()
          }}
        />
      ) : (
        proof
      )}
    </Dialog>
  )
}
