import { accessCalls } from '@tanker/contract/endpoints/access'
import { hashPassword } from '@tanker/contract/password'
import { type FormEvent, useId, useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { signOut } from '../platform/calls/ended-session.ts'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { toast } from '../platform/ui/toast.ts'
import { passwordProblems, type PasswordForm } from '../platform/account/password-rules.ts'
import './password-dialog.css'

const WORDS = {
  title: { zh: '修改密码', en: 'Change password' },
  userName: { zh: '用户名', en: 'User name' },
  old: { zh: '旧密码', en: 'Old password' },
  fresh: { zh: '新密码', en: 'New password' },
  again: { zh: '确认密码', en: 'Repeat new password' },
  save: { zh: '确定', en: 'Save' },
  cancel: { zh: '取消', en: 'Cancel' },
  done: { zh: '密码修改成功，请重新登录', en: 'The password was changed. Please sign in again' },
  failed: { zh: '密码修改失败', en: 'Password change failed' },
} as const

/** Spec 9: time to read the message before signing in again. */
const logoutAfterMs = 800

const FIELDS = [
  { name: 'old', label: WORDS.old, autoComplete: 'current-password' },
  { name: 'fresh', label: WORDS.fresh, autoComplete: 'new-password' },
  { name: 'again', label: WORDS.again, autoComplete: 'new-password' },
] as const satisfies readonly { name: keyof PasswordForm; label: object; autoComplete: string }[]

/** Spec 5.1: old, new and repeated password; afterwards all sessions of the user end. */
export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const { userInfo } = readSession()
  const [form, setForm] = useState<PasswordForm>({ old: '', fresh: '', again: '' })
  const [fieldErrors, setFieldErrors] = useState<Partial<Record<keyof PasswordForm, string>>>({})
  const [saving, setSaving] = useState(false)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const problems = passwordProblems(form)
    setFieldErrors(Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, text(problem)])))
    const first = FIELDS.find(({ name }) => problems[name])
    if (first) {
      document.getElementById(`${id}${first.name}`)?.focus()
      return
    }
    setSaving(true)
    try {
      const [oldPwd, pwd] = [form.old, form.fresh].map((password) => hashPassword(userInfo.userName, password))
      await call(
        accessCalls.changePassword,
        { id: String(userInfo.id), oldPwd: oldPwd ?? '', pwd: pwd ?? '' },
        { purpose: 'silent', renews: true },
      )
      toast('success', text(WORDS.done))
      setTimeout(() => void signOut(() => call(accessCalls.signOut, null, { purpose: 'silent' })), logoutAfterMs)
    } catch (failure) {
      setSaving(false)
      const refused = failure instanceof CallError && failure.outcome === 'refused'
      const aboutNew = refused && (failure.data as { field?: string } | null)?.field === 'pwd'
      if (refused) setFieldErrors(aboutNew ? { fresh: failure.message } : { old: failure.message })
      else toast('error', text(WORDS.failed)) // spec 8.3
    }
  }

  return (
    <Dialog
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <>
          <button className="button" type="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button className="button button-primary" type="submit" form={`${id}form`} disabled={saving}>
            {text(WORDS.save)}
          </button>
        </>
      }
    >
      <form id={`${id}form`} className="password-form" noValidate onSubmit={(event) => void save(event)}>
        <label htmlFor={`${id}user`}>{text(WORDS.userName)}</label>
        <input id={`${id}user`} className="field" value={userInfo.userName} readOnly autoComplete="username" />
        {FIELDS.map(({ name, label, autoComplete }) => (
          <div key={name} className="password-row">
            <label htmlFor={`${id}${name}`}>{text(label)}</label>
            <input
              id={`${id}${name}`}
              className="field"
              type="password"
              autoComplete={autoComplete}
              {...(name === 'old' ? { 'data-first': '' } : {})}
              value={form[name]}
              aria-invalid={fieldErrors[name] !== undefined}
              aria-describedby={`${id}${name}-error`}
              onChange={(event) => setForm({ ...form, [name]: event.target.value })}
            />
            <p id={`${id}${name}-error`} className="field-problem" role="alert">
              {fieldErrors[name]}
            </p>
          </div>
        ))}
      </form>
    </Dialog>
  )
}
