import { answersFile, permissionsOf, type Policy } from '@tanker/contract/endpoint'
import { BASE_PATH, RESULT } from '@tanker/contract/envelope'
import { TEXT_BOUNDS } from '@tanker/contract/input-bounds'
import { z } from 'zod'
import type { Route } from './routes.ts'

type Schema = Record<string, unknown>

const CODES: Readonly<Record<number, string>> = {
  [RESULT.badRequest]: 'What was sent cannot be taken; the message names the field and what to do',
  [RESULT.noPermission]: 'The role, the key or the page that the call comes from does not allow it',
  [RESULT.conflict]: 'Something changed in between, or is in use',
  [RESULT.codeNeeded]: 'The password is right and the code of the second factor is awaited',
  [RESULT.tooMany]: 'Too often, or too many at once; try again later',
  [RESULT.accessError]: 'The server failed; comes with HTTP status 500',
  [RESULT.sessionExpired]: 'No session, or it is over: sign in again',
}

/** HTTP statuses other than 200: the request could not be read, or the server failed. All answer the envelope. */
const STATUSES = {
  400: ['NotARequest', 'It is not HTTP', RESULT.badRequest],
  408: ['TooLate', 'The request did not arrive in time', RESULT.badRequest],
  421: ['OtherHost', 'The server does not answer to this host name', RESULT.badRequest],
  431: ['HeadersTooLarge', 'The address or the headers are too long', RESULT.badRequest],
  500: ['Failed', 'The server failed', RESULT.accessError],
} as const

/** Further ones of calls with an integration key. */
const TOO_MANY = {
  description: 'The key calls too often, or too many unknown keys came from this address',
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } },
} as const

/** Further answers of a file that may be read in part. */
const PARTS = {
  '206': { description: 'The part that Range names' },
  '304': { description: 'The file is the one that If-None-Match names' },
  '416': { description: 'Range begins beyond the end of the file' },
} as const

const SECURITY: Readonly<Record<'public' | 'session' | 'integration' | 'page', Schema[]>> = {
  public: [],
  session: [{ cookie: [], headerId: [] }],
  integration: [{ integrationKey: [] }],
  page: [{ cookie: [] }, { integrationKey: [] }],
}
const kindOf = (policy: Policy) => (typeof policy === 'string' ? policy : 'session')

const refusal = (codes: readonly number[]): Schema => ({
  type: 'object',
  properties: {
    resultCode: { oneOf: codes.map((code) => ({ const: code, description: CODES[code] })) },
    message: { type: 'string', minLength: 1, description: 'For the user, in the language that was asked for' },
    data: { description: 'What is wrong by field or row, where the call can say; otherwise null' },
  },
  required: ['resultCode', 'message', 'data'],
  additionalProperties: false,
})

/** Components shared by all calls. */
export const SHARED_COMPONENTS = {
  securitySchemes: {
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Set by signing in. On HTTPS its name is __Host-sid.' },
    headerId: { type: 'apiKey', in: 'header', name: 'header-id', description: 'Answered by signing in; belongs to the cookie.' },
    integrationKey: { type: 'http', scheme: 'bearer', description: 'The key of an organisation.' },
  },
  parameters: {
    language: {
      name: 'language',
      in: 'header',
      description: 'Of messages: zh unless given; any but zh is English',
      schema: { type: 'string', examples: ['zh', 'en'] },
    },
    localTimeZone: {
      name: 'localTimeZone',
      in: 'header',
      description: 'An IANA name; Asia/Shanghai unless given. One that is not known is refused',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_+\\-/]{1,64}$' },
    },
  },
  responses: {
    ...Object.fromEntries(
      Object.values(STATUSES).map(([name, description, code]) => [
        name,
        { description, content: { 'application/json': { schema: refusal([code]) } } },
      ]),
    ),
    TooMany: { ...TOO_MANY, content: { 'application/json': { schema: refusal([RESULT.tooMany]) } } },
  },
} as const

const RESPONSES = Object.fromEntries(
  Object.entries(STATUSES).map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
)

/** Result codes of refusals that a call may answer. */
function refusalsOf({ policy, method, onlyReads, refusals = [] }: Route): number[] {
  const writes = method !== 'GET' && onlyReads !== true
  // A code that is named twice would be two answers of which exactly one must match.
  const codes = new Set<number>([
    RESULT.badRequest,
    RESULT.noPermission,
    ...(writes ? [RESULT.conflict] : []),
    ...(policy === 'integration' ? [] : [RESULT.tooMany]),
    ...(kindOf(policy) === 'session' ? [RESULT.sessionExpired] : []),
    ...refusals,
  ])
  return [...codes].toSorted((a, b) => a - b)
}

/** JSON Schema of a request or an answer. Request texts show the bounds that apply to all texts. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (io === 'output' || jsonSchema.type !== 'string' || jsonSchema.enum !== undefined || jsonSchema.const !== undefined) return
      jsonSchema.maxLength ??= TEXT_BOUNDS.maxLength
      if (jsonSchema.format === undefined) jsonSchema.pattern ??= TEXT_BOUNDS.pattern
    },
  }) as Schema
  if (JSON.stringify(described).includes('"$ref"'))
    throw new Error('A schema of a call refers to itself, which its description cannot say yet.')
  return described
}

/** The OpenAPI operation of a call, with its path. */
export function describeCall(route: Route): { readonly path: string; readonly verb: string; readonly operation: Schema } {
  const { method, path, policy, summary } = route
  const given = route.describedInput ?? route.input
  const input = given === null ? null : schemaOf(given, 'input')
  const inQuery = method === 'GET' || route.body === 'file'
  const verb = method.toLowerCase()
  return {
    path: `${BASE_PATH}${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    verb,
    operation: {
      operationId: `${verb}${path.replaceAll(/\W+/g, '_')}`,
      summary,
      tags: typeof policy === 'string' ? [policy] : [...(permissionsOf(policy) ?? [])],
      security: route.shownAs === undefined ? SECURITY[kindOf(policy)] : [{ cookie: [] }],
      parameters: [
        ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string', pattern: '^\\d{1,9}$' },
        })),
        ...(input !== null && inQuery ? parametersOf(input) : []),
        ...Object.keys(SHARED_COMPONENTS.parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ],
      ...bodyOf(route, inQuery ? null : input),
      responses: {
        '200': answerOf(route),
        ...(route.shownAs === undefined ? {} : PARTS),
        ...RESPONSES,
        ...(policy === 'integration' ? { '429': { $ref: '#/components/responses/TooMany' } } : {}),
      },
    },
  }
}

function parametersOf({ properties = {}, required = [] }: { properties?: Record<string, Schema>; required?: readonly string[] }): Schema[] {
  return Object.entries(properties).map(([name, { 'x-json': isJson, description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    ...(isJson === true ? { content: { 'application/json': { schema } } } : { schema }),
  }))
}

function bodyOf({ method, policy, body }: Route, input: Schema | null): Schema {
  if (body === 'file') {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const schema = { type: 'object', properties: { file }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (method === 'GET' || input === null) return {}
  const required = Array.isArray(input['required']) && input['required'].length > 0
  if (policy === 'integration') return { requestBody: { required, content: { 'application/json': { schema: input } } } }
  const fields = Object.entries((input['properties'] ?? {}) as Record<string, Schema>)
  const encoding = Object.fromEntries(
    fields.flatMap(([name, schema]) => (schema['x-json'] === true ? [[name, { contentType: 'application/json' }]] : [])),
  )
  return {
    requestBody: {
      required,
      description: 'Lists are repeated keys.',
      content: { 'application/x-www-form-urlencoded': { schema: input, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) } },
    },
  }
}

/** HTTP 200: the result, or a refusal in the envelope. */
function answerOf(route: Route): Schema {
  const refused = refusal(refusalsOf(route))
  const description = 'What was asked for, or a refusal: resultCode says which. 200 is success.'
  if (answersFile(route))
    return {
      description,
      content: {
        ...Object.fromEntries(
          [route.answer, ...(route.orAnswers ?? []), ...(route.shownAs ?? [])].map((type) => [
            type.split(';', 1)[0],
            { schema: { type: 'string', contentMediaType: type } },
          ]),
        ),
        'application/json': { schema: refused },
      },
    }
  const done = schemaOf(z.object({ resultCode: z.literal(RESULT.ok), message: z.literal(''), data: route.answer }), 'output')
  return { description, content: { 'application/json': { schema: { oneOf: [done, refused] } } } }
}

/** The operations of the API description itself, opened by their address. */
export const describePage = (path: string, summary: string, type: string): { path: string; verb: string; operation: Schema } => ({
  path,
  verb: 'get',
  operation: {
    operationId: `get${path.replaceAll(/\W+/g, '_')}`,
    summary,
    tags: ['page'],
    security: SECURITY.page,
    responses: {
      '200': {
        description: 'The description, or a refusal in the envelope',
        content: {
          [type]: {},
          ...(type === 'application/json'
            ? {}
            : { 'application/json': { schema: refusal([RESULT.noPermission, RESULT.tooMany, RESULT.sessionExpired]) } }),
        },
      },
      ...RESPONSES,
    },
  },
})
