import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { hashPassword } from '@tanker/contract/password'
import { expect, test } from 'vitest'
import { readSettings, WrongSetting } from '../../settings.ts'
import { selfSignedCertificate } from './test-certificate.ts'
import { PASSWORD, startTestApi } from './test-api.ts'

test('[2.2] behind a trusted proxy with TLS the cookie is __Host- and Secure, and the address is the one that the proxy saw', async () => {
  const server = await startTestApi({ trustedProxies: ['127.0.0.1'] })
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }
  const answer = await server.call('POST', '/api/login', { body: `username=anna&password=${hashPassword('anna', PASSWORD)}`, headers })
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect((await server.call('GET', '/api/getIp', { headers })).data).toEqual({ ip: '203.0.113.9', area: '' })
  // The cookie of the HTTPS side is not accepted over plain HTTP.
  const cookie = /^[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const headerId = (answer.data as { 'header-id': string })['header-id']
  expect((await server.call('GET', '/api/menus', { headers: { cookie, 'header-id': headerId } })).resultCode).toBe(504)
  expect((await server.call('GET', '/api/menus', { headers: { ...headers, cookie, 'header-id': headerId } })).resultCode).toBe(200)
  await server.close()
})

test('more than three thousand calls a minute from one address are refused before they reach the database', async () => {
  const server = await startTestApi()
  const codes: number[] = []
  for (let i = 0; i < 31; i += 1) {
    codes.push(
      ...(await Promise.all(Array.from({ length: 100 }, () => server.call('GET', '/api/loginSettings')))).map(
        (answer) => answer.resultCode,
      ),
    )
  }
  expect(codes.filter((code) => code === 200)).toHaveLength(3000)
  expect(codes.at(-1)).toBe(429)
  // The files of the console are counted by themselves: an office behind one address still opens its screens.
  expect((await server.call('GET', '/dashboard')).status).not.toBe(429)
  await server.close()
})

test('[2.2] forwarded addresses and protocols are trusted from the configured proxy only', async () => {
  const server = await startTestApi({ trustedProxies: ['10.0.0.5', '192.168.0.0/16'] })
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
  expect((await server.call('GET', '/api/getIp', { headers })).data).toMatchObject({ ip: '127.0.0.1' })
  const answer = await server.call('POST', '/api/login', { body: `username=anna&password=${hashPassword('anna', PASSWORD)}`, headers })
  expect(answer.headers.get('set-cookie')).toMatch(/^sid=/)
  expect((await server.call('GET', '/api/getIp', { headers: { ...headers, origin: 'https://evil.example' } })).resultCode).toBe(401)
  await server.close()
})

test('with TLS_CERT and TLS_KEY the program itself serves https, with the strong cookie, and answers no plain request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tanker-tls-'))
  const made = selfSignedCertificate(new Date())
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  await writeFile(files.TLS_CERT, made.cert)
  await writeFile(files.TLS_KEY, made.key)
  const { tls } = readSettings([], files).http
  await rm(folder, { recursive: true })
  const server = await startTestApi({ tls: tls ?? null })
  const answer = await new Promise<{ status: number | undefined; cookie: string; hsts: string }>((resolve, reject) => {
    const sent = request(
      {
        port: server.port,
        path: '/api/login',
        method: 'POST',
        ca: made.cert,
        servername: 'localhost',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      (response) => {
        response.resume()
        const { 'set-cookie': cookies = [], 'strict-transport-security': hsts = '' } = response.headers
        resolve({ status: response.statusCode, cookie: cookies[0] ?? '', hsts })
      },
    )
    sent.on('error', reject)
    sent.end(`username=anna&password=${hashPassword('anna', PASSWORD)}`)
  })
  expect(answer).toMatchObject({ status: 200, hsts: 'max-age=31536000' })
  expect(answer.cookie).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  await expect(server.call('GET', '/api/loginSettings')).rejects.toThrow()
  // Old TLS versions are refused.
  const old = await new Promise<string>((resolve) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', maxVersion: 'TLSv1.1', minVersion: 'TLSv1', rejectUnauthorized: false })
    socket.on('secureConnect', () => resolve('spoken'))
    socket.on('error', () => resolve('refused'))
  })
  expect(old).toBe('refused')
  await server.close()
})

test('half of a certificate, a file that is not there and a proxy that is no address prevent the start with a message on what to do', () => {
  expect(() => readSettings([], { TLS_CERT: 'x' })).toThrow('TLS_CERT and TLS_KEY belong together')
  expect(() => readSettings([], { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' })).toThrow(
    /^TLS_CERT \/nowhere\/cert\.pem cannot be read/,
  )
  for (const proxy of ['true', '*', 'proxy.example', '10.0.0.0/0', '10.0.0.0/33', '0/0', '10.0.0.5/24/1'])
    expect(() => readSettings([], { TRUSTED_PROXIES: proxy }), proxy).toThrow(WrongSetting)
  expect(readSettings([], { TRUSTED_PROXIES: ' 10.0.0.5, fd00::/8 ' }).http.trustedProxies).toEqual(['10.0.0.5', 'fd00::/8'])
  expect(readSettings([], {}).http).toMatchObject({ tls: null, trustedProxies: [] })
})

test('[L14] with TANKER_HOSTNAMES a request for another name is refused with a message, and health checks may use any', async () => {
  const { hostnames } = readSettings([], { TANKER_HOSTNAMES: 'tanker.example.com, 127.0.0.1' }).http
  const server = await startTestApi({ hostnames: hostnames ?? [] })
  const ask = (host: string, path: string): Promise<{ status: number | undefined; text: string }> =>
    new Promise((resolve, reject) => {
      plainRequest({ port: server.port, path, headers: { host, language: 'en' } }, (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString())).on('end', () => resolve({ status: response.statusCode, text }))
      })
        .on('error', reject)
        .end()
    })
  for (const host of ['evil.example', 'evil.example:80', 'tanker.example.com.evil.example', `localhost:${server.port}`])
    for (const path of ['/api/loginSettings', '/'])
      expect(await ask(host, path)).toMatchObject({ status: 421, text: expect.stringContaining('does not answer to that name') as string })
  for (const host of ['tanker.example.com', 'Tanker.Example.com:8443', `127.0.0.1:${server.port}`])
    expect((await ask(host, '/api/loginSettings')).status).toBe(200)
  expect((await ask('10.1.2.3', '/health')).status).toBe(200)
  await server.close()
  for (const TANKER_HOSTNAMES of ['https://tanker.example.com', 'tanker.example.com:80', 'a b'])
    expect(() => readSettings([], { TANKER_HOSTNAMES })).toThrow(WrongSetting)
})
