import { z } from 'zod'
import { formNumber, rowId } from '../input-bounds.ts'
import type { Entity } from './define-entity.ts'
import type { Field } from './fields.ts'

const ROWS: ReadonlySet<Field['kind']> = new Set(['organisation', 'truck', 'role', 'place'])

/** A field comes as text; the browser may give a number, or null for nothing. */
type FieldText = z.ZodType<string | undefined, string | number | null | undefined>

/** The fields of an entity as texts; its declaration checks them and reports all problems at once. */
export const entityFields = ({ fields }: Pick<Entity, 'fields'>): z.ZodObject<Record<string, FieldText>> =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, { label, required, maxLength }]) => [
        name,
        z
          .string()
          .max(Math.max(4_000, maxLength ?? 0))
          .optional()
          .describe(`${label.en}${required ? ', required' : ''}`) as FieldText,
      ]),
    ),
  )

/** A base data form in the API description. The call itself checks it by the declaration, to report all problems at once. */
export const describedFields = ({ fields }: Pick<Entity, 'fields'>) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const described = valueOf(field).describe(field.hint === null ? field.label.en : `${field.label.en}. ${field.hint.en}`)
        // An empty text means no value, allowed for optional fields only.
        return [
          name,
          field.required ? described.meta({ 'x-blanks': true }) : described.meta({ 'x-blanks': true, 'x-empty': true }).optional(),
        ]
      }),
    ),
  )

function valueOf({ kind, choices, range, pattern, maxLength }: Field): z.ZodType {
  if (ROWS.has(kind)) return rowId
  if (range) {
    const number = z.number().min(range.min).max(range.max)
    return formNumber(range.whole ? number.int() : number)
  }
  if (kind === 'choice') return z.enum(choices.flatMap(({ value, label }) => [value, label.zh, label.en]))
  if (kind === 'choices') {
    const one = `(${choices.map(({ value }) => value.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`
    return z.string().regex(new RegExp(`^${one}(,${one})*$`))
  }
  if (kind === 'day') return z.string().regex(/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/)
  if (kind === 'moment') return z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/)
  const text = z.string().max(maxLength ?? 4_000)
  return pattern ? text.regex(pattern) : text
}
