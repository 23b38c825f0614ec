/** Takes what alarm robots send to chat groups, and answers as their services do: the demonstration world has no account there. */
import { createServer } from 'node:http'

const MAX_MESSAGE_BYTES = 65_536
const idleMs = 10_000

/** Listens on this machine only. If another program has the port, nothing is taken; `onTrouble` hears it. */
export function openChatGroups(port: number, onTrouble: (text: string) => void): { stop(): void } {
  const server = createServer({ requestTimeout: idleMs, headersTimeout: idleMs }, (request, response) => {
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size > MAX_MESSAGE_BYTES) request.destroy()
    })
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const isMessage = request.method === 'POST' && pathname === '/robot' && (searchParams.has('access_token') || searchParams.has('key'))
      response.writeHead(isMessage ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isMessage ? { errcode: 0, errmsg: 'ok' } : { errcode: 404, errmsg: 'not found' }))
    })
    request.on('error', () => response.destroy())
  })
  server.on('error', (error) => onTrouble(`chat groups: ${error.message}`))
  server.listen(port, '127.0.0.1')
  return { stop: () => server.close() }
}
