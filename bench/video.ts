// Live video: from a click to the first picture of eight windows, delay of pictures, and what 80 streams with 112 windows cost the server.
// Usage: npm run bench -- video [--trucks 10] [--more 32] [--seconds 20]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '@tanker/fleet/random'
import type { VideoSource } from '@tanker/fleet/wire/live-cameras'
import { createTerminal } from '@tanker/fleet/wire/terminal'
import { readMediaFrame } from '@tanker/contract/media-frame'
import { hashPassword } from '@tanker/contract/password'
import { ask as query, BENCH_CODE, phoneOf, prepareGround } from './ground.ts'
import { type MediaSocket, openMediaSocket } from './media-socket.ts'
import { cpuSeconds, percentile, residentMb } from './processes.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

const { values } = parseArgs({
  options: {
    trucks: { type: 'string', default: '10' },
    more: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '20' },
  },
})
const [trucks, more, seconds] = [Number(values.trucks), Number(values.more), Number(values.seconds)]
const CHANNELS = 8
const WINDOWS_A_USER = 24
const KEY_EVERY = 30

/** As large as the pictures of the virtual fleet: a key frame of 20 KB each two seconds, else half a kilobyte. */
function generated(): VideoSource {
  const parameters = Buffer.from('000000016742c00dda05825a10000003001000000301e8f142aa0000000168ce3c80', 'hex')
  const key = Buffer.concat([parameters, Buffer.from('000000016588', 'hex'), Buffer.alloc(20_000, 0x55)])
  const next = Buffer.concat([Buffer.from('00000001419a', 'hex'), Buffer.alloc(460, 0x55)])
  let count = 0
  return {
    frameAt(_at, isFirst) {
      if (isFirst) count = 0
      const isKey = count % KEY_EVERY === 0
      count += 1
      return { bytes: isKey ? key : next, isKey }
    },
  }
}

type SignedIn = Record<string, string>
type Window = {
  readonly truck: number
  readonly channel: number
  readonly socket: MediaSocket
  readonly ticketMs: number
  readonly firstMs: Promise<number>
  readonly delays: number[]
}

const ground = await prepareGround(trucks)
Object.assign(process.env, { VIDEO_HOST: '127.0.0.1', VIDEO_PORT: '0' })
const server = await startServerProgram(ground.url, 'gateway,http', { web: false })
const terminals = []
try {
  await query(ground.url, `UPDATE truck SET channel_count = ${CHANNELS}`)
  for (let truck = 1; truck <= trucks; truck += 1) terminals.push(connected(truck, server.devicePort ?? 0))
  while (terminals.some(({ online }) => !online)) await wait(50)
  const users = await signInUsers(server, Math.ceil((trucks * CHANNELS + more) / WINDOWS_A_USER))

  const one = await open(server, users[0] as SignedIn, trucks, 1)
  await printFirst('one window', [one])
  one.socket.cut()
  const eight = await Promise.all(channels().map((channel) => open(server, users[0] as SignedIn, 1, channel)))
  await printFirst('eight windows at once, the truck is asked', eight)
  const again = await Promise.all(channels().map((channel) => open(server, users[0] as SignedIn, 1, channel)))
  await printFirst('eight more windows of the same channels', again)
  for (const { socket } of again) socket.cut()

  const windows = [...eight]
  for (let truck = 2; truck <= trucks; truck += 1)
    for (const channel of channels()) windows.push(await open(server, userOf(users, windows.length), truck, channel))
  await Promise.all(windows.map(({ firstMs }) => firstMs))
  await printLoad(server, windows)
  for (let i = 0; i < more; i += 1) windows.push(await open(server, userOf(users, windows.length), 1 + (i % trucks), 1 + (i % CHANNELS)))
  await Promise.all(windows.map(({ firstMs }) => firstMs))
  await printLoad(server, windows)
} finally {
  for (const terminal of terminals) terminal.close()
  server.process.kill('SIGTERM')
  await ground.stop()
}

function channels(): number[] {
  return Array.from({ length: CHANNELS }, (_, i) => i + 1)
}

function userOf(users: readonly SignedIn[], window: number): SignedIn {
  return users[Math.floor(window / WINDOWS_A_USER)] ?? {}
}

function connected(truck: number, port: number) {
  return createTerminal({
    host: '127.0.0.1',
    port,
    phone: phoneOf(truck),
    version: 2019,
    terminalId: `T${truck}`,
    plate: `B${truck}`,
    plateColour: 2,
    random: createRandom(truck),
    authCode: BENCH_CODE,
    video: generated,
  })
}

/** The administrator under several names: a user has few windows. The browser's digest of the password is the administrator's. */
async function signInUsers({ url, password }: ServerProgram, count: number): Promise<SignedIn[]> {
  const users: SignedIn[] = []
  for (let i = 1; i <= count; i += 1) {
    await query(
      ground.url,
      `INSERT INTO app_user OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(u, jsonb_build_object('id', u.id + ${1_000 + i}, 'user_name', 'w${i}',
         'must_change_password', false))).* FROM app_user u WHERE user_name = 'admin'`,
    )
    const body = new URLSearchParams({ username: `w${i}`, password: hashPassword('admin', password) })
    const response = await fetch(`${url}/api/login`, { method: 'POST', body })
    const { data, message } = (await response.json()) as { data: { 'header-id': string } | null; message: string }
    if (data === null) throw new Error(message)
    users.push({ cookie: /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '', 'header-id': data['header-id'] })
  }
  return users
}

/** From the click to the first picture: ticket, socket, truck. */
async function open({ url }: ServerProgram, user: SignedIn, truck: number, channel: number): Promise<Window> {
  const begin = performance.now()
  const body = new URLSearchParams({ truckId: String(truck), channel: String(channel), stream: 'sub' })
  const response = await fetch(`${url}/api/video/live`, { method: 'POST', headers: user, body })
  const { data, message } = (await response.json()) as { data: { path: string } | null; message: string }
  if (data === null) throw new Error(message)
  const ticketMs = performance.now() - begin
  const socket = await openMediaSocket(Number(new URL(url).port), { Cookie: user['cookie'] ?? '', Origin: url }, data.path)
  const delays: number[] = []
  const firstMs = new Promise<number>((done, fail) => {
    void socket.closed.then((texts) => fail(new Error(`a window got no picture: ${texts.join(' ')}`)))
    socket.onBinary = (payload) => {
      const frame = readMediaFrame(payload)
      if (frame === null) return
      done(performance.now() - begin)
      delays.push(Date.now() - frame.at)
    }
  })
  return { truck, channel, socket, ticketMs, firstMs, delays }
}

async function printFirst(what: string, windows: readonly Window[]): Promise<void> {
  const first = await Promise.all(windows.map(({ firstMs }) => firstMs))
  const tickets = windows.map(({ ticketMs }) => ticketMs)
  console.log(
    `${what}: first picture after ${percentile(first, 50).toFixed(0)} ms (p50), ${Math.max(...first).toFixed(0)} ms (last); of it the ticket ${percentile(tickets, 50).toFixed(0)} ms (p50)`,
  )
}

/** Over some seconds: delay of the pictures, and CPU and memory of the server. */
async function printLoad({ pid }: ServerProgram, windows: readonly Window[]): Promise<void> {
  for (const { delays } of windows) delays.length = 0
  const before = cpuSeconds(pid)
  await wait(seconds * 1_000)
  const share = ((cpuSeconds(pid) - before) / seconds) * 100
  const delays = windows.flatMap((one) => one.delays)
  console.log(
    `${trucks * CHANNELS} streams, ${windows.length} windows: ${(delays.length / seconds).toFixed(0)} pictures/s to windows, delay ${percentile(delays, 50).toFixed(0)} ms (p50), ${percentile(delays, 95).toFixed(0)} ms (p95); ${share.toFixed(1)} % of a core, ${residentMb(pid).toFixed(0)} MB`,
  )
}
