import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/** A browser's end of a media socket. */
export type MediaSocket = {
  /** Resolves with the texts that came when the socket has closed. */
  readonly closed: Promise<readonly string[]>
  onBinary: (payload: Buffer) => void
  cut(): void
}

const opcodes = { text: 1, binary: 2 } as const

/** Opens a socket with the headers of a browser; rejects when the upgrade is refused. */
export function openMediaSocket(port: number, headers: Readonly<Record<string, string>>, path: string): Promise<MediaSocket> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1')
    const texts: string[] = []
    let isOpen = false
    let pending = Buffer.alloc(0)
    const opened: MediaSocket = {
      closed: new Promise((over) => socket.on('close', () => over(texts))),
      onBinary: () => undefined,
      cut: () => void socket.destroy(),
    }
    socket.on('error', fail)
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      if (!isOpen) {
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const answer = pending.toString('latin1', 0, end)
        if (!answer.startsWith('HTTP/1.1 101')) return fail(new Error(answer))
        isOpen = true
        pending = pending.subarray(end + 4)
        done(opened)
      }
      for (let frame = frameOf(pending); frame !== null; frame = frameOf(pending)) {
        pending = pending.subarray(frame.end)
        if (frame.opcode === opcodes.text) texts.push(frame.payload.toString())
        if (frame.opcode === opcodes.binary) opened.onBinary(frame.payload)
      }
    })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n${lines.join('')}\r\n`,
    )
  })
}

/** The frame that begins the bytes; null while it is not complete. */
function frameOf(bytes: Buffer): { readonly opcode: number; readonly payload: Buffer; readonly end: number } | null {
  if (bytes.length < 2) return null
  const short = (bytes[1] ?? 0) & 127
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < head) return null
  const end = head + (short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short)
  return bytes.length < end ? null : { opcode: (bytes[0] ?? 0) & 15, payload: bytes.subarray(head, end), end }
}
