import type { Text } from '@tanker/domain/texts/text'
import { characterProblem, plainNumber } from '../input-bounds.ts'

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
export type FieldKind =
  | 'text'
  | 'area'
  | 'number'
  | 'choice'
  | 'choices'
  | 'day'
  | 'latitude'
  | 'longitude'
  | 'organisation'
  | 'truck'
  | 'role'
  | 'place'
  | 'shape'
  | 'compartments'
  | 'levels'
  | 'moment'

type Bounds = { readonly min: number; readonly max: number; readonly whole?: true }

export type FieldChoice = { readonly value: string; readonly label: Text }

export type Field<Value extends FieldValue = FieldValue> = {
  readonly kind: FieldKind
  readonly label: Text
  readonly required: boolean
  readonly hint: Text | null
  readonly choices: readonly FieldChoice[]
  /** Most characters; null where the kind has no length. */
  readonly maxLength: number | null
  /** The form of a text; null where it has none. */
  readonly pattern: RegExp | null
  /** The bounds of a number; null where the kind is none. */
  readonly range: Bounds | null
  /** Stands in the example row of the import sheet. */
  readonly example: string
  /** What a form of a new row begins with where the field must be given; '' for nothing. */
  readonly first: string
  /** What a person reads of a value that is written for the machine; null where the value is its own text. */
  readonly words: ((value: string) => Text) | null
  /** Of a place: the field of the form that says of which kind; null: a station. */
  readonly kindField: string | null
  /** How a value is shown to all readers; null where it is shown as it is. The whole value is read by a call of its own. */
  readonly mask: ((value: string) => string) | null
  /** The rule: takes what a form, a call, a sheet or a file gives and answers the value, or what is wrong with it. */
  read(given: unknown): Value | WrongValue
}

export type About = {
  readonly label: Text
  readonly required?: boolean
  readonly hint?: Text
  readonly example?: string
  readonly first?: string
}

const EMPTY = new WrongValue({ zh: '不能为空', en: 'must not be empty' })

/** Cells and form fields come as texts, a file's rows as they are; blanks around a text mean nothing. */
const plainText = (given: unknown): string =>
  given === null || given === undefined || typeof given === 'object' ? '' : String(given as string | number | boolean).trim()

/** Kinds whose text may have several lines. */
const HAS_LINES: ReadonlySet<FieldKind> = new Set(['area', 'shape', 'compartments', 'levels'])

/** A field whose value is read from a text that is not empty; an empty one is `unlessGiven`, or wrong where it is required. */
export const field = <Value extends FieldValue>(
  kind: FieldKind,
  { label, required = false, hint, example = '', first = '' }: About,
  unlessGiven: Value,
  readText: (text: string) => Value | WrongValue,
  more: Partial<Pick<Field, 'choices' | 'maxLength' | 'pattern' | 'range' | 'words' | 'mask'>> = {},
): Field<Value> => ({
  kind,
  label,
  required,
  hint: hint ?? null,
  choices: [],
  maxLength: null,
  pattern: null,
  range: null,
  example,
  words: null,
  first,
  kindField: null,
  mask: null,
  ...more,
  read(given) {
    const text = plainText(given)
    if (text === '') return required ? EMPTY : unlessGiven
    const problem = characterProblem(text, !HAS_LINES.has(kind))
    return problem ? new WrongValue(problem) : readText(text)
  },
})

/** Wrong: the text is too long. */
export const atMost = (max: number) => new WrongValue({ zh: `最多 ${max} 个字`, en: `must have at most ${max} characters` })

export const textField = (about: About & { readonly max: number; readonly long?: boolean }): Field<string> =>
  field<string>(about.long ? 'area' : 'text', about, '', (text) => ([...text].length > about.max ? atMost(about.max) : text), {
    maxLength: about.max,
  })

/** A text of a form; `wrong` follows the label. */
const patternField = (about: About, max: number, pattern: RegExp, wrong: Text): Field<string> =>
  field<string>('text', about, '', (text) => (pattern.test(text) ? text : new WrongValue(wrong)), { maxLength: max, pattern })

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
    { example: about.choices[about.unlessGiven].zh, first: about.unlessGiven, ...about },
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

const WRONG_MOMENT = new WrongValue({ zh: '应为时间，如 2026-06-01 12:00', en: 'must be a time such as 2026-06-01 12:00' })

/** A moment, to the second, as ISO 8601 in UTC; '' for none. */
const momentField = (about: About): Field<string> =>
  field<string>(
    'moment',
    about,
    '',
    (text) => {
      const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
      return Number.isNaN(at) ? WRONG_MOMENT : `${new Date(at).toISOString().slice(0, 19)}Z`
    },
    {
      words: (value) => {
        const shown = `${value.slice(0, 10)} ${value.slice(11, 19)} UTC`
        return { zh: shown, en: shown }
      },
    },
  )

/** From when a row counts. */
export const effectiveField = (): Field<string> =>
  momentField({
    label: { zh: '生效时间', en: 'Effective from' },
    hint: { zh: '留空则保存后立即生效', en: 'Empty: effective when saved' },
  })

const wholeOf =
  ({ min, max }: Bounds) =>
  (text: string): number | WrongValue => {
    const number = plainNumber(text)
    return Number.isInteger(number) && number >= min && number <= max
      ? number
      : new WrongValue({ zh: `应为 ${min} 到 ${max} 的整数`, en: `must be a whole number from ${min} to ${max}` })
  }

/** A whole number within its bounds; `unlessGiven` where nothing is given. */
export const wholeField = (about: About & Bounds & { readonly unlessGiven: number }): Field<number> =>
  field<number>('number', about, about.unlessGiven, wholeOf(about), { range: { min: about.min, max: about.max, whole: true } })

/** The same, where nothing may stand. */
export const wholeOrNoneField = (about: About & Bounds): Field<number | null> =>
  field<number | null>('number', about, null, wholeOf(about), { range: { min: about.min, max: about.max, whole: true } })

/** Litres to a tenth, within the bounds. */
export const litresField = (about: About & Bounds): Field<number> =>
  // Required, so the value for an empty field is never used.
  field<number>(
    'number',
    { ...about, required: true },
    0,
    (text) => {
      const litres = plainNumber(text)
      return Number.isFinite(litres) && litres >= about.min && litres <= about.max
        ? Math.round(litres * 10) / 10
        : new WrongValue({ zh: `应为 ${about.min} 到 ${about.max} 的数字`, en: `must be a number from ${about.min} to ${about.max}` })
    },
    { range: { min: about.min, max: about.max } },
  )

/** Degrees, WGS-84, kept to a tenth of a metre. */
const degreesField = (kind: 'latitude' | 'longitude', label: Text, most: number, example: string): Field<number> => {
  const wrong = new WrongValue({ zh: `应为 -${most} 到 ${most} 的数字`, en: `must be a number from -${most} to ${most}` })
  // Required, so the value for an empty field is never used.
  return field<number>(
    kind,
    { label, required: true, example },
    0,
    (text) => {
      const degrees = plainNumber(text)
      return Number.isFinite(degrees) && Math.abs(degrees) <= most ? Math.round(degrees * 1e6) / 1e6 : wrong
    },
    { range: { min: -most, max: most } },
  )
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
export const organisationField = (label: Text = { zh: '所属组织', en: 'Organisation' }): Field<number> =>
  field<number>('organisation', { label, required: true }, 0, idOf)

/** The organisation above the row, which is one itself; none for the topmost of those that the user sees. */
export const parentField = (): Field<number | null> =>
  field<number | null>('organisation', { label: { zh: '上级组织', en: 'Parent organisation' } }, null, idOf)

/** A place of the user's organisations, by its id; in a sheet by its name. It is of the kind that stands in `kindField`. */
export const placeField = (about: About & { readonly kindField: string }): Field<number | null> => ({
  ...field<number | null>('place', about, null, idOf),
  kindField: about.kindField,
})

/** A station of the user's organisations, by its id. */
export const stationField = (about: About): Field<number | null> => field<number | null>('place', about, null, idOf)

/** A truck of the user's organisations, by its id. */
export const truckField = (about: About): Field<number | null> => field<number | null>('truck', about, null, idOf)

const ENABLED = { enabled: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } } as const

export const statusField = () => choiceField({ label: { zh: '状态', en: 'Status' }, choices: ENABLED, unlessGiven: 'enabled' })

const YES_NO = { yes: { zh: '是', en: 'Yes' }, no: { zh: '否', en: 'No' } } as const

/** Something that is so or not. */
export const yesNoField = (about: About & { readonly unlessGiven: 'yes' | 'no' }) => choiceField({ ...about, choices: YES_NO })

/** What a user may see and do, by the role's id. */
export const roleField = (about: About): Field<number> => field<number>('role', { ...about, required: true }, 0, idOf)

const MOBILE: Text = { zh: '应为手机号，如 13900001001', en: 'must be a mobile number such as 13900001001' }

/** A number that receives text messages: digits, perhaps with a country code. */
export const mobileField = (about: About): Field<string> => patternField(about, 16, /^\+?\d{5,15}$/, MOBILE)

const CLOCK: Text = { zh: '应为时刻，如 22:00', en: 'must be a time such as 22:00' }

/** A time of day, HH:MM, or nothing. */
export const clockField = (about: About): Field<string> => patternField(about, 5, /^([01]\d|2[0-3]):[0-5]\d$/, CLOCK)

/** Several of a list: their keys with commas, in the order of the list; `none` is how nothing chosen reads. */
export const choicesField = (about: About & { readonly choices: Readonly<Record<string, Text>>; readonly none: Text }): Field<string> => {
  const choices = Object.entries(about.choices).map(([value, label]) => ({ value, label }))
  const words = (value: string): Text => {
    const named = choices.filter((one) => value.split(',').includes(one.value)).map(({ label }) => label)
    return named.length === 0 ? about.none : { zh: named.map(({ zh }) => zh).join('、'), en: named.map(({ en }) => en).join(', ') }
  }
  const readText = (text: string): string | WrongValue => {
    const given = text.split(',')
    const known = choices.filter(({ value }) => given.includes(value))
    return known.length === given.length ? known.map(({ value }) => value).join(',') : NO_CHOICE(choices)
  }
  return field<string>('choices', about, '', readText, { choices, words })
}
