import type { Text } from '@tanker/domain/text'

/** What a field holds in a form, in a call and in the history. */
export type FieldValue = string | number | null

/** Why a value cannot be taken: the words that follow the field's label. */
export class WrongValue {
  readonly words: Text
  constructor(words: Text) {
    this.words = words
  }
}

/** How the form draws a field and what a sheet's cell is read as. */
export type FieldKind = 'text' | 'area' | 'number' | 'choice' | 'day' | 'latitude' | 'longitude' | 'company' | 'truck'

export type FieldChoice = { readonly value: string; readonly label: Text }

export type Field<Value extends FieldValue = FieldValue> = {
  readonly kind: FieldKind
  readonly label: Text
  readonly required: boolean
  readonly hint: Text | null
  readonly choices: readonly FieldChoice[]
  /** Most characters; null where the kind has no length. */
  readonly maxLength: number | null
  /** Stands in the example row of the import sheet. */
  readonly example: string
  /** The rule: takes what a form, a call, a sheet or a file gives and answers the value, or what is wrong with it. */
  read(given: unknown): Value | WrongValue
}

type About = { readonly label: Text; readonly required?: boolean; readonly hint?: Text; readonly example?: string }

const EMPTY = new WrongValue({ zh: '不能为空', en: 'must not be empty' })

/** Cells and form fields come as texts, a file's rows as they are; blanks around a text mean nothing. */
const plainText = (given: unknown): string =>
  given === null || given === undefined || typeof given === 'object' ? '' : String(given as string | number | boolean).trim()

/** A field whose value is read from a text that is not empty; an empty one is `unlessGiven`, or wrong where it is required. */
const field = <Value extends FieldValue>(
  kind: FieldKind,
  { label, required = false, hint, example = '' }: About,
  unlessGiven: Value,
  readText: (text: string) => Value | WrongValue,
  more: Partial<Pick<Field, 'choices' | 'maxLength'>> = {},
): Field<Value> => ({
  kind,
  label,
  required,
  hint: hint ?? null,
  choices: [],
  maxLength: null,
  example,
  ...more,
  read(given) {
    const text = plainText(given)
    if (text === '') return required ? EMPTY : unlessGiven
    return readText(text)
  },
})

const atMost = (max: number) => new WrongValue({ zh: `最多 ${max} 个字`, en: `must have at most ${max} characters` })

export const textField = (about: About & { readonly max: number; readonly long?: boolean }): Field<string> =>
  field<string>(about.long ? 'area' : 'text', about, '', (text) => ([...text].length > about.max ? atMost(about.max) : text), {
    maxLength: about.max,
  })

/** A text of a form; `wrong` follows the label. */
const patternField = (about: About, max: number, pattern: RegExp, wrong: Text): Field<string> =>
  field<string>('text', about, '', (text) => (pattern.test(text) ? text : new WrongValue(wrong)), { maxLength: max })

/** Exactly so many digits. */
export const digitsField = (about: About & { readonly count: number }): Field<string> =>
  patternField(about, about.count, new RegExp(`^\\d{${about.count}}$`), {
    zh: `应为 ${about.count} 位数字`,
    en: `must be exactly ${about.count} digits`,
  })

/** At most so many digits. */
export const numberCodeField = (about: About & { readonly max: number }): Field<string> =>
  patternField(about, about.max, new RegExp(`^\\d{1,${about.max}}$`), {
    zh: `应为最多 ${about.max} 位数字`,
    en: `must be at most ${about.max} digits`,
  })

/** Digits and letters, at most so many. */
export const codeField = (about: About & { readonly max: number }): Field<string> =>
  patternField(about, about.max, new RegExp(`^[0-9A-Za-z]{1,${about.max}}$`), {
    zh: `应为最多 ${about.max} 位数字或字母`,
    en: `must be at most ${about.max} digits or letters`,
  })

/** A fixed or mobile number, with its country or an extension. */
export const phoneField = (about: Partial<About> = {}): Field<string> =>
  patternField({ label: { zh: '电话', en: 'Phone' }, example: '0512-65001001', ...about }, 30, /^[+(]?\d[\d ()/,;#*-]{2,28}$/, {
    zh: '应为电话号码，如 0512-65001001',
    en: 'must be a phone number such as 0512-65001001',
  })

export const emailField = (about: Partial<About> = {}): Field<string> =>
  patternField({ label: { zh: '邮箱', en: 'E-mail' }, ...about }, 120, /^(?=.{3,120}$)[^\s@]+@[^\s@]+\.[^\s@]+$/, {
    zh: '应为邮箱地址，如 wang@example.com',
    en: 'must be an e-mail address such as wang@example.com',
  })

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const

/** A Chinese ID number: 17 digits and the check character of GB 11643. */
const isIdNumber = (text: string): boolean => {
  if (!/^\d{17}[\dX]$/.test(text)) return false
  const sum = idWeights.reduce<number>((total, weight, index) => total + weight * Number(text[index]), 0)
  return '10X98765432'[sum % 11] === text[17]
}

// spec 8.3: ID number incorrect
const WRONG_ID = new WrongValue({ zh: '不正确', en: 'is incorrect' })

export const idNumberField = (about: About): Field<string> =>
  field<string>('text', about, '', (text) => (isIdNumber(text.toUpperCase()) ? text.toUpperCase() : WRONG_ID), { maxLength: 18 })

const NO_CHOICE = (choices: readonly FieldChoice[]) =>
  new WrongValue({
    zh: `只能是${choices.map(({ label }) => label.zh).join('、')}`,
    en: `must be one of ${choices.map(({ label }) => label.en).join(', ')}`,
  })

/** One of a list; a sheet may name it by its word in either language. Without one it is `unlessGiven`. */
export const choiceField = <Value extends string>(
  about: About & { readonly choices: Readonly<Record<Value, Text>>; readonly unlessGiven: NoInfer<Value> },
): Field<Value> => {
  const choices = (Object.entries(about.choices) as [Value, Text][]).map(([value, label]) => ({ value, label }))
  const named = (text: string) =>
    choices.find(({ value, label }) => value === text || label.zh === text || label.en.toLowerCase() === text.toLowerCase())
  return field<Value>(
    'choice',
    { example: about.choices[about.unlessGiven].zh, ...about },
    about.unlessGiven,
    (text) => named(text)?.value ?? NO_CHOICE(choices),
    { choices },
  )
}

const WRONG_DAY = new WrongValue({ zh: '应为日期，如 1990-01-31', en: 'must be a date such as 1990-01-31' })

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(at) && new Date(at).toISOString().slice(0, 10) === text
}

/** A day, YYYY-MM-DD. */
export const dayField = (about: About): Field<string | null> =>
  field<string | null>('day', about, null, (text) => {
    const day = text.replaceAll(/[/.]/g, '-').replace(/^(\d{4})-(\d{1,2})-(\d{1,2})$/, (_, year: string, month: string, date: string) => {
      return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    })
    return isDay(day) ? day : WRONG_DAY
  })

/** A whole number within its bounds; `unlessGiven` where nothing is given. */
export const wholeField = (about: About & { readonly min: number; readonly max: number; readonly unlessGiven: number }): Field<number> =>
  field<number>('number', about, about.unlessGiven, (text) => {
    const number = Number(text)
    return Number.isInteger(number) && number >= about.min && number <= about.max
      ? number
      : new WrongValue({ zh: `应为 ${about.min} 到 ${about.max} 的整数`, en: `must be a whole number from ${about.min} to ${about.max}` })
  })

/** Degrees, WGS-84, kept to a tenth of a metre. */
const degreesField = (kind: 'latitude' | 'longitude', label: Text, most: number, example: string): Field<number> => {
  const wrong = new WrongValue({ zh: `应为 -${most} 到 ${most} 的数字`, en: `must be a number from -${most} to ${most}` })
  // Required, so the value for an empty field is never used.
  return field<number>(kind, { label, required: true, example }, 0, (text) => {
    const degrees = Number(text)
    return Number.isFinite(degrees) && Math.abs(degrees) <= most ? Math.round(degrees * 1e6) / 1e6 : wrong
  })
}

/** Where it lies: the form draws both on one map. */
export const positionFields = () => ({
  lng: degreesField('longitude', { zh: '经度', en: 'Longitude' }, 180, '120.621034'),
  lat: degreesField('latitude', { zh: '纬度', en: 'Latitude' }, 90, '31.318772'),
})

const idOf = (text: string): number | WrongValue => {
  const id = Number(text)
  return /^\d{1,10}$/.test(text) && id > 0 && id <= 2_147_483_647 ? id : new WrongValue({ zh: '不存在', en: 'does not exist' })
}

/** The organisation that owns the row: one of the user's own. */
export const companyField = (label: Text = { zh: '所属组织', en: 'Organisation' }): Field<number> =>
  field<number>('company', { label, required: true }, 0, idOf)

/** A truck of the user's organisations, by its id. */
export const truckField = (about: About): Field<number | null> => field<number | null>('truck', about, null, idOf)

const ENABLED = { enabled: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } } as const

export const statusField = () => choiceField({ label: { zh: '状态', en: 'Status' }, choices: ENABLED, unlessGiven: 'enabled' })
