import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readSettings, WrongSetting } from '../../settings.ts'
import { handOver, type SmsGateway } from './sms-gateway.ts'

/** A gateway that answers as each test wants, and what it was sent. */
let server: Server
let heard: { headers: IncomingHttpHeaders; body: string }[] = []
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => (heard = []))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const says = (status: number, body: string) => (response: ServerResponse) => void response.writeHead(status).end(body)
const settings = (more: Record<string, string> = {}): SmsGateway => {
  const { smsGateway } = readSettings([], { SMS_GATEWAY: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, ...more })
  if (smsGateway === null) throw new Error('no gateway')
  return smsGateway
}
const message = { id: '7', phone: '13900001001', content: '苏A00001 "超速"\n{phone} & 报警' }
const send = (gateway: SmsGateway) => handOver(gateway, message, 300)

test('without more settings a message is JSON with the token and a key', async () => {
  answer = says(200, '{}')
  expect(await send(settings({ SMS_GATEWAY_TOKEN: 'geheim' }))).toBe('sent')
  expect(heard[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': 'tanker-7',
    authorization: 'Bearer geheim',
  })
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual(message)
})

test('headers and body are as the settings say, and no text of an alarm leaves its place in JSON or in a form', async () => {
  answer = says(200, '')
  await send(settings({ SMS_GATEWAY_HEADERS: '{"X-Key":"k"}', SMS_GATEWAY_BODY: '{"to":["{phone}"],"vars":{"text":"{content}"}}' }))
  expect(heard[0]?.headers['x-key']).toBe('k')
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ to: [message.phone], vars: { text: message.content } })
  const form = {
    SMS_GATEWAY_HEADERS: '{"Content-Type":"application/x-www-form-urlencoded"}',
    SMS_GATEWAY_BODY: 'mobile={phone}&text={content}',
  }
  await send(settings(form))
  expect(Object.fromEntries(new URLSearchParams(heard[1]?.body))).toEqual({ mobile: message.phone, text: message.content })
  expect(heard[1]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
})

test.each([
  ['200 with success', 200, '{"result":{"code":0}}', 'sent'],
  ['200 with an error', 200, '{"result":{"code":4003}}', 'refused'],
  ['200 without the field', 200, '{"error":"busy"}', 'unanswered'],
  ['200 with the page of a proxy', 200, '<html>', 'unanswered'],
  ['200 with an inherited name', 200, '{"result":"x"}', 'unanswered'],
  ['200 with a huge answer', 200, `{"result":{"code":0},"more":"${'x'.repeat(2_000_000)}"}`, 'unanswered'],
  ['400', 400, '', 'refused'],
  ['429', 429, '', 'unanswered'],
  ['500', 500, '{"result":{"code":0}}', 'unanswered'],
] as const)('an answer of %s', async (_name, status, body, outcome) => {
  answer = says(status, body)
  expect(await send(settings({ SMS_GATEWAY_OK: 'result.code=0' }))).toBe(outcome)
})

test('a gateway that is slow with its answer, or with the rest of it, is not waited for', async () => {
  answer = () => {}
  expect(await send(settings())).toBe('unanswered')
  answer = (response) => void response.writeHead(200).write('{"code":')
  expect(await send(settings({ SMS_GATEWAY_OK: 'code=0' }))).toBe('unanswered')
})

test('a redirect is not followed: another address does not get the token', async () => {
  answer = (response) => void response.writeHead(307, { location: settings().address }).end()
  expect(await send(settings({ SMS_GATEWAY_TOKEN: 't' }))).toBe('unanswered')
  expect(heard).toHaveLength(1)
})

test('a setting that cannot work ends the start, says what to do, and repeats no key', () => {
  expect(readSettings([], {}).smsGateway).toBe(null)
  const refusal = (more: Record<string, string>): string => {
    try {
      readSettings([], { SMS_GATEWAY: 'https://sms.example/send', ...more })
      return ''
    } catch (error) {
      expect(error).toBeInstanceOf(WrongSetting)
      return String(error instanceof Error ? error.message : error)
    }
  }
  expect(refusal({})).toBe('')
  expect(refusal({ SMS_GATEWAY: 'sms.example' })).toContain("SMS_GATEWAY sms.example: give the gateway's address")
  for (const headers of ['{', '["a"]', '{"a":1}', '{"a b":"c"}', '{"x-key":"geheim\\nx"}']) {
    expect(refusal({ SMS_GATEWAY_HEADERS: headers }), headers).toContain('SMS_GATEWAY_HEADERS: give the headers as JSON')
    expect(refusal({ SMS_GATEWAY_HEADERS: headers }), headers).not.toContain('geheim')
  }
  expect(refusal({ SMS_GATEWAY_BODY: '{"to":"{phone}"}' })).toContain('SMS_GATEWAY_BODY: {content} is missing')
  expect(refusal({ SMS_GATEWAY_BODY: 'to={phone}&text={content}' })).toContain('SMS_GATEWAY_BODY: give valid JSON')
  for (const ok of ['code', '=0', 'code=', 'a..b=0']) expect(refusal({ SMS_GATEWAY_OK: ok }), ok).toContain(`SMS_GATEWAY_OK ${ok}: give`)
})
