/** The cameras of a truck as they answer 0x9101: each stream over a connection of its own, as long as it is wanted (JT/T 1078). */
import { connect, type Socket } from 'node:net'
import { replyResults } from '@tanker/protocol/codes'
import { mediaPackets, mediaTypes, payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import type { MessageOfKind } from '@tanker/protocol/message'

/** One stream of one camera: the access unit of each moment, in Annex B. */
export type VideoSource = { frameAt(at: number, isFirst: boolean): { readonly bytes: Uint8Array; readonly isKey: boolean } }

export type LiveCamerasOptions = {
  readonly phone: string
  readonly version: 2013 | 2019
  /** The camera of a channel; 'offline': it does not answer the terminal; null: there is none. */
  readonly open: (channel: number, stream: 'main' | 'sub') => VideoSource | 'offline' | null
  /** Whether the platform has the terminal: streams end when it loses it. */
  readonly isOnline: () => boolean
}

/** The result of an order about live video, for 0x0001. */
export type LiveCameras = (order: StartOrder | ControlOrder) => number

const framesASecond = 15
const redialMs = 200
/** A platform whose port is not open yet is dialled again so often. */
const MAX_DIALS = 10
/** Bytes that wait for the network; above it pictures are left out. */
const MAX_UNSENT_BYTES = 1_000_000

const kinds = { soundAndPicture: 0, picture: 1 } as const
const close = 0

type StartOrder = MessageOfKind<'start-live-video'>
type ControlOrder = MessageOfKind<'control-live-video'>

export function createLiveCameras({ phone, version, open, isOnline }: LiveCamerasOptions): LiveCameras {
  const streams = new Map<string, { stop(): void }>()
  const keyOf = ({ channel, stream }: { readonly channel: number; readonly stream: number }): string => `${channel} ${stream}`

  function end(key: string): void {
    streams.get(key)?.stop()
    streams.delete(key)
  }

  function start(order: StartOrder): number {
    if (order.dataType !== kinds.soundAndPicture && order.dataType !== kinds.picture) return replyResults.unsupported
    const source = open(order.channel, order.stream === 0 ? 'main' : 'sub')
    if (source === null) return replyResults.unsupported
    if (source === 'offline') return replyResults.failed
    const key = keyOf(order)
    end(key)
    const stream = sendStream(source, order, { phone, simBytes: version === 2019 ? 10 : 6, isOnline }, () => {
      if (streams.get(key) === stream) streams.delete(key)
    })
    streams.set(key, stream)
    return replyResults.ok
  }

  return (order) => {
    if (order.kind === 'start-live-video') return start(order)
    if (order.command !== close) return replyResults.unsupported
    end(keyOf(order))
    return replyResults.ok
  }
}

type Sender = { readonly phone: string; readonly simBytes: 6 | 10; readonly isOnline: () => boolean }

/** Dials and sends until it is stopped, or the platform ends the connection. */
function sendStream(source: VideoSource, { host, tcpPort, channel }: StartOrder, sender: Sender, onEnd: () => void): { stop(): void } {
  let socket: Socket | null = null
  let timer: NodeJS.Timeout | null = null
  let isOver = false
  let sequence = 0
  let needsKey = true
  let [keyAt, frameAt] = [0, 0]

  function stop(): void {
    isOver = true
    if (timer) clearTimeout(timer)
    socket?.destroy()
  }

  function giveUp(): void {
    stop()
    onEnd()
  }

  function dial(tries: number): void {
    let isOpen = false
    const mine = connect({ host, port: tcpPort, noDelay: true })
    socket = mine
    mine.on('connect', () => {
      isOpen = true
      const begin = performance.now()
      beat(mine, begin, 0)
    })
    // Without a reader its end would not be noticed.
    mine.resume()
    mine.on('error', () => undefined)
    mine.on('close', () => {
      if (timer) clearTimeout(timer)
      if (isOver) return
      if (isOpen || tries >= MAX_DIALS || !sender.isOnline()) return giveUp()
      timer = setTimeout(() => dial(tries + 1), redialMs)
    })
  }

  /** The frames keep their pace: a late one does not delay the next. */
  function beat(to: Socket, begin: number, count: number): void {
    if (isOver || to.destroyed) return
    if (!sender.isOnline()) return giveUp()
    send(to, Date.now())
    const next = Math.max(count + 1, Math.ceil(((performance.now() - begin) * framesASecond) / 1_000))
    timer = setTimeout(() => beat(to, begin, next), begin + (next * 1_000) / framesASecond - performance.now())
  }

  function send(to: Socket, at: number): void {
    if (to.writableLength > MAX_UNSENT_BYTES) {
      needsKey = true
      return
    }
    const { bytes, isKey } = source.frameAt(at, needsKey)
    needsKey = false
    if (isKey) keyAt = at
    const packets = mediaPackets({
      phone: sender.phone,
      simBytes: sender.simBytes,
      channel,
      payloadType: payloadTypes.h264,
      type: isKey ? mediaTypes.key : mediaTypes.predicted,
      sequence,
      at,
      sinceKeyMs: at - keyAt,
      sinceFrameMs: frameAt === 0 ? 0 : Math.max(0, at - frameAt),
      data: bytes,
    })
    frameAt = at
    sequence = (sequence + packets.length) & 0xffff
    to.cork()
    for (const packet of packets) to.write(packet)
    to.uncork()
  }

  dial(1)
  return { stop }
}
