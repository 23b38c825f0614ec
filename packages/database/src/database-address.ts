import { Socket } from 'node:net'
import pg from 'pg'

/** Longest list of hosts in DATABASE_URL: each new connection may ask all of them which one takes writes. */
const MAX_HOSTS = 16
/** A host that does not say within this time whether it takes writes counts as away. */
const ASK_WITHIN_MS = 2_000
const DEFAULT_PORT = 5432
/** How soon the system asks a silent peer whether it is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000

type Host = { readonly host: string; readonly port: number; readonly url: string }

/** A DATABASE_URL that cannot be used; the message says what to give instead. */
export class WrongDatabaseUrl extends Error {}

/**
 * The hosts of a connection string: one, or a list as in `postgres://user:password@host1:5432,host2:5432/name`.
 * @throws WrongDatabaseUrl
 */
function hostsOf(url: string): Host[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/is.exec(url)
  if (!parts) throw new WrongDatabaseUrl('DATABASE_URL: give the database as postgres://user:password@host:5432/name.')
  const [, before = '', list = '', after = ''] = parts
  const options = after.includes('?') ? new URLSearchParams(after.slice(after.indexOf('?') + 1)) : new URLSearchParams()
  if ([options.get('host'), options.get('port')].some((value) => value?.includes(',')))
    throw new WrongDatabaseUrl(
      'DATABASE_URL: give several hosts in front of the name, as postgres://user:password@host1:5432,host2:5432/name.',
    )
  const hosts = list.split(',').map((one): Host => {
    const [, host = '', port] = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(one) ?? []
    if (list.includes(',') && host === '')
      throw new WrongDatabaseUrl(`DATABASE_URL: "${one}" in the list of hosts is none. Give host or host:port, separated by commas.`)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORT), url: `${before}${one}${after}` }
  })
  if (hosts.length > MAX_HOSTS) throw new WrongDatabaseUrl(`DATABASE_URL: at most ${MAX_HOSTS} hosts can be given.`)
  if (!hosts.every((host) => URL.canParse(host.url)))
    throw new WrongDatabaseUrl(
      'DATABASE_URL cannot be read: give the database as postgres://user:password@host:5432/name, with special characters of the password as %xx.',
    )
  return hosts
}

/**
 * What a client needs to connect to this database. With a list of hosts each new connection goes to the one that takes writes.
 * @throws WrongDatabaseUrl
 */
export function clientConfig(url: string): pg.ClientConfig {
  const hosts = hostsOf(url)
  const [first] = hosts
  return {
    connectionString: first?.url ?? url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(hosts.length > 1 ? { stream: () => new PrimarySocket(hosts) } : {}),
  }
}

/** The database of a connection string for messages: hosts and name, without user and password. */
export function shownAddress(url: string): string {
  return url.replace(/^[a-z]+:\/\/(?:[^@/?#]*@)?/i, '').replace(/[?#].*$/s, '')
}

/** On connect, finds the host that accepts writes and connects to it. */
class PrimarySocket extends Socket {
  readonly #hosts: readonly Host[]

  constructor(hosts: readonly Host[]) {
    super()
    this.#hosts = hosts
  }

  override connect(): this {
    primaryOf(this.#hosts).then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host)
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }
}

/** The host that took writes last is asked first, then all others at once. */
const lastPrimary = new WeakMap<readonly Host[], Host>()

async function primaryOf(hosts: readonly Host[]): Promise<Host> {
  const last = lastPrimary.get(hosts)
  const refusals: string[] = []
  const ask = async (host: Host): Promise<Host> => {
    const refusal = await refusalOf(host)
    if (refusal === null) return host
    refusals.push(`${host.host}:${host.port} ${refusal}`)
    throw new Error(refusal)
  }
  const found =
    (last && (await ask(last).catch(() => null))) ??
    (await Promise.any(hosts.filter((host) => host !== last).map(ask)).catch(() => {
      throw new Error(`no host of DATABASE_URL takes writes: ${refusals.join(', ')}`)
    }))
  lastPrimary.set(hosts, found)
  return found
}

/** Why a host cannot be written to; null when it can. */
async function refusalOf({ url }: Host): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASK_WITHIN_MS, query_timeout: ASK_WITHIN_MS })
  client.on('error', () => undefined) // the question fails, which is the answer
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
    return rows[0]?.transaction_read_only === 'off' ? null : 'is a standby'
  } catch (error) {
    return error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
  } finally {
    void client.end().catch(() => undefined)
  }
}
