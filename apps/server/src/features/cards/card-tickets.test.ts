import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARD_TICKET_MS } from '@tanker/contract/card-tickets'
import type { AnswerOf } from '@tanker/contract/endpoint'
import type { cardCalls } from '@tanker/contract/endpoints/cards'
import type { ReportView } from '@tanker/contract/report-view'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { makeIntegrationKey } from '../../platform/access/integration-keys.ts'
import { readSettings } from '../../settings.ts'

const site = 'https://cards.example/sign-in'
let server: TestApi
let without: TestApi
let anna: SignedIn
let keys: Record<'G' | 'A' | 'A1' | 'B', string>

beforeAll(async () => {
  ;[server, without] = await Promise.all([startTestApi({ cardSite: site }), startTestApi()])
  for (const one of [server, without])
    await one.database.pool.query(
      `INSERT INTO role_grant (role_id, permission) SELECT id, 'setting/base_data/driver' FROM role WHERE name IN ('调度员', '展会演示')`,
    )
  anna = await server.signIn('anna')
  const keyOf = async (code: string) =>
    (await makeIntegrationKey(server.database.db, { organisationId: server.organisationId(code), name: code, userId: null }, server.now))
      .key
  keys = { G: await keyOf('G'), A: await keyOf('A'), A1: await keyOf('A1'), B: await keyOf('B') }
}, 60_000)
afterAll(() => Promise.all([server.close(), without.close()]))

const ticketOf = async (user = anna): Promise<string> => {
  const answer = await user.send<AnswerOf<typeof cardCalls.issueTicket>>('POST', '/cards/ticket')
  expect(answer.message).toBe('')
  expect(answer.data.address).toBe(site)
  return answer.data.ticket
}
const redeem = (ticket: string, key: string = keys.A) =>
  server.call('POST', '/api/integration/card-tickets', {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
const nothing = { resultCode: 400, message: '该票据不存在、已使用或已过期。', data: null }
const HOLDER = { userName: 'anna', name: expect.any(String), companyCode: 'A', companyName: '甲运输' }

test('[2.8-02] [T12] the card site gets the user from a ticket, by the key of the organisation or of one above it', async () => {
  expect(await redeem(await ticketOf())).toMatchObject({ resultCode: 200, data: HOLDER })
  expect(await redeem(await ticketOf(), keys.G)).toMatchObject({ resultCode: 200, data: HOLDER })
})

test('[T12] a ticket that was used, by two at once too, gives nothing more', async () => {
  const ticket = await ticketOf()
  const answers = await Promise.all([redeem(ticket), redeem(ticket, keys.G), redeem(ticket)])
  expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400, 400])
  expect(await redeem(ticket)).toMatchObject(nothing)
})

test('[T12] a ticket is refused after one minute', async () => {
  const [late, inTime] = [await ticketOf(), await ticketOf()]
  const issued = server.now
  server.now = new Date(issued.getTime() + CARD_TICKET_MS - 1)
  expect(await redeem(inTime)).toMatchObject({ resultCode: 200 })
  server.now = new Date(issued.getTime() + CARD_TICKET_MS)
  expect(await redeem(late)).toMatchObject(nothing)
  server.now = issued
})

test('[T12] a key of another organisation, of one below or an unknown one learns nothing, and spoils nothing', async () => {
  const ticket = await ticketOf()
  for (const key of [keys.B, keys.A1]) expect(await redeem(ticket, key)).toMatchObject(nothing)
  expect(await redeem(ticket, 'tk_1_x')).toMatchObject({ resultCode: 401, data: null })
  expect(await anna.send('POST', '/integration/card-tickets', { ticket })).toMatchObject({ resultCode: 401, data: null })
  expect(await redeem(ticket)).toMatchObject({ resultCode: 200 })
})

test('[T12] a ticket of a user who was disabled or moved since is refused', async () => {
  const { pool } = server.database
  const disabled = await ticketOf()
  await pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'anna'`)
  expect(await redeem(disabled)).toMatchObject(nothing)
  await pool.query(`UPDATE app_user SET enabled = true WHERE user_name = 'anna'`)
  const moved = await ticketOf()
  await pool.query(`UPDATE app_user SET organisation_id = $1 WHERE user_name = 'anna'`, [server.organisationId('B')])
  expect(await redeem(moved, keys.G)).toMatchObject(nothing)
  await pool.query(`UPDATE app_user SET organisation_id = $1 WHERE user_name = 'anna'`, [server.organisationId('A')])
})

test('[T12] [T37] what stands in a log of addresses, in our logs and in the database gives nothing, and nothing of the session goes along', async () => {
  const { data } = await anna.send<AnswerOf<typeof cardCalls.issueTicket>>('POST', '/cards/ticket')
  const secrets = [anna.headerId, anna.cookie.split('=')[1] ?? '']
  for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret)
  // The address, as a proxy logs it, has no ticket: the ticket is in the body.
  expect(data.address).toBe(site)
  expect(server.lines.join('')).not.toContain(data.ticket)
  const { rows } = await server.database.pool.query<{ key_hash: Buffer }>('SELECT * FROM card_ticket WHERE used_at IS NULL')
  expect(JSON.stringify(rows)).not.toContain(data.ticket)
  for (const { key_hash } of rows)
    for (const form of ['hex', 'base64', 'base64url'] as const) expect(await redeem(key_hash.toString(form))).toMatchObject(nothing)
  expect(new Set(await Promise.all([ticketOf(), ticketOf(), ticketOf()])).size).toBe(3)
})

test('the button is there only where a card site is configured, and never for the trade show', async () => {
  const actions = async (user: SignedIn) =>
    (await user.get<ReportView>('/reports/setting/base_data/driver')).data.actions.flatMap(({ name, list }) => (list ? [name] : []))
  expect(await actions(anna)).toEqual(['open-card-site'])
  expect(await actions(await server.signIn('demo'))).toEqual([])
  const elsewhere = await without.signIn('anna')
  expect(await actions(elsewhere)).toEqual([])
  expect(await elsewhere.send('POST', '/cards/ticket')).toMatchObject({ resultCode: 400, message: '未配置外部卡务系统。' })
  expect((await (await server.signIn('carl')).send('POST', '/cards/ticket')).resultCode).toBe(401)
})

test('the console may send a form to the card site and nowhere else besides itself', async () => {
  const policyOf = async (one: TestApi) => (await fetch(`${one.url}/health`)).headers.get('content-security-policy') ?? ''
  expect(await policyOf(server)).toContain(`form-action 'self' https://cards.example;`)
  expect(await policyOf(without)).toContain(`form-action 'self';`)
})

test('the address of the card site must be encrypted', () => {
  expect(readSettings([], {}).http.cardSite).toBe(null)
  expect(readSettings([], { CARD_SITE_URL: site }).http.cardSite).toBe(site)
  expect(readSettings([], { CARD_SITE_URL: 'http://127.0.0.1:9/x' }).http.cardSite).toBe('http://127.0.0.1:9/x')
  for (const address of ['http://cards.example/', 'cards.example', 'javascript:alert(1)', 'https://user:pw@cards.example/'])
    expect(() => readSettings([], { CARD_SITE_URL: address }), address).toThrow(`CARD_SITE_URL ${address}: give the card site's address`)
})
