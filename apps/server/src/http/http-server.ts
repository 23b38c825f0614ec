import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { fastify, type FastifyInstance } from 'fastify'
import type pino from 'pino'
import type { Registry } from 'prom-client'
import type { Connection } from '@tanker/database/connection'
import { signInLog } from '../access-log/sign-in-log.ts'
import { signInRoutes } from '../access-log/sign-in-routes.ts'
import { accessRoutes } from '../access/access-routes.ts'
import { loginThrottle } from '../access/login-throttle.ts'
import { rightsRoutes } from '../access/rights-routes.ts'
import { secondFactorRoutes } from '../access/second-factor-routes.ts'
import { sessionsIn } from '../access/sessions.ts'
import { alarmRoutes } from '../alarms/alarm-routes.ts'
import { findAlarm } from '../alarms/find-alarm.ts'
import { baseDataRoutes } from '../base-data/base-data-routes.ts'
import type { Bus } from '../bus/bus.ts'
import { registerAlarmSocket } from '../feed/alarm-socket.ts'
import { installBodyParsers } from '../integration/body-parsers.ts'
import { integrationRoutes } from '../integration/integration-routes.ts'
import { knownSenders } from '../integration/known-senders.ts'
import { cargoRoutes } from '../cargo/cargo-routes.ts'
import { levelCurveRoute } from '../cargo/level-curve.ts'
import { fenceRoutes } from '../fences/fence-routes.ts'
import { firmwareRoutes } from '../firmware/firmware-routes.ts'
import { versionQueryRoutes } from '../firmware/version-query-routes.ts'
import { registerHealth } from '../health/health-routes.ts'
import { turns } from '../health/turns.ts'
import { httpMetrics } from '../health/metrics.ts'
import { organisationRoutes } from '../organisations/organisation-routes.ts'
import { areaNames } from '../places/area-names.ts'
import { placeRoutes } from '../places/place-routes.ts'
import { reportRoutes } from '../reports/report-routes.ts'
import { storageRoutes } from '../retention/storage-routes.ts'
import { dashboardRoutes } from '../dashboard/dashboard-routes.ts'
import { deviceTestRoutes } from '../device-tests/device-test-routes.ts'
import { downloadRoutes } from '../downloads/download-routes.ts'
import { gaugeLearningRoutes } from '../gauge-learning/gauge-learning-routes.ts'
import { handoverRoutes } from '../handovers/handover-routes.ts'
import { pageVisitRoutes } from '../page-visits/page-visit-routes.ts'
import { quickVisitRoutes } from '../quick-visits/quick-visit-routes.ts'
import { cardRoutes } from '../cards/card-routes.ts'
import { smsRoutes } from '../sms/sms-routes.ts'
import { tankTableRoutes } from '../tank-tables/tank-table-routes.ts'
import { truckRoutes } from '../trucks/truck-routes.ts'
import { answerFailures, BODY_LIMIT_BYTES } from './answer-failures.ts'
import { serveApiDocs } from './api-docs.ts'
import { serveConsole } from './console-files.ts'
import { errors } from './errors.ts'
import { installGate } from './gate.ts'
import { type HttpLimits, httpLimits } from './http-limits.ts'
import type { HttpSettings } from './http-settings.ts'
import { refuseOtherHosts } from './own-hosts.ts'
import type { HttpParts } from './parts.ts'
import { registerRoute } from './register-route.ts'
import type { Route } from './routes.ts'
import { readForm } from './read-form.ts'
import { installSecurityHeaders } from './security-headers.ts'
import { boundSockets } from './socket-bounds.ts'
import { answerUnread } from './unread-requests.ts'

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
}

/** All calls, each with its policy. */
export const allRoutes = (parts: HttpParts): Route[] => [
  ...accessRoutes(parts),
  ...secondFactorRoutes(parts),
  ...rightsRoutes(parts),
  ...signInRoutes(),
  ...organisationRoutes(),
  ...placeRoutes(),
  ...fenceRoutes(parts),
  ...truckRoutes(parts),
  ...quickVisitRoutes(parts),
  ...downloadRoutes(parts),
  ...handoverRoutes(parts.now),
  ...pageVisitRoutes(parts),
  ...dashboardRoutes(parts),
  ...cargoRoutes(parts),
  ...alarmRoutes(parts),
  ...integrationRoutes(parts),
  ...smsRoutes(parts),
  ...cardRoutes(parts),
  ...reportRoutes(parts, findAlarm),
  levelCurveRoute(),
  ...baseDataRoutes(parts),
  ...tankTableRoutes(parts),
  ...deviceTestRoutes(parts),
  ...gaugeLearningRoutes(parts),
  ...firmwareRoutes(parts),
  ...versionQueryRoutes(parts),
  ...storageRoutes(parts),
]

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
  installBodyParsers(app)
  await app.register(rateLimit, {
    global: false,
    max: 3_000,
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
  for (const route of routes) registerRoute(app, route, parts)
  registerAlarmSocket(app, parts)
  serveApiDocs(app, routes, settings.version)
  await serveConsole(app, options.webFolder)
  app.addHook('onClose', async () => {
    parts.areas.close()
    await parts.signInLog.close()
  })
  await app.ready()
  return app
}
