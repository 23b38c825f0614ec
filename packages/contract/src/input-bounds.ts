import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'

/** Ids and counters are stored as PostgreSQL's integer; no row has a greater one. */
export const MAX_INTEGER = 2_147_483_647
/** Pages of a list that can be asked for: at 200 rows a page two hundred million rows. */
export const MAX_PAGE = 1_000_000
/** How deep what is sent may be nested; a batch of slips needs four. */
const MAX_DEPTH = 12
/** Characters of one text in a form, a query or a batch; a role's permissions have 40,000, and only a tank table may be longer. */
const MAX_TEXT = 50_000

/** Digits, perhaps with a sign and decimals; small ones as programs write them, 1e-7. */
const PLAIN_NUMBER = /^-?\d{1,20}(\.\d{1,20})?(e-\d{1,2})?$/
/** The number that a text is; NaN where it is none, as for " 5", "0x10", "1e3" or "true". */
export const plainNumber = (text: string): number => (PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN)

/** A number from a form or a query, where it comes as text. */
export const formNumber = <S extends z.ZodType<number>>(rule: S) =>
  z.preprocess((given: number | string) => (typeof given === 'string' && PLAIN_NUMBER.test(given) ? Number(given) : given), rule)

/** The id of a row, from a form or a query. */
export const rowId = formNumber(z.number().int().min(1).max(MAX_INTEGER))
/** Ids of rows separated by commas: as many as a person orders something for at once. */
export const idList = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,499}$/)
  .transform((text) => [...new Set(text.split(',').map(Number))])
/** The version of a row that a form was filled from. */
export const rowVersion = formNumber(z.number().int().min(0).max(MAX_INTEGER))
/** A page of a list; the first is 0. */
export const pageNumber = formNumber(z.number().int().min(0).max(MAX_PAGE)).default(0)

/** Nothing that a keyboard writes: control characters but tab and new line, and halves of characters. PostgreSQL takes neither NUL nor halves. */
const UNWRITABLE = /\p{Cs}|(?![\t\n\r])\p{Cc}/u
/** The same for a text of one line. */
const NOT_ON_ONE_LINE = /\p{Cs}|\p{Cc}/u

/** What every text of a form, a query or a batch is held to, as JSON Schema says it. */
export const TEXT_BOUNDS = {
  maxLength: MAX_TEXT,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$',
} as const

const CONTROL: Text = {
  zh: '含有无法显示的控制字符，请删除',
  en: 'contains a control character; please remove it',
}

/** What is wrong with the characters of a text, the words that follow its name; null where nothing is. */
export const characterProblem = (text: string, isOneLine = false): Text | null =>
  (isOneLine ? NOT_ON_ONE_LINE : UNWRITABLE).test(text) ? CONTROL : null

/** A text of one line, for forms that are no base data. */
export const oneLine = z.string().superRefine((text, context) => {
  if (characterProblem(text, true)) context.addIssue({ code: 'custom', message: `${CONTROL.zh} ¦ ${CONTROL.en}` })
})

/** Where something is wrong in what was sent, as `rows.0.plate`, and the words that follow it. */
export type InputProblem = { readonly path: string; readonly words: Text }

/**
 * Checks all texts and names of the input in any form: forms, queries, and JSON to the allowed depth.
 * Answers the first problem, or null. Bytes of files are passed over.
 * @param maxText characters of the longest text that is taken
 */
export function textProblemIn(sent: unknown, maxText = MAX_TEXT): InputProblem | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: sent, path: '', depth: 0 }]
  for (let one = open.pop(); one; one = open.pop()) {
    const { value, path, depth } = one
    if (typeof value === 'string') {
      const words = characterProblem(value) ?? (value.length > maxText ? tooLong(maxText) : null)
      if (words) return { path, words }
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      if (depth >= MAX_DEPTH) return { path: '', words: TOO_DEEP }
      for (const [name, below] of Object.entries(value)) {
        // The name itself is not repeated: it is what cannot be shown.
        if (characterProblem(name)) return { path, words: WRONG_NAME }
        open.push({ value: below, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 })
      }
    }
  }
  return null
}

const tooLong = (maxText: number): Text => ({ zh: `太长，最多 ${maxText} 个字符`, en: `is too long; at most ${maxText} characters` })
const TOO_DEEP: Text = { zh: `嵌套过深，最多 ${MAX_DEPTH} 层`, en: `is nested too deeply; at most ${MAX_DEPTH} levels` }
const WRONG_NAME: Text = { zh: '含有名称无法显示的参数，请删除', en: 'contains a parameter with an unprintable name; please remove it' }
