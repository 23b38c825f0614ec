import type { FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE } from '@tanker/contract/envelope'
import { ALARM_SOCKET_PATH } from '@tanker/contract/feed'
import type { HttpParts } from '../platform/http/parts.ts'
import { languageOf } from '../platform/http/request-language.ts'
import { consoleFeed } from './console-feed.ts'
import type { ConsoleSocket } from './console-socket.ts'

/** The alarm socket of spec 7.4. The gate has checked cookie and Origin when a socket arrives here. */
export function registerAlarmSocket(app: FastifyInstance, parts: HttpParts): void {
  const feed = consoleFeed(parts)
  app.addHook('onReady', () => feed.start())
  app.addHook('preClose', () => feed.stop())
  app.get(ALARM_SOCKET_PATH, { websocket: true, config: { policy: 'socket' } }, (socket, request) => {
    const { user } = request.caller
    if (user !== null) feed.accept(socket as unknown as ConsoleSocket, user, languageOf(request.cookies[LANGUAGE_COOKIE]))
  })
}
