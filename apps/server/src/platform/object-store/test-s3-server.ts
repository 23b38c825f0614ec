import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ObjectStoreSetting } from './object-store-setting.ts'

const KEYS = { accessKey: 'TANKERTEST', secretKey: 'secret/of+the=test' } as const
const BUCKET = 'tanker-evidence'
const REGION = 'cn-north-1'

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * A server that speaks what the object store uses of S3, over real HTTP: it checks each signature by its own reading of AWS Signature
 * Version 4, and the digest of each body. Objects are in memory.
 */
export class TestS3Server {
  readonly objects = new Map<string, Buffer>()
  readonly requests: string[] = []
  /** Answers this error to the next requests; null: none. */
  failing: { readonly status: number; readonly code: string } | null = null
  readonly #server: Server
  #port = 0

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error))
    })
  }

  static async start(): Promise<TestS3Server> {
    const server = new TestS3Server()
    await server.listen()
    return server
  }

  /** Listens again where it did before it was stopped. */
  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, '127.0.0.1', done))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const stopped = new Promise((done) => this.#server.close(done))
    this.#server.closeAllConnections()
    await stopped
  }

  setting(more: Partial<ObjectStoreSetting> = {}): ObjectStoreSetting {
    const endpoint = new URL(`http://127.0.0.1:${this.#port}`)
    return { endpoint, bucket: BUCKET, region: REGION, pathStyle: true, prefix: 'tanker/', ...KEYS, ...more }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    this.requests.push(`${request.method} ${url.pathname}`)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const refuse = (status: number, code: string): void =>
      void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    if (this.failing !== null) return refuse(this.failing.status, this.failing.code)
    const problem = signatureProblem(request, url, body)
    if (problem !== null) return refuse(problem === 'XAmzContentSHA256Mismatch' ? 400 : 403, problem)
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket')
    const key = rest.join('/')
    if (key === '') return this.#list(url, response)
    if (request.method === 'PUT') {
      this.objects.set(key, body)
      return void response.writeHead(200, { etag: tagOf(body) }).end()
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key)
      return void response.writeHead(204).end()
    }
    const object = this.objects.get(key)
    if (object === undefined) return refuse(404, 'NoSuchKey')
    if ((request.headers['if-match'] ?? tagOf(object)) !== tagOf(object)) return refuse(412, 'PreconditionFailed')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? object : object.subarray(Number(from), Number(to) + 1)
    response.writeHead(from === undefined ? 200 : 206, { etag: tagOf(object), 'content-length': part.length }).end(part)
  }

  #list(url: URL, response: ServerResponse): void {
    const said = (name: string): string => url.searchParams.get(name) ?? ''
    const keys = [...this.objects.keys()]
      .toSorted()
      .filter((key) => key.startsWith(said('prefix')) && key > said('start-after'))
      .slice(0, Number(said('max-keys')))
    const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><ListBucketResult>${contents}</ListBucketResult>`)
  }
}

const tagOf = (object: Buffer): string => `"${createHash('md5').update(object).digest('hex')}"`

/** The error that S3 answers; null for a right signature of this body. */
function signatureProblem({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (found === null) return 'AccessDenied'
  const [, accessKey, day = '', region = '', names = '', signature] = found
  const at = String(headers['x-amz-date'])
  const said = String(headers['x-amz-content-sha256'])
  if (accessKey !== KEYS.accessKey) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  if (!at.startsWith(day) || !names.split(';').includes('host') || !names.split(';').includes('x-amz-content-sha256')) return 'AccessDenied'
  if (said !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`)
  const path = decodeURIComponent(url.pathname).split('/').map(escaped).join('/')
  const canonical = [method, path, query, signed.join(''), names, said].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${KEYS.secretKey}`, day), region))
  const right = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
  return right === signature ? null : 'SignatureDoesNotMatch'
}
