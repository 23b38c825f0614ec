import type { FieldValue } from '@tanker/contract/base-data/fields'
import type { InputHTMLAttributes } from 'react'
import { localOf, momentOf } from './moment-text.ts'

type MomentInputProps = {
  readonly shared: InputHTMLAttributes<HTMLInputElement>
  readonly value: FieldValue
  readonly onChange: (value: FieldValue) => void
}

/** Day and time in the user's zone, to the second; kept in UTC. */
export const MomentInput = ({ shared, value, onChange }: MomentInputProps) => (
  <input
    {...shared}
    type="datetime-local"
    step={1}
    value={localOf(String(value ?? ''))}
    onChange={({ target }) => onChange(momentOf(target.value))}
  />
)
