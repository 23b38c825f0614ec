import { randomInt, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'

/** A truck as the gateway knows it before it is claimed. */
export type KnownDevice = {
  readonly truckId: number
  readonly phone: string
  readonly deviceModel: string
  /** Null until the truck's terminal registers. */
  readonly terminalId: string | null
  readonly authCode: string | null
}

type DeviceRow = { truck_id: number; phone: string; device_model: string; terminal_id: string | null; auth_code: string | null }

/** 64 letters, so 16 of them carry 96 bits; longer codes break devices (jt808 pitfall 18). */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CODE_LENGTH = 16
const FORGET_AFTER_MS = 60_000
const ASK_AGAIN_AFTER_MS = 5_000

/**
 * Phones, terminal ids and authentication codes. Answers from memory for a minute; unknown phones are asked for again
 * after five seconds, so that a truck entered on the screen may connect at once and strangers cost the database little.
 */
export class DeviceDirectory {
  readonly #known = new Map<string, { device: KnownDevice | null; until: number }>()
  readonly #asking = new Map<string, Promise<KnownDevice | null>>()
  #batch: { phones: Set<string>; answer: Promise<Map<string, KnownDevice>> } | null = null

  readonly #pool: pg.Pool
  readonly #now: () => number

  constructor(pool: pg.Pool, now: () => number) {
    this.#pool = pool
    this.#now = now
  }

  /** The truck with this terminal phone; null when there is none or it is disabled. Rejects when the database does not answer. */
  async find(phone: string): Promise<KnownDevice | null> {
    const known = this.#known.get(phone)
    if (known && known.until > this.#now()) return known.device
    const asking = this.#asking.get(phone)
    if (asking) return asking
    const asked = this.#ask(phone).finally(() => this.#asking.delete(phone))
    this.#asking.set(phone, asked)
    return asked
  }

  /** Forgets everything learnt; call when trucks or devices changed. */
  invalidate(): void {
    this.#known.clear()
  }

  /**
   * Binds a terminal to its truck at the first registration and makes its code; a terminal that registers again gets
   * the same code. Null for an unknown phone and for another terminal than the bound one: one and the same refusal.
   */
  async register(phone: string, terminal: { terminalId: string; maker: string; model: string }): Promise<string | null> {
    const device = await this.find(phone)
    if (!device) return null
    if (device.terminalId !== null) return device.terminalId === terminal.terminalId ? device.authCode : null
    const { rows } = await this.#pool.query<{ terminal_id: string; auth_code: string }>(
      `WITH fresh AS (
         INSERT INTO device (truck_id, terminal_id, auth_code, maker, model) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (truck_id) DO NOTHING RETURNING terminal_id, auth_code
       )
       SELECT * FROM fresh UNION ALL SELECT terminal_id, auth_code FROM device WHERE truck_id = $1 LIMIT 1`,
      [device.truckId, terminal.terminalId, newCode(), terminal.maker, terminal.model],
    )
    this.#known.delete(phone)
    const bound = rows[0]
    return bound?.terminal_id === terminal.terminalId ? bound.auth_code : null
  }

  async #ask(phone: string): Promise<KnownDevice | null> {
    const device = (await this.#inBatch(phone)).get(phone) ?? null
    this.#known.set(phone, { device, until: this.#now() + (device ? FORGET_AFTER_MS : ASK_AGAIN_AFTER_MS) })
    if (this.#known.size > 200_000) this.#known.clear()
    return device
  }

  #inBatch(phone: string): Promise<Map<string, KnownDevice>> {
    if (this.#batch) {
      this.#batch.phones.add(phone)
      return this.#batch.answer
    }
    const phones = new Set([phone])
    const answer = new Promise<void>((done) => setTimeout(done, 2)).then(() => {
      this.#batch = null
      return this.#load([...phones])
    })
    this.#batch = { phones, answer }
    return answer
  }

  async #load(phones: readonly string[]): Promise<Map<string, KnownDevice>> {
    const { rows } = await this.#pool.query<DeviceRow>({
      name: 'devices-by-phone',
      text: `
        SELECT t.id AS truck_id, ltrim(t.terminal_phone, '0') AS phone, t.device_model, d.terminal_id, d.auth_code
        FROM truck t LEFT JOIN device d ON d.truck_id = t.id
        WHERE t.terminal_phone = ANY (SELECT lpad(p, 11, '0') FROM unnest($1::text[]) p) AND t.enabled`,
      values: [phones],
    })
    return new Map(
      rows.map((row) => [
        row.phone,
        { truckId: row.truck_id, phone: row.phone, deviceModel: row.device_model, terminalId: row.terminal_id, authCode: row.auth_code },
      ]),
    )
  }
}

/** Compares in constant time whatever the lengths; an unbound device takes as long as a wrong code. */
export function codeMatches(device: KnownDevice | null, code: string): boolean {
  const expected = Buffer.alloc(64)
  const given = Buffer.alloc(64)
  expected.write(device?.authCode ?? '', 'latin1')
  given.write(code, 'latin1')
  const equal = timingSafeEqual(expected, given)
  return equal && device?.authCode != null && code.length === device.authCode.length
}

function newCode(): string {
  let code = ''
  for (let i = 0; i < CODE_LENGTH; i += 1) code += LETTERS[randomInt(LETTERS.length)]
  return code
}
