import fc from 'fast-check'

/** The part of JSON Schema that the description of the calls uses. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  /** Values are trimmed; an empty text is no value. */
  readonly 'x-blanks'?: boolean
  readonly 'x-empty'?: boolean
  /** Fields that are ignored when this one is given. */
  readonly 'x-replaces'?: readonly string[]
}

/** Values seen in answers, by field name: an invented id names no row. */
export type Seen = ReadonlyMap<string, readonly unknown[]>
type Chance = { readonly seen: Seen; readonly now: number }

const DAY_MS = 86_400_000
/** Longest generated text and list. */
const MAX_TRIED_TEXT = 60_000
const MAX_TRIED_ITEMS = 1_200
const ORDINARY = fc.string({ unit: fc.constantFrom(...'aZ09中文 .-_\'"%<&;'), maxLength: 12 })

const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'object' ? type[0] : type)

/** Values that the schema allows, as far as it says. */
export function validFor(schema: Schema, name: string, chance: Chance): fc.Arbitrary<unknown> {
  const made = madeFor(schema, name, chance)
  const seen = chance.seen.get(name) ?? chance.seen.get(name.replace(/s$/, '')) ?? []
  const type = typeOf(schema)
  if (seen.length === 0 || type === 'object' || type === 'array' || schema.enum !== undefined) return made
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...seen) }, { weight: 1, arbitrary: made })
}

function madeFor(schema: Schema, name: string, chance: Chance): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((one) => validFor(one, name, chance)))
  const { minimum = -1_000, maximum = minimum + 5_000 } = schema
  switch (typeOf(schema)) {
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -2_147_483_648), max: Math.min(maximum, 2_147_483_647) })
    case 'number':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, minimum + 5_000)) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(validFor(schema.items ?? {}, name, chance), {
        minLength: schema.minItems ?? (name.endsWith('s') ? 1 : 0),
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
      })
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, validFor(value, key, chance)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] })
    }
    case 'string':
      return textFor(schema, chance)
    default:
      return fc.constantFrom<unknown>('x', 1)
  }
}

function textFor({ format, pattern, minLength = 0, maxLength = 200 }: Schema, { now }: Chance): fc.Arbitrary<string> {
  if (format === 'date-time' || pattern?.includes('T\\d\\d:'))
    return fc.integer({ min: 0, max: 20 }).map((days) => new Date(now - days * DAY_MS).toISOString())
  if (format === 'uuid') return fc.uuid()
  if (pattern?.includes('@')) return fc.constant('wang@example.com')
  if (pattern !== undefined && !pattern.includes('u0000'))
    return fc.stringMatching(new RegExp(pattern.replaceAll(/\\p\{C[cf]\}/gu, ''))).map((text) => text.slice(0, maxLength))
  return ORDINARY.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength))
}

/** Wrong values of one form or query field as text, each with its problem. */
export function wrongTexts(schema: Schema): (readonly [what: string, value: string | readonly string[]])[] {
  const { minimum, maximum, minLength = 0, maxLength, pattern, maxItems } = schema
  const repeated = ['a field twice', ['1', '1']] as const
  const control = [
    ['a control character', 'a\u0000b'],
    ['a control character', '1\u0007'],
  ] as const
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return [
        ['no number', 'abc'],
        ['no number', 'true'],
        ['no plain decimal', '0x10'],
        ['no plain decimal', '1e3'],
        ['a blank inside', '1 2'],
        ...(schema['x-blanks'] ? [] : [['a blank before', ' 5'] as const]),
        ...(schema['x-empty'] ? [] : [['empty', ''] as const]),
        ...(typeOf(schema) === 'integer' ? [['no whole number', '1.5'] as const] : []),
        ...(minimum === undefined ? [] : [['too small', String(minimum - 1)] as const]),
        ...(maximum === undefined ? [] : [['too large', String(maximum + 1)] as const]),
        ['too large', '99999999999999999999'],
        repeated,
      ]
    case 'array':
      return [
        ...wrongTexts(schema.items ?? {}).flatMap(([what, value]) =>
          typeof value === 'string' && value !== '' ? [[what, value] as const] : [],
        ),
        ...(maxItems !== undefined && maxItems <= MAX_TRIED_ITEMS
          ? [['too many', Array.from({ length: maxItems + 1 }, () => '1')] as const]
          : []),
      ]
    default:
      return [
        ...(schema.enum === undefined ? [] : [['not in the list', 'no-such-choice'] as const]),
        ...(maxLength !== undefined && maxLength < MAX_TRIED_TEXT ? [['too long', 'x'.repeat(maxLength + 1)] as const] : []),
        ...(minLength > 0 ? [['too short', ''] as const] : []),
        ...(pattern === undefined ? [] : (['☃ ☃', '-1', 'a/b:c', "'; --"] as const).map((text) => ['wrong form', text] as const)),
        ...(schema.format === undefined ? [] : [['wrong form', '2026-13-45T00:00:00Z'] as const, ['wrong form', 'yesterday'] as const]),
        ...control,
        repeated,
      ]
  }
}

/** Wrong values of a JSON field. */
export function wrongJson(schema: Schema, valid: unknown): (readonly [what: string, text: string])[] {
  const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
  const others: readonly (readonly [string, unknown])[] = [
    ['another type', 5],
    ['another type', 'no-such-choice'],
    ['another type', true],
    ['another type', [[]]],
    ['another type', {}],
    ['a control character', ['a\u0000']],
  ]
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...others.map(([what, value]) => [`${what} in ${name}`, JSON.stringify({ ...(valid as object), [name]: value })] as const),
    ...(schema.required?.includes(name)
      ? [[`${name} is missing`, JSON.stringify({ ...(valid as object), [name]: undefined })] as const]
      : []),
    ...(property.maxItems !== undefined && property.maxItems <= MAX_TRIED_ITEMS
      ? [
          [
            `too many in ${name}`,
            JSON.stringify({ ...(valid as object), [name]: Array.from({ length: property.maxItems + 1 }, () => 1) }),
          ] as const,
        ]
      : []),
  ])
  return [
    ['not JSON', '{"a":'],
    ['nested deeply', deep],
    ...others.map(([what, value]) => [what, JSON.stringify(value)] as const),
    ...inside,
    ['an unknown field', JSON.stringify({ ...(valid as object), noSuchField: 1 })],
  ]
}

/** The value of a form or query text by its schema; undefined for none. */
export function decoded(schema: Schema, given: string | readonly string[]): unknown {
  if (typeOf(schema) === 'array') return (typeof given === 'string' ? [given] : given).map((one) => decoded(schema.items ?? {}, one))
  if (typeof given !== 'string') return given
  const text = schema['x-blanks'] ? given.trim() : given
  if (text === '' && schema['x-empty']) return undefined
  const isNumber = ['integer', 'number'].includes(typeOf(schema) ?? '') && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber ? Number(text) : text
}
