import { createHash, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'

/** A truck and its terminal as the gateway knows them before the truck is claimed. */
export type KnownDevice = {
  readonly truckId: number
  readonly phone: string
  readonly deviceModel: string
  /** The terminal id of base data, or else the console code. */
  readonly announced: string
  /** Until then any terminal may register, ms since 1970; null: enrolment is not open. */
  readonly enrolmentUntil: number | null
  /** The registered terminal; null until one has registered. */
  readonly bound: Binding | null
}

type Binding = {
  readonly terminalId: string
  /** SHA-256 of its code. */
  readonly codeHash: Buffer
  /** Whether a terminal has authenticated with this code. */
  readonly codeUsed: boolean
  /** The previous code; it stays valid until the terminal is released. */
  readonly formerHash: Buffer | null
}

type DeviceRow = {
  truck_id: number
  phone: string
  device_model: string
  announced: string
  enrolment_until: Date | null
  terminal_id: string | null
  code_hash: Buffer
  code_used: boolean
  former_hash: Buffer | null
}

/** Phones of trucks kept in memory; the oldest goes first. About 300 bytes each. */
const MAX_KNOWN_PHONES = 200_000
/** Phones without a truck kept in memory, separately, so that invented phones only displace each other. */
const MAX_UNKNOWN_PHONES = 20_000
/** Pending lookups; above it a terminal gets no answer and tries again. */
const MAX_PHONES_ASKED = 20_000
/** Phones in one query. */
const MAX_PHONES_A_QUESTION = 500
/** Concurrent queries: more would take the pool's connections from claims. */
const MAX_QUESTIONS = 2
const FORGET_AFTER_MS = 60_000
const ASK_AGAIN_AFTER_MS = 5_000

type Answer = { resolve(device: KnownDevice | null): void; reject(error: unknown): void }

/**
 * Phones, terminal ids and hashes of authentication codes. Cached for a minute; unknown phones are looked up again
 * after five seconds, so that a truck just added can connect soon, and unknown senders cause few queries.
 */
export class DeviceDirectory {
  readonly #known = new Map<string, { readonly device: KnownDevice; readonly askedAt: number }>()
  /** When each was asked for. */
  readonly #unknown = new Map<string, number>()
  readonly #asked = new Map<string, Promise<KnownDevice | null>>()
  /** Of the same phones. */
  readonly #answers = new Map<string, Answer>()
  #toAsk: string[] = []
  #questions = 0
  /** Incremented by each invalidation: answers to earlier queries are not cached. */
  #generation = 0

  readonly #pool: pg.Pool
  readonly #now: () => number

  constructor(pool: pg.Pool, now: () => number) {
    this.#pool = pool
    this.#now = now
  }

  /** The cached entry. null: no such truck, or disabled; undefined: query the database. */
  inMemory(phone: string): KnownDevice | null | undefined {
    const now = this.#now()
    const known = this.#known.get(phone)
    if (known && known.askedAt + FORGET_AFTER_MS > now) return known.device
    const unknownSince = this.#unknown.get(phone)
    return unknownSince !== undefined && unknownSince + ASK_AGAIN_AFTER_MS > now ? null : undefined
  }

  /** The truck with this terminal phone; null if there is none or it is disabled. Rejects if the database does not answer. */
  async find(phone: string): Promise<KnownDevice | null> {
    const known = this.inMemory(phone)
    return known === undefined ? this.#ask(phone) : known
  }

  /** Like `find`, but from the database if the cache is older than five seconds: a code or a binding may be newer. */
  async findNewest(phone: string): Promise<KnownDevice | null> {
    const known = this.#known.get(phone)
    if (known && known.askedAt + ASK_AGAIN_AFTER_MS <= this.#now()) return this.#ask(phone)
    return this.find(phone)
  }

  /** Invalidates one phone. */
  forget(phone: string): void {
    this.#generation += 1
    this.#known.delete(phone)
    this.#unknown.delete(phone)
  }

  /** Invalidates everything; call when trucks or devices changed. */
  invalidate(): void {
    this.#generation += 1
    this.#known.clear()
    this.#unknown.clear()
  }

  #ask(phone: string): Promise<KnownDevice | null> {
    const asked = this.#asked.get(phone)
    if (asked) return asked
    if (this.#asked.size >= MAX_PHONES_ASKED) return Promise.reject(new Error('too many phones are being looked up'))
    const promise = new Promise<KnownDevice | null>((resolve, reject) => this.#answers.set(phone, { resolve, reject }))
    this.#asked.set(phone, promise)
    this.#toAsk.push(phone)
    // Lookups of one event loop turn share a query.
    if (this.#toAsk.length === 1) setTimeout(() => this.#question(), 2)
    return promise
  }

  #question(): void {
    while (this.#questions < MAX_QUESTIONS && this.#toAsk.length > 0) {
      const phones = this.#toAsk.splice(0, MAX_PHONES_A_QUESTION)
      const generation = this.#generation
      this.#questions += 1
      this.#load(phones)
        .then(
          (found) => phones.forEach((phone) => this.#answered(phone, found.get(phone) ?? null, generation)),
          (error: unknown) => phones.forEach((phone) => this.#answerTo(phone)?.reject(error)),
        )
        .finally(() => {
          this.#questions -= 1
          this.#question()
        })
    }
  }

  #answered(phone: string, device: KnownDevice | null, generation: number): void {
    // A result read before a change answers the lookup, but is not cached.
    if (generation === this.#generation) {
      this.#known.delete(phone)
      this.#unknown.delete(phone)
      if (device) keep(this.#known, phone, { device, askedAt: this.#now() }, MAX_KNOWN_PHONES)
      else keep(this.#unknown, phone, this.#now(), MAX_UNKNOWN_PHONES)
    }
    this.#answerTo(phone)?.resolve(device)
  }

  #answerTo(phone: string): Answer | undefined {
    const answer = this.#answers.get(phone)
    this.#answers.delete(phone)
    this.#asked.delete(phone)
    return answer
  }

  async #load(phones: readonly string[]): Promise<Map<string, KnownDevice>> {
    const { rows } = await this.#pool.query<DeviceRow>({
      name: 'devices-by-phone',
      text: `
        SELECT t.id AS truck_id, ltrim(t.terminal_phone, '0') AS phone, t.device_model, coalesce(nullif(t.terminal_id, ''), t.console_code) AS announced,
          t.enrolment_until, d.terminal_id, d.code_hash, d.code_used, d.former_hash
        FROM truck t LEFT JOIN device d ON d.truck_id = t.id
        WHERE t.terminal_phone = ANY (SELECT lpad(p, 11, '0') FROM unnest($1::text[]) p) AND t.enabled`,
      values: [phones],
    })
    return new Map(rows.map((row) => [row.phone, deviceOf(row)]))
  }
}

const deviceOf = (row: DeviceRow): KnownDevice => ({
  truckId: row.truck_id,
  phone: row.phone,
  deviceModel: row.device_model,
  announced: row.announced,
  enrolmentUntil: row.enrolment_until?.getTime() ?? null,
  bound:
    row.terminal_id === null
      ? null
      : { terminalId: row.terminal_id, codeHash: row.code_hash, codeUsed: row.code_used, formerHash: row.former_hash },
})

/** Adds a key that the map does not have, and deletes the oldest if there are too many. */
function keep<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.set(key, value)
  if (map.size <= most) return
  const { value: oldest } = map.keys().next()
  if (oldest !== undefined) map.delete(oldest)
}

export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code, 'utf8').digest()

const NO_HASH = Buffer.alloc(32)

/** Which of a truck's codes this is; null for neither. An unbound truck takes as long as a wrong code. */
export function codeMatches(device: KnownDevice | null, code: string): 'newest' | 'former' | null {
  const given = hashOfCode(code)
  const isNewest = timingSafeEqual(device?.bound?.codeHash ?? NO_HASH, given)
  const isFormer = timingSafeEqual(device?.bound?.formerHash ?? NO_HASH, given)
  return isNewest ? 'newest' : isFormer ? 'former' : null
}

/** Whether a terminal with this id may be the truck's: base data announces it, it is bound already, or enrolment is open. */
export function mayRegister(
  device: Pick<KnownDevice, 'announced' | 'enrolmentUntil'>,
  bound: string | null,
  terminalId: string,
  now: number,
): boolean {
  if (terminalId === '') return false
  return (
    (device.enrolmentUntil ?? 0) > now ||
    [device.announced, bound ?? ''].some((known) => known !== '' && known.toUpperCase() === terminalId.toUpperCase())
  )
}
