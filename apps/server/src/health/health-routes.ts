import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hashOf } from '../access/secret-hash.ts'
import type { HttpParts } from '../http/parts.ts'

const answerWithinMs = 2_000

/** GET /health and GET /metrics, at the root: for supervisors and Prometheus, not for browsers. */
export function registerHealth(app: FastifyInstance, { db, settings, metrics, log }: HttpParts): void {
  app.get('/health', { config: { policy: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    void reply.header('Cache-Control', 'no-store')
    try {
      const { rows } = await within(
        answerWithinMs,
        sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1`.execute(db),
      )
      return { status: 'up', database: 'up', schema: rows[0]?.name ?? null, version: settings.version }
    } catch (error) {
      log.warn({ err: error }, 'health: the database does not answer')
      return reply.code(503).send({ status: 'up', database: 'down', schema: null, version: settings.version })
    }
  })

  app.get('/metrics', { config: { policy: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const allowed =
      settings.metricsToken === null
        ? isLoopback(request.socket.remoteAddress) && request.headers['x-forwarded-for'] === undefined
        : token !== undefined && timingSafeEqual(hashOf(token), hashOf(settings.metricsToken))
    if (!allowed) return reply.code(403).type('text/plain').send('Metrics are given to this machine only, or with METRICS_TOKEN.\n')
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
