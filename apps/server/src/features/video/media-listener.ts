import { createServer, type AddressInfo, type Socket } from 'node:net'
import { type CameraItem, MediaFrames } from '@tanker/protocol/jt1078/media-frames'
import { MediaStream } from '@tanker/protocol/jt1078/media-stream'
import type { MediaPacket } from '@tanker/protocol/jt1078/media-packet'
import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { VideoTraffic } from './video-traffic.ts'

/** The truck's connection that brings pictures. */
export type MediaSource = { close(): void }

/** What takes the pictures of one connection. */
export type MediaTaker = {
  readonly grant: { readonly truckId: number; readonly phone: string; readonly channel: number; readonly zoneOffsetMinutes: number }
  take(item: CameraItem): void
}

/** Says which connections were asked for. */
export type MediaHub<T extends MediaTaker> = {
  /** Null: it was not asked for. */
  claim(phone: string, channel: number, source: MediaSource): T | null
  heard(taker: T): void
  lost(taker: T, source: MediaSource): void
}

export type MediaListenerOptions<T extends MediaTaker> = {
  readonly hub: MediaHub<T>
  readonly traffic: VideoTraffic
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly log: Logger
  readonly refused: Counter<'reason'>
}

export type MediaListener = { readonly port: number; close(): Promise<void> }

/** One for each stream, and those that dial again before their former connection is known to be lost. */
const MAX_SOCKETS = 800
/** Sockets of one address that have not brought a stream that was asked for: many trucks may share an address. */
const MAX_STRANGERS_AN_ADDRESS = 40
/** Until then a connection brings its first packet. */
const MAX_STRANGER_MS = 10_000
/** A truck that sends nothing for so long is asked again, and dials again. */
const MAX_IDLE_MS = 60_000

/** One connection of a truck: one stream of one channel. */
class Connection<T extends MediaTaker> {
  readonly socket: Socket
  readonly address: string
  stream: T | null = null
  readonly #options: MediaListenerOptions<T>
  readonly #packets = new MediaStream()
  readonly #frames = new MediaFrames()
  readonly #stranger: NodeJS.Timeout

  constructor(socket: Socket, options: MediaListenerOptions<T>) {
    this.socket = socket
    this.address = socket.remoteAddress ?? ''
    this.#options = options
    this.#stranger = setTimeout(() => this.#cut('silent'), MAX_STRANGER_MS)
    socket.setTimeout(MAX_IDLE_MS, () => this.close())
    socket.on('error', () => this.close())
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('close', () => {
      clearTimeout(this.#stranger)
      if (this.stream !== null) options.hub.lost(this.stream, this)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  #take(chunk: Buffer): void {
    try {
      for (const packet of this.#packets.push(chunk)) {
        if (this.socket.destroyed) return
        if (packet === 'bad') return this.#cut('garbage')
        this.#follow(packet)
      }
    } catch (error) {
      // One camera's bytes must not end the others.
      this.#options.log.warn({ err: error }, 'a connection of video failed')
      return this.close()
    }
    if (this.stream !== null) this.#options.traffic.count(this.stream.grant, chunk.length)
  }

  #follow(packet: MediaPacket): void {
    const { hub } = this.#options
    if (this.stream === null) {
      clearTimeout(this.#stranger)
      this.stream = hub.claim(packet.phone, packet.channel, this)
      if (this.stream === null) return this.#cut('not-asked')
    }
    const { grant } = this.stream
    if (packet.phone !== grant.phone || packet.channel !== grant.channel) return this.#cut('other-channel')
    hub.heard(this.stream)
    for (const item of this.#frames.push(packet)) this.stream.take(item)
  }

  #cut(reason: string): void {
    this.#options.refused.inc({ reason })
    this.close()
  }
}

/** Takes in the video that trucks were asked for (JT/T 1078), on a port of its own. */
export async function startMediaListener<T extends MediaTaker>(options: MediaListenerOptions<T>): Promise<MediaListener> {
  const connections = new Set<Connection<T>>()
  const server = createServer({ noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? ''
    const strangers = [...connections].filter((one) => one.stream === null && one.address === address).length
    if (connections.size >= MAX_SOCKETS || strangers >= MAX_STRANGERS_AN_ADDRESS) {
      options.refused.inc({ reason: 'too-many' })
      socket.on('error', () => undefined)
      socket.destroy()
      return
    }
    const connection = new Connection(socket, options)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen({ port: options.port, host: options.host }, done)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const connection of connections) connection.close()
      await closed
    },
  }
}
