import { timingSafeEqual } from 'node:crypto'
import { alarmSubscription, statusSubscription } from '@tanker/contract/feed'
import type { Language } from '@tanker/domain/texts/text'
import { hashOf } from '../platform/access/secret-hash.ts'
import type { SignedInUser } from '../platform/access/sessions.ts'
import type { FeedCursor } from '../alarms/outbox.ts'
import { type ClientSocket, sendMessage, sendText } from './client-socket.ts'

/** One connected browser: what it asked for and how far it was served. */
export type FeedClient = {
  readonly socket: ClientSocket
  readonly sessionHash: Buffer
  readonly language: Language
  /** Null until the first message proved the session. */
  typeIds: ReadonlySet<number> | null
  /** The alarms up to here were sent; null while the client is still catching up and gets nothing from the feed. */
  cursor: FeedCursor | null
  /** Stamp of the user's rights last sent. */
  rights: string | null
  statusEveryMs: number | null
  nextStatusAt: number
  /** Upload progress last sent, as JSON; null before the first time. */
  uploadsSent: string | null
  nextUploadsAt: number
  positions: boolean
  /** It was too slow for a batch of positions, so its map is incomplete. */
  behind: boolean
  /** Incremented by each subscription, so that an older one still catching up stops. */
  subscriptions: number
}

type ClientEvents = {
  /** The first message (spec 7.4). Not called again before what it answers is done. */
  onAlarmsWanted(client: FeedClient, cursor: FeedCursor | null): Promise<void>
  /** The second message (spec 7.4); likewise. */
  onStatusWanted(client: FeedClient): Promise<void>
  /** Called on an invalid message; the socket is being closed. */
  onRefused(why: string): void
}

const firstMessageWithinMs = 10_000
/** Messages of one socket in a second, heartbeats among them. */
const MAX_MESSAGES_A_SECOND = 20
/** Minimum ms between two subscriptions of one socket, since each reads the database. Of earlier ones only the latest is run. */
const MIN_BETWEEN_SUBSCRIPTIONS_MS = 1_000
const PROTOCOL_ERROR = 1008

/** Handles a socket with a valid cookie: the first message must carry the header id of the same session. */
export function openClient(socket: ClientSocket, user: SignedInUser, language: Language, events: ClientEvents): FeedClient {
  const client: FeedClient = {
    socket,
    sessionHash: user.sessionHash,
    language,
    typeIds: null,
    cursor: null,
    rights: null,
    statusEveryMs: null,
    nextStatusAt: 0,
    uploadsSent: null,
    nextUploadsAt: 0,
    positions: false,
    behind: false,
    subscriptions: 0,
  }
  const refuse = (why: string): void => {
    events.onRefused(why)
    socket.close(PROTOCOL_ERROR, why)
  }
  const patience = setTimeout(() => {
    if (client.typeIds === null) refuse('no first message')
  }, firstMessageWithinMs)
  let wantedFrom: FeedCursor | null = null
  const alarmsWanted = paced(() => events.onAlarmsWanted(client, wantedFrom))
  const statusWanted = paced(() => events.onStatusWanted(client))
  let second = 0
  let inSecond = 0

  socket.on('close', () => {
    clearTimeout(patience)
    alarmsWanted.stop()
    statusWanted.stop()
  })
  socket.on('message', (data, isBinary) => {
    const now = Math.floor(performance.now() / 1000)
    inSecond = now === second ? inSecond + 1 : 1
    second = now
    if (inSecond > MAX_MESSAGES_A_SECOND) return refuse('too many messages')
    if (isBinary) return refuse('not text')
    const text = data.toString()
    if (text === '') {
      sendText(socket, 'pong')
      return
    }
    const message = parsed(text)
    const alarms = alarmSubscription.safeParse(message)
    if (alarms.success) {
      if (!timingSafeEqual(hashOf(alarms.data.headerId), user.headerIdHash)) {
        // Like a call with a foreign header id: unknown session (spec 8.1, 504).
        sendMessage(socket, { type: 'session-ended' })
        return refuse('no session')
      }
      client.typeIds = new Set(
        alarms.data.typeIds
          .split(',')
          .filter((id) => id !== '')
          .map(Number),
      )
      client.cursor = null
      client.subscriptions += 1
      wantedFrom = alarms.data.cursor ?? null
      return alarmsWanted.ask()
    }
    const status = statusSubscription.safeParse(message)
    if (!status.success) return refuse('not understood')
    if (client.typeIds === null) return refuse('first message expected')
    client.statusEveryMs = status.data.frequency * 1000
    client.positions = status.data.positions === true
    statusWanted.ask()
  })
  return client
}

/** Runs the work at once; requests while it runs, or within a second of its start, are merged into one later run. */
function paced(work: () => Promise<void>): { ask(): void; stop(): void } {
  let isRunning = false
  let isAsked = false
  let freeAt = 0
  let timer: NodeJS.Timeout | null = null
  const run = (): void => {
    timer = null
    isAsked = false
    isRunning = true
    freeAt = performance.now() + MIN_BETWEEN_SUBSCRIPTIONS_MS
    void work().finally(() => {
      isRunning = false
      if (isAsked) ask()
    })
  }
  const ask = (): void => {
    isAsked = true
    if (isRunning || timer) return
    const waitMs = freeAt - performance.now()
    if (waitMs <= 0) run()
    else timer = setTimeout(run, waitMs)
  }
  return {
    ask,
    stop() {
      isAsked = false
      if (timer) clearTimeout(timer)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Text that is not JSON is an invalid message.
    return null
  }
}
