import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api.ts'

const SCRIPT = 'let plain = 1'
const SECRET = 'not for the browser'
let folder: string
let server: TestApi
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tanker-web-'))
  const web = join(folder, 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  await mkdir(join(web, 'manual', 'console'), { recursive: true })
  const files = {
    'index.html': '<!doctype html><title>console</title><meta nonce="STYLE_NONCE">',
    'assets/main-abc.js': SCRIPT,
    'assets/main-abc.js.gz': gzipSync(SCRIPT),
    'assets/main-abc.js.br': 'br',
    'assets/main-abc.css': 'a{}',
    'assets/only.js.gz': 'an archive',
    'map/roads.json': '{}',
    'favicon.svg': '<svg/>',
    'sound/warning.wav': '0123456789',
    'pictures/a.webp': 'webp',
    'manual/console/index.html': '<title>manual</title>',
    '.env': SECRET,
    '.well/known.txt': SECRET,
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(web, name, '..'), { recursive: true })
    await writeFile(join(web, name), content)
  }
  await writeFile(join(folder, 'secret.txt'), SECRET)
  server = await startTestApi({}, web)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
/** Sends the path as it is; fetch would change it. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    rawRequest({ port: server.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
const NOT_FOUND = { resultCode: 400, message: 'The call was not found. Please check the address.', data: null }
const json = ({ body }: Answer): unknown => JSON.parse(body.toString())

test.each([
  ['/assets/main-abc.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/assets/main-abc.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/map/roads.json', 'application/json; charset=utf-8', 'no-cache'],
  ['/favicon.svg', 'image/svg+xml', 'no-cache'],
  ['/sound/warning.wav', 'audio/wav', 'no-cache'],
  ['/pictures/a.webp', 'image/webp', 'no-cache'],
  ['/manual/console/index.html', 'text/html; charset=utf-8', 'no-cache'],
])('%s is %s and kept as %s', async (path, type, kept) => {
  for (const encoding of ['identity', 'gzip']) {
    const answer = await get(path, { 'accept-encoding': encoding })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': type, 'cache-control': kept, 'x-content-type-options': 'nosniff' },
    })
    expect(answer.headers.vary?.toLowerCase()).toBe('accept-encoding')
    const again = await get(path, { 'accept-encoding': encoding, 'if-none-match': String(answer.headers.etag) })
    expect(again).toMatchObject({ status: 304, headers: { 'cache-control': kept } })
    expect(again.body).toHaveLength(0)
    const head = await get(path, { 'accept-encoding': encoding }, 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { 'content-type': type, 'content-length': String(answer.body.length) } })
    expect(head.body).toHaveLength(0)
  }
})

test('a compressed file is sent to clients that accept it, the smallest first, and never under a name of its own', async () => {
  const encodingFor = async (accepted: string) =>
    (await get('/assets/main-abc.js', { 'accept-encoding': accepted })).headers['content-encoding']
  expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br')
  expect(await encodingFor('gzip, br;q=0')).toBe('gzip')
  expect(await encodingFor('deflate')).toBeUndefined()
  expect(await encodingFor('identity')).toBeUndefined()
  expect((await get('/assets/main-abc.css', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBeUndefined()
  const packed = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(packed.body).toString()).toBe(SCRIPT)
  for (const path of ['/assets/main-abc.js.br', '/assets/main-abc.js.gz', '/assets/only.js.gz', '/index.html.br'])
    expect((await get(path)).status, path).toBe(404)
})

test('a part of a file is sent to players that ask for it', async () => {
  const part = await get('/sound/warning.wav', { range: 'bytes=2-4' })
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 2-4/10' } })
  expect(part.body.toString()).toBe('234')
  const outside = await get('/sound/warning.wav', { range: 'bytes=20-30', language: 'en' })
  expect(outside.status).toBe(416)
  expect(json(outside)).toMatchObject({ resultCode: 400, data: null })
})

describe('no address leads out of the folder or to hidden files, and the answer says nothing of them', () => {
  test.each([
    '/assets/../../secret.txt',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets\\..\\..\\secret.txt',
    '//secret.txt',
    '/./assets/main-abc.js',
    '/assets//main-abc.js',
    '/assets/main-abc.js%00.png',
    '/.env.txt',
    '/.well/known.txt',
    '/no-such-file.js',
    '/api/nothing.js',
  ])('%s', async (path) => {
    const answer = await get(path, { language: 'en' })
    expect(answer.status).toBe(404)
    expect(json(answer)).toEqual(NOT_FOUND)
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
  })

  test('/.env is a screen that does not exist', async () => {
    expect((await get('/.env')).body.toString()).toContain('<title>console</title>')
  })
})

test('screens are the page, over HEAD too; other methods and calls are not', async () => {
  for (const path of ['/', '/login', '/monitor/cargo_transport', '/assets', '/manual/console/', '/index.html', '/login?from=/x.js'])
    expect((await get(path)).body.toString(), path).toContain('<title>console</title>')
  const head = await get('/login', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' } })
  expect(head.body).toHaveLength(0)
  for (const [path, method] of [
    ['/login', 'POST'],
    ['/assets/main-abc.js', 'POST'],
    ['/api', 'GET'],
    ['/api/nothing', 'GET'],
  ] as const)
    expect(await get(path, { language: 'en' }, method), path).toMatchObject({ status: 404 })
})

test('a socket is refused on the paths of files and screens', async () => {
  for (const path of ['/assets/main-abc.js', '/login', '/no-such-file.js']) {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const status = await new Promise<number | undefined>((resolve) => {
      rawRequest({ port: server.port, path, headers }, (response) => resolve(response.resume().statusCode))
        .on('upgrade', (_, socket) => resolve(socket.destroy() && 101))
        .on('error', () => resolve(undefined))
        .end()
    })
    expect(status, path).not.toBe(101)
  }
})

test('a console that was built again is served at once, and one that is being built is not found', async () => {
  const web = join(folder, 'web')
  await writeFile(join(web, 'assets', 'later.js'), 'later')
  expect((await get('/assets/later.js')).body.toString()).toBe('later')
  const page = '<!doctype html><title>console</title>'
  await rm(join(web, 'index.html'))
  expect((await get('/login')).status).toBe(404)
  await writeFile(join(web, 'index.html'), page)
  expect((await get('/login')).body.toString()).toBe(page)
})
