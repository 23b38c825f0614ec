/** One TCP connection of a terminal: frames out with running serials, decoded messages in. */
import { connect, type Socket } from 'node:net'
import { encodeFrames, type Version } from '@tanker/protocol/frame'
import { createFragmentStore } from '@tanker/protocol/fragments'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { decodeBody, type DecodedMessage, decodeMessage, encodeMessage, type Message } from '@tanker/protocol/message'

/** A message from the platform with what its header says of it. */
export type Received = { readonly message: DecodedMessage; readonly id: number; readonly serial: number }

export type Sent = { readonly serial: number; readonly id: number; readonly frames: readonly Uint8Array[] }

export type Connection = {
  send(message: Message): Sent
  /** Bytes as they are. */
  raw(bytes: Uint8Array): void
  /** Asks for parts of messages that have not come for a while (0x0005); call it every second. */
  askForParts(): void
  /** Lets what is written reach the peer, then ends. */
  end(): void
  /** Cuts the connection. */
  cut(): void
}

export type ConnectionOptions = {
  readonly host: string
  readonly port: number
  readonly phone: string
  readonly version: Version
  /** Next serial of this terminal; serials run on over connections. */
  nextSerial(parts: number): number
  onOpen(): void
  onReceived(received: Received): void
  /** Called once, when either side closes. */
  onClosed(error: Error | null): void
}

const partLimits = { maxTotal: 4_096, maxBytesPerSet: 8_000_000, maxSets: 4, maxBytes: 16_000_000, ttlMs: 120_000 }
const longestBody = 1_000 // what encodeFrames puts into one part

export function openConnection(options: ConnectionOptions): Connection {
  const socket: Socket = connect({ host: options.host, port: options.port, noDelay: true })
  const parts = createFragmentStore(partLimits)
  let failure: Error | null = null
  const frames = createFrameStream({
    onFrame(frame) {
      const message = decodeMessage(frame)
      if (message.kind !== 'fragment') return options.onReceived({ message, id: frame.id, serial: frame.serial })
      const joined = parts.add(frame, Date.now())
      const received = joined.kind === 'complete' ? decodeBody(frame.id, joined.body, frame.version) : message
      options.onReceived({ message: received, id: frame.id, serial: frame.serial })
    },
    // A terminal can do nothing about a broken frame; the platform sends it again when no answer comes.
    onBad() {},
  })
  socket.on('connect', options.onOpen)
  // A plain view: a Buffer's `slice` would not copy.
  socket.on('data', (chunk) => frames.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)))
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => options.onClosed(failure))
  function send(message: Message): Sent {
    const { id, body } = encodeMessage(message, options.version)
    const serial = options.nextSerial(Math.max(1, Math.ceil(body.length / longestBody)))
    const encoded = encodeFrames({ id, version: options.version, phone: options.phone, serial, body })
    for (const frame of encoded) socket.write(frame)
    return { serial, id, frames: encoded }
  }
  return {
    send,
    raw: (bytes) => void socket.write(bytes),
    askForParts() {
      for (const { originalSerial, missing } of parts.due(Date.now()))
        send({ kind: 'terminal-resend-request', originalSerial, missing: [...missing] })
    },
    end: () => void socket.end(),
    cut: () => void socket.destroy(),
  }
}
