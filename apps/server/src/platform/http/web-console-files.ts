import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATH, RESULT } from '@tanker/contract/envelope'
import { send } from './answer-failures.ts'
import { errors } from './errors.ts'
import { requestLanguage } from './request-language.ts'
import { withStyleNonce } from './security-headers.ts'

const PAGE = '/index.html'
/** Compressed variants that the build adds; they are sent under the name of the file. */
const PACKED: ReadonlySet<string> = new Set(['.br', '.gz'])

const LASTING = 'public, max-age=31536000, immutable'

/** Serves the built console; every path that is neither a file nor a call is a screen, routed by the web console itself. */
export async function serveWebConsole(app: FastifyInstance, webFolder: string | null): Promise<void> {
  const folder = webFolder === null ? null : resolve(webFolder)
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (folder !== null && isRead && !isCallPath(path) && (extname(path) === '' || path === PAGE)) {
      const page = await readFile(join(folder, PAGE), 'utf8').catch(() => null)
      if (page !== null) return sendPage(request, reply, page)
    }
    return notFound(request, reply)
  })
  if (folder !== null) await app.register((files) => serveFiles(files, folder))
}

/** Files below assets have a content hash in their name and are cached long; everything else is revalidated. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, 'assets') + sep
  // The page gets a nonce, so it is not sent as a file. Without the first condition the plugin of the sockets would accept one here.
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request)
    if (request.ws || isCallPath(path) || path === PAGE || extname(path) === '' || PACKED.has(extname(path))) reply.callNotFound()
    else done()
  })
  app.addHook('onSend', async (_request, reply) => {
    // The library's name for it is obsolete (RFC 9239).
    if (String(reply.getHeader('content-type')).startsWith('application/javascript')) void reply.type('text/javascript; charset=utf-8')
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) throw error
    return status === 412 || status === 416
      ? send(reply, status, RESULT.badRequest, textOf(errors.unreadableRequest, request))
      : notFound(request, reply)
  })
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply, path) => void reply.header('Cache-Control', path.startsWith(assets) ? LASTING : 'no-cache'),
  })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

const isCallPath = (path: string): boolean => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`)

/** Whether it asks the server for data; all else is a file or the page of the console. */
export const isCall = (request: FastifyRequest): boolean => isCallPath(pathOf(request))

const textOf = (refusal: typeof errors.unknownCall, { headers }: FastifyRequest): string => refusal().text[requestLanguage(headers)]

const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply, 404, RESULT.badRequest, textOf(errors.unknownCall, request))

/** Created for each request and never cached: its nonce must match the one in the headers. */
function sendPage(request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply {
  const page = withStyleNonce(reply, file)
  void reply.code(200).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
  return request.method === 'HEAD' ? reply.send() : reply.send(page)
}
