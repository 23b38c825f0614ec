import { LIVE_SOCKET_PATH } from '@tanker/contract/video'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { mayUse } from '../../platform/access/grants.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { LiveHub, type LiveLimits, liveLimits } from './live-hub.ts'
import { LiveViewer } from './live-viewer.ts'
import { type MediaListener, startMediaListener } from './media-listener.ts'
import type { MediaSocket } from './media-window.ts'
import { VideoTraffic } from './video-traffic.ts'
import { watchRights } from './view-rights.ts'

/** Characters of a ticket; ours have 43. */
const MAX_TICKET_CHARACTERS = 100

/** The media socket of live video, and the port of this process where trucks bring it. Without an address for trucks there is neither. */
export function registerLiveVideo(app: FastifyInstance, parts: HttpParts, given: Partial<LiveLimits> = {}): void {
  const { settings, db, log, liveTickets, prompts } = parts
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

  const rights = watchRights(
    parts,
    () => hub.viewers(),
    (viewer) => {
      hub.leave(viewer)
      viewer.end('ended', 'rights')
    },
  )

  app.addHook('onReady', async () => {
    listener = await startMediaListener({ hub, traffic, host: video.listenHost, port: video.port, log, refused })
  })
  app.addHook('preClose', async () => {
    await rights.close()
    hub.stop()
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
