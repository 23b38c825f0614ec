import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { hashPassword } from '@tanker/contract/password'
import type { Db } from '@tanker/database/connection'
import { LiveRowBytes, type LiveRow } from '@tanker/database/live-row'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import type { Bus } from '../bus/bus.ts'
import { startPostgresBus } from '../bus/postgres-bus.ts'
import { installRoles, installUsers } from '../../world/install-accounts.ts'
import { importWorld } from '../../world/import-world.ts'
import { defaultHttpSettings, type HttpSettings } from './http-settings.ts'
import { startHttp } from '../../http-server.ts'
import type { HttpLimits } from './http-limits.ts'

/** The answer of a call as a browser reads it. */
export type Answer<T = unknown> = { status: number; resultCode: number; message: string; data: T; headers: Headers }

/** A signed-in browser. Uses renewed secrets when an answer has them. */
export type SignedIn = {
  readonly userId: number
  readonly cookie: string
  readonly headerId: string
  get<T = unknown>(path: string, query?: Query, headers?: Record<string, string>): Promise<Answer<T>>
  send<T = unknown>(method: 'POST' | 'PUT' | 'DELETE', path: string, form?: Query, headers?: Record<string, string>): Promise<Answer<T>>
}
type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

export const PASSWORD = 'correct horse'
/** Encrypts second factors in tests; no file is written. */
/** Encrypts secrets, and is the source of others. */
export const TEST_KEY = { key: randomBytes(32).toString('base64') } as const
/** Two carriers below one group; each with a customer. Every user has the same password. */
const USERS = {
  admin: { companyCode: 'G', roleName: '管理员' },
  anna: { companyCode: 'A', roleName: '调度员' },
  ben: { companyCode: 'B', roleName: '调度员' },
  carl: { companyCode: 'A1', roleName: '客户' },
  demo: { companyCode: 'A', roleName: '展会演示' },
  water: { companyCode: 'B', roleName: '园林局用户' },
} as const

/** A server on its own database and on real sockets, with a small world and a clock that the test sets. */
export type TestApi = {
  readonly database: TestDatabase
  readonly bus: Bus
  readonly url: string
  readonly port: number
  readonly lines: string[]
  now: Date
  signIn(userName: keyof typeof USERS, headers?: Record<string, string>): Promise<SignedIn>
  call(method: string, path: string, options?: { headers?: Record<string, string>; body?: string }): Promise<Answer>
  truckId(plate: string): number
  organisationId(code: string): number
  close(): Promise<void>
}

/** `given` is a database with a schema and nothing in it, for a test that wants a server of its own; it is closed with the console. */
export async function startTestApi(
  settings: Partial<HttpSettings> = {},
  webFolder: string | null = null,
  {
    given,
    limits = {},
    live = {},
    playback = {},
  }: {
    readonly given?: TestDatabase
    readonly limits?: Partial<HttpLimits>
    readonly live?: Parameters<typeof startHttp>[0]['live']
    readonly playback?: Parameters<typeof startHttp>[0]['playback']
  } = {},
): Promise<TestApi> {
  const database = given ?? (await createTestDatabase())
  await loadSmallWorld(database)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const bus = await startPostgresBus({ url: database.url, log })
  const clock = { now: new Date() }
  const http = await startHttp({
    connection: database,
    host: '127.0.0.1',
    port: 0,
    settings: { ...defaultHttpSettings, databaseUrl: database.url, checkAnswers: true, secondFactorKey: TEST_KEY, ...settings },
    log,
    bus,
    now: () => clock.now,
    webFolder,
    limits,
    live,
    playback,
  })
  const url = `http://127.0.0.1:${http.port}`
  const trucks = new Map((await database.db.selectFrom('truck').select(['id', 'plate']).execute()).map((row) => [row.plate, row.id]))
  const organisations = new Map(
    (await database.db.selectFrom('organisation').select(['id', 'code']).execute()).map((row) => [row.code, row.id]),
  )

  const call: TestApi['call'] = async (method, path, { headers = {}, body } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
    const text = await response.text()
    const envelope = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<Answer>
    return {
      status: response.status,
      resultCode: envelope.resultCode ?? 0,
      message: envelope.message ?? text,
      data: envelope.data,
      headers: response.headers,
    }
  }

  return {
    database,
    bus,
    url,
    port: http.port,
    lines,
    get now() {
      return clock.now
    },
    set now(at) {
      clock.now = at
    },
    async signIn(userName, headers = {}) {
      const body = encode({ username: userName, password: hashPassword(userName, PASSWORD) })
      const answer = (await call('POST', '/api/login', { body, headers })) as SignInAnswer
      if (answer.resultCode !== 200) throw new Error(`${userName} could not sign in: ${answer.message}`)
      return browserOf(call, answer)
    },
    call,
    truckId: (plate) => trucks.get(plate) ?? 0,
    organisationId: (code) => organisations.get(code) ?? 0,
    async close() {
      await http.close()
      await bus.close()
      await database.close()
    },
  }
}

type SignInAnswer = Answer<{ 'header-id': string; userInfo: { id: number } }>

/** The browser of a user with this sign-in answer. */
export function browserOf(call: TestApi['call'], answer: SignInAnswer): SignedIn {
  const own = { cookie: '', 'header-id': '' }
  const adopt = <T>({ headers, data, ...rest }: Answer<T>): Answer<T> => {
    const cookie = /^[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0]
    const headerId = (data as { 'header-id'?: string } | null)?.['header-id']
    if (cookie !== undefined && headerId !== undefined) Object.assign(own, { cookie, 'header-id': headerId })
    return { headers, data, ...rest }
  }
  adopt(answer)
  return {
    userId: answer.data.userInfo.id,
    get cookie() {
      return own.cookie
    },
    get headerId() {
      return own['header-id']
    },
    get: <T>(path: string, query: Query = {}, more: Record<string, string> = {}) =>
      call('GET', `/api${path}?${encode(query)}`, { headers: { ...own, ...more } }) as Promise<Answer<T>>,
    send: async <T>(method: string, path: string, form: Query = {}, more: Record<string, string> = {}) =>
      adopt((await call(method, `/api${path}`, { headers: { ...own, ...more }, body: encode(form) })) as Answer<T>),
  }
}

/** Changes a first password as required, and changes it back to the one that all tests use. */
export async function settleFirstPassword(browser: SignedIn, userName: string): Promise<void> {
  const [given, other] = [PASSWORD, 'a password for a moment'].map((password) => hashPassword(userName, password)) as [string, string]
  for (const [oldPwd, pwd] of [
    [given, other],
    [other, given],
  ] as const) {
    const answer = await browser.send('PUT', '/userInfoPwd', { oldPwd, pwd })
    if (answer.resultCode !== 200) throw new Error(`${userName} could not change its first password: ${answer.message}`)
  }
}

const encode = (values: Query): string => {
  const encoded = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value]) encoded.append(key, String(one))
  return encoded.toString()
}

export async function loadSmallWorld({ db }: TestDatabase): Promise<void> {
  await importWorld(db, {
    organisations: [
      { name: '集团', code: 'G' },
      { name: '甲运输', code: 'A', parentCode: 'G' },
      { name: '乙运输', code: 'B', parentCode: 'G' },
      { name: '甲客户', code: 'A1', parentCode: 'A' },
    ],
  })
  const screens = [
    'monitor/cargo_transport',
    'cargo_monitor/exception_report/alarm_switch_cover',
    'driving_monitor/exception_report/alarm_over_speed',
  ]
  await installRoles(db, [
    { companyCode: 'G', name: '管理员', superMan: true, permissions: ['*'] },
    { companyCode: 'G', name: '调度员', permissions: [...screens, 'alarms:handle'] },
    { companyCode: 'G', name: '客户', customer: true, sign: false, permissions: ['cargo_monitor/exception_report/alarm_switch_cover'] },
    { companyCode: 'G', name: '展会演示', permissions: [...screens, 'alarms:handle'] },
    { companyCode: 'G', name: '园林局用户', sign: false, permissions: ['monitor/cargo_transport'] },
  ])
  await addTestUsers(
    db,
    Object.entries(USERS).map(([userName, user]) => ({ userName, ...user })),
  )
  await importWorld(db, {
    places: [
      { kind: 'depot', name: '苏州油库', code: '9001', companyCode: 'G', address: '苏州', contact: '陆', lat: 31.3, lng: 120.6 },
      { kind: 'station', name: '甲站', code: '1001', companyCode: 'A1', address: '苏州', lat: 31.4, lng: 120.7 },
    ],
    fences: [
      {
        kind: 'depot',
        name: '油库围栏',
        placeName: '苏州油库',
        companyCode: 'G',
        shape: { shape: 'circle', lat: 31.3, lng: 120.6, radiusM: 300 },
      },
    ],
    drivers: [{ name: '陈海霞', idNumber: '320113198401099389', code: '1', companyCode: 'A', mobilePhone: '19900001001' }],
    trucks: [
      aTruck({ plate: '苏A00001', companyCode: 'A', number: 1, defaultDriverCode: '1' }),
      aTruck({ plate: '苏A00002', companyCode: 'A1', number: 2 }),
      aTruck({ plate: '苏B00001', companyCode: 'B', number: 3 }),
    ],
  })
}

/** Users with the common test password, who owe no step at their first sign-in. */
export const addTestUsers = (
  db: Db,
  users: readonly { readonly userName: string; readonly companyCode: string; readonly roleName: string }[],
): Promise<void> =>
  installUsers(
    db,
    users.map((user) => ({ ...user, password: PASSWORD, mustChangePassword: false })),
  )

/** A row of the truck sheet with two compartments, petrol and diesel. */
export const aTruck = ({
  plate,
  companyCode,
  number,
  defaultDriverCode = null,
}: {
  plate: string
  companyCode: string
  number: number
  defaultDriverCode?: string | null
}) => ({
  plate,
  companyCode,
  defaultDriverCode,
  consoleCode: `25080000${number}`,
  terminalPhone: String(14_400_000_000 + number),
  terminalId: `T${String(number).padStart(6, '0')}`,
  model: 'oil-tanker',
  frameNumber: `LRD${number}`,
  capacityL: 20_000,
  channelCount: 4,
  products: [
    { oilCode: 92, name: '92号汽油' },
    { oilCode: 0, name: '0号柴油' },
  ],
  compartments: [
    { compartment: 1, capacityL: 10_000, oilCode: 92 },
    { compartment: 2, capacityL: 10_000, oilCode: 0 },
  ],
  cameraChannels: { cab: 1, api: 3 },
})

/** What the gateway would store of a truck that drives, empty, near Suzhou. */
export const aLiveRow = (at: Date, changed: Partial<LiveRow> = {}): LiveRow => ({
  at: at.getTime(),
  lat: 31.32,
  lng: 120.62,
  speedKmh: 60,
  headingDeg: 90,
  mileageKm: 1000,
  located: true,
  accOn: true,
  loaded: false,
  moving: true,
  stoppedSince: null,
  processState: 0,
  processSince: at.getTime() - 60_000,
  externalV: 24,
  backupV: 3.7,
  axialDeg: 0,
  lateralDeg: 0,
  compartments: [],
  probes: [],
  ...changed,
})

export const setLive = async (console: TestApi, plate: string, live: LiveRow, contactAt = new Date(live.at)): Promise<void> => {
  await console.database.db
    .updateTable('truck_state')
    .set({ live: LiveRowBytes.of(live).bytes, contact_at: contactAt, last_at: new Date(live.at) })
    .where('truck_id', '=', console.truckId(plate))
    .execute()
}

type AlarmGiven = {
  plate: string
  type: number
  startedAt?: Date
  endedAt?: Date | null
  object?: number
  live?: boolean
  grade?: 'yellow' | 'red' | 'black'
  lat?: number | null
  lng?: number | null
  properties?: Record<string, unknown>
  /** False: do not wait until the feed can send it; transactions of other test databases delay it as well. */
  settled?: boolean
}

/** Raises an alarm as the gateway does: the row and its outbox row in one transaction. Answers its id. */
export async function raiseAlarm(console: TestApi, given: AlarmGiven): Promise<string> {
  const { db } = console.database
  const truckId = console.truckId(given.plate)
  const id = await db.transaction().execute(async (transaction) => {
    const { organisation_id } = await transaction
      .selectFrom('truck')
      .where('id', '=', truckId)
      .select('organisation_id')
      .executeTakeFirstOrThrow()
    const alarm = await transaction
      .insertInto('alarm')
      .values({
        truck_id: truckId,
        organisation_id,
        type: given.type,
        started_at: given.startedAt ?? console.now,
        object: given.object ?? Math.floor(Math.random() * 1e9),
        name: 'test',
        ended_at: given.endedAt ?? null,
        grade: given.grade ?? 'red',
        live: given.live ?? true,
        lat: given.lat === undefined ? 31.32 : given.lat,
        lng: given.lng === undefined ? 120.62 : given.lng,
        properties: JSON.stringify(given.properties ?? {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction.insertInto('outbox').values({ organisation_id, truck_id: truckId, alarm_id: alarm.id, what: 'raised' }).execute()
    return alarm.id
  })
  console.bus.publish('outbox', '')
  if (given.settled !== false) await settle(console)
  return id
}

/** Waits until what stands in the outbox can be read: transactions of other test databases delay it. */
export async function settle({ database }: TestApi): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ settled: boolean }>(
      'SELECT max(xid) < pg_snapshot_xmin(pg_current_snapshot()) AS settled FROM outbox',
    )
    if (rows[0]?.settled) return
    await wait(5)
  }
}

/** A web console whose users all have every permission, with three of them signed in: for tests of scope, not of grants. */
export async function startGrantedApi(): Promise<{
  readonly server: TestApi
  readonly admin: SignedIn
  readonly anna: SignedIn
  readonly ben: SignedIn
}> {
  const server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('调度员', '展会演示')`,
  )
  return { server, admin: await server.signIn('admin'), anna: await server.signIn('anna'), ben: await server.signIn('ben') }
}
