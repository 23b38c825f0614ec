import { LIVE_SOCKET_PATH } from '@tanker/contract/video'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { viewers } from '../../feed/viewers.ts'
import { mayUse } from '../../platform/access/grants.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { LiveHub, type LiveLimits, liveLimits } from './live-hub.ts'
import { LiveViewer, type MediaSocket } from './live-viewer.ts'
import { type MediaListener, startMediaListener } from './media-listener.ts'
import { TruckPrompts } from './truck-prompts.ts'
import { VideoTraffic } from './video-traffic.ts'

/** Rights of those who watch are read again at this interval, and at once when a session or a role changes. */
const RIGHTS_EVERY_MS = 5_000
/** Characters of a ticket; ours have 43. */
const MAX_TICKET_CHARACTERS = 100

/** The media socket of live video, and the port of this process where trucks bring it. Without an address for trucks there is neither. */
export function registerLiveVideo(app: FastifyInstance, parts: HttpParts, given: Partial<LiveLimits> = {}): void {
  const { settings, bus, db, log, sessions, liveTickets } = parts
  const { video } = settings
  if (video === null) return
  const limits: LiveLimits = { ...liveLimits, ...given }
  const now = (): number => parts.now().getTime()
  const registers = [parts.metrics.registry]
  const refused = new Counter({
    name: 'tanker_video_refused_total',
    help: 'Connections of live video refused or cut, by reason',
    labelNames: ['reason'],
    registers,
  })
  const prompts = new TruckPrompts(bus, limits.silentMs)
  const traffic = new VideoTraffic({ db, now, log, everyMs: limits.trafficEveryMs })
  let listener: MediaListener | null = null
  const hub = new LiveHub({
    prompts,
    address: () => ({ host: video.host, port: listener?.port ?? video.port }),
    uptime: () => performance.now(),
    limits,
  })
  for (const [name, help, count] of [
    ['tanker_video_streams', 'Streams of live video that trucks were asked for', () => hub.streams],
    ['tanker_video_viewers', 'Windows that show live video', () => hub.viewers().length],
  ] as const)
    parts.metrics.registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(count())
        },
      }),
    )

  const seers = viewers(db, sessions)
  const hashes = (): Buffer[] => hub.viewers().map(({ user }) => user.sessionHash)
  const mayWatch = (user: SignedInUser, organisationId: number): boolean =>
    mayUse(user.grants, 'video:watch') && seers.sees(user.scope.organisationId, organisationId)
  /** Ends the views of sessions that ended, of users who lost the right, and of trucks that left their scope or were taken out of service. */
  const checkRights = async (): Promise<void> => {
    if (hub.streams === 0) return
    await seers.refresh(hashes)
    const watched = hub.viewers()
    const trucks = await db
      .selectFrom('truck')
      .where('id', 'in', [0, ...watched.map(({ grant }) => grant.truckId)])
      .where('enabled', '=', true)
      .select(['id', 'organisation_id', 'terminal_phone'])
      .execute()
    const truckOf = new Map(trucks.map((truck) => [truck.id, truck]))
    for (const viewer of watched) {
      const truck = truckOf.get(viewer.grant.truckId)
      const user = seers.userOf(viewer.user.sessionHash)
      // A session that the last refresh was not asked about is asked about at the next one.
      if (user === undefined) continue
      const isItsOwn = truck?.terminal_phone === viewer.grant.phone
      if (user !== null && truck !== undefined && isItsOwn && mayWatch(user, truck.organisation_id)) continue
      hub.leave(viewer)
      viewer.end('ended', 'rights')
    }
  }
  let checking: Promise<void> | null = null
  const checkOrWarn = (): void => {
    checking ??= checkRights()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to check who may watch live video, trying again'))
      .finally(() => (checking = null))
  }
  const again = (): void => {
    seers.invalidate()
    checkOrWarn()
  }
  const rights = setInterval(checkOrWarn, RIGHTS_EVERY_MS)
  const unsubscribe = [bus.subscribe('session', again), bus.subscribe('context', again)]

  app.addHook('onReady', async () => {
    listener = await startMediaListener({ hub, traffic, host: video.listenHost, port: video.port, log, refused })
  })
  app.addHook('preClose', async () => {
    clearInterval(rights)
    for (const off of unsubscribe) off()
    await checking
    hub.stop()
    prompts.close()
    await listener?.close()
    await traffic.close()
  })
  app.get(LIVE_SOCKET_PATH, { websocket: true, config: { policy: 'socket' } }, (opened, request) => {
    const socket = opened as unknown as MediaSocket
    const { user } = request.caller
    if (user === null) return socket.close()
    socket.on('error', () => socket.terminate())
    const { ticket } = request.query as { readonly ticket?: unknown }
    const isText = typeof ticket === 'string' && ticket.length <= MAX_TICKET_CHARACTERS
    const grant = isText && mayUse(user.grants, 'video:watch') ? liveTickets.redeem(ticket, user.id) : null
    if (grant === null) {
      socket.send(JSON.stringify({ op: 'state', state: 'refused', why: 'ticket' }))
      return socket.close(4003, 'ticket')
    }
    const viewer = new LiveViewer(socket, user, grant, () => performance.now())
    socket.on('close', () => hub.leave(viewer))
    hub.watch(viewer)
  })
}
