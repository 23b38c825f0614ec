import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { hashPassword } from '@tanker/contract/password'
import { decoded, type Schema, validFor, wrongJson, wrongTexts } from './test-api-inputs.ts'

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly encoding?: Readonly<Record<string, unknown>> }>>
type Response = { readonly content?: Content; readonly $ref?: string }
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly content?: Content
  readonly $ref?: string
}
type Operation = {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}
export type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

/** One field of a call, in path, query or body. */
type Field = {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly json: boolean
  readonly schema: Schema
}
type Value = string | readonly string[]
type Values = ReadonlyMap<string, Value>
type Call = {
  readonly path: string
  readonly verb: string
  readonly operation: Operation
  readonly fields: readonly Field[]
  readonly media: string | null
}
type Sent = { readonly values: Values; readonly json: string | null }

/** `every`: each n-th call is tested; `valid` and `invalid` are numbers of requests per call. */
export type ContractRun = {
  readonly url: string
  readonly userName: string
  readonly password: string
  readonly integrationKey: string
  readonly seed: number
  readonly every: number
  readonly valid: number
  readonly invalid: number
  readonly withinMs: number
}
export type ContractResult = {
  readonly findings: readonly string[]
  readonly requests: number
  readonly calls: number
  readonly succeeded: number
  readonly outOfTime: boolean
}

/** Calls that end or lock the session of the run, or send data to other systems. */
const LEFT_OUT = /\/(login|loginOut|userInfoPwd|users\/password|secondFactor|sessions|password)|\/docs$/i
/** Rows that the run itself needs: writing calls on them get no real ids. */
const OWN_ROWS = /\/(user|users|role|roles|rolePermissions|organisation)(\/|$)/i
/** Bounds: values per field name, and findings of a run. */
const MAX_SEEN = 40
const MAX_FINDINGS = 500

/** Sends valid and invalid requests generated from the API description, and reports where the server differs from it. */
export async function checkContract(run: ContractRun): Promise<ContractResult> {
  const ends = Date.now() + run.withinMs
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }))
  const compiled = new WeakMap<object, ValidateFunction>()
  const holds = (schema: Schema, value: unknown): ValidateFunction | null => {
    const check = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, check)
    return check(value) ? null : check
  }
  const seen = new Map<string, unknown[]>()
  const found = new Set<string>()
  const report = (text: string): void => void (found.size < MAX_FINDINGS && found.add(text))
  let secrets = await signIn(run)
  const document = (await (await fetch(`${run.url}/api/docs/json`, { headers: secrets })).json()) as Description
  const all = callsOf(document)
  const chosen = all.filter(({ path }, index) => index % run.every === run.seed % run.every && !LEFT_OUT.test(path))
  // Reading calls first: their answers provide ids for the writing ones.
  const calls = [...chosen.filter(({ verb }) => verb === 'get'), ...chosen.filter(({ verb }) => verb !== 'get')]
  const succeeded = new Set<Call>()
  let requests = 0

  const send = async (call: Call, sent: Sent, media = call.media): Promise<boolean> => {
    requests += 1
    const { status, type, text } = await request(
      run,
      call,
      sent,
      media,
      call.operation.security.some((one) => 'integrationKey' in one) ? { authorization: `Bearer ${run.integrationKey}` } : secrets,
      requests,
    )
    const about = `${call.verb.toUpperCase()} ${call.path}`
    const declared = call.operation.responses[String(status)]
    const response = declared?.$ref === undefined ? declared : document.components.responses[declared.$ref.split('/').at(-1) ?? '']
    if (status >= 500) report(`${about}: HTTP ${status} for ${shown(sent)}`)
    if (!response) report(`${about}: HTTP status ${status} is not described`)
    else if (!response.content?.[type]) report(`${about}: ${type} is not described`)
    else if (type === 'application/json') {
      const answer: unknown = JSON.parse(text)
      const schema = response.content[type]?.schema
      const wrong = schema ? holds(schema, answer) : null
      const { resultCode, message } = answer as { resultCode?: number; message?: string }
      if (wrong)
        report(`${about}: the answer ${resultCode} (${message}) is not as described: ${ajv.errorsText(wrong.errors).slice(0, 300)}`)
      if (resultCode === 504) secrets = await signIn(run)
      if (resultCode === 200) gather(seen, (answer as { data?: unknown }).data, 'data')
      return resultCode === 200
    }
    return status === 200
  }

  for (const [index, call] of calls.entries()) {
    if (Date.now() > ends) break
    const mayNameSeen = call.verb === 'get' || !OWN_ROWS.test(call.path)
    const chance = { seen: mayNameSeen ? seen : new Map<string, unknown[]>(), now: Date.now() }
    const samples = fc.sample(requestFor(call, chance), { numRuns: run.valid, seed: run.seed + index })
    // The minimal request comes first: omitted fields cannot be refused.
    samples.unshift(leastOf(call, samples[0] as Sent))
    let base: Sent = samples[0] as Sent
    for (const sample of samples)
      if (await send(call, sample)) {
        base = sample
        succeeded.add(call)
      }
    const wrong = wrongRequests(call, base, (schema, value) => holds(schema, value) === null)
    const first = (run.seed + index) % Math.max(1, wrong.length)
    for (const { what, sent, media } of [...wrong.slice(first), ...wrong.slice(0, first)].slice(0, run.invalid))
      if (await send(call, sent, media)) report(`${call.verb.toUpperCase()} ${call.path}: takes ${what}: ${shown(sent)}`)
  }
  return { findings: [...found], requests, calls: calls.length, succeeded: succeeded.size, outOfTime: Date.now() > ends }
}

const shown = ({ values, json }: Sent): string => (json ?? JSON.stringify(Object.fromEntries(values))).slice(0, 200)

async function signIn({ url, userName, password }: ContractRun): Promise<Record<string, string>> {
  const body = new URLSearchParams({ username: userName, password: hashPassword(userName, password) })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body })
  const { data, message } = (await answer.json()) as { data: { 'header-id': string } | null; message: string }
  if (!data) throw new Error(`${userName} could not sign in: ${message}`)
  return { cookie: /^[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '', 'header-id': data['header-id'] }
}

const callsOf = ({ paths }: Description): Call[] =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => {
      const media = Object.keys(operation.requestBody?.content ?? {})[0] ?? null
      const { schema, encoding = {} } = operation.requestBody?.content[media ?? ''] ?? {}
      const inBody = media === 'application/x-www-form-urlencoded' ? Object.entries(schema?.properties ?? {}) : []
      const fields: Field[] = [
        ...(operation.parameters ?? []).flatMap((one): Field[] => {
          if (one.in !== 'query' && one.in !== 'path') return []
          const json = one.content?.['application/json']?.schema
          return [
            { name: one.name, place: one.in, required: one.required === true, json: json !== undefined, schema: json ?? one.schema ?? {} },
          ]
        }),
        ...inBody.map(([name, property]): Field => ({
          name,
          place: 'body',
          required: schema?.required?.includes(name) === true,
          json: name in encoding,
          schema: property,
        })),
      ]
      return { path, verb, operation, fields, media }
    }),
  )

const jsonSchemaOf = ({ media, operation }: Call): Schema | null =>
  media === 'application/json' ? (operation.requestBody?.content[media]?.schema ?? {}) : null

function requestFor(call: Call, chance: Parameters<typeof validFor>[2]): fc.Arbitrary<Sent> {
  const fields = fc.record(
    Object.fromEntries(
      call.fields.map(({ name, schema, json }) => [
        name,
        validFor(schema, name, chance).map((value) => (json ? JSON.stringify(ordered(value)) : asText(value))),
      ]),
    ),
    {
      requiredKeys: call.fields.flatMap(({ name, required }) => (required ? [name] : [])),
    },
  )
  const body = jsonSchemaOf(call)
  const json = body === null ? fc.constant(null) : validFor(body, '', chance).map((value) => JSON.stringify(value))
  return fc.tuple(fields, json).map(([values, text]) => ({
    values: new Map(Object.entries(values).filter((one): one is [string, Value] => one[1] !== undefined)),
    json: text,
  }))
}

const leastOf = ({ fields }: Call, { values, json }: Sent): Sent => ({
  values: new Map([...values].filter(([name]) => fields.some((one) => one.name === name && one.required))),
  json,
})

const asText = (value: unknown): Value => (Array.isArray(value) ? value.map(String) : String(value))

/** A period begins before it ends. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, ordered(one)] as const)
  const made = Object.fromEntries(entries) as Record<string, unknown>
  const { from, to } = made
  return typeof from === 'string' && typeof to === 'string' && from > to ? { ...made, from: to, to: from } : made
}

/** Requests that are invalid by the description, each in one place. */
function wrongRequests(
  call: Call,
  base: Sent,
  isValid: (schema: Schema, value: unknown) => boolean,
): { what: string; sent: Sent; media: string | null }[] {
  const { media } = call
  const body = jsonSchemaOf(call)
  const inBody =
    body === null
      ? []
      : wrongJson(body, allOrNone(JSON.parse(base.json ?? '{}')))
          .filter(([, text]) => !isValid(body, parsed(text)))
          .map(([what, json]) => ({ what, sent: { ...base, json }, media }))
  const replacers = (name: string) => call.fields.filter(({ schema }) => schema['x-replaces']?.includes(name)).map((one) => one.name)
  const withoutReplacers = (name: string) => [...base.values].filter(([one]) => !replacers(name).includes(one))
  const inFields = call.fields
    .filter(({ place }) => place !== 'path')
    .flatMap(({ name, required, json, schema }) => {
      const before = base.values.get(name)
      const wrong = json
        ? wrongJson(schema, parsed(typeof before === 'string' ? before : '{}')).filter(([, text]) => !isValid(schema, parsed(text)))
        : wrongTexts(schema).filter(([, value]) => {
            const read = decoded(schema, value)
            return read !== undefined && !isValid(schema, read)
          })
      const missing = required
        ? [{ what: `no ${name}`, sent: { ...base, values: new Map(withoutReplacers(name).filter(([one]) => one !== name)) }, media }]
        : []
      return [
        ...wrong.map(([what, value]) => ({
          what: `${what} as ${name}`,
          sent: { ...base, values: new Map([...withoutReplacers(name), [name, value]]) },
          media,
        })),
        ...missing,
      ]
    })
  const otherMedia =
    media === 'application/x-www-form-urlencoded' ? [{ what: 'JSON instead of a form', sent: base, media: 'application/json' }] : []
  return [...inBody, ...inFields, ...otherMedia]
}

/** A batch that saves its valid rows lists the refused ones in its answer. */
const allOrNone = (body: unknown): unknown => (typeof body === 'object' && body !== null ? { ...body, onlyGoodRows: undefined } : body)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function request(
  run: ContractRun,
  { path, verb, fields }: Call,
  { values, json }: Sent,
  media: string | null,
  secrets: Record<string, string>,
  count: number,
) {
  const encoded = (place: Field['place']): URLSearchParams => {
    const text = new URLSearchParams()
    for (const { name } of fields.filter((one) => one.place === place)) {
      const value = values.get(name)
      for (const one of typeof value === 'string' ? [value] : (value ?? [])) text.append(name, one)
    }
    return text
  }
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  const file = new FormData()
  file.append('file', new File(['no sheet'], 'rows.xlsx'))
  const body =
    media === 'multipart/form-data'
      ? file
      : media === 'application/json'
        ? (json ?? JSON.stringify(Object.fromEntries(values)))
        : media === null
          ? undefined
          : encoded('body').toString()
  const answer = await fetch(`${run.url}${address}?${encoded('query').toString()}`, {
    method: verb.toUpperCase(),
    // A new address per thousand requests, to stay below the request limit.
    headers: {
      ...secrets,
      language: 'en',
      'x-forwarded-for': `10.0.0.${Math.floor(count / 1_000) % 250}`,
      ...(typeof body === 'string' && media !== null ? { 'content-type': media } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, type: answer.headers.get('content-type')?.split(';')[0] ?? '', text: await answer.text() }
}

/** Collects the values of fields that name rows. */
function gather(seen: Map<string, unknown[]>, value: unknown, name: string): void {
  if (Array.isArray(value)) for (const one of value.slice(0, 20)) gather(seen, one, name)
  else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) gather(seen, one, key)
  else if (/(^id|Id|Ids|plate|version)$/.test(name) && (typeof value === 'number' || typeof value === 'string')) {
    const known = seen.get(name) ?? []
    if (known.length < MAX_SEEN && !known.includes(value)) seen.set(name, [...known, value])
  }
}
