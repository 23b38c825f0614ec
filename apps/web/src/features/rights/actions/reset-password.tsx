import { rightsCalls } from '@tanker/contract/endpoints/rights'
import { hashPassword } from '@tanker/contract/password'
import { useId, useState } from 'react'
import { serverFieldErrors } from '../../../base-data/form-values.ts'
import { ShownOnceDialog } from '../../../platform/account/shown-once-dialog.tsx'
import { call, CallError } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { passwordProblem } from '../../../platform/account/password-rules.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { generatedPassword } from '../generated-password.ts'
import { PasswordField } from '../password-field.tsx'

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
} as const

/** Gives a user who has forgotten it a password. */
const ResetPasswordDialog = ({ row, onClose }: ActionProps) => {
  const id = useId()
  const userName = String(row['userName'] ?? '')
  const [password, setPassword] = useState(generatedPassword)
  const [problem, setProblem] = useState<string | undefined>()
  const [isDone, setDone] = useState(false)

  const save = async (): Promise<void> => {
    const wrong = passwordProblem(password)
    if (wrong) return setProblem(text(wrong))
    try {
      await call(rightsCalls.resetPassword, { id: Number(row['id']), pwd: hashPassword(userName, password) }, { purpose: 'silent' })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      const fieldError = serverFieldErrors(failure.data)?.['pwd']
      if (fieldError === undefined) toast('error', text(WORDS.failed) + failure.message)
      else setProblem(fieldError)
      throw failure
    }
    setDone(true)
  }

  if (isDone)
    return <ShownOnceDialog title={text(WORDS.done)} facts={[[text(WORDS.userName), userName]]} secret={password} onClose={onClose} />
  return (
    <FormDialog title={`${text(WORDS.title)} · ${userName}`} submit={text(WORDS.save)} onSubmit={save} onCancel={onClose} own>
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
    </FormDialog>
  )
}

export default opens(ResetPasswordDialog)
