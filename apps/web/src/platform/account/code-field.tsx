import { CODE_DIGITS } from '@tanker/contract/second-factor'
import { text } from '../language.ts'
import './two-step.css'

const WORDS = {
  code: { zh: '动态码', en: 'Code' },
  codeOrRecovery: { zh: '动态码或恢复码', en: 'Code or recovery code' },
} as const

type CodeFieldProps = {
  readonly id: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (code: string) => void
  /** All digits are there, typed or pasted: nothing is left to press. */
  readonly onFull: (code: string) => void
  /** A recovery code is taken in its place. */
  readonly orRecovery?: boolean
  readonly focused?: boolean
}

/** The six digits of the authenticator app. */
export const CodeField = ({ id, value, problem, onChange, onFull, orRecovery = false, focused = false }: CodeFieldProps) => (
  <div className="two-step-field">
    <label htmlFor={id}>{text(orRecovery ? WORDS.codeOrRecovery : WORDS.code)}</label>
    <input
      id={id}
      className="field two-step-code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      inputMode={orRecovery ? 'text' : 'numeric'}
      spellCheck={false}
      maxLength={40}
      {...(focused ? { autoFocus: true, 'data-first': '' } : {})}
      value={value}
      aria-required
      aria-invalid={problem !== undefined}
      aria-describedby={`${id}-error`}
      onChange={({ target }) => {
        onChange(target.value)
        const digits = target.value.replaceAll(/\s/g, '')
        if (new RegExp(`^\\d{${CODE_DIGITS}}$`).test(digits)) onFull(digits)
      }}
    />
    <p id={`${id}-error`} className="field-problem" role="alert">
      {problem}
    </p>
  </div>
)
