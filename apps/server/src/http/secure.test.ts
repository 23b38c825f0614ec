import { hashPassword } from '@tanker/contract/password'
import { expect, test } from 'vitest'
import { PASSWORD, startTestConsole } from './test-console.ts'

test('[2.2] behind a trusted proxy with TLS the cookie is __Host- and Secure, and the address is the one that the proxy saw', async () => {
  const server = await startTestConsole({ trustedProxies: ['127.0.0.1'] })
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }
  const answer = await server.call('POST', '/api/login', { body: `username=anna&password=${hashPassword('anna', PASSWORD)}`, headers })
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect((await server.call('GET', '/api/getIp', { headers })).data).toEqual({ ip: '203.0.113.9', area: '' })
  // The cookie of the secure side is not taken on the plain one.
  const cookie = /^[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const headerId = (answer.data as { 'header-id': string })['header-id']
  expect((await server.call('GET', '/api/menus', { headers: { cookie, 'header-id': headerId } })).resultCode).toBe(504)
  expect((await server.call('GET', '/api/menus', { headers: { ...headers, cookie, 'header-id': headerId } })).resultCode).toBe(200)
  await server.close()
})

test('more than three thousand calls a minute from one address are put off before they reach the database', async () => {
  const server = await startTestConsole()
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
  await server.close()
})
