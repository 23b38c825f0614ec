import { rangeOf } from '@tanker/parameters/check-file-values'
import type { DeviceField } from '@tanker/parameters/define-device-file'
import type { ParameterValue } from '@tanker/parameters/define-parameter'
import type { Text } from '@tanker/domain/texts/text'
import { useId, useState } from 'react'
import { text } from '../../platform/language.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'

const WORDS = {
  kept: { zh: '已设置，不填则不变', en: 'Set; left empty it stays' },
} as const

type ParameterFieldProps = {
  readonly field: DeviceField
  readonly value: ParameterValue | undefined
  readonly isChanged: boolean
  /** What is special about the value that the truck has; '' for nothing. */
  readonly note: string
  readonly problem: Text | null
  /** A secret that the truck has and the form is not given. */
  readonly isKept: boolean
  readonly onChange: (value: ParameterValue | undefined) => void
}

/** One field: its label with the unit, an input of its kind, and below what it takes or what is wrong. */
export const ParameterField = ({ field, value, isChanged, note, problem, isKept, onChange }: ParameterFieldProps) => {
  const id = useId()
  const { label, unit, hint, content } = field
  const said = problem ?? hint ?? (content.type === 'number' && field.settable ? rangeOf(field) : null)
  return (
    <div className="parameter-field" data-changed={isChanged}>
      <label htmlFor={id}>
        {text(label)}
        {unit && <span className="dialog-count">{` ${text(unit)}`}</span>}
      </label>
      <ValueInput id={id} field={field} value={value} isKept={isKept} isWrong={problem !== null} onChange={onChange} />
      <p id={`${id}-said`} className={problem ? 'parameter-problem' : 'parameter-hint'}>
        {[note, said && text(said)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

type ValueInputProps = Pick<ParameterFieldProps, 'field' | 'value' | 'isKept' | 'onChange'> & {
  readonly id: string
  readonly isWrong: boolean
}

const ValueInput = ({ id, field, value, isKept, isWrong, onChange }: ValueInputProps) => {
  const { content, label } = field
  // What is typed stands until it is a number: "-" and "1." are on the way to one.
  const [typed, setTyped] = useState<string | null>(null)
  const disabled = !field.settable
  if (content.type === 'choice' || content.type === 'bits') {
    const isMany = content.type === 'bits'
    const named = isMany ? content.bits : content.choices
    const chosen =
      typeof value !== 'number' ? [] : isMany ? named.filter((one) => ((value >>> one.value) & 1) === 1).map((one) => one.value) : [value]
    return (
      <ChoiceField
        id={id}
        label={text(label)}
        choices={named.map((one) => ({ value: one.value, label: text(one.text) }))}
        value={chosen}
        multiple={isMany}
        clearable={isMany || field.optional === true}
        disabled={disabled}
        invalid={isWrong}
        describedBy={`${id}-said`}
        onChange={(now) => onChange(isMany ? now.reduce((mask, place) => mask | (1 << place), 0) : now[0])}
      />
    )
  }
  const isNumber = content.type === 'number'
  const isSecret = content.type === 'text' && content.secret === true
  return (
    <input
      id={id}
      className="field"
      type={isSecret ? 'password' : 'text'}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      disabled={disabled}
      aria-invalid={isWrong}
      aria-describedby={`${id}-said`}
      placeholder={isKept ? text(WORDS.kept) : ''}
      value={typed ?? (value === undefined ? '' : String(value))}
      onChange={({ target }) => {
        setTyped(target.value)
        const trimmed = target.value.trim()
        const number = Number(trimmed)
        onChange(trimmed === '' ? undefined : isNumber && Number.isFinite(number) ? number : trimmed)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
