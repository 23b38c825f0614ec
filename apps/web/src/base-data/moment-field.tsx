import type { FieldValue } from '@tanker/contract/base-data/fields'
import type { InputHTMLAttributes } from 'react'

/** A moment as the control writes it in the user's zone; '' for none. */
const localOf = (value: string): string => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) return ''
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

type MomentFieldProps = {
  readonly shared: InputHTMLAttributes<HTMLInputElement>
  readonly value: FieldValue
  readonly onChange: (value: FieldValue) => void
}

/** Day and time in the user's zone, to the second; kept in UTC. */
export const MomentField = ({ shared, value, onChange }: MomentFieldProps) => (
  <input
    {...shared}
    type="datetime-local"
    step={1}
    value={localOf(String(value ?? ''))}
    onChange={({ target }) => {
      const at = Date.parse(target.value)
      onChange(Number.isNaN(at) ? '' : `${new Date(at).toISOString().slice(0, 19)}Z`)
    }}
  />
)
