import { writeMediaFrame } from '@tanker/contract/media-frame'
import type { PlaybackMessage, PlaybackOrder, PlaybackReason, PlaybackSpeed, PlaybackState } from '@tanker/contract/history-video'
import { replyResults } from '@tanker/protocol/codes'
import { msToDeviceTime } from '@tanker/protocol/device-time'
import { decodeG711a } from '@tanker/protocol/jt1078/g711a'
import type { CameraItem } from '@tanker/protocol/jt1078/media-frames'
import { payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import type { PlaybackGrant } from '../../platform/access/live-tickets.ts'
import type { TruckPrompts } from '../../platform/live-video/truck-prompts.ts'
import { refusalOf } from './live-hub.ts'
import type { MediaSource, MediaTaker } from './media-listener.ts'
import type { MediaWindow } from './media-window.ts'
import { PictureGate } from './picture-gate.ts'

export type SessionOptions = {
  readonly prompts: TruckPrompts
  readonly address: () => { readonly host: string; readonly port: number }
  readonly uptime: () => number
  readonly silentMs: number
  readonly idleMs: number
}

/** Codes of speeds in 0x9201 and 0x9202. */
const speedCodes: Readonly<Record<PlaybackSpeed, number>> = { 1: 1, 2: 2, 4: 3, 16: 5 }
const commands = { start: 0, pause: 1, end: 2, fast: 3 } as const
const modes = { normal: 0, fast: 1 } as const
const NO_TIME = '000000000000'
/** Terminals answer an order about what they play within moments. */
const answersWithinMs = 3_000
/** Orders of one window that wait for the terminal; further ones are dropped. */
const MAX_WAITING_ORDERS = 20
/** What comes after a pause was answered is on its way; what comes later shows that the terminal does not pause. */
const pauseSettlesMs = 1_000
/** A connection that ends so near the end has brought everything; pictures that long after it are too many. */
const nearMs = 5_000
/** A terminal whose pictures are further from what was asked for counts its time otherwise. */
const sameClockMs = 60_000

/** One window that plays what a recorder has. The terminal paces; the server relays. */
export class PlaybackSession implements MediaTaker {
  readonly grant: PlaybackGrant
  readonly window: MediaWindow
  /** A connection that comes now is the one that was asked for. */
  isExpecting = false
  /** ms of the monotonic clock. */
  heardAt: number
  state: PlaybackState = 'calling'
  readonly #options: SessionOptions
  readonly #gate = new PictureGate()
  #source: MediaSource | null = null
  #why: PlaybackReason | null = null
  #speed: PlaybackSpeed = 1
  #epoch = 0
  /** Time of the last picture, ms since 1970. */
  #position: number
  /** What is added to the terminal's times; null before the first picture of a connection. */
  #offset: number | null = null
  /** The terminal was asked and not ended. */
  #isStarted = false
  #pausedAt = 0
  /** Since when nothing plays; null while it does. */
  #standsSince: number | null = null
  #isOver = false
  #waiting = 0
  #isSeekWaiting = false
  /** What waits for the terminal's answer to 0x9201 goes on: its connection has come, or it is not wanted any more. */
  #arrive: () => void = () => undefined
  #turn = 0
  #work: Promise<void> = Promise.resolve()

  constructor(window: MediaWindow, grant: PlaybackGrant, options: SessionOptions) {
    this.window = window
    this.grant = grant
    this.#options = options
    this.#position = grant.at
    this.heardAt = options.uptime()
    this.#say()
    this.#do(() => this.#play(grant.at, this.#turn))
  }

  get user() {
    return this.window.user
  }

  get hasSource(): boolean {
    return this.#source !== null
  }

  /** What its window wants. */
  order(order: Exclude<PlaybackOrder, { readonly op: 'stop' }>): void {
    if (order.op !== 'seek' && this.#waiting >= MAX_WAITING_ORDERS) return
    switch (order.op) {
      case 'pause':
        return this.#do(() => this.#pause())
      case 'resume':
        return this.#do(() => this.#resume())
      case 'speed':
        return this.#do(() => this.#changeSpeed(order.speed))
      case 'seek':
        return this.#seek(Math.min(this.grant.to, Math.max(this.grant.from, order.at)))
    }
  }

  /** One after the other: the answer of the terminal to one decides about the next. */
  #do(work: () => Promise<void>): void {
    this.#waiting += 1
    this.#work = this.#work
      .then(() => (this.#isOver ? undefined : work()))
      .finally(() => {
        this.#waiting -= 1
      })
  }

  #seek(at: number): void {
    this.#turn += 1
    this.#arrive()
    // At once: nothing of the older place is shown any more.
    this.#cut()
    this.#position = at
    this.#change('calling')
    if (this.#isSeekWaiting) return
    this.#isSeekWaiting = true
    this.#do(() => {
      this.#isSeekWaiting = false
      return this.#play(this.#position, this.#turn)
    })
  }

  /** Ends what the terminal plays, and asks for it from there on; several searches in a row ask for the last one only. */
  async #play(from: number, turn: number): Promise<void> {
    if (turn !== this.#turn) return
    this.#cut()
    if (this.#isStarted) await this.#control(commands.end)
    if (this.#isOver || turn !== this.#turn) return
    const { prompts, address, uptime } = this.#options
    const { host, port } = address()
    this.#isStarted = true
    this.#position = from
    this.heardAt = uptime()
    this.isExpecting = true
    this.#change('calling')
    const isFast = this.#speed > 1
    const arrival = new Promise<typeof replyResults.ok>((done) => {
      this.#arrive = () => done(replyResults.ok)
    })
    const answer = prompts.send(
      this.grant.truckId,
      {
        kind: 'start-playback',
        host,
        tcpPort: port,
        udpPort: 0,
        channel: this.grant.channel,
        media: 0,
        stream: 0,
        storage: 0,
        mode: isFast ? modes.fast : modes.normal,
        speed: isFast ? speedCodes[this.#speed] : 0,
        from: this.#timeOf(from),
        to: this.#timeOf(this.grant.to),
      },
      this.#options.silentMs,
    )
    // The pictures are an answer, too.
    const result = await Promise.race([answer, arrival])
    if (this.#isOver || turn !== this.#turn || this.#source !== null) return
    const why = refusalOf(result)
    if (why === null) return
    this.isExpecting = false
    this.#isStarted = false
    this.#change('nosignal', why)
  }

  async #pause(): Promise<void> {
    if (this.state !== 'playing' && this.state !== 'calling') return
    const isTaken = (await this.#control(commands.pause)) === replyResults.ok
    if (this.#isOver) return
    this.#pausedAt = this.#options.uptime()
    this.#change('paused')
    if (!isTaken) this.#standStill()
  }

  async #resume(): Promise<void> {
    if (this.state === 'playing' || this.state === 'calling') return
    if (this.state === 'ended') return this.#play(this.grant.at, this.#turn)
    if (this.#source !== null && (await this.#goOn(this.#speed))) {
      this.heardAt = this.#options.uptime()
      return this.#change('playing')
    }
    await this.#play(this.#position, this.#turn)
  }

  async #changeSpeed(speed: PlaybackSpeed): Promise<void> {
    const isPlaying = this.state === 'playing' && this.#source !== null
    if (isPlaying && !(await this.#goOn(speed))) {
      this.#why = 'speed'
      return this.#say()
    }
    this.#speed = speed
    this.#why = null
    this.#say()
  }

  async #goOn(speed: PlaybackSpeed): Promise<boolean> {
    const command = speed === 1 ? commands.start : commands.fast
    return (await this.#control(command, speed === 1 ? 0 : speedCodes[speed])) === replyResults.ok
  }

  #control(command: number, speed = 0): Promise<number | 'offline' | 'no-answer'> {
    const { truckId, channel } = this.grant
    if (command === commands.end) this.#isStarted = false
    return this.#options.prompts.send(truckId, { kind: 'control-playback', channel, command, speed, position: NO_TIME }, answersWithinMs)
  }

  /** The terminal does not pause: it is ended, and begins again where it stopped. */
  #standStill(): void {
    this.#cut()
    void this.#control(commands.end)
  }

  #cut(): void {
    this.isExpecting = false
    this.#source?.close()
    this.#source = null
  }

  comesFrom(source: MediaSource): void {
    this.#source = source
    this.isExpecting = false
    this.#arrive()
    this.#gate.restart()
    this.window.restart()
    this.#offset = null
  }

  lost(source: MediaSource): void {
    if (this.#source !== source) return
    this.#source = null
    this.#isStarted = false
    if (this.state === 'paused') return
    if (this.#position >= this.grant.to - nearMs) this.#change('ended')
    else this.#change('nosignal', 'broken')
  }

  take(item: CameraItem): void {
    if (item.is === 'gap') return this.#gate.gap()
    const at = this.#momentOf(item.at)
    if (item.is === 'sound') return this.#sound(item.payloadType, at, item.data)
    if (this.state === 'paused' && this.#options.uptime() - this.#pausedAt > pauseSettlesMs) return this.#standStill()
    if (at > this.grant.to + nearMs) return this.#reachedEnd()
    const picture = this.#gate.take(item.payloadType, item.data)
    if (picture === 'unsupported') return this.#change('nosignal', 'unsupported')
    if (picture === null) return
    if (picture.isOther && this.#gate.format !== null) {
      this.#epoch = (this.#epoch + 1) & 0xffff
      this.window.restart()
      this.window.write({ op: 'start', epoch: this.#epoch, ...this.#gate.format } satisfies PlaybackMessage)
    }
    this.#position = at
    if (this.state !== 'paused') this.#change('playing', this.#why === 'speed' ? 'speed' : null)
    const { isKey, data } = picture
    this.window.picture(writeMediaFrame({ kind: 'video', isKey, payloadType: item.payloadType, epoch: this.#epoch, at, data }), isKey)
  }

  #sound(payloadType: number, at: number, data: Uint8Array): void {
    if (payloadType !== payloadTypes.g711a || this.state !== 'playing' || this.#speed !== 1) return
    this.window.sound(writeMediaFrame({ kind: 'audio', isKey: false, payloadType, epoch: this.#epoch, at, data: decodeG711a(data) }))
  }

  /** Terminals count from 1970, or from the first picture they send. */
  #momentOf(at: number): number {
    this.#offset ??= Math.abs(at - this.#position) <= sameClockMs ? 0 : this.#position - at
    return at + this.#offset
  }

  #reachedEnd(): void {
    this.#standStill()
    this.#change('ended')
  }

  #change(state: PlaybackState, why: PlaybackReason | null = null): void {
    if (state === this.state && why === this.#why) return
    const stands = state !== 'playing' && state !== 'calling'
    this.#standsSince = stands ? (this.#standsSince ?? this.#options.uptime()) : null
    this.state = state
    this.#why = why
    this.#say()
  }

  #say(): void {
    this.window.write({ op: 'state', state: this.state, why: this.#why, speed: this.#speed } satisfies PlaybackMessage)
  }

  /** Called every second. */
  tick(): void {
    this.window.cutIfStuck()
    const at = this.#options.uptime()
    if ((this.state === 'calling' || this.state === 'playing') && at - this.heardAt > this.#options.silentMs)
      this.#change('nosignal', 'silent')
    if (this.#standsSince !== null && at - this.#standsSince > this.#options.idleMs) this.stop('ended', 'idle')
  }

  #timeOf(at: number): string {
    return msToDeviceTime(at, this.grant.zoneOffsetMinutes)
  }

  /** The end, for its window and for the terminal. */
  stop(state: 'ended' | 'refused', why: PlaybackReason): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cut()
    if (this.#isStarted) void this.#control(commands.end)
    this.window.close({ op: 'state', state, why, speed: this.#speed } satisfies PlaybackMessage, state, why)
  }
}
