import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { fastify, type FastifyInstance } from 'fastify'
import type pino from 'pino'
import type { Registry } from 'prom-client'
import { LIVE_TICKET_MS } from '@tanker/contract/video'
import type { Connection } from '@tanker/database/connection'
import { signInLog } from './platform/access/sign-in-log.ts'
import { LiveTickets } from './platform/access/live-tickets.ts'
import { TruckPrompts } from './platform/live-video/truck-prompts.ts'
import { loginThrottle } from './platform/access/login-throttle.ts'
import { sessionsIn } from './platform/access/sessions.ts'
import type { Bus } from './platform/bus/bus.ts'
import { registerAlarmSocket } from './feed/alarm-socket.ts'
import { registerLiveVideo, registerPlayback } from './features/video/feature.ts'
import { allRoutes } from './app.ts'
import { installJsonParser } from './platform/http/json-parser.ts'
import { knownSenders } from './platform/access/known-senders.ts'
import { registerHealth } from './platform/health/health-routes.ts'
import { turns } from './platform/health/turns.ts'
import { httpMetrics } from './platform/health/metrics.ts'
import { areaNames } from './platform/places/area-names.ts'
import { answerFailures, BODY_LIMIT_BYTES } from './platform/http/answer-failures.ts'
import { serveApiDocs } from './platform/http/api-docs.ts'
import { isCall, serveWebConsole } from './platform/http/web-console-files.ts'
import { errors } from './platform/http/errors.ts'
import { installGate } from './platform/http/gate.ts'
import { type HttpLimits, httpLimits } from './platform/http/http-limits.ts'
import type { HttpSettings } from './platform/http/http-settings.ts'
import { refuseOtherHosts } from './platform/http/own-hosts.ts'
import type { HttpParts } from './platform/http/parts.ts'
import { registerRoute } from './platform/http/register-route.ts'
import { readForm } from './platform/http/read-form.ts'
import { installSecurityHeaders } from './platform/http/security-headers.ts'
import { boundSockets } from './platform/http/socket-bounds.ts'
import { answerUnread } from './platform/http/unread-requests.ts'
import { registerUploads } from './platform/http/uploads.ts'

type HttpOptions = {
  readonly connection: Connection
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  readonly settings: HttpSettings
  readonly log: pino.Logger
  readonly bus: Bus
  readonly now: () => Date
  /** Folder of the built console; null when another server delivers it. */
  readonly webFolder: string | null
  /** Shared with the other roles of the process; created when absent. */
  readonly registry?: Registry
  /** Bounds on sockets and request durations; for tests. */
  readonly limits?: Partial<HttpLimits>
  /** Bounds on live video; for tests. */
  readonly live?: Parameters<typeof registerLiveVideo>[2] | undefined
  readonly playback?: Parameters<typeof registerPlayback>[2] | undefined
}

/** Starts the HTTP side with the feed: calls below /api, the alarm socket, /health, /metrics and the built console. */
export async function startHttp(options: HttpOptions): Promise<{ port: number; close(): Promise<void> }> {
  const app = await buildHttp(options)
  await app.listen({ host: options.host, port: options.port })
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () => app.close(),
  }
}

const MAX_CALLS_A_MINUTE = 3_000
const MAX_FILES_A_MINUTE = 30_000

/** The same without listening. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { connection, settings, log, bus, now } = options
  const limits: HttpLimits = { ...(await httpLimits()), ...options.limits }
  const parts: HttpParts = {
    limits,
    connection,
    db: connection.db,
    settings,
    log,
    bus,
    now,
    sessions: sessionsIn(connection.db, now, settings.waterTruckUserName),
    throttle: loginThrottle(now),
    signInLog: signInLog(connection.db, now, log),
    liveTickets: new LiveTickets(() => now().getTime(), LIVE_TICKET_MS),
    playbackTickets: new LiveTickets(() => now().getTime(), LIVE_TICKET_MS),
    prompts: new TruckPrompts(bus),
    areas: areaNames(connection.db, bus, log, now),
    metrics: httpMetrics(options.registry),
  }
  // The hook below logs requests: route and result only, so that no secret reaches a log.
  const arrival = { headersTimeout: limits.headersWithinMs, connectionsCheckingInterval: limits.lookEveryMs }
  const app: FastifyInstance = fastify({
    ...(settings.tls === null ? { http: arrival } : { https: { ...settings.tls, ...arrival } }),
    requestTimeout: limits.requestWithinMs,
    clientErrorHandler: answerUnread(settings),
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  }) as FastifyInstance
  boundSockets(app.server, limits, settings.trustedProxies)
  app.removeAllContentTypeParsers()

  answerFailures(app, parts)
  installSecurityHeaders(app, settings)
  refuseOtherHosts(app, settings.hostnames)
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES, parser: readForm })
  installJsonParser(app)
  await app.register(rateLimit, {
    global: false,
    // One screen needs a hundred files of the console, and a whole office may share one address.
    max: (request) => (isCall(request) ? MAX_CALLS_A_MINUTE : MAX_FILES_A_MINUTE),
    keyGenerator: (request) => `${isCall(request) ? 'calls' : 'files'} ${request.ip}`,
    timeWindow: 60_000,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: () => errors.tooManyRequests(),
  })
  await app.register(websocket, { options: { maxPayload: 16_384, perMessageDeflate: false } })
  // Before the gate, which asks the database.
  app.addHook('onRequest', app.rateLimit())
  installGate(app, parts.sessions, knownSenders(connection.db, now, settings.integrationCallsAMinute))
  app.addHook('onRequest', async (request, reply) => {
    // An upgraded socket stays open while idle.
    if (request.headers.upgrade === undefined) reply.raw.once('close', turns.begin(request.routeOptions.url ?? 'unknown route'))
  })
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      { method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'call',
    )
  })

  registerHealth(app, parts)
  const routes = allRoutes(parts)
  for (const route of routes) if (route.body !== 'file') registerRoute(app, route, parts)
  await registerUploads(app, (uploads) => {
    for (const route of routes) if (route.body === 'file') registerRoute(uploads, route, parts)
  })
  registerAlarmSocket(app, parts)
  registerLiveVideo(app, parts, options.live)
  registerPlayback(app, parts, options.playback)
  serveApiDocs(app, routes, settings.version)
  await serveWebConsole(app, options.webFolder)
  app.addHook('onClose', async () => {
    parts.areas.close()
    parts.prompts.close()
    await parts.signInLog.close()
  })
  await app.ready()
  return app
}
