import type { Logger } from 'pino'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { type Connection, assertDurable, connect, migrate } from '@tanker/database/connection'
import { prepareProgramRole } from '@tanker/database/program-role'
import { withRowSecurity } from '@tanker/database/reading-db'
import { installRowSecurity } from '@tanker/database/row-security'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tanker/database/embedded-postgres'
import { waitForPrimary } from '@tanker/database/wait-for-primary'
import { type Bus } from './platform/bus/bus.ts'
import { startPostgresBus } from './platform/bus/postgres-bus.ts'
import { startGateway } from './gateway/gateway.ts'
import { defaultHttpSettings } from './platform/http/http-settings.ts'
import { openTrainingLink } from './platform/training/training-link.ts'
import { turns } from './platform/health/turns.ts'
import { startHttp } from './http-server.ts'
import { createPositionPartitions } from './gateway/position-partitions.ts'
import { startJobs } from './platform/jobs/start-jobs.ts'
import { COMMANDS, allJobs } from './app.ts'
import { startEvidenceListener, tryEvidenceStore } from './features/evidence/feature.ts'
import { photoIntake } from './features/photos/feature.ts'
import { createLog } from './log.ts'
import type { Settings } from './settings.ts'

/** Connections of one process to PostgreSQL, besides those of the group commit and the bus. */
const MAX_DATABASE_CONNECTIONS = 12
/** Timeout of a call's statement, ms: beyond it the database is considered gone. The longest report is faster. */
const ANSWER_WITHIN_MS = 120_000
/** The same for the gateway, ms: its statements are short, and trucks wait for them. */
const GATEWAY_ANSWER_WITHIN_MS = 20_000
const MAX_GATEWAY_CONNECTIONS = 6

/** Database, schema and log: what every command needs. */
export type Base = {
  readonly url: string
  readonly connection: Connection
  readonly log: Logger
  close(): Promise<void>
}

/** Opens the database of the settings, starting the embedded one when none is given, and brings its schema up to date. */
export async function openBase(settings: Settings): Promise<Base> {
  const log = createLog(settings.logLevel)
  let embedded: EmbeddedPostgres | null = null
  let connection: Connection | null = null
  try {
    if (settings.databaseUrl === null) embedded = await startEmbeddedPostgres(settings.dataFolder)
    const url = await databaseUrl(settings, embedded, log)
    const rowSecurityProblem = await prepareSchema(url, settings.requireStandby)
    if (rowSecurityProblem !== null) log.warn(rowSecurityProblem)
    const opened = connect(url, {
      max: MAX_DATABASE_CONNECTIONS,
      answerWithinMs: ANSWER_WITHIN_MS,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost while idle'),
    })
    connection = opened
    return {
      url,
      connection: rowSecurityProblem === null ? withRowSecurity(opened) : opened,
      log,
      async close() {
        await opened.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await connection?.close()
    await embedded?.stop()
    throw error
  }
}

/** The connection string that the program works with: never the superuser's of the embedded server. */
async function databaseUrl(settings: Settings, embedded: EmbeddedPostgres | null, log: Logger): Promise<string> {
  if (embedded !== null) return prepareProgramRole((database) => embedded.url(database), 'tanker')
  const url = settings.databaseUrl ?? ''
  await waitForPrimary(url, {
    forMs: settings.databaseWaitMs,
    onWaiting: (reason, seconds) => log.warn({ reason, seconds }, 'waiting for the database to take writes'),
  })
  return url
}

/** Brings the schema up to date, without a timeout, because a step may take long. Returns what prevents row security, if anything. */
async function prepareSchema(url: string, requireStandby: boolean): Promise<string | null> {
  const { db, close } = connect(url, { max: 2 })
  try {
    await assertDurable(db, { requireStandby })
    await migrate(db)
    return await installRowSecurity(db)
  } finally {
    await close()
  }
}

export type Running = { readonly httpPort: number | null; readonly devicePort: number | null; close(): Promise<void> }

/** Starts the roles of this process. `close` finishes what is in flight, in the order of the data: devices first. */
export async function startRoles(settings: Settings, base: Base): Promise<Running> {
  const { connection, url, log } = base
  const now = (): number => Date.now()
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  turns.showIn(metrics)
  const bus: Bus = await startPostgresBus({ url, log })
  const started: { close(): Promise<void> }[] = [bus]
  try {
    await tryEvidenceStore(settings, log)
    if (settings.roles.has('jobs')) {
      // A new database has none, and the gateway needs them.
      await createPositionPartitions(connection.db, new Date(now()))
      const options = { ...settings, connection, bus, log, now, metrics }
      started.unshift(startJobs(allJobs(options), options))
    }
    const http = settings.roles.has('http')
      ? await startHttp({
          connection,
          host: settings.host,
          port: settings.httpPort,
          settings: {
            ...defaultHttpSettings,
            ...settings.http,
            databaseUrl: url,
            training: settings.training ? openTrainingLink(process) : null,
          },
          log,
          bus,
          now: () => new Date(now()),
          webFolder: settings.webFolder,
          registry: metrics,
        })
      : null
    if (http) started.unshift(http)
    const gatewayPool = settings.roles.has('gateway') ? openGatewayPool(url, log) : null
    if (gatewayPool) started.unshift(gatewayPool)
    const photos = gatewayPool
      ? photoIntake({ pool: gatewayPool.pool, dataFolder: settings.dataFolder, evidenceStore: settings.evidenceStore, now, log })
      : null
    const gateway = gatewayPool
      ? await startGateway({
          pool: gatewayPool.pool,
          databaseUrl: url,
          requireStandby: settings.requireStandby,
          bus,
          log,
          metrics,
          host: settings.deviceHost,
          port: settings.devicePort,
          name: settings.gatewayName,
          now,
          judgedDays: settings.keepDays.checkpoints,
          commands: COMMANDS,
          replyHandlers: photos === null ? [] : [photos],
          uptime: () => performance.now(),
        })
      : null
    if (gateway) started.unshift(gateway)
    if (photos) started.push({ close: async () => photos.close() })
    if (gatewayPool && settings.evidenceAddress !== null) {
      const { port } = settings.evidenceAddress
      started.unshift(
        await startEvidenceListener({
          pool: gatewayPool.pool,
          dataFolder: settings.dataFolder,
          evidenceStore: settings.evidenceStore,
          host: settings.deviceHost,
          port,
          now,
          log,
          metrics,
        }),
      )
    }
    return {
      httpPort: http?.port ?? null,
      devicePort: gateway?.port ?? null,
      async close() {
        for (const part of started) await part.close()
      },
    }
  } catch (error) {
    for (const part of started) await part.close().catch(() => undefined)
    throw error
  }
}

/** Claims and registrations do not queue behind reports, and a database that is gone does not hold them for as long. */
const openGatewayPool = (url: string, log: Logger): Connection =>
  connect(url, {
    max: MAX_GATEWAY_CONNECTIONS,
    answerWithinMs: GATEWAY_ANSWER_WITHIN_MS,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost while idle'),
  })
