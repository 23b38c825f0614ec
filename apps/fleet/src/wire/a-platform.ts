/** A tiny platform for tests: registers, authenticates and acknowledges, as configured. */
import { createServer, type Socket } from 'node:net'
import { encodeFrames, type Frame } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { type DecodedMessage, decodeMessage, encodeMessage, type Message } from '@tanker/protocol/message'

export type APlatform = {
  readonly port: number
  readonly received: { readonly phone: string; readonly frame: Frame; readonly message: DecodedMessage }[]
  /** Positions are taken but not acknowledged while this is true. */
  silent: boolean
  /** Sends an order to every truck that is connected. */
  order(message: Message): void
  cutAll(): void
  /** Resolves when a received message satisfies the test. */
  until(wanted: (message: DecodedMessage) => boolean): Promise<DecodedMessage>
  close(): Promise<void>
}

export async function aPlatform(): Promise<APlatform> {
  const sockets = new Map<Socket, Frame>()
  const received: APlatform['received'] = []
  const waiting = new Set<() => void>()
  let serial = 100

  function write(socket: Socket, to: Frame, message: Message): void {
    const { id, body } = encodeMessage(message, to.version)
    for (const bytes of encodeFrames({ id, body, version: to.version, phone: to.phone, serial: serial++ })) socket.write(bytes)
  }

  const server = createServer((socket) => {
    const frames = createFrameStream({
      onBad() {},
      onFrame(frame) {
        const message = decodeMessage(frame)
        sockets.set(socket, frame)
        received.push({ phone: frame.phone, frame, message })
        if (message.kind === 'registration')
          write(socket, frame, { kind: 'registration-answer', replySerial: frame.serial, result: 0, authCode: `code-${frame.phone}` })
        else if (message.kind === 'authentication')
          write(socket, frame, {
            kind: 'platform-reply',
            replySerial: frame.serial,
            replyId: frame.id,
            result: message.authCode === `code-${frame.phone}` ? 0 : 1,
          })
        else if (
          message.kind !== 'terminal-reply' &&
          !(platform.silent && (message.kind === 'location-report' || message.kind === 'location-batch'))
        ) {
          write(socket, frame, { kind: 'platform-reply', replySerial: frame.serial, replyId: frame.id, result: 0 })
        }
        for (const wake of waiting) wake()
      },
    })
    socket.on('data', (chunk) => frames.push(new Uint8Array(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const platform: APlatform = {
    port: address.port,
    received,
    silent: false,
    order(message) {
      for (const [socket, frame] of sockets) write(socket, frame, message)
    },
    cutAll() {
      for (const socket of sockets.keys()) socket.destroy()
    },
    until: (wanted) =>
      new Promise((resolve) => {
        function look() {
          const found = received.find(({ message }) => wanted(message))
          if (!found) return
          waiting.delete(look)
          resolve(found.message)
        }
        waiting.add(look)
        look()
      }),
    async close() {
      platform.cutAll()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
  return platform
}
