import type { PlaybackReason } from '@tanker/contract/history-video'
import type { PlaybackGrant } from '../../platform/access/live-tickets.ts'
import type { MediaHub, MediaSource } from './media-listener.ts'
import type { MediaWindow } from './media-window.ts'
import { PlaybackSession, type SessionOptions } from './playback-session.ts'

export type PlaybackLimits = {
  readonly sessions: number
  readonly sessionsAUser: number
  readonly silentMs: number
  readonly idleMs: number
  readonly tickMs: number
}

/** Recordings that play at once, in one process. */
const MAX_SESSIONS = 100
/** The same for one user: a screen plays one. */
const MAX_SESSIONS_A_USER = 4
/** A recorder looks for its file first; silent for longer it brings nothing. */
const MAX_SILENT_MS = 10_000
/** How long a window may stand, paused or at the end. */
const MAX_STANDING_MS = 600_000

export const playbackLimits: PlaybackLimits = {
  sessions: MAX_SESSIONS,
  sessionsAUser: MAX_SESSIONS_A_USER,
  silentMs: MAX_SILENT_MS,
  idleMs: MAX_STANDING_MS,
  tickMs: 1_000,
}

type HubOptions = Omit<SessionOptions, 'silentMs' | 'idleMs'> & { readonly limits: PlaybackLimits }

/** All windows of this process that play recordings: one for each channel of a truck, because its packets say no more. */
export class PlaybackHub implements MediaHub<PlaybackSession> {
  readonly #options: HubOptions
  readonly #sessions = new Map<string, PlaybackSession>()
  readonly #timer: NodeJS.Timeout

  constructor(options: HubOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), options.limits.tickMs)
  }

  sessions(): PlaybackSession[] {
    return [...this.#sessions.values()]
  }

  /** Null: refused, and its window knows why. */
  open(window: MediaWindow, grant: PlaybackGrant): PlaybackSession | null {
    const { limits } = this.#options
    const before = this.#sessions.get(keyOf(grant))
    if (before !== undefined && before.user.id !== window.user.id) return refuse(window, 'busy')
    if (before !== undefined) this.leave(before, 'elsewhere')
    const ofUser = this.sessions().filter(({ user }) => user.id === window.user.id).length
    if (this.#sessions.size >= limits.sessions || ofUser >= limits.sessionsAUser) return refuse(window, 'limit')
    const session = new PlaybackSession(window, grant, { ...this.#options, silentMs: limits.silentMs, idleMs: limits.idleMs })
    this.#sessions.set(keyOf(grant), session)
    return session
  }

  leave(session: PlaybackSession, why: PlaybackReason = 'idle'): void {
    if (this.#sessions.get(keyOf(session.grant)) === session) this.#sessions.delete(keyOf(session.grant))
    session.stop('ended', why)
  }

  claim(phone: string, channel: number, source: MediaSource): PlaybackSession | null {
    const session = this.sessions().find(({ grant, isExpecting }) => isExpecting && grant.phone === phone && grant.channel === channel)
    session?.comesFrom(source)
    return session ?? null
  }

  heard(session: PlaybackSession): void {
    session.heardAt = this.#options.uptime()
  }

  lost(session: PlaybackSession, source: MediaSource): void {
    session.lost(source)
  }

  #tick(): void {
    for (const session of this.sessions()) session.tick()
  }

  /** Ends every view; trucks are asked to stop. */
  stop(): void {
    clearInterval(this.#timer)
    for (const session of this.sessions()) this.leave(session, 'stopping')
  }
}

const keyOf = ({ truckId, channel }: Pick<PlaybackGrant, 'truckId' | 'channel'>): string => `${truckId} ${channel}`

function refuse(window: MediaWindow, why: 'busy' | 'limit'): null {
  window.close({ op: 'state', state: 'refused', why, speed: 1 }, 'refused', why)
  return null
}
