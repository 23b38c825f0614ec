import { videoCalls } from '@tanker/contract/endpoints/video'
import { readMediaFrame } from '@tanker/contract/media-frame'
import type { LiveMessage, LiveReason, LiveState, VideoStream } from '@tanker/contract/video'
import { call, CallError } from '../calls/call.ts'
import { decodesPictures, PictureDecoder } from './picture-decoder.ts'

/** One channel of one truck. */
export type LiveSource = { readonly truckId: number; readonly channel: number; readonly stream: VideoStream }

/** How a window stands: as the server says, or `opening` before it says anything, `lost` between two connections, and what this browser cannot do. */
export type WindowState = {
  readonly state: LiveState | 'opening' | 'lost' | 'no-decoder' | 'no-codec' | 'not-given'
  readonly why: LiveReason | null
  /** Of `not-given`: what the server says in the user's language. */
  readonly words: string | null
}

export type LiveFigures = {
  /** Of the last seconds. */
  readonly kbps: number
  /** Seconds since the last picture; null before the first. */
  readonly standsS: number | null
}

export type LivePlayer = {
  figures(): LiveFigures
  stop(): void
}

const retryMs = [1_000, 2_000, 5_000, 10_000]
const measuredS = 3

/** The states after which the server has closed the socket for good. */
const isFinal = ({ state }: WindowState): boolean => state === 'refused' || state === 'ended' || state === 'no-codec'

/** Opens the channel, draws its pictures into the canvas, and opens it again when the connection is lost. */
export function playLive(source: LiveSource, canvas: HTMLCanvasElement, onState: (state: WindowState) => void): LivePlayer {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let tries = 0
  let epoch = -1
  let shown: WindowState = { state: 'opening', why: null, words: null }
  let pictureAt: number | null = null
  const received: { readonly at: number; readonly bytes: number }[] = []
  const decoder = new PictureDecoder(canvas, () => {
    pictureAt = performance.now()
    tries = 0
  })

  function show(state: WindowState['state'], why: LiveReason | null = null, words: string | null = null): void {
    shown = { state, why, words }
    // A stream that brings nothing that can be shown stands still from its begin on.
    if (state === 'playing') pictureAt ??= performance.now()
    if (!isStopped) onState(shown)
  }

  function again(): void {
    if (isStopped || isFinal(shown)) return
    show('lost')
    timer = setTimeout(() => void open(), retryMs[Math.min(tries, retryMs.length - 1)])
    tries += 1
  }

  async function open(): Promise<void> {
    const ticket = await call(videoCalls.live, source, { purpose: 'silent' }).catch((failure: unknown) => failure)
    if (isStopped) return
    // What the server says in words will not change by asking again.
    const hasWords = ticket instanceof CallError && ticket.outcome !== 'network-error' && ticket.outcome !== 'call-failed'
    if (hasWords) return show('not-given', null, ticket.message)
    if (ticket instanceof Error) return again()
    const { path } = ticket as { readonly path: string }
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)
    opened.binaryType = 'arraybuffer'
    socket = opened
    opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') hear(JSON.parse(data) as LiveMessage)
      else take(new Uint8Array(data))
    }
    opened.onclose = () => {
      if (socket === opened) again()
    }
  }

  function hear(message: LiveMessage): void {
    if (message.op === 'state') return show(message.state, message.why)
    epoch = message.epoch
    void decoder.start(message.codec).then((isShown) => {
      if (isShown || isStopped) return
      show('no-codec')
      socket?.close()
    })
  }

  function take(bytes: Uint8Array): void {
    const now = performance.now()
    received.push({ at: now, bytes: bytes.length })
    while ((received[0]?.at ?? now) < now - measuredS * 1_000) received.shift()
    const frame = readMediaFrame(bytes)
    if (frame?.kind === 'video' && frame.epoch === epoch) decoder.decode(frame)
  }

  if (decodesPictures()) void open()
  else show('no-decoder')
  return {
    figures: () => {
      const now = performance.now()
      const bytes = received.reduce((sum, one) => (one.at < now - measuredS * 1_000 ? sum : sum + one.bytes), 0)
      return { kbps: (bytes * 8) / 1_000 / measuredS, standsS: pictureAt === null ? null : (now - pictureAt) / 1_000 }
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      socket?.close()
      decoder.close()
    },
  }
}
