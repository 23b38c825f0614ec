import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { ALARM_SOCKET_PATH, type ServerMessage } from '@tanker/contract/feed'

/** A browser's end of the alarm socket, or of another one, over a plain TCP socket: it can stop reading, which a WebSocket class cannot. */
export type TestSocket = {
  readonly messages: ServerMessage[]
  /** All texts and all binary messages in their order, for sockets with other messages. */
  readonly all: (string | Buffer)[]
  readonly pongs: () => number
  readonly closeCode: () => number | null
  send(message: object | string): void
  /** Resolves with the first message that fits, waiting for it. */
  next<T extends ServerMessage['type']>(
    type: T,
    fits?: (message: Extract<ServerMessage, { type: T }>) => boolean,
  ): Promise<Extract<ServerMessage, { type: T }>>
  closed: Promise<number | null>
  stopReading(): void
  readOn(): void
  /** The connection is gone, without a word. */
  cut(): void
}

/** Opens the socket; rejects with the HTTP status when the upgrade is refused. */
export function openTestSocket(port: number, headers: Record<string, string>, path: string = ALARM_SOCKET_PATH): Promise<TestSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    let buffer = Buffer.alloc(0)
    let opened: ReturnType<typeof framesOf> | null = null
    socket.on('data', (chunk) => {
      if (opened) return opened.take(chunk)
      buffer = Buffer.concat([buffer, chunk])
      const end = buffer.indexOf('\r\n\r\n')
      if (end < 0) return
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(buffer.toString('latin1'))?.[1])
      if (status !== 101) {
        socket.destroy()
        return reject(new Error(`refused with ${status}`))
      }
      opened = framesOf(socket)
      resolve(opened.client)
      opened.take(buffer.subarray(end + 4))
    })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n${lines.join('')}\r\n`,
    )
  })
}

function framesOf(socket: Socket): { client: TestSocket; take(chunk: Buffer): void } {
  const messages: ServerMessage[] = []
  const all: (string | Buffer)[] = []
  const listeners = new Set<() => void>()
  let pending = Buffer.alloc(0)
  let pongs = 0
  let closeCode: number | null = null
  const closed = new Promise<number | null>((resolve) => socket.on('close', () => resolve(closeCode)))

  const client: TestSocket = {
    messages,
    all,
    pongs: () => pongs,
    closeCode: () => closeCode,
    closed,
    send: (message) => void socket.write(frame(1, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)))),
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = messages.find((message) => message.type === type && fits(message as never))
          if (!found) return
          listeners.delete(look)
          clearTimeout(patience)
          resolve(found as never)
        }
        const patience = setTimeout(() => {
          listeners.delete(look)
          reject(new Error(`no ${type} message came; came: ${JSON.stringify(messages).slice(0, 500)}`))
        }, 5_000)
        listeners.add(look)
        look()
      }),
    stopReading: () => void socket.pause(),
    readOn: () => void socket.resume(),
    cut: () => void socket.destroy(),
  }

  const onFrame = (opcode: number, payload: Buffer): void => {
    if (opcode === 8) {
      closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
      socket.write(frame(8, payload))
      socket.end()
    } else if (opcode === 1) {
      const text = payload.toString()
      all.push(text)
      if (text === 'pong') pongs += 1
      else messages.push(JSON.parse(text) as ServerMessage)
    } else if (opcode === 2) all.push(Buffer.from(payload))
    for (const listener of listeners) listener()
  }
  return {
    take(chunk) {
      pending = Buffer.concat([pending, chunk])
      for (;;) {
        if (pending.length < 2) return
        const short = (pending[1] as number) & 127
        const head = short === 126 ? 4 : short === 127 ? 10 : 2
        if (pending.length < head) return
        const length = short === 126 ? pending.readUInt16BE(2) : short === 127 ? Number(pending.readBigUInt64BE(2)) : short
        if (pending.length < head + length) return
        const payload = pending.subarray(head, head + length)
        const opcode = (pending[0] as number) & 15
        pending = pending.subarray(head + length)
        onFrame(opcode, payload)
      }
    },
    client,
  }
}

/** A masked frame, as browsers must send. */
function frame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4)
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : payload.length < 65_536
        ? Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255])
        : Buffer.concat([
            Buffer.from([0x80 | opcode, 0x80 | 127, 0, 0, 0, 0]),
            Buffer.from(Uint32Array.of(payload.length).buffer).reverse(),
          ])
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ (mask[i & 3] as number))])
}
