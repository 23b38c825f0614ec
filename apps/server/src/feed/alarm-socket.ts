import type { FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE } from '@tanker/contract/envelope'
import { ALARM_SOCKET_PATH } from '@tanker/contract/feed'
import type { HttpParts } from '../platform/http/parts.ts'
import { languageOf } from '../platform/http/request-language.ts'
import { clientFeed } from './client-feed.ts'
import type { ClientSocket } from './client-socket.ts'

/** The alarm socket of spec 7.4. The gate has checked cookie and Origin when a socket arrives here. */
export function registerAlarmSocket(app: FastifyInstance, parts: HttpParts): void {
  const feed = clientFeed(parts)
  app.addHook('onReady', () => feed.start())
  app.addHook('preClose', () => feed.stop())
  app.get(ALARM_SOCKET_PATH, { websocket: true, config: { policy: 'socket' } }, (socket, request) => {
    const { user } = request.caller
    if (user !== null) feed.accept(socket as unknown as ClientSocket, user, languageOf(request.cookies[LANGUAGE_COOKIE]))
  })
}
