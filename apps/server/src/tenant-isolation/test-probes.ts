import { entityOf } from '@tanker/contract/base-data/all-entities'
import type { FilterKind } from '@tanker/contract/report-view'
import { type AnyReport, reportsOf } from '@tanker/reports/define-report'
import { z } from 'zod'
import { REPORTS } from '../app.ts'
import { A_VIEW } from '../features/named-views/test-views.ts'
import type { Route } from '../platform/http/routes.ts'
import { FIELD_OF, ID_OF, type Kind, ROW_FIELDS } from './test-kinds.ts'

/** Kinds of the base data calls by the path after /baseData/; others are a kind of their own. */
const ENTITY_IDS: Readonly<Record<string, Kind>> = {
  station: 'station',
  storage: 'depot',
  park: 'park',
  service_depot: 'repair',
  driver: 'driver',
  truck: 'truck',
  organisation: 'organisation',
}
export const entityKind = (key: string): Kind | undefined => ENTITY_IDS[key] ?? (entityOf(key) ? `base data ${key}` : undefined)

export const entityKeyOf = (route: Route): string | undefined => /^\/baseData\/([^/]+)/.exec(route.path)?.[1]

/** Fields that look like ids but refer to no row: business terms, and numbers that the caller assigns to new rows. */
const NO_ROWS: ReadonlySet<string> = new Set(['typeIds', 'alarmTypeIds', 'alarmEmailTypeIds', 'oilCode', 'terminalId', 'consoleCode'])

/** Calls whose fields belong together: each form is probed by itself, with its own meaning of `id`. */
const FORMS: Readonly<Record<string, readonly { readonly form: Readonly<Record<string, string>>; readonly id: Kind }[]>> = {
  'PUT /cargoMatch': [
    { form: { kind: 'slips' }, id: 'slip' },
    { form: { kind: 'meter-tickets' }, id: 'meter ticket' },
    { form: { kind: 'station-gauges' }, id: 'station gauge' },
  ],
  'POST /upgradeFiles/file': [
    {
      form: { type: 'console', description: 'x', release: 'FW2.7.9', maker: 'TKFLT', fileName: 'x.bin' },
      id: 'base data upgrade_file',
    },
  ],
}

/** Whether a kind of filter refers to rows. */
const FILTER_ROWS: Readonly<Record<FilterKind, Kind | null>> = {
  'truck-or-organisation': 'truck',
  period: null,
  month: null,
  choice: null,
  dimension: null,
  number: null,
  handled: null,
  compartment: null,
  depot: 'depot',
  station: 'station',
  driver: 'driver',
  text: null,
  organisations: 'organisation',
  truck: 'truck',
}

/** Where an id goes: into the address, the form, a report's filter, or a row of a batch. */
export type IdParameter = {
  readonly place: 'path' | 'form' | 'filter' | 'row'
  readonly name: string
  readonly kind: Kind
  /** Of a filter by truck or organisation: which of its two lists. */
  readonly list?: 'truckIds' | 'organisationIds'
  readonly fixed?: Readonly<Record<string, string>>
  /** The call shows or changes the row itself, so rows shared by an organisation above are foreign too. */
  readonly itself?: true
}

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: (string | number)[]
  const?: string | number
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
}

export const nameOf = (route: Pick<Route, 'method' | 'path'>): string => `${route.method} ${route.path}`

const schemas = new WeakMap<z.ZodType, JsonSchema>()
function schemaOf(route: Route): JsonSchema {
  const schema = route.policy === 'integration' ? (route.describedInput ?? route.input) : route.input
  if (schema === null) return {}
  const known = schemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  schemas.set(schema, known)
  return known
}

const reportsByPath = new Map(REPORTS.flatMap((screen) => reportsOf(screen).map((report) => [report.path, report] as const)))

/** The report whose rows a call answers, if it is such a call. */
export const reportOf = (route: Route): AnyReport | undefined =>
  reportsByPath.get(/^\/reports\/(.+)\/(?:rows|count|chart|export)$/.exec(route.path)?.[1] ?? '')

const looksLikeId = (name: string): boolean => /(^id|Id|^ids|Ids|Code|Codes)$/.test(name)

function kindOf(route: Route, name: string): Kind | null {
  // The truck form sets the plate, which must be unique; it does not refer to another truck.
  if (name === 'plate' && entityKeyOf(route) === 'truck') return null
  const kind =
    FIELD_OF[`${nameOf(route)} ${name}`] ??
    (name === 'id' || name === 'ids' ? (ID_OF[nameOf(route)] ?? entityKind(entityKeyOf(route) ?? '')) : ROW_FIELDS[name])
  if (kind !== undefined) return kind
  if (!looksLikeId(name) || NO_ROWS.has(name)) return null
  throw new Error(
    `${nameOf(route)} takes "${name}", and the probes do not know whose it may be. Add it to ${name === 'id' ? 'ID_OF' : 'ROW_FIELDS'} in test-kinds.ts, or to NO_ROWS in test-probes.ts if it names no row.`,
  )
}

/** Every id that a call takes, found in its address and its schema. */
export function idParametersOf(route: Route): IdParameter[] {
  const report = reportOf(route)
  const schema = schemaOf(route)
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const kind = kindOf(route, name)
    if (kind === null) throw new Error(`${nameOf(route)}: add "${name}" of its address to ROW_FIELDS in test-kinds.ts.`)
    return { place: 'path' as const, name, kind }
  })
  const forms = FORMS[nameOf(route)]
  if (forms)
    return forms.flatMap(({ form, id }) =>
      Object.keys(schema.properties ?? {}).flatMap((name): IdParameter[] => {
        const kind = name === 'id' ? id : kindOf(route, name)
        return kind === null ? [] : [{ place: 'form', name, kind, fixed: form }]
      }),
    )
  const inForm = Object.entries(schema.properties ?? {}).flatMap(([name, property]): IdParameter[] => {
    if (property.items?.properties) return fieldsBelow(property.items).flatMap((field) => inRow(route, field))
    if (name === 'filters' && !report) throw new Error(`${nameOf(route)} takes filters, and the probes find no report of its.`)
    const kind = kindOf(route, name)
    return kind === null ? [] : [{ place: 'form', name, kind, ...(entityKeyOf(route) === undefined ? {} : { itself: true }) }]
  })
  const inFilters = Object.entries(report?.filters ?? {}).flatMap(([name, filter]): IdParameter[] => {
    const kind = FILTER_ROWS[filter.kind]
    if (kind === undefined) throw new Error(`Add the kind of filter "${String(filter.kind)}" to FILTER_ROWS in test-probes.ts.`)
    if (kind === null) return []
    if (filter.kind === 'organisations') return [{ place: 'filter', name, kind, list: 'organisationIds' }]
    if (filter.kind !== 'truck-or-organisation') return [{ place: 'filter', name, kind }]
    return [
      { place: 'filter', name, kind: 'truck', list: 'truckIds' },
      { place: 'filter', name, kind: 'organisation', list: 'organisationIds' },
    ]
  })
  return [...inPath, ...inForm, ...inFilters]
}

/** Every single-value field of a call's form or query, with those that the declarations of base data and of reports add. */
export function fieldsOf(route: Route): { readonly name: string; readonly place: 'form' | 'filter' }[] {
  const report = reportOf(route)
  const inForm = Object.entries(schemaOf(route).properties ?? {}).flatMap(([name, property]) =>
    name === 'filters' || property.items?.properties ? [] : [{ name, place: 'form' as const }],
  )
  return [...inForm, ...Object.keys(report?.filters ?? {}).map((name) => ({ name, place: 'filter' as const }))]
}

/** The request with another value in one field. A filter's value is JSON. */
export function withValue(
  route: Route,
  request: Request,
  { name, place }: { readonly name: string; readonly place: 'form' | 'filter' },
  value: string,
) {
  const isForm = typeof request.body === 'string'
  const form = new URLSearchParams(isForm ? (request.body as string) : request.query)
  if (place === 'form') form.set(name, value)
  else if (route.method === 'GET') {
    const filters = JSON.parse(form.get('filters') ?? '{}') as Record<string, unknown>
    form.set('filters', JSON.stringify({ ...filters, [name]: filterLike(filters[name], value) }))
  } else form.set(name, JSON.stringify(filterLike(JSON.parse(form.get(name) ?? 'null'), value)))
  return isForm ? { ...request, body: form.toString() } : { ...request, query: form.toString() }
}

/** The value in the shape of the filter: single, in a list, or in the lists of an object. */
function filterLike(before: unknown, value: string): unknown {
  const own = /^-?\d+$/.test(value) ? Number(value) : value
  if (Array.isArray(before)) return [own]
  if (typeof before !== 'object' || before === null) return own
  return Object.fromEntries(Object.entries(before).map(([name, held]) => [name, Array.isArray(held) ? [own] : own]))
}

const inRow = (route: Route, name: string): IdParameter[] => {
  const kind = kindOf(route, name)
  return kind === null ? [] : [{ place: 'row', name, kind }]
}

const fieldsBelow = (row: JsonSchema): string[] =>
  Object.entries(row.properties ?? {}).flatMap(([name, property]) => (property.items?.properties ? fieldsBelow(property.items) : [name]))

/** Further fields of calls about one truck: times with data of the truck, and periods around them. */
export type Circumstances = {
  readonly startedAt: string
  readonly tripStartedAt: string
  readonly from: string
  /** A longer period for lists, which may go back further than a curve. */
  readonly reportFrom: string
  readonly to: string
  readonly month: string
}

/** Ids of the caller's own, for the fields that are not being probed. */
export type OwnIds = (kind: Kind) => string

const A_ROBOT = 'https://oapi.dingtalk.com/robot/send?access_token=abcdefgh12345678'
const SIGNS = ['1', 'a', 'f'.repeat(64), '2026-01', 'aA1-aA1']

function sampleOf(route: Route, name: string, schema: JsonSchema, about: Circumstances): string | undefined {
  if (name === 'type' && nameOf(route) === 'POST /baseData/upgrade_file') return 'clear'
  const field = entityOf(entityKeyOf(route) ?? '')?.fields[name]
  if (field) return String(field.choices[0]?.value ?? field.example)
  if (name in about) return about[name as keyof Circumstances]
  if (name === 'code' && /^\/(secondFactor|login)\//.test(route.path)) return '123456'
  if (name === 'quickVisitUrl') return '/monitor/cargo_transport'
  if (name === 'report') return 'monitor/alarm_record'
  if (name === 'content') return A_VIEW
  if (name === 'zone') return 'Asia/Shanghai'
  if (name === 'addresses') return ''
  if (name === 'values' && route.path === '/cameraSettings') return '{"recHold":5000}'
  if (name === 'values') return /^\/(terminalParameters|parameterTemplates)/.test(route.path) ? '{"1":60}' : 'overspeedKmh=60'
  if (name === 'products') return '[{"ptNo":92,"ptName":"92#","ptVEC":0.00124,"ptDensity":0.74}]'
  if (name === 'address') return A_ROBOT
  // Where all trucks are.
  if (name === 'area') return '{"shape":"circle","lng":120.6,"lat":31.3,"radiusM":20000}'
  if (name === 'name' && route.path.endsWith('Changes/restore')) return route.path.startsWith('/threshold') ? 'overspeedKmh' : '1'
  const first = schema.anyOf?.[0]
  if (first) return sampleOf(route, name, first, about)
  if (schema.enum ?? schema.const) return String(schema.enum?.[0] ?? schema.const)
  if (schema.format === 'date-time') return about.from
  if (schema.format === 'date') return about.from.slice(0, 10)
  if (schema.format === 'uuid') return '01234567-89ab-4def-8123-456789abcdef'
  if (schema.type === 'integer' || schema.type === 'number') return String(Math.max(schema.minimum ?? 1, 1))
  if (schema.type === 'boolean') return 'true'
  if (schema.type === 'array') return schema.items ? sampleOf(route, name, schema.items, about) : '1'
  const pattern = schema.pattern === undefined ? /^/ : new RegExp(schema.pattern)
  return SIGNS.find((text) => text.length >= (schema.minLength ?? 0) && pattern.test(text))
}

/** A request as it goes over the wire. */
export type Request = {
  readonly method: Route['method']
  readonly path: string
  readonly query: string
  readonly body: string | FormData | undefined
  readonly json?: true
  /** The body is the call's own empty sheet with its example. */
  readonly sheet?: true
}

/** A well-formed request with `ids` in the probed place; throws when the call does not take what the generator makes of its schema. */
export function requestOf(route: Route, probed: IdParameter | null, ids: readonly string[], own: OwnIds, about: Circumstances): Request {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    probed?.place === 'path' && probed.name === name ? encodeURIComponent(ids[0] ?? '') : own(kindOf(route, name) ?? 'truck'),
  )
  const report = reportOf(route)
  const fixedForm = probed?.fixed ?? FORMS[nameOf(route)]?.[0]?.form
  const { properties = {}, required = [] } = schemaOf(route)
  const formOf = (isFilled: (name: string) => boolean): Record<string, string> => {
    const form: Record<string, string> = {}
    for (const [name, property] of Object.entries(properties)) {
      const isProbed = probed?.place === 'form' && probed.name === name
      const fixed = fixedForm?.[name]
      if (!isProbed && fixed === undefined && !isFilled(name)) continue
      const kind = name === 'id' && fixedForm ? idKind(route, fixedForm) : kindOf(route, name)
      const value = isProbed ? ids.join(',') : (fixed ?? (kind === null ? sampleOf(route, name, property, about) : own(kind)))
      if (value !== undefined) form[name] = value
    }
    return form
  }
  const filters = report && !(probed?.place === 'form') ? filtersOf(report, probed, ids, own, about) : {}
  const isExport = route.method === 'POST' && report !== undefined
  const filled = (form: Record<string, string>): Record<string, string> => ({
    ...form,
    ...(isExport
      ? Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, JSON.stringify(value)]))
      : report && Object.keys(filters).length > 0
        ? { filters: JSON.stringify(filters) }
        : {}),
  })
  // The rules of base data are in its declaration and not in the schema, so all its fields are sent.
  const entity = entityOf(entityKeyOf(route) ?? '')
  const attempts = [
    formOf((name) => required.includes(name) || (entity?.fields[name] !== undefined && kindOf(route, name) !== 'truck')),
    formOf((name) => report === undefined || required.includes(name)),
  ].map(filled)
  const form = route.input === null ? {} : attempts.find((one) => route.input?.safeParse(one).success)
  if (!form)
    throw new Error(
      `The probes cannot fill ${nameOf(route)}: ${JSON.stringify(attempts[1])} is not what it takes. Add it to sampleOf or FORMS.`,
    )
  const encoded = new URLSearchParams(form).toString()
  if (route.body === 'file') return { method: route.method, path, query: encoded, body: undefined, sheet: true }
  return route.method === 'GET'
    ? { method: route.method, path, query: encoded, body: undefined }
    : { method: route.method, path, query: '', body: encoded }
}

const idKind = (route: Route, fixed: Readonly<Record<string, string>>): Kind =>
  FORMS[nameOf(route)]?.find(({ form }) => Object.entries(form).every(([name, value]) => fixed[name] === value))?.id ?? 'truck'

/** Values of the required filters and of the probed one. */
function filtersOf(report: AnyReport, probed: IdParameter | null, ids: readonly string[], own: OwnIds, about: Circumstances) {
  const values: Record<string, unknown> = {}
  const [numbers, ours] = [ids.map(Number), [Number(own('organisation'))]]
  for (const [name, filter] of Object.entries(report.filters)) {
    const isProbed = probed?.place === 'filter' && probed.name === name
    if (!isProbed && !filter.required) continue
    const byKind: Record<FilterKind, () => unknown> = {
      'truck-or-organisation': () => (isProbed ? { [probed.list ?? 'truckIds']: numbers } : { organisationIds: ours }),
      period: () => ({ from: about.reportFrom, to: about.to }),
      month: () => about.month,
      choice: () => [filter.choices[0]?.value],
      dimension: () => filter.choices[0]?.value,
      number: () => 0,
      handled: () => 'unhandled',
      compartment: () => [1],
      depot: () => numbers,
      station: () => numbers,
      driver: () => numbers,
      text: () => 'x',
      organisations: () => ({ organisationIds: isProbed ? numbers : ours }),
      truck: () => (isProbed ? numbers[0] : Number(own('truck'))),
    }
    values[name] = byKind[filter.kind]()
  }
  return values
}
