import { accessCalls } from '@tanker/contract/endpoints/access'
import { hashPassword } from '@tanker/contract/password'
import type { RenewedSession } from '@tanker/contract/session'
import { type SubmitEvent, useId, useState } from 'react'
import { call, CallError } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { type PasswordForm, passwordProblems } from '../../platform/account/password-rules.ts'
import type { Who } from './credentials-step.tsx'

const WORDS = {
  title: { zh: '设置新密码', en: 'Choose a new password' },
  why: {
    zh: '当前密码由管理员设置，请改为只有您自己知道的密码。至少 6 位，建议 8 位以上。',
    en: 'An administrator set your password. Choose one that only you know: at least 6 characters, 8 or more recommended.',
  },
  fresh: { zh: '新密码', en: 'New password' },
  again: { zh: '确认密码', en: 'Repeat new password' },
  save: { zh: '保存并继续', en: 'Save and continue' },
  saving: { zh: '正在保存…', en: 'Saving…' },
  back: { zh: '返回', en: 'Back' },
} as const

const FIELDS = [
  { name: 'fresh', label: WORDS.fresh },
  { name: 'again', label: WORDS.again },
] as const

type FirstPasswordStepProps = {
  readonly who: Who
  readonly onChanged: (answer: RenewedSession, password: string) => void
  readonly onBack: () => void
}

/** A password chosen by an administrator must be changed first. */
export const FirstPasswordStep = ({ who, onChanged, onBack }: FirstPasswordStepProps) => {
  const id = useId()
  const [form, setForm] = useState({ fresh: '', again: '' })
  const [fieldErrors, setFieldErrors] = useState<Partial<Record<keyof PasswordForm, string>>>({})
  const [saving, setSaving] = useState(false)

  const complain = (problems: Partial<Record<keyof PasswordForm, string>>): void => {
    setFieldErrors(problems)
    const first = FIELDS.find(({ name }) => problems[name] !== undefined)
    if (first) document.getElementById(`${id}${first.name}`)?.focus()
  }

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const problems = passwordProblems({ old: who.password, ...form })
    if (Object.keys(problems).length > 0)
      return complain(Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, text(problem)])))
    setSaving(true)
    setFieldErrors({})
    const pwd = hashPassword(who.userName, form.fresh)
    try {
      onChanged(await call(accessCalls.changePassword, { oldPwd: who.password, pwd }, { purpose: 'silent', renews: true }), pwd)
    } catch (failure) {
      setSaving(false)
      if (!(failure instanceof CallError)) throw failure
      complain({ fresh: failure.message })
    }
  }

  return (
    <form className="two-step-form" noValidate onSubmit={(event: SubmitEvent) => void save(event)}>
      <h1>{text(WORDS.title)}</h1>
      <p>{text(WORDS.why)}</p>
      <input className="visually-hidden" tabIndex={-1} aria-hidden="true" readOnly autoComplete="username" value={who.userName} />
      {FIELDS.map(({ name, label }) => (
        <div key={name} className="two-step-field">
          <label htmlFor={`${id}${name}`}>{text(label)}</label>
          <input
            id={`${id}${name}`}
            className="field"
            type="password"
            autoComplete="new-password"
            {...(name === 'fresh' ? { autoFocus: true } : {})}
            value={form[name]}
            aria-required
            aria-invalid={fieldErrors[name] !== undefined}
            aria-describedby={`${id}${name}-error`}
            onChange={({ target }) => setForm({ ...form, [name]: target.value })}
          />
          <p id={`${id}${name}-error`} className="field-problem" role="alert">
            {fieldErrors[name]}
          </p>
        </div>
      ))}
      <button type="submit" className="button button-primary login-submit" disabled={saving}>
        {text(saving ? WORDS.saving : WORDS.save)}
      </button>
      <button type="button" className="login-back" onClick={onBack}>
        {text(WORDS.back)}
      </button>
    </form>
  )
}
