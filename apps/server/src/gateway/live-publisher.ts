import type { Bus } from '../platform/bus/bus.ts'
import { unpackLiveHead } from '@tanker/database/live-row'
import { type LiveUpdate, encodeLiveUpdates } from '../platform/bus/live-payload.ts'
import type { Session } from './session.ts'

const EVERY_MS = 500

/** Publishes the newest position of each truck to the web consoles, at most twice a second. Lossy; the database is authoritative. */
export class LivePublisher {
  #changed = new Set<Session>()
  readonly #timer: NodeJS.Timeout

  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
    this.#timer = setInterval(() => this.flush(), EVERY_MS)
  }

  changed(sessions: readonly Session[]): void {
    for (const session of sessions) this.#changed.add(session)
  }

  flush(): void {
    if (this.#changed.size === 0) return
    const updates: LiveUpdate[] = []
    for (const session of this.#changed) updates.push(updateOf(session))
    this.#changed = new Set()
    for (const payload of encodeLiveUpdates(updates)) this.#bus.publish('live', payload)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

function updateOf(session: Session): LiveUpdate {
  const live = unpackLiveHead(session.live.bytes)
  return [
    session.truckId,
    live.processState,
    live.lat,
    live.lng,
    live.speedKmh,
    live.headingDeg,
    live.at,
    Math.round(session.live.volumeL),
    live.loaded,
    live.moving,
    live.stoppedSince,
    live.accOn,
  ]
}
