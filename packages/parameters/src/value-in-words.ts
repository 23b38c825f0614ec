import type { Text } from '@tanker/domain/texts/text'
import type { DeviceField } from './define-device-file.ts'
import type { Named, ParameterValue } from './define-parameter.ts'

/** A value as a person reads it: the name of a choice, the names of bits, a number with its unit. Null: empty. */
export function valueInWords({ content, unit }: Pick<DeviceField, 'content' | 'unit'>, value: ParameterValue | undefined): Text | null {
  if (value === undefined || value === '') return null
  const plain = { zh: String(value), en: String(value) }
  switch (content.type) {
    case 'choice':
      return content.choices.find((one) => one.value === value)?.text ?? plain
    case 'bits':
      return value === 0 ? NONE : joined(content.bits.filter((bit) => ((Number(value) >>> bit.value) & 1) === 1))
    case 'number':
      return unit === undefined ? plain : { zh: `${value} ${unit.zh}`, en: `${value} ${unit.en}` }
    case 'text':
    case 'period':
      return plain
  }
}

const NONE: Text = { zh: '无', en: 'None' }
const joined = (bits: readonly Named[]): Text => ({
  zh: bits.map(({ text }) => text.zh).join('、'),
  en: bits.map(({ text }) => text.en).join(', '),
})
