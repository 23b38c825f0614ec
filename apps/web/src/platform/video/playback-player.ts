import { videoCalls } from '@tanker/contract/endpoints/video'
import type { PlaybackMessage, PlaybackOrder, PlaybackReason, PlaybackSpeed, PlaybackState } from '@tanker/contract/history-video'
import { readMediaFrame } from '@tanker/contract/media-frame'
import { call, CallError } from '../calls/call.ts'
import { decodesPictures, PictureDecoder } from './picture-decoder.ts'

/** A stretch of one channel of one truck, milliseconds since 1970, and where to begin. */
export type PlaybackSource = {
  readonly truckId: number
  readonly channel: number
  readonly from: number
  readonly to: number
  readonly at: number
}

/** How the window stands: as the server says, or `opening` before it says anything, `lost` with its connection, and what this browser cannot do. */
export type PlaybackView = {
  readonly state: PlaybackState | 'opening' | 'lost' | 'no-decoder' | 'no-codec' | 'not-given'
  readonly why: PlaybackReason | null
  /** Of `not-given`: what the server says in the user's language. */
  readonly words: string | null
  readonly speed: PlaybackSpeed
}

export type PlaybackPlayer = {
  order(order: PlaybackOrder): void
  /** How many times the pace of the day the pictures of the last seconds went; null while there are too few. */
  pace(): number | null
  stop(): void
}

const measuredMs = 3_000

/** Plays what a recorder has into the canvas; `onTime` gets the time of each picture. */
export function playRecording(
  source: PlaybackSource,
  canvas: HTMLCanvasElement,
  { onView, onTime }: { readonly onView: (view: PlaybackView) => void; readonly onTime: (at: number) => void },
): PlaybackPlayer {
  let socket: WebSocket | null = null
  let isStopped = false
  /** Of the pictures that are shown; null: of none, until the next connection of the terminal begins. */
  let epoch: number | null = null
  let speed: PlaybackSpeed = 1
  let isOver = false
  let shown: { readonly wall: number; readonly at: number }[] = []
  const decoder = new PictureDecoder(canvas, (at) => {
    if (epoch === null || isStopped) return
    const wall = performance.now()
    shown = [...shown.filter((one) => one.wall >= wall - measuredMs), { wall, at }]
    onTime(at)
  })

  function show(state: PlaybackView['state'], why: PlaybackReason | null = null, words: string | null = null): void {
    if (!isStopped) onView({ state, why, words, speed })
  }

  async function open(): Promise<void> {
    const { truckId, channel, from, to, at } = source
    const iso = (ms: number): string => new Date(ms).toISOString()
    const asked = { truckId, channel, from: iso(from), to: iso(to), at: iso(at) }
    const ticket = await call(videoCalls.playback, asked, { purpose: 'silent' }).catch((failure: unknown) => failure)
    if (isStopped) return
    if (ticket instanceof CallError && ticket.code !== null) return show('not-given', null, ticket.message)
    if (ticket instanceof Error) return show('lost')
    const { path } = ticket as { readonly path: string }
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)
    opened.binaryType = 'arraybuffer'
    socket = opened
    opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') hear(JSON.parse(data) as PlaybackMessage)
      else take(new Uint8Array(data))
    }
    opened.onclose = () => {
      if (!isOver) show('lost')
    }
  }

  function hear(message: PlaybackMessage): void {
    if (message.op === 'state') {
      const { state, why } = message
      if (message.speed !== speed || state !== 'playing') shown = []
      speed = message.speed
      isOver = state === 'refused' || (state === 'ended' && why !== null)
      return show(state, why)
    }
    epoch = message.epoch
    shown = []
    void decoder.start(message.codec).then((isShown) => {
      if (isShown || isStopped) return
      isOver = true
      show('no-codec')
      socket?.close()
    })
  }

  function take(bytes: Uint8Array): void {
    const frame = readMediaFrame(bytes)
    if (frame?.kind === 'video' && frame.epoch === epoch) decoder.decode(frame)
  }

  if (decodesPictures()) void open()
  else show('no-decoder')
  return {
    order(order) {
      // Nothing of the older place is shown any more.
      if (order.op === 'seek') epoch = null
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(order))
    },
    pace() {
      const [first, last] = [shown[0], shown.at(-1)]
      if (first === undefined || last === undefined || last.wall - first.wall < measuredMs / 3) return null
      return (last.at - first.at) / (last.wall - first.wall)
    },
    stop() {
      isStopped = true
      socket?.close()
      decoder.close()
    },
  }
}
