import { limitSilence } from '@tanker/database/answer-limit'
import { clientConfig } from '@tanker/database/database-address'
import pg from 'pg'
import type { Logger } from 'pino'
import { BUS_CHANNELS, type Bus, type BusChannel, listeningName, MAX_PAYLOAD_BYTES } from './bus.ts'

const flushMs = 20
/** Messages that wait for the next notification; hints are repeated by polling. */
const MAX_QUEUED = 5_000
/** A connection that only listens does not notice a dead peer, so it sends a query at this interval. */
const pingEveryMs = 5_000
const answerWithinMs = 10_000
const reconnectMs = { first: 250, most: 5_000 } as const
const hintChannels: readonly BusChannel[] = ['outbox', 'context', 'session', 'commands', 'terminals']

/** Interval and timeout of the keep-alive query, ms. */
type SilenceLimits = { readonly pingEveryMs: number; readonly answerWithinMs: number }

/**
 * The bus over LISTEN and NOTIFY, on two connections of its own: a NOTIFY inside the gateway's group would cost
 * three to five times its throughput. Messages within 20 ms are sent together. Resolves once it listens.
 */
export async function startPostgresBus(options: { url: string; log: Logger; limits?: Partial<SilenceLimits> }): Promise<Bus> {
  const { url, log } = options
  const limits: SilenceLimits = { pingEveryMs, answerWithinMs, ...options.limits }
  const listeners = new Map<BusChannel, Set<(payload: string) => void>>(BUS_CHANNELS.map((channel) => [channel, new Set()]))
  const queue = new Map<BusChannel, string[]>(BUS_CHANNELS.map((channel) => [channel, []]))
  let queued = 0
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()
  let closed = false

  const deliver = (channel: BusChannel, payload: string): void => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  const listening = await keepConnected(
    { url, log, limits },
    async (client) => {
      client.on('notification', ({ channel, payload }) => {
        const known = BUS_CHANNELS.find((name) => listeningName(name) === channel)
        if (known) for (const one of (payload ?? '').split('\n')) deliver(known, one)
      })
      await client.query(BUS_CHANNELS.map((channel) => `LISTEN ${listeningName(channel)}`).join(';'))
    },
    () => hintChannels.forEach((channel) => deliver(channel, '')),
  )
  const notifying = await keepConnected({ url, log, limits }, async (client) => {
    await client.query('SET synchronous_commit = off')
  })

  const flush = async (): Promise<void> => {
    const channels: string[] = []
    const payloads: string[] = []
    for (const [channel, waiting] of queue) {
      for (const payload of pack(hintChannels.includes(channel) ? new Set(waiting) : waiting)) {
        channels.push(listeningName(channel))
        payloads.push(payload)
      }
      waiting.length = 0
    }
    queued = 0
    const client = notifying.client()
    if (channels.length === 0 || !client) return
    try {
      await client.query('SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS t (c, p)', [channels, payloads])
    } catch (error) {
      log.warn({ err: error }, 'bus: messages were lost')
    }
  }

  return {
    publish(channel, payload) {
      if (closed) return
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
        log.error({ channel, bytes: Buffer.byteLength(payload) }, 'bus: dropped a payload that is too long')
        return
      }
      if (queued >= MAX_QUEUED) return
      queue.get(channel)?.push(payload)
      queued += 1
      timer ??= setTimeout(() => {
        timer = null
        sending = sending.then(flush)
      }, flushMs)
    },
    subscribe(channel, listener) {
      listeners.get(channel)?.add(listener)
      return () => listeners.get(channel)?.delete(listener)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await sending
      await flush()
      await Promise.all([listening.close(), notifying.close()])
    },
  }
}

/** Joins payloads by line breaks up to the limit of a notification. */
function pack(payloads: Iterable<string>): string[] {
  const packed: string[] = []
  let current: string | null = null
  let bytes = 0
  for (const payload of payloads) {
    const more = Buffer.byteLength(payload) + 1
    if (current !== null && bytes + more <= MAX_PAYLOAD_BYTES) {
      current += `\n${payload}`
      bytes += more
      continue
    }
    if (current !== null) packed.push(current)
    current = payload
    bytes = more
  }
  if (current !== null) packed.push(current)
  return packed
}

type KeptConnection = { client(): pg.Client | null; close(): Promise<void> }

/** A reconnecting connection. `prepare` runs on each new one, `onReturn` after each but the first. */
async function keepConnected(
  { url, log, limits }: { url: string; log: Logger; limits: SilenceLimits },
  prepare: (client: pg.Client) => Promise<void>,
  onReturn: () => void = () => undefined,
): Promise<KeptConnection> {
  let current: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let waitMs: number = reconnectMs.first
  let closed = false

  const open = async (): Promise<void> => {
    const client = new pg.Client({
      ...clientConfig(url),
      application_name: 'tanker bus',
      connectionTimeoutMillis: limits.answerWithinMs,
    })
    let lost = false
    const lose = (error?: Error): void => {
      if (lost) return
      lost = true
      if (current === client) current = null
      if (closed) return
      log.warn({ err: error }, 'bus: connection lost, trying again')
      again()
    }
    client.on('error', lose)
    client.on('end', () => lose())
    try {
      await client.connect()
      limitSilence(client, limits.answerWithinMs)
      await prepare(client)
      if (lost) throw new Error('the connection ended while it was prepared')
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    current = client
    waitMs = reconnectMs.first
  }
  const again = (): void => {
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = null
      waitMs = Math.min(waitMs * 2, reconnectMs.most)
      open().then(onReturn, again)
    }, waitMs)
  }

  let asked = false
  const ping = setInterval(() => {
    if (current === null || asked) return
    asked = true
    current
      .query('SELECT')
      .catch(() => undefined) // a lost connection emits its own event
      .finally(() => (asked = false))
  }, limits.pingEveryMs)

  await open().catch((error: unknown) => {
    closed = true
    clearInterval(ping)
    if (retry) clearTimeout(retry)
    throw error
  })
  return {
    client: () => current,
    async close() {
      closed = true
      clearInterval(ping)
      if (retry) clearTimeout(retry)
      await current?.end().catch(() => undefined)
    },
  }
}
