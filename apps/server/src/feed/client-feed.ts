import type { Alarm } from '@tanker/contract/alarms'
import { BOARD_SCREENS } from '@tanker/contract/board'
import { openScope } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { mayUseAny } from '../platform/access/grants.ts'
import { rightsStamp } from '../platform/access/rights-stamp.ts'
import type { SignedInUser } from '../platform/access/sessions.ts'
import { type AlarmRow, alarmOf } from '../alarms/alarm-rows.ts'
import { visibleTypes } from '../alarms/alarm-settings.ts'
import { alarmsSince, freshAlarms, sortChanges } from '../alarms/live-list.ts'
import type { FeedCursor } from '../alarms/outbox.ts'
import { quietAmong } from '../alarms/quiet-alarms.ts'
import { decodeLiveUpdates } from '../platform/bus/live-payload.ts'
import { decodeUploads } from '../platform/bus/uploads-payload.ts'
import { passing } from '../platform/health/crash-point.ts'
import { turns } from '../platform/health/turns.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import { type AlarmFeed, type Batch, startAlarmFeed } from './alarm-feed.ts'
import { type FeedClient, openClient } from './feed-client.ts'
import { type ClientSocket, POSITIONS_HELD_ABOVE_BYTES, sendMessage, sendText } from './client-socket.ts'
import { liveFleet, trucksMessage } from './live-fleet.ts'
import { uploadsUnderWay } from './uploads-under-way.ts'
import { viewers } from './viewers.ts'

/** The feed of this process: alarms, counters and positions for every connected client. */
type ClientFeed = {
  start(): Promise<void>
  accept(socket: ClientSocket, user: SignedInUser, language: Language): void
  stop(): Promise<void>
}

type QuietAlarms = Awaited<ReturnType<typeof quietAmong>>

const tickMs = 1_000
const refreshFleetMs = 30_000
const uploadsEveryMs = 5_000
const GOING_AWAY = 1001
const SESSION_ENDED = 4001
const TRY_AGAIN = 1013
/** The session has as many sockets as it may: close another page of the web console. */
const TOO_MANY_SOCKETS = 4002
/** Sockets of one session: as many pages of the web console as a person keeps open. */
const MAX_SOCKETS_OF_SESSION = 10
const closingMs = 500

export function clientFeed({ connection, db, bus, log, now, sessions, areas, metrics }: HttpParts): ClientFeed {
  const clients = new Set<FeedClient>()
  const seers = viewers(db, sessions)
  const fleet = liveFleet(db, now)
  const uploads = uploadsUnderWay(() => now().getTime())
  let alarms: AlarmFeed | null = null
  let timer: NodeJS.Timeout | null = null
  let ticking: Promise<void> | null = null
  let fleetReadAt = Number.NEGATIVE_INFINITY
  let fleetRead = Promise.resolve()
  let sentTree = 0
  const unsubscribe: (() => void)[] = []

  const hashes = (): Buffer[] => [...clients].map((client) => client.sessionHash)

  const drop = (client: FeedClient, code: number, why: string): void => {
    clients.delete(client)
    metrics.clients.set(clients.size)
    metrics.closedClients.inc({ why })
    client.socket.close(code, why)
  }
  const endSession = (client: FeedClient): void => {
    if (!clients.has(client)) return
    sendMessage(client.socket, { type: 'session-ended' })
    drop(client, SESSION_ENDED, 'session ended')
  }
  /** The user as of at most a second ago; closes the client if its session has ended. A new one waits for the next refresh. */
  const viewerOf = (client: FeedClient): SignedInUser | null => {
    const user = seers.userOf(client.sessionHash)
    if (user === null) endSession(client)
    return user ?? null
  }

  /** Sends the user's current rights to an authenticated client if they differ from those it has. */
  const sendRights = (client: FeedClient, user: SignedInUser): void => {
    const stamp = rightsStamp(user)
    if (client.typeIds === null || client.rights === stamp) return
    client.rights = stamp
    if (sendMessage(client.socket, { type: 'rights', stamp })) metrics.pushes.inc({ what: 'rights' })
  }

  const sendAlarms = async (
    client: FeedClient,
    user: SignedInUser,
    rows: readonly AlarmRow[],
    quiet: QuietAlarms,
    cursor: FeedCursor,
  ): Promise<void> => {
    const nameArea = await areas.for(user.scope)
    const alarmsToSend: Alarm[] = rows.map((row) => alarmOf(row, nameArea, client.language, quiet.get(row.id)))
    if (sendMessage(client.socket, { type: 'alarms', alarms: alarmsToSend, cursor })) metrics.pushes.inc({ what: 'alarms' })
  }

  /** Sends missed alarms until the client has caught up with the feed; from then on it gets the feed's batches. */
  const subscribe = async (client: FeedClient, from: FeedCursor | null): Promise<void> => {
    const subscription = client.subscriptions
    let reached = from
    for (;;) {
      await seers.refresh(hashes)
      const user = viewerOf(client)
      if (user === null || client.subscriptions !== subscription) return
      sendRights(client, user)
      const db_ = openScope(connection, user.scope)
      const wanted = visibleTypes(user.customer).filter((code) => client.typeIds?.has(code))
      const since = reached === null ? null : await alarmsSince(db_, wanted, reached)
      const found = since ?? { ...(await freshAlarms(db_, wanted, now())), closed: [] }
      const quiet = await quietAmong(db, found.alarms)
      if (client.subscriptions !== subscription) return
      if (found.closed.length > 0) sendMessage(client.socket, { type: 'alarms-closed', ids: found.closed, cursor: found.cursor })
      await sendAlarms(client, user, found.alarms, quiet, found.cursor)
      reached = found.cursor
      // No await between this check and joining: a batch delivered in between would be missed.
      if (alarms !== null && BigInt(reached) >= BigInt(alarms.cursor)) {
        client.cursor = reached
        return
      }
      // The feed is ahead, or its cursor is behind rows that no longer exist: its next read decides.
      alarms?.wake()
    }
  }

  const deliver = async ({ rows, cursor }: Batch): Promise<void> => {
    try {
      await seers.refresh(hashes)
      const [cleared, quiet] = await Promise.all([clearedPairs(rows), quietAmong(db, rows)])
      for (const client of clients) {
        const { cursor: reached, typeIds } = client
        if (reached === null || typeIds === null || BigInt(reached) >= BigInt(cursor)) continue
        const user = viewerOf(client)
        if (user === null) continue
        const news = rows.filter((row) => BigInt(row.xid) > BigInt(reached) && seers.sees(user.scope.organisationId, row.organisation_id))
        const { raised, closed } = sortChanges(news, { typeIds, customer: user.customer })
        const unseen = raised.filter((row) => !cleared.has(`${user.id} ${row.id}`))
        // Before the alarms, which carry the cursor: a client disconnected in between gets both again.
        passing('before-push')
        if (closed.length > 0) sendMessage(client.socket, { type: 'alarms-closed', ids: closed, cursor })
        if (unseen.length > 0) await sendAlarms(client, user, unseen, quiet, cursor)
        // Unless it subscribed again during the delivery.
        if (client.cursor === reached) client.cursor = cursor
      }
      await fleet.refreshAlarms([...new Set(rows.map((row) => row.truck_id))])
    } catch (error) {
      // The feed does not repeat the batch: the clients reconnect with their cursors and get it then.
      log.warn({ err: error }, 'feed: failed to deliver a batch, clients resume')
      for (const client of clients) drop(client, TRY_AGAIN, 'try again')
    }
  }

  const clearedPairs = async (rows: Batch['rows']): Promise<ReadonlySet<string>> => {
    const found = await db
      .selectFrom('alarm_cleared')
      .where('alarm_id', 'in', [...new Set(rows.map((row) => row.id))])
      .select(['user_id', 'alarm_id'])
      .execute()
    return new Set(found.map((row) => `${row.user_id} ${row.alarm_id}`))
  }

  const sendStatus = (client: FeedClient, user: SignedInUser): void => {
    client.nextStatusAt = performance.now() + (client.statusEveryMs ?? 0)
    const counts = fleet.counts((organisationId) => seers.sees(user.scope.organisationId, organisationId))
    if (sendMessage(client.socket, { type: 'status', ...counts })) metrics.pushes.inc({ what: 'status' })
  }
  /** Sends the progress of trucks that upload stored data when it changed, not with every batch. */
  const sendUploads = (client: FeedClient, user: SignedInUser): void => {
    if (performance.now() < client.nextUploadsAt && !uploads.isQuiet()) return
    const notice = uploads.notice((truckId) => {
      const organisationId = fleet.organisationOf(truckId)
      return organisationId !== null && seers.sees(user.scope.organisationId, organisationId)
    })
    const json = JSON.stringify(notice)
    if (json === client.uploadsSent || (notice.trucks === 0 && client.uploadsSent === null)) return
    client.nextUploadsAt = performance.now() + uploadsEveryMs
    if (sendMessage(client.socket, { type: 'uploads', ...notice })) client.uploadsSent = json
  }
  const maySeePositions = (user: SignedInUser): boolean => mayUseAny(user.grants, BOARD_SCREENS)

  /** Clients that connect during the initial load wait for it; counts are empty until then. */
  const readFleetWhenOld = (): Promise<void> => {
    if (performance.now() - fleetReadAt >= refreshFleetMs) {
      fleetReadAt = performance.now()
      fleetRead = fleet.refresh().catch((error: unknown) => {
        fleetReadAt = Number.NEGATIVE_INFINITY
        throw error
      })
    }
    return fleetRead
  }

  const tick = async (): Promise<void> => {
    if (clients.size === 0) return
    await seers.refresh(hashes)
    const viewing = [...clients].flatMap((client) => {
      const user = viewerOf(client)
      return user === null ? [] : [{ client, user }]
    })
    for (const { client, user } of viewing) sendRights(client, user)
    if (viewing.every(({ client }) => client.statusEveryMs === null)) return
    await readFleetWhenOld()
    const changes = fleet.takeChanges()
    const isOtherTree = seers.tree !== sentTree
    sentTree = seers.tree
    // Consoles of one organisation get the same text.
    const texts = new Map<number, string | null>()
    for (const { client, user } of viewing) {
      if (client.statusEveryMs === null) continue
      const { organisationId } = user.scope
      const isVisible = (id: number): boolean => seers.sees(organisationId, id)
      if (performance.now() >= client.nextStatusAt) sendStatus(client, user)
      sendUploads(client, user)
      if (!client.positions || !maySeePositions(user)) continue
      if (client.socket.bufferedAmount > POSITIONS_HELD_ABOVE_BYTES) {
        client.behind = true
        continue
      }
      if (client.behind || isOtherTree || [...changes.moved].some(isVisible)) sendMessage(client.socket, { type: 'fleet-changed' })
      client.behind = false
      if (!texts.has(organisationId)) texts.set(organisationId, trucksMessage(changes, isVisible))
      const text = texts.get(organisationId) ?? null
      if (text !== null && sendText(client.socket, text)) metrics.pushes.inc({ what: 'trucks' })
    }
  }
  const tickOnce = (): void => {
    ticking ??= turns
      .across('feed', tick)
      .catch((error: unknown) => log.warn({ err: error }, 'feed: a round failed, trying again'))
      .finally(() => (ticking = null))
  }

  const begin = async (client: FeedClient): Promise<void> => {
    await seers.refresh(hashes)
    await readFleetWhenOld()
    const user = viewerOf(client)
    if (user === null) return
    sendStatus(client, user)
    if (!client.positions || !maySeePositions(user)) return
    const text = trucksMessage(fleet.recent(), (id) => seers.sees(user.scope.organisationId, id))
    if (text !== null) sendText(client.socket, text)
  }

  const orTryAgain = (client: FeedClient, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      log.warn({ err: error }, 'feed: failed to serve a client, it resumes')
      drop(client, TRY_AGAIN, 'try again')
    })

  return {
    async start() {
      alarms = await startAlarmFeed({ db, log, isWanted: () => clients.size > 0, deliver })
      unsubscribe.push(
        bus.subscribe('outbox', () => alarms?.wake()),
        bus.subscribe('live', (payload) => fleet.apply(decodeLiveUpdates(payload))),
        bus.subscribe('uploads', (payload) => uploads.hear(decodeUploads(payload))),
        bus.subscribe('session', () => {
          seers.invalidate()
          tickOnce()
        }),
        bus.subscribe('context', () => {
          seers.invalidate()
          fleetReadAt = Number.NEGATIVE_INFINITY
        }),
      )
      timer = setInterval(tickOnce, tickMs)
    },

    accept(socket, user, language) {
      let ofSession = 0
      for (const { sessionHash } of clients) if (sessionHash.equals(user.sessionHash)) ofSession += 1
      if (ofSession >= MAX_SOCKETS_OF_SESSION) {
        metrics.closedClients.inc({ why: 'too many sockets' })
        socket.on('error', () => undefined)
        return socket.close(TOO_MANY_SOCKETS, 'too many sockets')
      }
      const client = openClient(socket, user, language, {
        onAlarmsWanted: (one, cursor) => orTryAgain(one, subscribe(one, cursor)),
        onStatusWanted: (one) => orTryAgain(one, begin(one)),
        onRefused: (why) => metrics.closedClients.inc({ why }),
      })
      clients.add(client)
      // The users read last do not include this one.
      seers.invalidate()
      metrics.clients.set(clients.size)
      const leave = (): void => {
        clients.delete(client)
        metrics.clients.set(clients.size)
      }
      socket.on('close', leave)
      socket.on('error', leave)
    },

    async stop() {
      if (timer) clearInterval(timer)
      for (const off of unsubscribe) off()
      await alarms?.stop()
      await ticking
      const open = [...clients]
      for (const client of open) drop(client, GOING_AWAY, 'server stops')
      if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, closingMs))
      for (const { socket } of open) socket.terminate()
    },
  }
}
