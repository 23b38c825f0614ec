import { writeMediaFrame } from '@tanker/contract/media-frame'
import type { LiveMessage, LiveReason, LiveState } from '@tanker/contract/video'
import { decodeG711a } from '@tanker/protocol/jt1078/g711a'
import type { CameraItem } from '@tanker/protocol/jt1078/media-frames'
import { payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import type { LiveGrant } from '../../platform/access/live-tickets.ts'
import type { LiveViewer } from './live-viewer.ts'
import type { MediaSource } from './media-listener.ts'
import { PictureGate } from './picture-gate.ts'

/** What a new viewer gets at once: the pictures since the last key frame. */
const MAX_CACHED_FRAMES = 300
const MAX_CACHED_BYTES = 4_194_304

type Picture = { readonly payloadType: number; readonly at: number; readonly data: Uint8Array }

/** One stream of one channel of one truck, with those who watch it. */
export class LiveStream {
  readonly grant: LiveGrant
  readonly viewers = new Set<LiveViewer>()
  state: LiveState = 'calling'
  why: LiveReason | null = null
  source: MediaSource | null = null
  /** When the last packet came, or the truck was asked; ms of the monotonic clock. */
  heardAt: number
  /** When the last viewer left; null while there are some. */
  leftAt: number | null = null
  /** A call is on its way to the truck. */
  isCalling = false
  /** Calls since the last picture. */
  calls = 0
  /** When the truck may be asked again. */
  callAgainAt = 0
  hasPlayed = false
  #epoch = 0
  readonly #gate = new PictureGate()
  #cached: { readonly frame: Uint8Array; readonly isKey: boolean }[] = []
  #cachedBytes = 0
  /** A picture did not fit: a new viewer waits for the next key frame. */
  #isCacheCut = false

  constructor(grant: LiveGrant, heardAt: number) {
    this.grant = grant
    this.heardAt = heardAt
  }

  join(viewer: LiveViewer): void {
    this.viewers.add(viewer)
    this.leftAt = null
    const begin = this.#begin()
    if (begin === null || this.state !== 'playing') return viewer.state(this.state, this.why)
    viewer.say(begin)
    viewer.state('playing')
    for (const { frame, isKey } of this.#cached) viewer.picture(frame, isKey)
  }

  /** Says it to all viewers if it is new. */
  change(state: LiveState, why: LiveReason | null): void {
    if (state === this.state && why === this.why) return
    this.state = state
    this.why = why
    for (const viewer of this.viewers) viewer.state(state, why)
  }

  /** Another connection of the truck brings it from now on. */
  comesFrom(source: MediaSource): void {
    this.source?.close()
    this.source = source
    this.#gate.restart()
    this.#forget()
  }

  take(item: CameraItem): void {
    if (item.is === 'gap') {
      this.#gate.gap()
      this.#isCacheCut = true
    } else if (item.is === 'sound') this.#sound(item)
    else this.#picture(item)
  }

  #sound({ payloadType, at, data }: Picture): void {
    if (payloadType !== payloadTypes.g711a || this.state !== 'playing') return
    const frame = writeMediaFrame({ kind: 'audio', isKey: false, payloadType, epoch: this.#epoch, at, data: decodeG711a(data) })
    for (const viewer of this.viewers) viewer.sound(frame)
  }

  #picture({ payloadType, at, data }: Picture): void {
    const picture = this.#gate.take(payloadType, data)
    if (picture === 'unsupported') return this.change('nosignal', 'unsupported')
    if (picture === null) return
    if (picture.isOther) this.#beginAgain()
    this.#play()
    const { isKey } = picture
    this.#send(writeMediaFrame({ kind: 'video', isKey, payloadType, epoch: this.#epoch, at, data: picture.data }), isKey)
  }

  /** A new epoch, where codec or size are others than before. */
  #beginAgain(): void {
    this.#epoch = (this.#epoch + 1) & 0xffff
    const begin = this.#begin()
    for (const viewer of this.viewers) {
      viewer.restart()
      if (begin !== null) viewer.say(begin)
    }
  }

  #begin(): LiveMessage | null {
    const { format } = this.#gate
    return format === null ? null : { op: 'start', epoch: this.#epoch, ...format }
  }

  #play(): void {
    this.hasPlayed = true
    this.calls = 0
    this.change('playing', null)
  }

  #send(frame: Uint8Array, isKey: boolean): void {
    if (isKey) this.#forget()
    if (!this.#isCacheCut && this.#cached.length < MAX_CACHED_FRAMES && this.#cachedBytes + frame.length <= MAX_CACHED_BYTES) {
      this.#cached.push({ frame, isKey })
      this.#cachedBytes += frame.length
    } else {
      // Without what is missing nothing of it can be shown.
      this.#forget()
      this.#isCacheCut = true
    }
    for (const viewer of this.viewers) viewer.picture(frame, isKey)
  }

  #forget(): void {
    this.#cached = []
    this.#cachedBytes = 0
    this.#isCacheCut = false
  }
}
