import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashOf } from '../access/secret-hash.ts'
import { isSuperMan } from '../http/gate.ts'
import type { HttpParts } from '../http/parts.ts'
import { failedJobs } from '../jobs/job-status.ts'

const answerWithinMs = 2_000
/** Headers added by proxies. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** GET /health and GET /metrics, at the root: for supervisors and Prometheus, not for browsers. */
export function registerHealth(app: FastifyInstance, { db, settings, metrics, log, sessions }: HttpParts): void {
  /** Whether the caller gets more than up or down: with the token, or from this machine if there is neither token nor proxy. */
  const isWatcher = (request: FastifyRequest): boolean => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (settings.metricsToken !== null) return token !== undefined && timingSafeEqual(hashOf(token), hashOf(settings.metricsToken))
    // A proxy on this machine also connects from here, on behalf of others.
    const isDirect = settings.trustedProxies.length === 0 && FORWARDED.every((name) => request.headers[name] === undefined)
    return isDirect && isLoopback(request.socket.remoteAddress)
  }

  app.get('/health', { config: { policy: 'public' } }, async (request, reply) => {
    void reply.header('Cache-Control', 'no-store')
    try {
      const { rows } = await within(
        answerWithinMs,
        sql<{ name: string; standbys: string }>`
          SELECT name, current_setting('synchronous_standby_names') AS standbys FROM kysely_migration ORDER BY name DESC LIMIT 1`.execute(
          db,
        ),
      )
      const maySeeDetails = isWatcher(request) || (await isSuperMan(request, sessions))
      if (settings.requireStandby && rows[0]?.standbys === '')
        return reply
          .code(503)
          .send(
            maySeeDetails
              ? { status: 'up', database: 'without a standby', schema: rows[0].name, version: settings.version }
              : { status: 'down' },
          )
      if (!maySeeDetails) return { status: 'up' }
      const failed = failedJobs()
      return {
        status: 'up',
        database: 'up',
        schema: rows[0]?.name ?? null,
        version: settings.version,
        ...(failed.size > 0 ? { failedJobs: Object.fromEntries(failed) } : {}),
      }
    } catch (error) {
      log.warn({ err: error }, 'health: the database does not answer')
      return reply
        .code(503)
        .send(isWatcher(request) ? { status: 'up', database: 'down', schema: null, version: settings.version } : { status: 'down' })
    }
  })

  app.get('/metrics', { config: { policy: 'public' } }, async (request, reply) => {
    if (!isWatcher(request))
      return reply
        .code(403)
        .type('text/plain')
        .send('Metrics are given with METRICS_TOKEN. Without it only to this machine itself, where TRUSTED_PROXIES names no proxy.\n')
    return reply
      .header('Cache-Control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics())
  })
}

export const isLoopback = (ip: string | undefined): boolean =>
  ip === '::1' || ip?.startsWith('127.') === true || ip?.startsWith('::ffff:127.') === true

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
