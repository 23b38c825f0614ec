import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Envelope, RESULT } from '@tanker/contract/envelope'
import { errors, failureText } from './errors.ts'
import { Refusal } from './refusal.ts'
import type { HttpParts } from './parts.ts'
import { requestLanguage } from './request-language.ts'

/** Largest form body in bytes. Uploads and batches have their own limits. */
export const BODY_LIMIT_BYTES = 1_048_576

/** Turns errors into the envelope (spec 8.1): refusals with HTTP 200, internal failures with HTTP 500 and no detail. */
export function answerFailures(app: FastifyInstance, { log, metrics }: HttpParts): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOf(error, request)
    const language = requestLanguage(request.headers)
    const route = request.routeOptions.url ?? 'unknown'
    if (refusal) {
      metrics.calls.inc({ route, resultCode: refusal.resultCode })
      if (refusal.isLogged) {
        log.warn({ route, code: refusal.code, ip: request.ip, userId: request.caller?.user?.id }, 'call refused')
      }
      if (refusal.retryAfterS !== null) void reply.header('Retry-After', refusal.retryAfterS)
      return send(reply, refusalStatus(request, refusal), refusal.resultCode, refusal.text[language], refusal.data)
    }
    metrics.calls.inc({ route, resultCode: RESULT.accessError })
    log.error({ err: error, route, requestId: request.id, userId: request.caller?.user?.id }, 'call failed')
    return send(reply, 500, RESULT.accessError, failureText(request.id)[language])
  })
}

/**
 * HTTP status of a refusal. A refused upgrade needs an error status, because sockets have no envelope. Other systems back off on
 * HTTP 429.
 */
function refusalStatus(request: FastifyRequest, { resultCode }: Refusal): number {
  const { policy } = request.routeOptions.config
  if (policy === 'socket') return resultCode === RESULT.sessionExpired ? 401 : 403
  return policy === 'integration' && resultCode === RESULT.tooMany ? 429 : 200
}

export function send(reply: FastifyReply, status: number, resultCode: number, message: string, data: unknown = null): FastifyReply {
  const answer: Envelope<unknown> = { resultCode, message, data }
  void reply.header('Cache-Control', 'no-store')
  // Serialised here: the route's own schema describes success.
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(JSON.stringify(answer))
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return errors.bodyTooLarge(request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return request.routeOptions.config.policy === 'integration' ? errors.notJson() : errors.notFormEncoded()
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? error.statusCode === 429
          ? errors.tooManyRequests()
          : errors.unreadableRequest()
        : null
  }
}
