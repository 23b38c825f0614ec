import type { FastifyInstance } from 'fastify'
import { RESULT } from '@tanker/contract/envelope'
import { send } from './answer-failures.ts'
import { errors } from './errors.ts'
import { requestLanguage } from './request-language.ts'

/** For health checks, which call by address. */
const BY_ANY_NAME: ReadonlySet<string> = new Set(['/health', '/metrics'])

/**
 * Refuses requests for a foreign host name: otherwise another site could point its name at this address and its pages would have
 * the same origin (DNS rebinding). Without names in the settings any name is accepted.
 */
export function refuseOtherHosts(app: FastifyInstance, hostnames: readonly string[]): void {
  if (hostnames.length === 0) return
  const own = new Set(hostnames)
  app.addHook('onRequest', async (request, reply) => {
    if (own.has(request.hostname.toLowerCase()) || BY_ANY_NAME.has(request.url.split('?')[0] ?? '')) return
    return send(reply, 421, RESULT.badRequest, errors.otherHost().text[requestLanguage(request.headers)])
  })
}
