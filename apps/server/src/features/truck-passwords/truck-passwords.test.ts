import { createHmac, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { hashPassword } from '@tanker/contract/password'
import type { ReportRows } from '@tanker/contract/report-view'
import { passwordActions, passwordResults } from '@tanker/protocol/messages/transparent.message'
import { noTankerReadings } from '@tanker/protocol/tanker-extension/tanker-readings'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { PASSWORD, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000078'
const TERMINAL = 'T000078'
const FOR_GOOD = { timeout: 20_000 }
const minuteMs = 60_000
const dayMs = 86_400_000
const NOW = Date.now

let server: TestApi
let bus: Bus
let anna: SignedIn
let ben: SignedIn
let gateway: Gateway
const devices: TestDevice[] = []
let code = ''

beforeAll(async () => {
  server = await startTestApi()
  // The list compares with the clock of the database.
  server.now = new Date(NOW())
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = $2 WHERE id = $3`, [PHONE, TERMINAL, truckId()])
  bus = await startPostgresBus({ url: server.database.url, log })
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  gateway = await startTestGateway(server.database, { bus, log, name: 'g1', now: () => server.now.getTime() })
})
afterAll(async () => {
  await gateway.close()
  await bus.close()
  await server.close()
})
beforeEach(async () => {
  code = ''
  await server.database.pool.query('TRUNCATE device_command, device, password_key, truck_password CASCADE')
})
afterEach(() => {
  for (const device of devices.splice(0)) device.close()
})

const truckId = (plate = '苏A00001'): number => server.truckId(plate)
const pwd = hashPassword('anna', PASSWORD)
type Issued = { readonly id: number; readonly password: string; readonly validFrom: string; readonly validTo: string }
const issue = (more: object = {}, who = anna) =>
  who.send<Issued>('POST', '/truckPasswords', { truckId: truckId(), operation: 'open', validMin: 30, reason: '核实', pwd, ...more })
const setUp = (who = anna, ids = String(truckId())) => who.send('POST', '/truckPasswords/keys', { truckIds: ids })
const listOf = async (who: SignedIn, tab = 'passwords') => {
  const period = { from: new Date(NOW() - dayMs).toISOString(), to: new Date(NOW() + dayMs).toISOString() }
  const scope = { truckIds: [truckId()], organisationIds: [] }
  const filters = JSON.stringify(tab === 'passwords' ? { scope, period } : { scope })
  const path = `/reports/setting/alarm_threshold/send_pwd/${tab}/rows`
  const { data } = await who.get<ReportRows>(path, { filters }, { language: 'zh' })
  return (data?.content ?? []).toSorted((one, other) => Number(other['id']) - Number(one['id']))
}
const newest = async () => (await listOf(anna))[0]

/** A console as docs/tanker-extension.md has it: its own key, and what it computes. */
class Console {
  readonly device: TestDevice
  readonly revoked: Uint8Array[] = []
  #secret: Buffer | null = null
  readonly #keys = generateKeyPairSync('x25519')

  constructor(device: TestDevice, wrongProof: boolean) {
    this.device = device
    void (async () => {
      for (;;) {
        const one = await device.next(({ kind }) => kind === 'transparent-down')
        if (one === null) return
        if (one.kind !== 'transparent-down' || one.content !== 'tanker-password') continue
        const answer = { kind: 'transparent-up', type: 0xf5, content: 'tanker-password', version: 1, result: passwordResults.done } as const
        if (one.action === passwordActions.revoke) {
          this.revoked.push(one.data.slice())
          device.send(PHONE, { ...answer, action: one.action, data: one.data })
          continue
        }
        const head = Buffer.from('302a300506032b656e032100', 'hex')
        const publicKey = createPublicKey({ key: Buffer.concat([head, one.data]), format: 'der', type: 'spki' })
        const shared = diffieHellman({ privateKey: this.#keys.privateKey, publicKey })
        this.#secret = Buffer.from(hkdfSync('sha256', shared, TERMINAL, 'tanker one-time password 1', 32))
        const proof = createHmac('sha256', wrongProof ? 'other' : this.#secret)
          .update('proof')
          .digest()
          .subarray(0, 8)
        const own = this.#keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
        device.send(PHONE, { ...answer, action: one.action, data: Buffer.concat([own, proof]) })
      }
    })()
  }

  /** The eight digits of a password. */
  codeFor(operation: number, validity: number, number: number, slot: number): string {
    const about = Buffer.from([operation, validity, number, 0, 0, 0, 0])
    about.writeUInt32BE(slot, 3)
    const mac = createHmac('sha256', this.#secret ?? '')
      .update('tanker one-time password 1')
      .update(about)
      .digest()
    return String(mac.readBigUInt64BE() % 100_000_000n).padStart(8, '0')
  }
}

async function connected(wrongProof = false): Promise<Console> {
  const device = await TestDevice.connect(gateway.port, 2019)
  devices.push(device)
  code ||= (await device.register(PHONE)).code
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return new Console(device, wrongProof)
}
const keyed = async (wrongProof = false): Promise<Console> => {
  const console = await connected(wrongProof)
  expect((await setUp()).resultCode).toBe(200)
  await expect
    .poll(async () => (await listOf(anna, 'keys'))[0], FOR_GOOD)
    .toMatchObject({ state: 'agreed', terminalId: TERMINAL, reason: null })
  return console
}

test('platform and console agree on a key once the truck is connected; then both know the password, and nothing stored gives it away', async () => {
  expect((await issue()).message).toBe('苏A00001 的终端尚未设置密钥，请先在“车辆密钥”中设置。')
  expect((await setUp()).data).toEqual({ trucks: 1 })
  expect((await setUp()).data).toEqual({ trucks: 0 })
  expect(await listOf(anna, 'keys')).toMatchObject([{ state: 'waiting', operator: 'anna' }])
  const console = await connected()
  await expect.poll(async () => (await listOf(anna, 'keys'))[0], FOR_GOOD).toMatchObject({ state: 'agreed' })
  const { data } = await issue({ operation: 'repair', validMin: 120 })
  const slot = Math.floor(server.now.getTime() / 600_000)
  expect(data).toMatchObject({
    password: `00${console.codeFor(4, 1, 0, slot)}`,
    validFrom: new Date(slot * 600_000).toISOString(),
    validTo: new Date((slot + 1) * 600_000 + 120 * minuteMs).toISOString(),
  })
  expect(await newest()).toMatchObject({ state: 'unused', operation: 'repair', password: '00****', operator: 'anna', note: '核实' })
  const { rows } = await server.database.pool.query<{ text: string }>(
    `SELECT concat((SELECT json_agg(p) FROM truck_password p), (SELECT json_agg(k) FROM password_key k), (SELECT json_agg(c) FROM device_command c),
      (SELECT json_agg(h) FROM change_log h)) AS text`,
  )
  expect(rows[0]?.text).not.toContain(data.password.slice(2))
  expect(await listOf(ben)).toEqual([])
  expect((await setUp(ben)).resultCode).not.toBe(200)
})

test('two passwords at the same time have different numbers, also for the same operation', async () => {
  await keyed()
  const passwords = [await issue(), await issue(), await issue()].map(({ data }) => data.password)
  expect(passwords.map((password) => password.slice(0, 2))).toEqual(['00', '01', '02'])
  expect(new Set(passwords.map((password) => password.slice(2))).size).toBe(3)
})

test('needs the own password, a truck of one’s own and a begin within a week', async () => {
  await keyed()
  expect((await issue({ pwd: hashPassword('anna', 'wrong') })).message).toBe('密码错误，请重新输入。')
  expect((await issue({ pwd: hashPassword('ben', PASSWORD) }, ben)).resultCode).not.toBe(200)
  const begins = (ms: number) => ({ from: new Date(server.now.getTime() + ms).toISOString() })
  expect((await issue(begins(-20 * minuteMs))).message).toBe('生效时间须在现在至 7 天内。')
  expect((await issue(begins(7 * dayMs + minuteMs))).message).toBe('生效时间须在现在至 7 天内。')
  expect((await issue({ validMin: 31 })).resultCode).toBe(400)
  expect(await listOf(anna)).toEqual([])
  expect((await issue(begins(7 * dayMs))).resultCode).toBe(200)
  expect(await newest()).toMatchObject({ state: 'not-yet' })
})

test('twenty that can still be used are enough', async () => {
  await keyed()
  for (let index = 0; index < 20; index++) expect((await issue()).resultCode).toBe(200)
  expect((await issue()).message).toBe('苏A00001 已有 20 个有效密码，请先作废不用的密码。')
  const later = new Date(server.now.getTime() + 2 * dayMs).toISOString()
  expect((await issue({ from: later })).resultCode).toBe(200)
})

test('a use that the console reports stands in the list with its time and place', async () => {
  const { device } = await keyed()
  await issue()
  const { data } = await issue({ operation: 'print' })
  const number = Number(data.password.slice(0, 2))
  const tanker = { ...noTankerReadings(), events: [{ event: 'one-time-password' as const, subject: number, text: '3' }] }
  expect(await device.position(PHONE, { at: server.now.getTime(), tanker })).toBe(0)
  await expect.poll(newest, FOR_GOOD).toMatchObject({ state: 'used', operation: 'print' })
  const [used, other] = await listOf(anna)
  expect(Date.parse(String(used?.['usedAt']))).toBe(Math.floor(server.now.getTime() / 1000) * 1000)
  expect(used?.['place']).toMatchObject({ lat: 31.3, lng: 120.6 })
  expect(other).toMatchObject({ state: 'unused', usedAt: null })
})

test('a revoked password counts until the console has confirmed it', async () => {
  const console = await keyed()
  const { data } = await issue()
  for (const device of devices.splice(0)) device.close()
  const passwordId = data.id
  const revoke = (who = anna) => who.send('POST', '/truckPasswords/revoke', { passwordId })
  expect((await revoke(ben)).resultCode).not.toBe(200)
  expect((await revoke()).resultCode).toBe(200)
  expect(await newest()).toMatchObject({ state: 'revoking' })
  expect((await revoke()).message).toBe('该密码正在作废，等待车辆确认。')
  const again = await connected()
  await expect.poll(newest, FOR_GOOD).toMatchObject({ state: 'revoked' })
  expect(again.revoked.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual([
    `0000${Math.floor(server.now.getTime() / 600_000)
      .toString(16)
      .padStart(8, '0')}`,
  ])
  expect(console.revoked).toEqual([])
  expect((await revoke()).message).toBe('该密码已使用、已过期或已作废，请刷新列表。')
})

test('a console with another secret, or another console on the truck, gets no passwords', async () => {
  await keyed(true)
  expect((await issue()).message).toBe('苏A00001 的终端与平台密钥不一致，请在“车辆密钥”中重新设置。')
  await server.database.pool.query(`UPDATE password_key SET terminal_id = 'T999999'`)
  expect((await issue()).message).toBe('苏A00001 的终端尚未设置密钥，请先在“车辆密钥”中设置。')
  expect(await listOf(anna, 'keys')).toMatchObject([{ state: 'other' }])
})
