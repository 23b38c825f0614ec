import { hashPassword } from '@tanker/contract/password'
import { type Connection, connect } from '@tanker/database/connection'
import { type ServerProgram, startServerProgram } from './server-program.ts'

export type AlarmVerdict = {
  /** Alarms that were raised and are stored. */
  readonly alarms: number
  /** Stored and never handed to the console. */
  readonly alarmsUnheard: number
  /** Handed to it more than once. */
  readonly alarmsTwice: number
}

const TRUCK = 900_000
const RAISE_EVERY_MS = 25
const ASK_EVERY_MS = 100
const HINTS_EVERY_MS = 50
const HINTS_AT_ONCE = 10
/** How often the web console asks for the last alarms before they count as unheard. */
const LAST_QUESTIONS = 50

/**
 * A web console that asks for alarms by its cursor, over every crash, and writes down what it got. Beside it alarms are raised, and hints
 * are sent as the bus does: transactions whose numbers a crash of PostgreSQL gives out again.
 */
export class AlarmLedger {
  readonly #heard = new Map<string, number>()
  readonly #url: string
  readonly #connection: Connection
  #server: ServerProgram | null = null
  #running = true
  #raising: Promise<void>[] = []
  #hearing: Promise<void> = Promise.resolve()
  #cursor = ''
  #object = 0

  constructor(url: string) {
    this.#url = url
    this.#connection = connect(url, { max: 4, answerWithinMs: 20_000 })
  }

  async open(): Promise<void> {
    await this.#connection.pool.query(
      `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone) VALUES (${TRUCK}, 1, 'LEDGER', 'LEDGER', '13999999999')`,
    )
    this.#server = await startServerProgram(this.#url, 'http', { web: false })
    const headers = await signIn(this.#server)
    await this.#ask(headers)
    this.#raising = [this.#again(RAISE_EVERY_MS, () => this.#raise()), this.#again(HINTS_EVERY_MS, () => this.#sendHints())]
    this.#hearing = this.#again(ASK_EVERY_MS, () => this.#ask(headers))
  }

  /** Hears to the end and holds what was heard against what is stored. */
  async close(): Promise<AlarmVerdict> {
    this.#running = false
    await Promise.all([...this.#raising, this.#hearing])
    const { rows } = await this.#connection.pool.query<{ id: string }>(`SELECT id::text FROM alarm WHERE truck_id = ${TRUCK}`)
    const isUnheard = ({ id }: { id: string }): boolean => !this.#heard.has(id)
    if (this.#server) {
      const headers = await signIn(this.#server)
      for (let asked = 0; asked < LAST_QUESTIONS && rows.some(isUnheard); asked += 1) {
        await this.#ask(headers)
        await pause(ASK_EVERY_MS)
      }
    }
    await this.stop()
    return {
      alarms: rows.length,
      alarmsUnheard: rows.filter(isUnheard).length,
      alarmsTwice: [...this.#heard.values()].filter((times) => times > 1).length,
    }
  }

  async stop(): Promise<void> {
    this.#running = false
    const child = this.#server?.process
    this.#server = null
    if (child === undefined) return
    await this.#connection.close()
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
    }
  }

  async #again(everyMs: number, work: () => Promise<void>): Promise<void> {
    while (this.#running) {
      await work().catch(() => undefined) // the database is being crashed: what counts is what is stored in the end
      await pause(everyMs)
    }
  }

  async #raise(): Promise<void> {
    this.#object += 1
    await this.#connection.pool.query(
      `WITH a AS (INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
         VALUES (${TRUCK}, 1, 1, now(), $1, 'ledger', 'red', true, '{}') RETURNING id)
       INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT 1, ${TRUCK}, id, 'raised' FROM a`,
      [this.#object],
    )
  }

  async #sendHints(): Promise<void> {
    const client = await this.#connection.pool.connect()
    try {
      await client.query('SET synchronous_commit = off')
      for (let i = 0; i < HINTS_AT_ONCE; i += 1) await client.query(`NOTIFY tanker_orders, '${i}'`)
    } finally {
      client.release(true)
    }
  }

  async #ask(headers: Record<string, string>): Promise<void> {
    const query = new URLSearchParams({ typeIds: '1', ...(this.#cursor === '' ? {} : { cursor: this.#cursor }) })
    const response = await fetch(`${this.#server?.url}/api/alarmInfo?${query}`, { headers })
    const answer = (await response.json()) as { resultCode: number; data: { alarms: { id: string }[]; cursor: string } }
    if (answer.resultCode !== 200) throw new Error(`alarms could not be read: ${answer.resultCode}`)
    for (const { id } of answer.data.alarms) this.#heard.set(id, (this.#heard.get(id) ?? 0) + 1)
    this.#cursor = answer.data.cursor
  }
}

/** Signs the administrator in; answers what every call must carry. */
export async function signIn({ url, password }: ServerProgram): Promise<Record<string, string>> {
  const body = new URLSearchParams({ username: 'admin', password: hashPassword('admin', password) })
  const response = await fetch(`${url}/api/login`, { method: 'POST', body })
  const answer = (await response.json()) as { data: { 'header-id': string } | null; message: string }
  if (answer.data === null) throw new Error(answer.message)
  return { cookie: /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '', 'header-id': answer.data['header-id'] }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
