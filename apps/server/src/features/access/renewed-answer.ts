import type { RenewedSession } from '@tanker/contract/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '../../platform/http/errors.ts'
import { setSessionCookie } from '../../platform/http/gate.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import type { SessionSecrets } from '../../platform/access/sessions.ts'

/** Answers with the renewed secrets and notifies the feed that the old ones and the user's other sessions have ended. */
export async function renewedAnswer(
  { sessions, bus }: Pick<HttpParts, 'sessions' | 'bus'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, headerId }: SessionSecrets,
): Promise<RenewedSession> {
  const user = await sessions.find(secret, headerId)
  if (user === null) throw errors.sessionExpired()
  setSessionCookie(request, reply, secret)
  bus.publish('session', '')
  return { 'header-id': headerId, owes: user.owes }
}
