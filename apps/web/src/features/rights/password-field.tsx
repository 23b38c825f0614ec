import '../../base-data/base-data.css'
import './rights.css'
import { text } from '../../platform/language.ts'
import { generatedPassword } from './generated-password.ts'

const WORDS = {
  generate: { zh: '重新生成', en: 'Generate' },
  // spec 5.1
  hint: {
    zh: '至少 6 位，建议 8 位以上；保存后显示一次，用户首次登录时须修改',
    en: 'At least 6 characters, 8 or more recommended; shown once after saving, must be changed at the first sign-in',
  },
} as const

type PasswordFieldProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly isFirst?: boolean
  readonly onChange: (password: string) => void
}

/** A password for another user: readable, because it must be handed over. */
export const PasswordField = ({ id, label, value, problem, isFirst = false, onChange }: PasswordFieldProps) => (
  <div className="entity-field">
    <label htmlFor={id}>
      {label}
      <span className="entity-required" aria-hidden="true">
        *
      </span>
    </label>
    <div className="rights-password">
      <input
        id={id}
        className="field"
        autoComplete="off"
        spellCheck={false}
        value={value}
        aria-required="true"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-error`}
        {...(isFirst ? { 'data-first': '' } : {})}
        onChange={({ target }) => onChange(target.value)}
      />
      <button type="button" className="button" onClick={() => onChange(generatedPassword())}>
        {text(WORDS.generate)}
      </button>
    </div>
    <p id={`${id}-error`} className="field-problem" {...(problem === undefined ? {} : { role: 'alert' })}>
      {problem ?? <span className="entity-advice">{text(WORDS.hint)}</span>}
    </p>
  </div>
)
