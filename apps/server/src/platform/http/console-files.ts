import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATH, RESULT } from '@tanker/contract/envelope'
import { send } from './answer-failures.ts'
import { errors } from './errors.ts'
import { requestLanguage } from './request-language.ts'
import { withStyleNonce } from './security-headers.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.pbf': 'application/x-protobuf',
}

/** Compressed variants that the build adds where smaller; the first one the browser accepts is sent. */
const PACKED = [
  { ending: '.br', encoding: 'br' },
  { ending: '.gz', encoding: 'gzip' },
] as const

type FoundFile = {
  readonly path: string
  readonly etag: string
  readonly packed: readonly { readonly path: string; readonly encoding: string }[]
}

const PAGE = '/index.html'

const lookAgainMs = 1_000
const lasting = 'public, max-age=31536000, immutable'

/**
 * Serves the built console; every path that is neither a file nor a call is a screen, routed by the console itself.
 * Paths are looked up in the list of existing files, so none can lead out of the folder.
 */
export async function serveConsole(app: FastifyInstance, webFolder: string | null): Promise<void> {
  let files: ReadonlyMap<string, FoundFile> = webFolder === null ? new Map() : await listFiles(webFolder)
  let listedAt = performance.now()

  const find = async (url: string): Promise<FoundFile | undefined> => {
    const found = files.get(url)
    // The console may have been rebuilt since.
    if (found || webFolder === null || performance.now() - listedAt < lookAgainMs) return found
    listedAt = performance.now()
    files = await listFiles(webFolder)
    return files.get(url)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const url = request.url.split('?')[0] ?? '/'
    const isOurs = url === BASE_PATH || url.startsWith(`${BASE_PATH}/`)
    if (webFolder !== null && !isOurs && (request.method === 'GET' || request.method === 'HEAD')) {
      const isScreen = extname(url) === ''
      const file = await find(isScreen ? PAGE : url)
      if (file && (isScreen || url === PAGE)) return sendPage(request, reply, file)
      if (file) return sendFile(request, reply, file, url.startsWith('/assets/'))
    }
    return send(reply, 404, RESULT.badRequest, errors.unknownCall().text[requestLanguage(request.headers)])
  })
}

/** Created for each request and never cached: its nonce must match the one in the headers. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, file: FoundFile): Promise<FastifyReply> {
  const page = withStyleNonce(reply, await readFile(file.path, 'utf8'))
  void reply.code(200).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
  return request.method === 'HEAD' ? reply.send() : reply.send(page)
}

/** Files below assets have a content hash in their name and are cached long; everything else is revalidated. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: FoundFile, isLasting: boolean): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const packed = file.packed.find(({ encoding }) => accepted.includes(encoding))
  void reply
    .header('Cache-Control', isLasting ? lasting : 'no-cache')
    .header('Vary', 'Accept-Encoding')
    .header('ETag', file.etag)
    .type(MEDIA_TYPES[extname(file.path)] ?? 'application/octet-stream')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  if (packed) void reply.header('Content-Encoding', packed.encoding)
  if (request.method === 'HEAD') return reply.code(200).send()
  return reply.code(200).send(createReadStream(packed?.path ?? file.path))
}

async function listFiles(folder: string): Promise<Map<string, FoundFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  const files = new Map<string, FoundFile>()
  for (const path of paths) {
    if (PACKED.some(({ ending }) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)))) continue
    const { size, mtimeMs } = await stat(path)
    files.set(`/${relative(folder, path).split(sep).join('/')}`, {
      path,
      etag: `"${createHash('sha256').update(`${path} ${size} ${mtimeMs}`).digest('base64url').slice(0, 22)}"`,
      packed: PACKED.filter(({ ending }) => paths.has(path + ending)).map(({ ending, encoding }) => ({ path: path + ending, encoding })),
    })
  }
  return files
}
