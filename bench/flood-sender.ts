// Plays a stranger for bench/flood.ts: sockets that send wrong codes for ever new phones, and come back at once when they are cut.
import { type Socket, connect } from 'node:net'
import { encodeFrame } from '@tanker/protocol/frame'
import { encodeMessage } from '@tanker/protocol/message'

export type FloodOrder = { readonly port: number; readonly from: string; readonly sockets: number }
export type FloodReport = { readonly frames: number; readonly dials: number }

/** Frames that go in one write. */
const AT_ONCE = 50
const { id, body } = encodeMessage({ kind: 'authentication', authCode: 'a-wrong-code-000' }, 2013)
let frames = 0
let dials = 0
let running = true

/** A phone that no truck has. */
const nextPhone = (): string => String(15_000_000_000 + (frames += 1))

function dial(order: FloodOrder): void {
  if (!running) return
  dials += 1
  const socket: Socket = connect({ host: '127.0.0.1', port: order.port, localAddress: order.from })
  const pour = (): void => {
    while (running && !socket.destroyed) {
      const chunk = Array.from({ length: AT_ONCE }, () =>
        encodeFrame({ id, version: 2013, phone: nextPhone(), serial: frames & 0xffff, body }),
      )
      if (!socket.write(Buffer.concat(chunk))) return
    }
  }
  socket.on('connect', pour)
  socket.on('drain', pour)
  socket.on('error', () => undefined)
  socket.on('close', () => setTimeout(() => dial(order), 1))
  socket.resume()
}

process.on('message', (order: FloodOrder | 'stop') => {
  if (order === 'stop') {
    running = false
    process.send?.({ frames, dials } satisfies FloodReport)
    setTimeout(() => process.exit(0), 50)
  } else for (let socket = 0; socket < order.sockets; socket += 1) dial(order)
})
process.send?.('ready')
process.on('disconnect', () => process.exit(0))
