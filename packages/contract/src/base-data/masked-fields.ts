import { type About, atMost, field, type Field, type FieldValue, WrongValue } from './fields.ts'

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const

/** A Chinese ID number: 17 digits and the check character of GB 11643. */
const isIdNumber = (text: string): boolean => {
  if (!/^\d{17}[\dX]$/.test(text)) return false
  const sum = idWeights.reduce<number>((total, weight, index) => total + weight * Number(text[index]), 0)
  return '10X98765432'[sum % 11] === text[17]
}

// spec 8.3: ID number incorrect
const WRONG_ID = new WrongValue({ zh: '不正确', en: 'is incorrect' })

const NUMBER_SHAPE = /^\d{17}[\dX]$/i
const MASKED_SHAPE = /^\d{3}\*{11}[\dX]{4}$/i

/** An ID number as all readers see it: 320***********1234. Another text stays as it is. */
export const maskedIdNumber = (text: string): string =>
  NUMBER_SHAPE.test(text) ? `${text.slice(0, 3)}${'*'.repeat(11)}${text.slice(-4)}` : text

const STILL_MASKED = new WrongValue({ zh: '含有星号，请输入完整号码', en: 'contains asterisks: enter the full number' })

/** An ID number. Readers see it masked; a form that sends the masked number back leaves it as it is. */
export const idNumberField = (about: About): Field<string> =>
  field<string>(
    'text',
    about,
    '',
    (text) => (isIdNumber(text.toUpperCase()) ? text.toUpperCase() : MASKED_SHAPE.test(text) ? STILL_MASKED : WRONG_ID),
    {
      maxLength: 18,
      pattern: /^(\d{17}[\dXx]|\d{3}\*{11}[\dXx]{4})$/,
      mask: maskedIdNumber,
    },
  )

/** A text that may be an ID number, as the number of a certificate is: then readers see it masked. */
export const maskedTextField = (about: About & { readonly max: number }): Field<string> =>
  field<string>(
    'text',
    about,
    '',
    (text) => (MASKED_SHAPE.test(text) ? STILL_MASKED : [...text].length > about.max ? atMost(about.max) : text),
    { maxLength: about.max, mask: maskedIdNumber },
  )

/** The values of a row as readers see them. */
export function maskedValues<V extends Readonly<Record<string, FieldValue>>>(fields: Readonly<Record<string, Field>>, values: V): V {
  const masked = Object.entries(values).map(([name, value]) => {
    const mask = fields[name]?.mask
    return [name, mask && typeof value === 'string' ? mask(value) : value]
  })
  return Object.fromEntries(masked) as V
}

/** What a form gave, with the stored value wherever it gave that one's mask. */
export const unmaskedValues = (
  fields: Readonly<Record<string, Field>>,
  given: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, FieldValue>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const [mask, before] = [fields[name]?.mask, stored[name]]
      const isUnchanged = mask && typeof before === 'string' && typeof value === 'string' && value.trim() === mask(before)
      return [name, isUnchanged ? before : value]
    }),
  )
