import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Agent as PlainAgent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { type ObjectStoreSetting, WrongObjectStore } from './object-store-setting.ts'

/** A server that says nothing for so long is away. */
const PATIENCE_MS = 15_000
/** Connections to the server; more requests wait for one of them. */
const MAX_CONNECTIONS = 16
/** Bytes of an answer that is not a file: a list of 1,000 keys, or an error. */
const MAX_ANSWER_BYTES = 2_000_000
/** Keys of one list. */
const MAX_KEYS = 1_000
/** Keys of signatures, one for each day. */
const MAX_SIGNING_KEYS = 4

const NOTHING = createHash('sha256').digest('hex')

/** The store does not take or give objects now; later it may. */
export class StoreAway extends Error {}
/** The store has no such object. */
export class NoObject extends Error {}
/** The object is no longer the one that was read before. */
export class OtherObject extends Error {}

type Asked = {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly file?: { readonly path: string; readonly bytes: number; readonly sha256: string }
}

/** A bucket of an S3-compatible server. Requests are signed by `aws4fetch`; bodies are streams, so no object is held in memory. */
export class ObjectStore {
  readonly #setting: ObjectStoreSetting
  readonly #agents: { readonly plain: PlainAgent; readonly tls: Agent }
  readonly #signingKeys = new Map<string, ArrayBuffer>()
  readonly #patienceMs: number

  constructor(setting: ObjectStoreSetting, patienceMs = PATIENCE_MS) {
    this.#setting = setting
    this.#patienceMs = patienceMs
    const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: 60_000 }
    this.#agents = { plain: new PlainAgent(options), tls: new Agent(options) }
  }

  /** Server and bucket, for logs. */
  get name(): string {
    return `${this.#setting.endpoint.host}/${this.#setting.bucket}`
  }

  /** Stores a file under a key. The server refuses bytes that do not have this digest. Resolves when it has stored them. */
  async put(key: string, path: string, sha256: Buffer): Promise<void> {
    const { size } = await stat(path)
    await this.#textOf(await this.#ask({ method: 'PUT', key, file: { path, bytes: size, sha256: sha256.toString('hex') } }))
  }

  /** An object or a part of it, both ends included. With `tag` it must be the object that had this tag. @throws NoObject, OtherObject, StoreAway */
  async get(
    key: string,
    part: { readonly from: number; readonly to: number; readonly tag: string } | null,
  ): Promise<{ content: IncomingMessage; tag: string }> {
    const headers = part === null ? {} : { range: `bytes=${part.from}-${part.to}`, 'if-match': part.tag }
    const answer = await this.#ask({ method: 'GET', key, headers })
    if (answer.statusCode !== (part === null ? 200 : 206)) {
      answer.destroy()
      throw new StoreAway(`${this.name}: status ${answer.statusCode} instead of the part of an object`)
    }
    return { content: answer, tag: answer.headers.etag ?? '' }
  }

  /** Removes an object; one that is gone is removed already. */
  async remove(key: string): Promise<void> {
    await this.#textOf(await this.#ask({ method: 'DELETE', key }))
  }

  /** Keys after this one, at most 1,000, in the order of their bytes. */
  async keysAfter(key: string, most = MAX_KEYS): Promise<string[]> {
    const { prefix } = this.#setting
    const query = { 'list-type': '2', 'max-keys': String(most), prefix, ...(key === '' ? {} : { 'start-after': `${prefix}${key}` }) }
    const text = await this.#textOf(await this.#ask({ method: 'GET', query }))
    // Our keys have no character that XML writes in another way.
    return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].flatMap(([, found = '']) =>
      found.startsWith(prefix) ? [found.slice(prefix.length)] : [],
    )
  }

  /** Stores, lists and removes the file at this path. @throws WrongObjectStore if a setting or a right is wrong, StoreAway if it does not answer */
  async tryOut(path: string, sha256: Buffer): Promise<void> {
    await this.put(TRIAL, path, sha256)
    await this.keysAfter('', 1)
    await this.remove(TRIAL)
  }

  close(): void {
    this.#agents.plain.destroy()
    this.#agents.tls.destroy()
  }

  #address(key: string, query: Readonly<Record<string, string>>): URL {
    const { endpoint, bucket, pathStyle, prefix } = this.#setting
    const address = new URL(endpoint)
    if (!pathStyle) address.hostname = `${bucket}.${endpoint.hostname}`
    const object = key === '' ? '' : `${prefix}${key}`
    address.pathname = pathStyle ? `/${bucket}/${object}` : `/${object}`
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    return address
  }

  async #ask({ method, key = '', query = {}, headers = {}, file }: Asked): Promise<IncomingMessage> {
    const { accessKey, secretKey, region } = this.#setting
    const signer = new AwsV4Signer({
      method,
      url: this.#address(key, query).href,
      headers: {
        ...headers,
        'x-amz-content-sha256': file?.sha256 ?? NOTHING,
        ...(file === undefined ? {} : { 'content-length': String(file.bytes), 'content-type': 'application/octet-stream' }),
      },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      region,
      service: 's3',
      cache: this.#signingKeys,
    })
    const signed = await signer.sign()
    if (this.#signingKeys.size > MAX_SIGNING_KEYS) this.#signingKeys.clear()
    const answer = await this.#send(signed.url, method, Object.fromEntries(signed.headers), file?.path ?? null)
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return answer
    throw this.#problemOf(status, await this.#textOf(answer))
  }

  #send(url: URL, method: string, headers: Record<string, string>, path: string | null): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const isTls = url.protocol === 'https:'
      const outgoing = (isTls ? request : plainRequest)(url, { method, headers, agent: isTls ? this.#agents.tls : this.#agents.plain })
      const away = (error: unknown): void => {
        outgoing.destroy()
        fail(new StoreAway(`${this.name} does not answer (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`))
      }
      outgoing.setTimeout(this.#patienceMs, () => away(new Error('timeout')))
      outgoing.on('error', away)
      outgoing.on('response', (response) => {
        // A browser that reads slowly may stop for as long as its own connection allows.
        outgoing.setTimeout(0)
        done(response)
      })
      if (path === null) outgoing.end()
      // An answer that comes before the end of the file says why.
      else pipeline(createReadStream(path), outgoing).catch((error: unknown) => away(error))
    })
  }

  async #textOf(answer: IncomingMessage): Promise<string> {
    const parts: Buffer[] = []
    let size = 0
    answer.setTimeout(this.#patienceMs, () => answer.destroy())
    try {
      for await (const part of answer) {
        size += (part as Buffer).length
        if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
        parts.push(part as Buffer)
      }
    } catch (error) {
      throw new StoreAway(`${this.name} does not answer (${(error as Error).message})`)
    }
    return Buffer.concat(parts).toString()
  }

  #problemOf(status: number, text: string): Error {
    const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? `status ${status}`
    if (code === 'NoSuchKey' || (status === 404 && code !== 'NoSuchBucket')) return new NoObject(code)
    if (status === 412) return new OtherObject(code)
    const what = REASONS[code]
    if (what !== undefined) return new WrongObjectStore(`${this.name} refuses: ${what} (${code}).`)
    if (status >= 300 && status < 500 && status !== 408 && status !== 429)
      return new WrongObjectStore(`${this.name} refuses: correct endpoint, bucket, region or path style (${code}).`)
    return new StoreAway(`${this.name} does not answer (${code})`)
  }
}

/** The object of a trial. */
const TRIAL = 'trial.txt'

const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist; create it or correct its name',
  AccessDenied: 'the keys may not put, list and delete objects of this bucket; correct their rights or the keys',
  InvalidAccessKeyId: 'the access key is not known; correct the keys',
  SignatureDoesNotMatch: 'the secret key or the region is wrong',
  AuthorizationHeaderMalformed: 'the region is wrong',
  PermanentRedirect: 'the bucket is in another region; correct endpoint and region',
  SecondLevelDomainForbidden: 'it wants the bucket in the host name; set the path style to no',
  RequestTimeTooSkewed: 'the clock of this machine is wrong; correct it',
}
