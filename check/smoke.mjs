// Smoke test on the current Node: fresh data folder, sign-in, a truck on the map.
// Usage: node --import tsx check/smoke.mjs, on Node 22 or newer (WebSocket); exits with 0 or prints the reason.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALARM_SOCKET_PATH } from '../packages/contract/src/feed.ts'
import { hashPassword } from '../packages/contract/src/password.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MAX_SMOKE_MS = 240_000

const folder = await mkdtemp(join(tmpdir(), 'tanker-smoke-'))
const { TANKER_DATA: _data, DATABASE_URL: _url, ...env } = process.env
const options = ['--data', folder, '--port', '0', '--device-port', '0', '--trucks', '3', '--no-backfill']
const product = spawn(process.execPath, [join(root, 'run', 'start.mjs'), ...options], {
  cwd: root,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise((done) => product.once('exit', done))
let output = ''
product.stdout.on('data', (chunk) => (output += chunk))
const tooLate = setTimeout(() => finish(new Error(`no truck on the map within ${MAX_SMOKE_MS / 1_000} s`)), MAX_SMOKE_MS)

try {
  const [, address] = await printed(/on this machine\s+(http:\S+)/)
  const [, password] = await printed(/^ {2}admin\s+(\S{12,})\s/m)
  const trucks = await firstTrucks(address, await signIn(address, password))
  console.log(`Node ${process.versions.node}: ${trucks.length} trucks on the map`)
  await finish(null)
} catch (error) {
  await finish(error)
}

async function finish(error) {
  clearTimeout(tooLate)
  product.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
  if (error) console.error(`Node ${process.versions.node}: ${error.stack}\n${output.replace(/^( {2}\w+\s+)\S{16} /gm, '$1… ')}`)
  process.exit(error ? 1 : 0)
}

/** Waits until the output matches. */
async function printed(pattern) {
  for (;;) {
    const match = pattern.exec(output)
    if (match) return match
    if (product.exitCode !== null || product.signalCode !== null)
      throw new Error(`the start ended with ${product.exitCode ?? product.signalCode}`)
    await Promise.race([ended, new Promise((done) => product.stdout.once('data', done))])
  }
}

async function signIn(address, password) {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: 'admin', password: hashPassword('admin', password) }).toString(),
  })
  const { data, message } = await response.json()
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${message}`)
  return { cookie: /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '', headerId: data['header-id'] }
}

/** The first trucks with a position from the live feed. */
function firstTrucks(address, { cookie, headerId }) {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}${ALARM_SOCKET_PATH}`, { headers: { cookie, origin: address } })
    socket.onclose = ({ code }) => fail(new Error(`the live feed closed with ${code}`))
    socket.onopen = () => {
      socket.send(JSON.stringify({ msgType: 1, typeIds: '1', timeZone: 'Asia/Shanghai', userName: 'admin', headerId }))
      socket.send(JSON.stringify({ msgType: 0, frequency: 1, timeZone: 'Asia/Shanghai', positions: true }))
    }
    socket.onmessage = ({ data: text }) => {
      const message = JSON.parse(text)
      const placed = message.type === 'trucks' ? message.trucks.filter(([, , , lat, lng]) => lat !== null && lng !== null) : []
      if (placed.length > 0) done(placed)
    }
  })
}
