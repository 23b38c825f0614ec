import { PLAYBACK_SOCKET_PATH, type PlaybackMessage, playbackOrder } from '@tanker/contract/history-video'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { mayUse } from '../../platform/access/grants.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { type MediaListener, startMediaListener } from './media-listener.ts'
import { type MediaSocket, MediaWindow } from './media-window.ts'
import { PlaybackHub, type PlaybackLimits, playbackLimits } from './playback-hub.ts'
import { VideoTraffic } from './video-traffic.ts'
import { watchRights } from './view-rights.ts'

/** Characters of a ticket, and of an order of a window. */
const MAX_TEXT = 100
const trafficEveryMs = 60_000

/** The media socket of playback, and the port of this process where trucks bring it. Without an address for trucks there is neither. */
export function registerPlayback(app: FastifyInstance, parts: HttpParts, given: Partial<PlaybackLimits> = {}): void {
  const { settings, db, log, playbackTickets, prompts } = parts
  const { video } = settings
  if (video === null) return
  const { registry } = parts.metrics
  const refused = new Counter({
    name: 'tanker_playback_refused_total',
    help: 'Connections of playback refused or cut, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  const traffic = new VideoTraffic({ db, now: () => parts.now().getTime(), log, everyMs: trafficEveryMs })
  let listener: MediaListener | null = null
  const hub = new PlaybackHub({
    prompts,
    address: () => ({ host: video.host, port: listener?.port ?? video.playbackPort }),
    uptime: () => performance.now(),
    limits: { ...playbackLimits, ...given },
  })
  registry.registerMetric(
    new Gauge({
      name: 'tanker_playback_sessions',
      help: 'Windows that play recordings of trucks',
      registers: [],
      collect() {
        this.set(hub.sessions().length)
      },
    }),
  )
  const rights = watchRights(
    parts,
    () => hub.sessions(),
    (session) => hub.leave(session, 'rights'),
  )
  app.addHook('onReady', async () => {
    listener = await startMediaListener({ hub, traffic, host: video.listenHost, port: video.playbackPort, log, refused })
  })
  app.addHook('preClose', async () => {
    await rights.close()
    hub.stop()
    await listener?.close()
    await traffic.close()
  })
  app.get(PLAYBACK_SOCKET_PATH, { websocket: true, config: { policy: 'socket' } }, (opened, request) => {
    const socket = opened as unknown as MediaSocket
    const { user } = request.caller
    if (user === null) return socket.close()
    socket.on('error', () => socket.terminate())
    const { ticket } = request.query as { readonly ticket?: unknown }
    const isText = typeof ticket === 'string' && ticket.length <= MAX_TEXT
    const grant = isText && mayUse(user.grants, 'video:watch') ? playbackTickets.redeem(ticket, user.id) : null
    const window = new MediaWindow(socket, user, () => performance.now())
    if (grant === null) {
      window.close({ op: 'state', state: 'refused', why: 'ticket', speed: 1 } satisfies PlaybackMessage, 'refused', 'ticket')
      return
    }
    const session = hub.open(window, grant)
    if (session === null) return
    socket.on('message', (data, isBinary) => {
      const order = isBinary || data.length > MAX_TEXT ? null : orderIn(data.toString('utf8'))
      if (order === null) return socket.terminate()
      if (order.op === 'stop') hub.leave(session)
      else session.order(order)
    })
    socket.on('close', () => hub.leave(session))
  })
}

/** Null for what no window of ours says. */
function orderIn(text: string) {
  try {
    return playbackOrder.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
