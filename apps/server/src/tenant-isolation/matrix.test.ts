import { isDeepStrictEqual } from 'node:util'
import type { SessionEnd } from '@tanker/contract/session'
import { writeXlsx } from 'hucre/xlsx'
import { isWholeRun, shareOf } from '@tanker/database/test-run'
import { INTEGRATION_KINDS, type IntegrationKind } from '@tanker/contract/integration'
import { startPostgresBus } from '../platform/bus/postgres-bus.ts'
import { httpMetrics } from '../platform/health/metrics.ts'
import { allRoutes } from '../app.ts'
import { buildHttp } from '../http-server.ts'
import { defaultHttpSettings } from '../platform/http/http-settings.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import type { Route } from '../platform/http/routes.ts'
import { SHEET_COLUMNS } from '../platform/sheets/sheet-columns.ts'
import { monthAt } from '../reports/zoned-month.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, inLanes, isReading, type Reply, sender, signInAs } from './test-callers.ts'
import { digestOf } from './test-digest.ts'
import {
  type Circumstances,
  entityKeyOf,
  idParametersOf,
  type IdParameter,
  nameOf,
  type OwnIds,
  reportOf,
  type Request,
  requestOf,
} from './test-probes.ts'
import { rowsOf, SENDERS, startTenants, type Tenants } from './test-tenants.ts'
import { type Asking, foreignIds, foreignWordIn, missingOf, ownIds, platesAtOwnStations, readThings, type Things } from './test-things.ts'

/** The calls of the server, from its own list, so that new ones are probed too. */
const routes = allRoutes({ metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts)
const probedRoutes = routes.map((route) => ({ route, parameters: idParametersOf(route) }))

let tenants: Tenants
let things: Things
let about: Circumstances
const callers = new Map<string, Caller>()
const counts = new Map<string, number>()
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

let send: ReturnType<typeof sender>

beforeAll(async () => {
  tenants = await startTenants()
  const { server } = tenants
  const names = ['admin', 'anna', 'ben', 'carl', 'demo', 'xaver', 'norights', 'berta', 'anton']
  for (const name of names) callers.set(name, await signInAs(server, name))
  send = sender(server, routes, caller('anna'))
  const { pool } = server.database
  things = await readThings(pool)
  const { rows } = await pool.query<{ started: Date; trip: Date }>(
    `SELECT (SELECT max(started_at) FROM record WHERE kind = 'operation' AND truck_id = $1) AS started,
            (SELECT max(trip_started_at) FROM delivery WHERE truck_id = $1) AS trip`,
    [server.truckId('苏A00001')],
  )
  about = {
    startedAt: rows[0]?.started.toISOString() ?? '',
    tripStartedAt: rows[0]?.trip.toISOString() ?? '',
    from: new Date(server.now.getTime() - 6 * 3_600_000).toISOString(),
    reportFrom: new Date(server.now.getTime() - 24 * 3_600_000).toISOString(),
    to: server.now.toISOString(),
    month: monthAt(server.now, 'Asia/Shanghai'),
  }
  // Ended sessions, and disabled users and keys, tested with existing ids of A.
  await pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'anton'`)
  await server.call('GET', '/api/loginOut', { headers: callers.get('berta')?.headers ?? {} })
  await pool.query(`UPDATE integration_key SET revoked_at = now() WHERE name = '外人密钥G'`)
}, 60_000)
afterAll(() => tenants.server.close())

const caller = (name: string): Caller => {
  const found = callers.get(name)
  if (!found) throw new Error(`no user ${name} signed in`)
  return found
}

/** Whether two answers are equal except for echoed ids of the request. */
const sameBut = (a: Asked, b: Asked): boolean => {
  const ids = [...new Set([...a.ids, ...b.ids])]
  return a.reply.status === b.reply.status && withoutEcho(a.reply, ids) === withoutEcho(b.reply, ids)
}
type Asked = { readonly reply: Reply; readonly ids: readonly string[] }
type Question = Asked & { readonly request: Request }
/** The feed's cursor changes with every write. */
const withoutCursor = (text: string): string => text.replaceAll(/(?<="cursor":")[^"]*/g, '…')
const withoutEcho = (reply: Reply, ids: readonly string[]): string =>
  withoutCursor(reply.text).replaceAll(new RegExp(`(?<![\\p{L}\\d])(${ids.join('|')})(?![\\p{L}\\d])`, 'gu'), '<asked>')
const shown = ({ reply }: Asked): string => `${reply.status} ${reply.text.slice(0, 300)}`

/** The database is compared once per this many calls; comparing after each call would take longer than the probes. */
const groupSize = isWholeRun ? 25 : 100
const groupsOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / groupSize) }, (_, index) => items.slice(index * groupSize, (index + 1) * groupSize))

const expectUnchanged = async (before: Record<string, string>, what: string): Promise<void> =>
  expect(await digestOf(tenants.server.database.pool), `${what}: a refused call changed the database`).toEqual(before)

/** Readers of every relation: a carrier's dispatcher, a customer below it, the trade show, a sibling, another tenant. */
const readers = ['anna', 'carl', 'demo', 'ben', 'xaver']
/** Probed with an id of every owner; the others with one id. */
const THOROUGH: ReadonlySet<string> = new Set(['anna', 'carl'])
/** Fields of the specification that have no effect: regardless of their value, the answer is about the caller. */
const DECORATION: ReadonlySet<string> = new Set([
  'GET /getUserQuickVisit userId',
  'POST /addUserQuickVisit userId',
  'POST /alarmCue id',
  'POST /alarmCue userId',
  'PUT /userInfoPwd id',
  // Without the owner of the values no truck is tried.
  'POST /thresholds/trial triedTruckIds',
])
/** Rows of the reader's own stations, which name the delivering truck of any organisation. */
const STATION_LISTS = /^\/reports\/cargo_monitor\/event_report\/atg_unload\//
/** The rows, count, chart and file of a report are one query: all readers request the rows, one of them the rest as well. */
const isRepeated = (route: Route): boolean => reportOf(route) !== undefined && !route.path.endsWith('/rows')
const readersOf = (route: Route): readonly string[] => (isRepeated(route) ? readers.slice(0, 1) : readers)
const lanes = 3

test('[T23] every address that the server answers below /api is in the list that is probed, or one of the four without an id', async () => {
  const { server } = tenants
  const log = pino({ level: 'silent' })
  const bus = await startPostgresBus({ url: server.database.url, log })
  const app = await buildHttp({
    connection: server.database,
    host: '127.0.0.1',
    port: 0,
    settings: defaultHttpSettings,
    log,
    bus,
    now: () => server.now,
    webFolder: null,
  })
  const registered = new Set<string>()
  const prefixes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^([│ ]*)[├└]── (\S*) \(([^)]+)\)/.exec(line)
    const bare = /^([│ ]*)[├└]── (\S+)$/.exec(line)
    const [, indent = '', part = '', methods = ''] = found ?? bare ?? []
    if (part === '' && methods === '') continue
    prefixes.length = indent.length / 4
    prefixes.push(part)
    for (const method of methods.split(', ').filter((one) => one !== '' && one !== 'HEAD')) registered.add(`${method} ${prefixes.join('')}`)
  }
  const listed = routes.map((route) => `${route.method} /api${route.path}`)
  const byHand = ['GET /api/alarm-socket', 'GET /api/docs', 'GET /api/docs/json', 'GET /health', 'GET /metrics']
  expect([...registered].toSorted()).toEqual([...listed, ...byHand].toSorted())
  await app.close()
  await bus.close()
})

test('a call with an id unknown to the probes stops the run with a message on what to add', async () => {
  const { z } = await import('zod')
  const forgotten = { ...routes[0], method: 'GET', path: '/new', input: z.object({ escortId: z.string() }) } as Route
  expect(() => idParametersOf(forgotten)).toThrow(/GET \/new takes "escortId".*ROW_FIELDS in test-kinds\.ts/)
})

/** Probes for one call and one reader: every foreign id of every parameter, and each together with an own one where lists are allowed. */
function probesOf(route: Route, parameters: readonly IdParameter[], who: Caller, isThorough: boolean) {
  const own: OwnIds = (kind) => ownIds(things, { kind }, who)[0] ?? missingOf(kind)
  return parameters.flatMap((parameter, index) => {
    const { kind } = parameter
    const asked = (ids: string[]) => ({ route, who, ids, request: requestOf(route, parameter, ids, own, about) })
    const foreign = foreignIds(things, parameter, who)
    const mine = ownIds(things, parameter, who)[0]
    const takesSeveral = (parameter.list ?? parameter.name).endsWith('s') || parameter.place === 'filter'
    const one = {
      key: `${nameOf(route)} ${parameter.name}${parameter.list ?? ''} ${index} for ${who.name}`,
      baseline: asked([missingOf(kind)]),
      probes: foreign.slice(0, isThorough && !isRepeated(route) ? foreign.length : 1).map((id) => asked([id])),
    }
    if (!takesSeveral || mine === undefined || !isThorough || isRepeated(route) || foreign[0] === undefined) return [one]
    return [one, { key: `${one.key} beside an own`, baseline: asked([mine, missingOf(kind)]), probes: [asked([mine, foreign[0]])] }]
  })
}

/** Durations of what still goes on grow each minute: two answers that differ are asked for once more, one right after the other. */
async function areSameNow(probe: Question, baseline: Question, route: Route, who: Caller): Promise<boolean> {
  if (!isReading(route)) return false
  const [first, second] = [await send(baseline.request, who.headers), await send(probe.request, who.headers)]
  return sameBut({ reply: second, ids: probe.ids }, { reply: first, ids: baseline.ids })
}

test('[6-18][T22] an id of another organisation is answered exactly as one that does not exist, on every call and for every reader', async () => {
  const problems: string[] = []
  for (const group of groupsOf(probedRoutes.filter(({ route }) => typeof route.policy === 'object' || route.policy === 'session'))) {
    const asked = group.flatMap(({ route, parameters }) =>
      readersOf(route).flatMap((name) => probesOf(route, parameters, caller(name), THOROUGH.has(name))),
    )
    const questions = shareOf(asked, 11)
    const baselines = new Map<string, Question>()
    await inLanes(questions, lanes, async ({ key, baseline: { route, who, request, ids } }) => {
      // Twice for a writing call: the first one writes the caller's own rows.
      if (!isReading(route)) await slowly(route, () => send(request, who.headers))
      baselines.set(key, { reply: await slowly(route, () => send(request, who.headers)), ids, request })
    })
    for (const [key, baseline] of baselines) if (baseline.reply.status !== 200) problems.push(`${key}: ${shown(baseline)}`)
    const before = await digestOf(tenants.server.database.pool)
    const probes = questions.flatMap(({ key, probes: some }) => some.map((probe) => ({ key, ...probe })))
    await inLanes(probes, lanes, async ({ key, route, who, request, ids }) => {
      const probe = { reply: await slowly(route, () => send(request, who.headers)), ids, request }
      count('foreign ids')
      const baseline = baselines.get(key)
      if (!baseline || (!sameBut(probe, baseline) && !(await areSameNow(probe, baseline, route, who))))
        problems.push(`${key} with ${ids.join()}: ${shown(probe)} instead of ${baseline && shown(baseline)}`)
      const known = STATION_LISTS.test(route.path) ? platesAtOwnStations(things, who.organisationId) : []
      const leaked = foreignWordIn(things, who.organisationId, probe.reply.text, [...ids, ...known])
      if (leaked !== null) problems.push(`${key} with ${ids.join()} reveals "${leaked}"`)
      if (probe.reply.text.includes('$argon2')) problems.push(`${key} reveals a stored password`)
    })
    await expectUnchanged(before, group.map(({ route }) => nameOf(route)).join(', '))
  }
  expect(problems.slice(0, 20)).toEqual([])
}, 600_000)

const THE_COOKIE_ALONE = 'the cookie alone'

test('[8.1-01][8.1-02][T22] callers without a valid session, without both of its secrets, or without the permission, are refused on every call with existing ids', async () => {
  const problems: string[] = []
  const anna = caller('anna')
  const key = (code: string) => ({ authorization: `Bearer ${tenants.keys.get(code)}` })
  const outsiders: readonly {
    readonly name: string
    readonly headers: Record<string, string>
    readonly resultCode: number
    /** Why the session is over, which the browser that held it learns. */
    readonly ended?: SessionEnd
  }[] = [
    { name: 'not signed in', headers: {}, resultCode: 504 },
    { name: THE_COOKIE_ALONE, headers: { cookie: anna.headers['cookie'] ?? '' }, resultCode: 504 },
    { name: 'the header id alone', headers: { 'header-id': anna.headers['header-id'] ?? '' }, resultCode: 504 },
    {
      name: 'the header id of another session',
      headers: { ...anna.headers, 'header-id': caller('ben').headers['header-id'] ?? '' },
      resultCode: 504,
      ended: 'other-sign-in',
    },
    { name: 'a session that was ended', headers: caller('berta').headers, resultCode: 504, ended: 'signed-out' },
    { name: 'a user who was disabled', headers: caller('anton').headers, resultCode: 504, ended: 'disabled' },
    { name: 'an integration key of the organisation', headers: key('A'), resultCode: 504 },
    { name: 'another site', headers: { ...anna.headers, origin: 'https://evil.example' }, resultCode: 401 },
  ]
  const noRights = { name: 'a role without the permission', headers: caller('norights').headers, resultCode: 401 }
  const demo = { name: 'the trade show', headers: caller('demo').headers, resultCode: 401 }
  const keyless = [
    { name: 'no key', headers: {}, resultCode: 401 },
    { name: 'a session instead of a key', headers: anna.headers, resultCode: 401 },
    { name: 'a revoked key', headers: key('G'), resultCode: 401 },
    {
      name: 'a key with the number of another',
      headers: {
        authorization: `Bearer ${tenants.keys.get('A')?.replace(/^tk_\d+/, `tk_${ownIds(things, { kind: 'integration key' }, caller('ben'))[0]}`)}`,
      },
      resultCode: 401,
    },
  ]
  const own: OwnIds = (kind) => ownIds(things, { kind }, anna)[0] ?? missingOf(kind)
  for (const group of groupsOf(probedRoutes.filter(({ route }) => route.policy !== 'public'))) {
    const before = await digestOf(tenants.server.database.pool)
    const probes = group.flatMap(({ route, parameters }) => {
      const isKeyed = route.policy === 'integration'
      const refused = isKeyed
        ? keyless
        : [
            // What the browser itself loads, pictures and clips, comes without a header; their test says who may read them so.
            ...outsiders.filter(({ name }) => route.shownAs === undefined || name !== THE_COOKIE_ALONE),
            ...(typeof route.policy === 'object' ? [noRights] : []),
            ...(isReading(route) ? [] : [demo]),
          ]
      const named = isKeyed || parameters.length === 0 ? [null] : parameters.slice(-1)
      return named.flatMap((parameter) => {
        const request = isKeyed ? keyedRequest(route) : requestOf(route, parameter, parameter ? [own(parameter.kind)] : [], own, about)
        return refused.map((outsider) => ({ route, request, outsider }))
      })
    })
    await inLanes(shareOf(probes, 13), lanes, async ({ route, request, outsider }) => {
      const { name, headers, resultCode } = outsider
      const reply = await send(request, headers)
      count('outsiders')
      const { data } = (reply.text.startsWith('{') ? JSON.parse(reply.text) : {}) as { data?: unknown }
      const said = 'ended' in outsider && outsider.ended !== undefined ? { ended: outsider.ended } : null
      if (reply.status !== 200 || reply.resultCode !== resultCode || !isDeepStrictEqual(data, said))
        problems.push(`${nameOf(route)}, ${name}: ${shown({ reply, ids: [] })}`)
    })
    await expectUnchanged(before, group.map(({ route }) => nameOf(route)).join(', '))
  }
  expect(problems.slice(0, 20)).toEqual([])
}, 600_000)

/** Rows of other systems as JSON; the second is always wrong, so that a batch is read but not saved. */
const batchOf = (route: Route, row: object, isKept = false): Request => ({
  method: route.method,
  path: route.path,
  query: '',
  body: JSON.stringify({ rows: isKept ? [row] : [row, {}] }),
  json: true,
})
/** The request of another system: a batch of rows, or a ticket of the card site. */
const keyedRequest = (route: Route): Request =>
  INTEGRATION_KINDS.some((kind) => route.path.endsWith(`/${kind}`))
    ? batchOf(route, rowOf(route, 'A'))
    : { ...batchOf(route, {}), body: JSON.stringify({ ticket: 'x' }) }
const kindOfBatch = (route: Route): IntegrationKind => {
  const kind = INTEGRATION_KINDS.find((one) => route.path.endsWith(`/${one}`))
  if (!kind) throw new Error(`${nameOf(route)}: teach rowsOf in test-tenants.ts its rows.`)
  return kind
}
const rowOf = (route: Route, code: string): Record<string, unknown> =>
  structuredClone(rowsOf(code, SENDERS[code] ?? { plate: '', depotCode: '', stationCode: '' }, tenants.server.now)[kindOfBatch(route)])

/** The row with another value in each field of that name, also in the lines below it. */
const changed = (row: unknown, name: string, value: string): unknown =>
  Array.isArray(row)
    ? row.map((part) => changed(part, name, value))
    : typeof row === 'object' && row !== null
      ? Object.fromEntries(Object.entries(row).map(([field, part]) => [field, field === name ? value : changed(part, name, value)]))
      : row

test('[T22] a key or a spreadsheet that names a foreign truck or place is answered like for an unknown one', async () => {
  const problems: string[] = []
  const { pool } = tenants.server.database
  const senders = (['A', 'B', 'X'] as const).map((code) => ({ code, asking: senderOf(code) }))
  const before = await digestOf(pool)
  for (const { route, parameters } of probedRoutes.filter(({ route: one }) => one.policy === 'integration'))
    for (const parameter of parameters)
      for (const { code, asking } of senders) {
        const ask = (value: string) =>
          send(batchOf(route, changed(rowOf(route, code), parameter.name, value) as object), {
            authorization: `Bearer ${tenants.keys.get(code)}`,
          })
        const baseline = { reply: await ask(missingOf(parameter.kind)), ids: [missingOf(parameter.kind)] }
        if (baseline.reply.resultCode !== 400) problems.push(`${nameOf(route)}: ${shown(baseline)}`)
        for (const id of shareOf(foreignIds(things, parameter, asking), 4)) {
          const probe = { reply: await ask(id), ids: [id] }
          count('rows of other systems')
          if (!sameBut(probe, baseline))
            problems.push(`${nameOf(route)} ${parameter.name} ${id}: ${shown(probe)} instead of ${shown(baseline)}`)
        }
      }
  const sheets = routes.filter((route) => route.body === 'file' && route.path.startsWith('/cargoImport/'))
  expect(sheets.map(nameOf)).toEqual(INTEGRATION_KINDS.map((kind) => `POST /cargoImport/${kind}`))
  for (const route of sheets)
    for (const name of shareOf(['anna', 'ben', 'xaver'], 3))
      for (const [field, kind] of [
        ['plate', 'plate'],
        ['depotCode', 'depot code'],
        ['stationCode', 'station code'],
      ] as const) {
        const who = caller(name)
        const columns = SHEET_COLUMNS[kindOfBatch(route)]
        if (!columns.some((column) => column.field === field)) continue
        const upload = async (value: string): Promise<Reply> => {
          const cells = Object.fromEntries(columns.map((column) => [column.heading.zh, column.field === field ? value : column.example]))
          const content = await writeXlsx({
            sheets: [{ name: 'x', columns: Object.keys(cells).map((header) => ({ header, key: header })), data: [cells] }],
          })
          const form = new FormData()
          form.append('file', new File([new Uint8Array(content)], 'rows.xlsx'))
          return send({ method: 'POST', path: route.path, query: '', body: form }, who.headers)
        }
        const baseline = { reply: await upload(missingOf(kind)), ids: [missingOf(kind)] }
        if (baseline.reply.resultCode !== 400) problems.push(`${nameOf(route)}: ${shown(baseline)}`)
        for (const id of shareOf(foreignIds(things, { kind }, who), 5)) {
          const probe = { reply: await upload(id), ids: [id] }
          count('spreadsheets')
          if (!sameBut(probe, baseline)) problems.push(`${nameOf(route)} ${field} ${id}: ${shown(probe)} instead of ${shown(baseline)}`)
        }
      }
  expect(problems).toEqual([])
  await expectUnchanged(before, 'batches and spreadsheets')
}, 600_000)

const senderOf = (code: string): Asking => ({ userId: 0, organisationId: organisationOf(code), customer: false })
const organisationOf = (code: string): number => {
  const key = tenants.keys.get(code) ?? ''
  const id = /^tk_(\d+)_/.exec(key)?.[1]
  return things.byKind.get('integration key')?.find((thing) => thing.id === id)?.organisationId ?? 0
}

/** Calls that change the row they are about. */
const CLOSING: ReadonlySet<string> = new Set([
  'POST /handovers/sign',
  'PUT /fenceApproval',
  'POST /deviceTests/end',
  'POST /deviceTests/cancel',
  'POST /gaugeLearning/accept',
])

test('[T22] the probes are valid requests: the same calls with one’s own ids succeed', async () => {
  const anna = caller('anna')
  const own: OwnIds = (kind) => ownIds(things, { kind }, anna)[0] ?? missingOf(kind)
  const deaf: string[] = []
  const heard = new Set<string>()
  // Reading calls first; calls that delete or close rows, such as a signature, come last.
  const rank = ({ route }: (typeof probedRoutes)[number]): number =>
    isReading(route) ? 0 : route.method === 'DELETE' || CLOSING.has(nameOf(route)) ? 2 : 1
  const answering = probedRoutes.filter(({ route }) => route.policy !== 'public')
  const isReport = ({ route }: (typeof probedRoutes)[number]): boolean => reportOf(route) !== undefined
  const tried = [
    ...answering.filter((one) => !isReport(one)),
    ...shareOf(
      answering.filter((one) => isReport(one) && !isRepeated(one.route)),
      3,
    ),
  ]
  for (const { route, parameters } of tried.toSorted((a, b) => rank(a) - rank(b)))
    for (const parameter of parameters) {
      const mine = ownIds(things, parameter, anna)[0]
      if (mine === undefined || DECORATION.has(`${nameOf(route)} ${parameter.name}`)) continue
      if (reportOf(route) && route.path.endsWith('/chart') && reportOf(route)?.chart === undefined) continue
      // It refers to a truck and to a place: the change by one must not be in the way of the change by the other.
      if (entityKeyOf(route) === 'exemption') await tenants.server.database.pool.query('UPDATE exemption SET version = 1')
      // Two calls change a template, and a disabled one is not sent.
      if (entityKeyOf(route) === 'parameter_template' || route.path.startsWith('/parameterTemplates'))
        await tenants.server.database.pool.query('UPDATE parameter_template SET version = 1, enabled = true')
      const ask = async (id: string): Promise<Asked> => {
        const request =
          route.policy === 'integration'
            ? batchOf(route, changed(rowOf(route, 'A'), parameter.name, id) as object)
            : requestOf(route, parameter, [id], own, about)
        const headers = route.policy === 'integration' ? { authorization: `Bearer ${tenants.keys.get('A')}` } : anna.headers
        return { reply: await send(request, headers), ids: [id] }
      }
      const missing = await ask(missingOf(parameter.kind))
      const called = `${nameOf(route)} ${parameter.name}${parameter.list ?? ''}`
      // Not every list has depots, stations and drivers for all its rows, nor readings of the one truck; one list per kind is enough.
      const isNarrowing = parameter.place === 'filter' && parameter.list === undefined
      for (const id of isNarrowing ? ownIds(things, parameter, anna) : [mine]) {
        const known = await ask(id)
        const differs = !sameBut(missing, known)
        if (isNarrowing && differs) heard.add(parameter.kind)
        if (!isNarrowing && !differs) deaf.push(`${called}: ${shown(known)}`)
      }
    }
  expect(deaf, deaf.join('\n')).toEqual([])
  if (isWholeRun) expect([...heard].toSorted()).toEqual(['depot', 'driver', 'station', 'truck'])
  else expect(heard.size).toBeGreaterThan(0)
}, 120_000)

test('[T22] at least a thousand probes were sent, more than ten thousand in a full run', () => {
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
  console.log(`${all} probes:`, Object.fromEntries(counts))
  expect(all).toBeGreaterThan(isWholeRun ? 10_000 : 1_000)
})

let inTurn: Promise<unknown> = Promise.resolve()

/** Password attempts are throttled: those calls run one after the other, with the clock advanced between them. */
function slowly(route: Route, work: () => Promise<Reply>): Promise<Reply> {
  if (route.path !== '/userInfoPwd') return work()
  const turn = inTurn.then(() => {
    tenants.server.now = new Date(tenants.server.now.getTime() + 130_000)
    return work()
  })
  inTurn = turn
  return turn
}
