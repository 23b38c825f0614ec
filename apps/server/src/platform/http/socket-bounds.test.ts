import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api.ts'

let server: TestApi
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await server.close()
})

type Raw = { readonly socket: Socket; text: string; closed: boolean }

/** A connection from its own address; all of 127.0.0.0/8 is this machine. */
const open = (bytes: string, from = '127.0.0.1'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from })
    const raw: Raw = { socket, text: '', closed: false }
    sockets.push(socket)
    socket.on('data', (data) => (raw.text += data.toString()))
    socket.on('close', () => (raw.closed = true))
    socket.on('error', (error) => (socket.connecting ? reject(error) : undefined))
    socket.once('connect', () => {
      if (bytes !== '') socket.write(bytes)
      resolve(raw)
    })
  })

const HALF = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n'
const WHOLE = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'

test('[M5] F14 headers and bodies that do not arrive in time are cut, with the envelope and the headers of every answer', async () => {
  server = await startTestApi({}, null, { limits: { headersWithinMs: 300, requestWithinMs: 900, lookEveryMs: 50 } })
  const nothing = await open('')
  const headers = await open(HALF)
  const body = await open(`${HALF}\r\nuser`)
  const drip = setInterval(() => body.socket.write('x'), 100)
  await expect.poll(() => [nothing, headers, body].map(({ closed }) => closed), { timeout: 15_000 }).toEqual([true, true, true])
  clearInterval(drip)
  for (const { text } of [headers, body]) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ resultCode: 400, data: null })
  }
})

test('[M5] F07 a flood of half requests from many addresses blocks no calls, and the keep-alive connection continues', async () => {
  server = await startTestApi({}, null, { limits: { sockets: 60, socketsOfAddress: 20, requestWithinMs: 60_000 } })
  const kept = await open(WHOLE, '127.0.0.9')
  await expect.poll(() => kept.text).toContain('200 OK')
  for (let i = 0; i < 200; i += 1) await open(HALF, `127.0.1.${1 + (i % 10)}`).catch(() => undefined)
  kept.text = ''
  kept.socket.write(WHOLE)
  await expect.poll(() => kept.text).toContain('200 OK')
  const fresh = await open(WHOLE, '127.0.0.10')
  await expect.poll(() => fresh.text).toContain('200 OK')
  await expect.poll(() => sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length).toBeLessThanOrEqual(60)
})

test('[M5] sockets are bounded per address, except for a trusted proxy', async () => {
  server = await startTestApi({ trustedProxies: ['127.0.2.0/24'] }, null, { limits: { sockets: 60, socketsOfAddress: 5 } })
  const stranger = await Promise.all(Array.from({ length: 10 }, () => open(HALF, '127.0.3.1')))
  const proxy = await Promise.all(Array.from({ length: 10 }, () => open(HALF, '127.0.2.7')))
  await expect.poll(() => stranger.filter(({ closed }) => !closed).length).toBe(5)
  const whole = await open(WHOLE, '127.0.2.7')
  await expect.poll(() => whole.text).toContain('200 OK')
  expect(proxy.every(({ closed }) => !closed)).toBe(true)
  // A released place can be used again.
  for (const { socket } of stranger) socket.destroy()
  await expect
    .poll(async () => {
      const again = await open(WHOLE, '127.0.3.1')
      await new Promise((resolve) => again.socket.once('data', resolve).once('close', resolve))
      return again.text
    })
    .toContain('200 OK')
})

test('[L8] a request that cannot be read, and one with too long headers, are answered in the envelope with all security headers', async () => {
  server = await startTestApi()
  const attempts: [string, number][] = [
    ['NONSENSE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ]
  for (const [bytes, status] of attempts) {
    const raw = await open(bytes)
    await expect.poll(() => raw.closed).toBe(true)
    expect(raw.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const header of ['content-security-policy', 'x-frame-options', 'permissions-policy', 'cache-control: no-store'])
      expect(raw.text.toLowerCase()).toContain(header)
    expect(JSON.parse(raw.text.slice(raw.text.indexOf('\r\n\r\n')))).toMatchObject({ resultCode: 400, data: null })
  }
  expect((await fetch(`${server.url}/health`)).headers.get('permissions-policy')).toContain('camera=()')
})
