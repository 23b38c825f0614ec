import { rightsCalls } from '@tanker/contract/endpoints/rights'
import { hashPassword } from '@tanker/contract/password'
import { type FormEvent, useId, useState } from 'react'
import { serverFieldErrors } from '../../../base-data/form-values.ts'
import { call, CallError } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { passwordProblem } from '../../../platform/account/password-rules.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { generatedPassword } from '../generated-password.ts'
import { PasswordField } from '../password-field.tsx'
import { ShownOnceDialog } from '../shown-once-dialog.tsx'

const WORDS = {
  title: { zh: '重置密码', en: 'Reset password' },
  password: { zh: '新密码', en: 'New password' },
  ends: {
    zh: '保存后，该用户的所有登录会话立即结束；用户下次登录时须修改此密码。',
    en: 'All sessions of the user end immediately. The user must change this password at the next sign-in.',
  },
  done: { zh: '密码已重置', en: 'The password was reset' },
  failed: { zh: '重置失败：', en: 'Reset failed: ' }, // spec 8.3
  userName: { zh: '用户名', en: 'User name' },
  save: { zh: '保存', en: 'Save' },
  cancel: { zh: '取消', en: 'Cancel' },
} as const

/** Gives a user who has forgotten it a password. */
const ResetPasswordDialog = ({ row, onClose }: ActionProps) => {
  const id = useId()
  const userName = String(row['userName'] ?? '')
  const [password, setPassword] = useState(generatedPassword)
  const [problem, setProblem] = useState<string | undefined>()
  const [saving, setSaving] = useState(false)
  const [isDone, setDone] = useState(false)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = passwordProblem(password)
    if (wrong) return setProblem(text(wrong))
    setSaving(true)
    try {
      await call(rightsCalls.resetPassword, { id: Number(row['id']), pwd: hashPassword(userName, password) }, { purpose: 'silent' })
      setDone(true)
    } catch (failure) {
      setSaving(false)
      if (!(failure instanceof CallError)) throw failure
      const fieldError = serverFieldErrors(failure.data)?.['pwd']
      if (fieldError === undefined) toast('error', text(WORDS.failed) + failure.message)
      else setProblem(fieldError)
    }
  }

  if (isDone)
    return <ShownOnceDialog title={text(WORDS.done)} facts={[[text(WORDS.userName), userName]]} secret={password} onClose={onClose} />
  return (
    <Dialog
      title={`${text(WORDS.title)} · ${userName}`}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button type="submit" form={`${id}-form`} className="button button-primary" disabled={saving}>
            {text(WORDS.save)}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={(event) => void save(event)}>
        <PasswordField
          id={`${id}-password`}
          label={text(WORDS.password)}
          value={password}
          problem={problem}
          isFirst
          onChange={(typed) => {
            setPassword(typed)
            setProblem(undefined)
          }}
        />
        <p>{text(WORDS.ends)}</p>
      </form>
    </Dialog>
  )
}

export default opens(ResetPasswordDialog)
