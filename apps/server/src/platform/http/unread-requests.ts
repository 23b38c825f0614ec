import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Envelope, RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import type { HttpSettings } from './http-settings.ts'
import { securityHeaders } from './security-headers.ts'

const TOO_LATE: Text = {
  zh: '请求未在规定时间内发送完毕，请检查网络后重试。',
  en: 'The request did not arrive in time. Please check the network and try again.',
}
const TOO_LARGE: Text = { zh: '请求头或网址过长。', en: 'The address or the headers of the request are too long.' }
const UNREADABLE: Text = { zh: '请求无法识别。', en: 'The request cannot be read.' }

const ANSWERS: Readonly<Record<string, readonly [status: number, text: Text]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, TOO_LATE],
  HPE_HEADER_OVERFLOW: [431, TOO_LARGE],
}

/**
 * Answers an unreadable request with the envelope and the usual headers, and ends the connection. The language is unknown, so
 * the message has both.
 */
export function answerUnread(settings: HttpSettings): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const headers = Object.entries({
    ...securityHeaders(settings, false),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    Connection: 'close',
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const [status, text] = ANSWERS[error.code ?? ''] ?? [400, UNREADABLE]
    const answer: Envelope<null> = { resultCode: RESULT.badRequest, message: `${text.zh} ${text.en}`, data: null }
    const body = Buffer.from(JSON.stringify(answer))
    if (socket.writable)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body.toString()}`)
    // A client that does not read the answer must not keep the socket.
    socket.destroySoon()
  }
}
