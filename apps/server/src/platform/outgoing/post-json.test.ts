import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressProblem, isPublic } from './outgoing-address.ts'
import { postJson } from './post-json.ts'

let service: Server
let port: number
let heard: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeAll(async () => {
  service = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.host}`)
    request.resume().on('end', () => answer(request, response))
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  port = (service.address() as AddressInfo).port
})
beforeEach(() => {
  heard = []
  answer = (_request, response) => response.end('{"errcode":0}')
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

const REFUSED = [
  'http://example.com/hook',
  'ftp://example.com/hook',
  'no address',
  'https://user:password@example.com/',
  'https://example.com:8443/',
  'https://localhost/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0.0.0.0/',
  'https://10.0.0.5/',
  'https://172.16.4.4/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://224.0.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  `https://example.com/${'a'.repeat(500)}`,
]

test.each(REFUSED)('[T31] %s is refused before a name is resolved', async (address) => {
  expect(addressProblem(address, [])).not.toBeNull()
  const resolve = () => Promise.reject(new Error('must not be called'))
  expect(await postJson(address, '{}', { allowed: [], resolve })).toMatchObject({ what: 'refused' })
})

test('[T31] a name behind which one address is private is not called', async () => {
  for (const found of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:10.0.0.1'], ['fd12::1']]) {
    const resolve = () => Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
    expect(await postJson('https://robot.example.com/send', '{}', { allowed: [], resolve })).toMatchObject({ what: 'refused' })
  }
  expect(heard).toEqual([])
  expect(isPublic('93.184.215.14')).toBe(true)
})

test('[T31] the name is resolved once, and the connection goes to the address that was checked', async () => {
  let asked = 0
  // A name server that answers another address each time.
  const resolve = () => Promise.resolve([{ address: (asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
  const allowed = [`robot.example.com:${port}`]
  expect(await postJson(`http://robot.example.com:${port}/send`, '{}', { allowed, resolve })).toEqual({
    what: 'answered',
    status: 200,
    body: '{"errcode":0}',
  })
  expect(asked).toBe(1)
  expect(heard).toEqual([`POST /send robot.example.com:${port}`])
})

test('[T31] what the operator allowed may be private and plain, on that port only', async () => {
  const allowed = [`127.0.0.1:${port}`]
  expect(await postJson(`http://127.0.0.1:${port}/a`, '{}', { allowed })).toMatchObject({ what: 'answered' })
  expect(await postJson(`http://127.0.0.1:${port + 1}/a`, '{}', { allowed })).toMatchObject({ what: 'refused' })
})

const call = (patienceMs = 5_000) => postJson(`http://127.0.0.1:${port}/hook`, '{"a":1}', { allowed: [`127.0.0.1:${port}`], patienceMs })

test('[T31] a redirect is not followed', async () => {
  answer = (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end()
  expect(await call()).toMatchObject({ what: 'refused', said: 'HTTP 302: redirects are not followed' })
  expect(heard).toHaveLength(1)
})

test('an endless answer, one that never comes and one that breaks off end in time', async () => {
  answer = (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  expect(await call()).toMatchObject({ what: 'refused', said: expect.stringContaining('larger than') })
  answer = () => {}
  expect(await call(200)).toEqual({ what: 'unanswered', said: 'no answer within 0.2 s' })
  answer = (_request, response) => {
    response.write('{')
    setTimeout(() => response.destroy(), 20)
  }
  expect(await call()).toMatchObject({ what: 'unanswered' })
  const never = () => new Promise<never>(() => {})
  expect(await postJson('https://robot.example.com/', '{}', { allowed: [], patienceMs: 100, resolve: never })).toMatchObject({
    what: 'unanswered',
  })
})

test('an error of the service is handed on with its status', async () => {
  answer = (_request, response) => response.writeHead(500).end('broken')
  expect(await call()).toEqual({ what: 'answered', status: 500, body: 'broken' })
})
