import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerMessage } from '@tanker/contract/feed'
import { signIn } from './alarm-ledger.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'
import { ask, prepareGround } from './ground.ts'

const ALARMS = 3

/**
 * Ends the program that serves web consoles with SIGKILL when it is about to push an alarm whose row and outbox row are stored; the web console
 * comes back at another one with its cursor. Answers what was raised and what the web console heard over both connections, by id.
 */
export async function crashBeforePush(): Promise<{ readonly raised: string[]; readonly heard: string[]; readonly signal: string | null }> {
  const ground = await prepareGround(1)
  const servers: ServerProgram[] = []
  try {
    const survivor = await startServerProgram(ground.url, 'http', { web: false })
    servers.push(survivor)
    const doomed = await startServerProgram(ground.url, 'http', {
      web: false,
      password: survivor.password,
      crashAt: `before-push:${ALARMS}`,
    })
    servers.push(doomed)
    const headers = await signIn(survivor)
    const ended = new Promise<string | null>((done) => doomed.process.once('exit', (_code, signal) => done(signal)))
    const heard: string[] = []
    const first = await openFeed(doomed, headers, null)
    await first.until(() => first.cursor() !== null)
    const raised: string[] = []
    for (let object = 1; object <= ALARMS; object += 1) {
      const [alarm] = await ask<{ id: string }>(
        ground.url,
        `WITH a AS (INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
           VALUES (1, 1, 1, now(), ${object}, 'push', 'red', true, '{}') RETURNING id),
         o AS (INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT 1, 1, id, 'raised' FROM a)
         SELECT id::text FROM a`,
      )
      raised.push(alarm?.id ?? '')
      // The last one ends the program before it is pushed.
      await first.until(() => first.heard.length === object)
    }
    const signal = await ended
    heard.push(...first.heard)
    const second = await openFeed(survivor, headers, first.cursor())
    await second.until(() => heard.length + second.heard.length >= ALARMS)
    // One more: anything pushed twice would arrive before it.
    const [more] = await ask<{ id: string }>(
      ground.url,
      `WITH a AS (INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
         VALUES (1, 1, 1, now(), 99, 'push', 'red', true, '{}') RETURNING id),
       o AS (INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT 1, 1, id, 'raised' FROM a)
       SELECT id::text FROM a`,
    )
    raised.push(more?.id ?? '')
    await second.until(() => second.heard.includes(more?.id ?? ''))
    second.close()
    heard.push(...second.heard)
    return { raised, heard, signal }
  } finally {
    for (const { process: child } of servers) {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((done) => child.once('exit', done))
        child.kill('SIGKILL')
        await gone
      }
    }
    await ground.stop()
  }
}

type Feed = {
  readonly heard: readonly string[]
  cursor(): string | null
  until(holds: () => boolean): Promise<void>
  close(): void
}

/** Opens the alarm socket as a browser does and takes in what comes. */
async function openFeed(server: ServerProgram, headers: Record<string, string>, from: string | null): Promise<Feed> {
  const { port } = new URL(server.url)
  const upgrade = request({
    host: '127.0.0.1',
    port,
    path: '/api/alarm-socket',
    headers: {
      cookie: headers['cookie'],
      origin: server.url,
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  })
  const socket = await new Promise<Socket>((done, fail) => {
    upgrade.once('upgrade', (_answer, opened: Socket, head: Buffer) => {
      opened.unshift(head)
      done(opened)
    })
    upgrade.once('response', ({ statusCode }) => fail(new Error(`the alarm socket was refused with ${statusCode}`)))
    upgrade.once('error', fail)
    upgrade.end()
  })
  const heard: string[] = []
  let cursor = from
  let isClosed = false
  let pending: Buffer = Buffer.alloc(0)
  const waiting = new Set<() => void>()
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (let frame = frameOf(pending); frame !== null; frame = frameOf(pending)) {
      pending = frame.rest
      const message = frame.text === null ? null : (JSON.parse(frame.text) as ServerMessage)
      if (message?.type === 'alarms') {
        heard.push(...message.alarms.map(({ id }) => id))
        cursor = message.cursor
      }
    }
    for (const wake of waiting) wake()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
    for (const wake of waiting) wake()
  })
  const first = { msgType: 1, typeIds: '1', userPri: '', timeZone: 'Asia/Shanghai', userName: 'admin', headerId: headers['header-id'] }
  socket.write(maskedText(JSON.stringify({ ...first, ...(from === null ? {} : { cursor: from }) })))
  return {
    heard,
    cursor: () => cursor,
    close: () => void socket.destroy(),
    async until(holds) {
      while (!holds() && !isClosed) {
        await new Promise<void>((done) => {
          const wake = (): void => {
            waiting.delete(wake)
            done()
          }
          waiting.add(wake)
        })
      }
    },
  }
}

/** The first whole frame of what came; its text, null where it is no text. */
function frameOf(bytes: Buffer): { readonly text: string | null; readonly rest: Buffer } | null {
  if (bytes.length < 2) return null
  const short = bytes.readUInt8(1) & 127
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < head) return null
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < head + length) return null
  const isText = (bytes.readUInt8(0) & 15) === 1
  return { text: isText ? bytes.toString('utf8', head, head + length) : null, rest: bytes.subarray(head + length) }
}

/** A text of fewer than 64 KB in a frame as browsers must send it. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255])
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask.readUInt8(index & 3))])
}
