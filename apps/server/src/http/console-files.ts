import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { BASE_PATH, RESULT } from '@tanker/contract/envelope'
import { send } from './answer-failures.ts'
import { errors } from './errors.ts'
import { requestLanguage } from './request-language.ts'

const yearS = 31_536_000

/** Serves the built console; every address that is not a file and not a call is a screen, which the console itself routes. */
export async function serveConsole(app: FastifyInstance, webFolder: string | null): Promise<void> {
  if (webFolder !== null) {
    await app.register(fastifyStatic, {
      root: webFolder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        // Names below assets carry a hash of the content.
        const lasting = path.startsWith(join(webFolder, 'assets'))
        response.setHeader('Cache-Control', lasting ? `public, max-age=${yearS}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isScreen = (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith(BASE_PATH) && !/\.[a-z0-9]{1,8}$/i.test(path)
    if (webFolder !== null && isScreen) return reply.sendFile('index.html')
    return send(reply, 404, RESULT.badRequest, errors.unknownCall().text[requestLanguage(request.headers)])
  })
}
