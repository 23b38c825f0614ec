import { replyResults } from '@tanker/protocol/codes'
import type { LiveGrant } from '../../platform/access/live-tickets.ts'
import type { PromptResult, TruckPrompts } from '../../platform/live-video/truck-prompts.ts'
import { LiveStream } from './live-stream.ts'
import type { LiveViewer } from './live-viewer.ts'
import type { MediaSource } from './media-listener.ts'

export type LiveLimits = {
  readonly streams: number
  readonly viewersAStream: number
  readonly viewersAUser: number
  readonly silentMs: number
  readonly lingerMs: number
  readonly tickMs: number
  readonly trafficEveryMs: number
}

/** Streams of one process: 40 trucks with eight channels, and some. */
const MAX_STREAMS = 400
/** Windows in which one channel is shown. */
const MAX_VIEWERS_A_STREAM = 60
/** Windows of one user: three pages of eight. */
const MAX_VIEWERS_A_USER = 24
/** A stream without a packet for so long has no signal, and its truck is asked again. */
const MAX_SILENT_MS = 10_000
/** How long a stream goes on without viewers: reloading a page costs the truck nothing. */
const MAX_LINGER_MS = 10_000

export const liveLimits: LiveLimits = {
  streams: MAX_STREAMS,
  viewersAStream: MAX_VIEWERS_A_STREAM,
  viewersAUser: MAX_VIEWERS_A_USER,
  silentMs: MAX_SILENT_MS,
  lingerMs: MAX_LINGER_MS,
  tickMs: 1_000,
  trafficEveryMs: 60_000,
}

/** Times the silence, at most, between two calls to a truck that brings nothing. */
const longestPause = 6
const LIVE_SOUND_AND_PICTURE = 0
const CLOSE = { command: 0, close: 0 } as const

type HubOptions = {
  readonly prompts: TruckPrompts
  /** Where trucks dial; known once the port is open. */
  readonly address: () => { readonly host: string; readonly port: number }
  readonly uptime: () => number
  readonly limits: LiveLimits
}

/** All streams of this process: opened by their first viewer, closed some seconds after the last one left. */
export class LiveHub {
  readonly #options: HubOptions
  readonly #streams = new Map<string, LiveStream>()
  /** By truck and channel: packets do not say of which stream they are, so a truck is asked for one after the other. */
  readonly #calls = new Map<string, Promise<void>>()
  readonly #timer: NodeJS.Timeout

  constructor(options: HubOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), options.limits.tickMs)
  }

  get streams(): number {
    return this.#streams.size
  }

  viewers(): LiveViewer[] {
    return [...this.#streams.values()].flatMap((stream) => [...stream.viewers])
  }

  /** Shows a stream to a viewer, or says why not. */
  watch(viewer: LiveViewer): void {
    const { limits, uptime } = this.#options
    const key = keyOf(viewer.grant)
    const known = this.#streams.get(key)
    const ofUser = this.viewers().filter(({ grant }) => grant.userId === viewer.grant.userId).length
    const isTooMany = known === undefined ? this.#streams.size >= limits.streams : known.viewers.size >= limits.viewersAStream
    if (isTooMany || ofUser >= limits.viewersAUser) return viewer.end('refused', 'limit')
    const stream = known ?? new LiveStream(viewer.grant, uptime())
    this.#streams.set(key, stream)
    stream.join(viewer)
    if (known === undefined) this.#call(stream)
  }

  leave(viewer: LiveViewer): void {
    const stream = this.#streams.get(keyOf(viewer.grant))
    if (!stream?.viewers.delete(viewer)) return
    if (stream.viewers.size === 0) stream.leftAt = this.#options.uptime()
  }

  /**
   * The stream that a new connection of a truck brings; null when it was not asked for. A truck that lost a connection brings its stream
   * over another one.
   */
  claim(phone: string, channel: number, source: MediaSource): LiveStream | null {
    const asked = [...this.#streams.values()].filter(({ grant }) => grant.phone === phone && grant.channel === channel)
    const [only, ...others] = asked
    const stream =
      asked.find((one) => one.isCalling && one.source === null) ??
      asked.find((one) => one.source === null) ??
      (others.length === 0 ? only : undefined)
    stream?.comesFrom(source)
    return stream ?? null
  }

  heard(stream: LiveStream): void {
    stream.heardAt = this.#options.uptime()
  }

  /** The truck's connection ended. */
  lost(stream: LiveStream, source: MediaSource): void {
    if (stream.source === source) stream.source = null
  }

  #call(stream: LiveStream): void {
    const { truckId, channel } = stream.grant
    const line = `${truckId} ${channel}`
    stream.isCalling = true
    stream.callAgainAt = Number.POSITIVE_INFINITY
    const call = (this.#calls.get(line) ?? Promise.resolve()).then(() => this.#callNow(stream))
    this.#calls.set(line, call)
    void call.then(() => {
      if (this.#calls.get(line) === call) this.#calls.delete(line)
    })
  }

  /** Resolves when it is known what the truck does, or it was silent for too long. */
  async #callNow(stream: LiveStream): Promise<void> {
    const { prompts, address, uptime, limits } = this.#options
    const { grant } = stream
    if (!this.#isOpen(stream)) return
    // What has been silent is not waited for: the connection that comes next is the stream's.
    stream.source?.close()
    stream.source = null
    stream.calls += 1
    stream.heardAt = uptime()
    const { host, port } = address()
    const result = await prompts.send(
      grant.truckId,
      {
        kind: 'start-live-video',
        host,
        tcpPort: port,
        udpPort: 0,
        channel: grant.channel,
        dataType: LIVE_SOUND_AND_PICTURE,
        stream: streamCode(grant),
      },
      limits.silentMs,
    )
    stream.callAgainAt = uptime() + limits.silentMs * Math.min(longestPause, 2 ** (stream.calls - 1))
    stream.isCalling = stream.source === null && result === replyResults.ok
    if (!this.#isOpen(stream) || stream.source !== null) return
    const why = refusalOf(result)
    if (why === null) return this.#untilDialled(stream)
    if (stream.hasPlayed) return stream.change('nosignal', why)
    this.#streams.delete(keyOf(grant))
    for (const viewer of stream.viewers) viewer.end('refused', why)
  }

  /** The next call for this channel waits until the connection of this one has come, or it is clear that none comes. */
  async #untilDialled(stream: LiveStream): Promise<void> {
    const { uptime, limits } = this.#options
    const until = uptime() + limits.silentMs
    while (this.#isOpen(stream) && stream.source === null && uptime() < until) {
      await new Promise((done) => setTimeout(done, limits.tickMs / 10))
    }
  }

  #isOpen(stream: LiveStream): boolean {
    return this.#streams.get(keyOf(stream.grant)) === stream
  }

  #tick(): void {
    const { uptime, limits } = this.#options
    const at = uptime()
    for (const stream of this.#streams.values()) {
      for (const viewer of stream.viewers) viewer.cutIfStuck()
      if (stream.leftAt !== null) {
        if (at - stream.leftAt >= limits.lingerMs) this.#close(stream)
        continue
      }
      // While the truck has not answered a call, that is what the viewers wait for.
      if (at - stream.heardAt < limits.silentMs || stream.callAgainAt === Number.POSITIVE_INFINITY) continue
      stream.change('nosignal', stream.why ?? 'silent')
      if (at >= stream.callAgainAt) this.#call(stream)
    }
  }

  #close(stream: LiveStream): void {
    const { truckId, channel } = stream.grant
    this.#streams.delete(keyOf(stream.grant))
    stream.source?.close()
    const { prompts, limits } = this.#options
    void prompts.send(truckId, { kind: 'control-live-video', channel, ...CLOSE, stream: streamCode(stream.grant) }, limits.silentMs)
  }

  /** Ends every view; trucks are asked to stop. */
  stop(): void {
    clearInterval(this.#timer)
    for (const viewer of this.viewers()) viewer.end('ended', 'stopping')
    for (const stream of this.#streams.values()) this.#close(stream)
  }
}

const keyOf = ({ truckId, channel, stream }: Pick<LiveGrant, 'truckId' | 'channel' | 'stream'>): string => `${truckId} ${channel} ${stream}`

const streamCode = ({ stream }: LiveGrant): number => (stream === 'main' ? 0 : 1)

/** Null: the truck takes it. */
export function refusalOf(result: PromptResult): 'offline' | 'no-answer' | 'failed' | 'unsupported' | null {
  if (result === 'offline' || result === 'no-answer') return result
  if (result === replyResults.ok) return null
  return result === replyResults.failed ? 'failed' : 'unsupported'
}
