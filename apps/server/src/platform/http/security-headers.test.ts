import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { streetMapOf } from '../street-map/street-map-setting.ts'
import { startTestApi, type TestApi } from './test-api.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi({
    trustedProxies: ['127.0.0.1'],
    streetMap: streetMapOf({ MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png https://labels.example/{z}/{x}/{y}.png' }),
    cardSite: 'https://cards.example/entrance',
  })
})
afterAll(() => server.close())

const POLICY = 'content-security-policy'
const DIRECTIVES = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data: blob: https://tiles.example https://labels.example",
  'connect-src': "'self' https://tiles.example https://labels.example",
  'font-src': "'self' data:",
  'media-src': "'self' blob:",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self' https://cards.example",
  'frame-ancestors': "'none'",
}
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), clipboard-read=(), clipboard-write=(self), display-capture=(), fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(self), screen-wake-lock=(self), serial=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const HTTPS_ONLY = {
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}
/** Headers of an answer that are not for security. */
const OTHERS = ['connection', 'keep-alive', 'date', 'content-type', 'content-length', 'cache-control', 'transfer-encoding']

const read = (headers: Record<string, string>) => {
  const { [POLICY]: policy = '', ...all } = headers
  return {
    directives: Object.fromEntries(policy.split(';').map((one) => /^\s*(\S+) (.*)$/.exec(one)?.slice(1) ?? [one, ''])),
    others: Object.fromEntries(Object.entries(all).filter(([name]) => !OTHERS.includes(name))),
  }
}
const headersOf = async (path: string, headers: Record<string, string> = {}) =>
  read(Object.fromEntries((await fetch(`${server.url}${path}`, { headers })).headers))

test.each(['/health', '/api/loginSettings', '/api/menus', '/api/nothing', '/no-such-file.js'])(
  'the answer of %s has exactly these security headers, over HTTP and over HTTPS',
  async (path) => {
    expect(await headersOf(path)).toEqual({ directives: DIRECTIVES, others: ALWAYS })
    expect(await headersOf(path, { 'x-forwarded-proto': 'https' })).toEqual({
      directives: DIRECTIVES,
      others: { ...ALWAYS, ...HTTPS_ONLY },
    })
  },
)

test('so has the answer to a request that cannot be read', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    let all = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write('no request\r\n\r\n'))
    socket.on('data', (data) => (all += data.toString())).on('error', reject)
    socket.on('close', () => resolve(all))
  })
  const [, ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const)
  expect(read(Object.fromEntries(headers))).toEqual({ directives: DIRECTIVES, others: ALWAYS })
})
