import { pino } from 'pino'
import type { Logger } from 'pino'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { type Connection, assertDurable, connect, ensureDatabase, migrate } from '@tanker/database/connection'
import { walled } from '@tanker/database/reading-db'
import { raiseWall } from '@tanker/database/row-security'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tanker/database/embedded-postgres'
import { type Bus } from './bus/bus.ts'
import { startPostgresBus } from './bus/postgres-bus.ts'
import { startGateway } from './gateway/gateway.ts'
import { defaultHttpSettings } from './http/http-settings.ts'
import { startHttp } from './http/http-server.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Settings } from './settings.ts'

/** Connections of one process to PostgreSQL, besides those of the group commit and the bus. */
const MAX_DATABASE_CONNECTIONS = 12

/** Database, schema and log: what every command needs. */
export type Base = {
  readonly url: string
  readonly connection: Connection
  readonly log: Logger
  close(): Promise<void>
}

/** Opens the database of the settings, starting the embedded one when none is given, and brings its schema up to date. */
export async function openBase(settings: Settings): Promise<Base> {
  const log = pino({ level: settings.logLevel, redact: ['*.password', '*.authCode', '*.cookie', '*["header-id"]', '*.authorization'] })
  let embedded: EmbeddedPostgres | null = null
  let url = settings.databaseUrl
  if (url === null) {
    embedded = await startEmbeddedPostgres(settings.dataFolder)
    await ensureDatabase(embedded.url('postgres'), 'tanker')
    url = embedded.url('tanker')
  }
  const connection = connect(url, {
    max: MAX_DATABASE_CONNECTIONS,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost while idle'),
  })
  let wallProblem: string | null
  try {
    await assertDurable(connection.db)
    await migrate(connection.db)
    wallProblem = await raiseWall(connection.db)
    if (wallProblem !== null) log.warn(wallProblem)
  } catch (error) {
    await connection.close()
    await embedded?.stop()
    throw error
  }
  return {
    url,
    connection: wallProblem === null ? walled(connection) : connection,
    log,
    async close() {
      await connection.close()
      await embedded?.stop()
    },
  }
}

export type Running = { readonly httpPort: number | null; readonly devicePort: number | null; close(): Promise<void> }

/** Starts the roles of this process. `close` finishes what is in flight, in the order of the data: devices first. */
export async function startRoles(settings: Settings, base: Base): Promise<Running> {
  const { connection, url, log } = base
  const now = (): number => Date.now()
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const bus: Bus = await startPostgresBus({ url, log })
  const started: { close(): Promise<void> }[] = [bus]
  try {
    if (settings.roles.has('jobs')) started.unshift(await startJobs({ ...settings, connection, bus, log, now, metrics }))
    const http = settings.roles.has('http')
      ? await startHttp({
          connection,
          host: settings.host,
          port: settings.httpPort,
          settings: { ...defaultHttpSettings, ...settings.http },
          log,
          bus,
          now: () => new Date(now()),
          webFolder: settings.webFolder,
          registry: metrics,
        })
      : null
    if (http) started.unshift(http)
    const gateway = settings.roles.has('gateway')
      ? await startGateway({
          pool: connection.pool,
          databaseUrl: url,
          bus,
          log,
          metrics,
          host: settings.deviceHost,
          port: settings.devicePort,
          name: settings.gatewayName,
          now,
          judgedDays: settings.keepDays.checkpoints,
        })
      : null
    if (gateway) started.unshift(gateway)
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
