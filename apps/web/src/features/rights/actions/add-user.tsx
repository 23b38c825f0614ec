import { user } from '@tanker/contract/base-data/user'
import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import { hashPassword } from '@tanker/contract/password'
import { useState } from 'react'
import { EntityForm } from '../../../base-data/entity-form.tsx'
import { firstValues } from '../../../base-data/form-values.ts'
import { ShownOnceDialog } from '../../../platform/account/shown-once-dialog.tsx'
import { readSession } from '../../../platform/calls/session.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { passwordProblem } from '../../../platform/account/password-rules.ts'
import { generatedPassword } from '../generated-password.ts'
import { PasswordField } from '../password-field.tsx'
import '../rights.css'

const WORDS = {
  password: { zh: '初始密码', en: 'Initial password' },
  done: { zh: '用户已添加', en: 'The user was added' },
  userName: { zh: '用户名', en: 'User name' },
} as const

/** A new user with its first password, which is shown once more when all is saved. */
const NewUserForm = ({ onClose, onDone }: ActionProps) => {
  const [password, setPassword] = useState(generatedPassword)
  const [saved, setSaved] = useState<PlainValues | null>(null)
  if (saved) {
    const facts = [[text(WORDS.userName), String(saved['userName'])]] as const
    return <ShownOnceDialog title={text(WORDS.done)} facts={facts} secret={password} onClose={onDone} />
  }
  return (
    <EntityForm
      entity={user}
      row={null}
      first={firstValues(user, readSession().userInfo.organisationId)}
      onSaved={setSaved}
      onCancel={onClose}
      more={{
        problems: () => {
          const problem = passwordProblem(password)
          return problem ? { pwd: text(problem) } : {}
        },
        sent: (values) => ({ pwd: hashPassword(String(values['userName']), password) }),
        draw: (id, fieldErrors, clear) => (
          <PasswordField
            id={id}
            label={text(WORDS.password)}
            value={password}
            problem={fieldErrors['pwd']}
            onChange={(typed) => {
              setPassword(typed)
              clear()
            }}
          />
        ),
      }}
    />
  )
}

export default opens(NewUserForm)
