/** Pictures of a truck's active-safety events: remembers the events, and sends their pictures when asked (0x9208). */
import { deviceTimeToMs, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import type { Location } from '@tanker/protocol/location'
import type { MessageOfKind } from '@tanker/protocol/message'
import type { SafetyMark } from '@tanker/protocol/safety-mark'
import { drawScene, type Scene } from './scene.ts'
import { sendPictures, type SendOptions } from './send-pictures.ts'

export type PictureOrder = MessageOfKind<'request-evidence'>

export type TruckCamera = {
  /** Remembers the events of a position. */
  see(location: Location): void
  /** Sends the pictures in its own time; false when it no longer has them, or has too much to send. */
  ask(order: PictureOrder): boolean
  stop(): void
}

export type TruckCameraOptions = Pick<SendOptions, 'phone' | 'version' | 'terminalId' | 'losesPiece'> & {
  readonly plate: string
  readonly now: () => number
  readonly againMs?: number
}

/** The memory card: older pictures are overwritten. */
const keptMs = 3 * 86_400_000
/** Events whose pictures fit on it. */
const MAX_EVENTS_KEPT = 100
/** Orders that wait while the pictures of others are sent. */
const MAX_ORDERS = 100
const attempts = 3
const usualAgainMs = 5_000

type SeenEvent = Pick<Scene, 'item' | 'type' | 'speedKmh' | 'time'> & { readonly pictures: number }

const keyOf = ({ time, sequence }: SafetyMark): string => `${time}-${sequence}`
const ageOf = ({ time }: { readonly time: string }, now: number): number => now - deviceTimeToMs(time, standardZoneOffsetMinutes)

export function createTruckCamera(options: TruckCameraOptions): TruckCamera {
  const { now, againMs = usualAgainMs } = options
  const events = new Map<string, SeenEvent>()
  const orders: { readonly order: PictureOrder; readonly event: SeenEvent; tries: number }[] = []
  const stopping = new AbortController()
  let isSending = false

  function see(location: Location): void {
    for (const block of location.safety) {
      if ((block.item !== 0x64 && block.item !== 0x65) || !('mark' in block) || block.mark.attachments === 0) continue
      if (ageOf(block.mark, now()) > keptMs) continue
      const { item, type, speedKmh, mark } = block
      events.set(keyOf(mark), { item, type, speedKmh, time: mark.time, pictures: mark.attachments })
    }
    while (events.size > MAX_EVENTS_KEPT) {
      const [oldest] = [...events].toSorted(([, a], [, b]) => (a.time < b.time ? -1 : 1))
      if (oldest) events.delete(oldest[0])
    }
  }

  async function sendAll(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let next = orders[0]; next && !stopping.signal.aborted; next = orders[0]) {
      const { order, event } = next
      const pictures = Array.from({ length: event.pictures }, (_, index) => drawScene({ ...event, plate: options.plate, index }))
      const isSent = await sendPictures({ ...options, order, item: event.item, type: event.type, pictures, signal: stopping.signal })
      next.tries += 1
      if (isSent || next.tries >= attempts) orders.shift()
      else await pause(againMs, stopping.signal)
    }
    isSending = false
  }

  return {
    see,
    ask(order) {
      const event = events.get(keyOf(order.mark))
      if (!event || order.mark.terminalId !== options.terminalId || ageOf(event, now()) > keptMs || orders.length >= MAX_ORDERS)
        return false
      const { alarmNumber } = order
      if (!orders.some((one) => one.order.alarmNumber === alarmNumber)) orders.push({ order, event, tries: 0 })
      void sendAll()
      return true
    },
    stop: () => stopping.abort(),
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
