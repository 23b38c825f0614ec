import { randomInt } from 'node:crypto'
import { type Db, queriesOver } from '@tanker/database/connection'
import { sql } from 'kysely'
import type pg from 'pg'
import { recordChanges } from '../platform/changes/record-change.ts'
import { hashOfCode, mayRegister } from './device-directory.ts'

/** Data of a registration message. */
export type Terminal = { readonly terminalId: string; readonly maker: string; readonly model: string }

export type Registration =
  | { readonly is: 'registered'; readonly code: string }
  /** The truck has or may have a live session, or a terminal has just registered: no answer, the terminal tries again. */
  | { readonly is: 'too-soon' }
  | { readonly is: 'refused' }

/** 64 letters, so 16 of them carry 96 bits; longer codes break devices (jt808 pitfall 18). */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CODE_LENGTH = 16
/** A terminal that has just registered has this long to use its code before another registration creates a new one. */
const USE_CODE_WITHIN_MS = 30_000

/** Maximum length of stored registration texts. */
const MAX_TERMINAL_WORD = 60

/** A device's text for storage and comparison, without control characters. */
const shown = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_TERMINAL_WORD)

export const cleanTerminal = ({ terminalId, maker, model }: Terminal): Terminal => ({
  terminalId: shown(terminalId),
  maker: shown(maker),
  model: shown(model),
})

type RegistryOptions = {
  readonly pool: pg.Pool
  readonly now: () => number
  /** A truck last heard less than this ago may still have a session. */
  readonly idleMs: number
}

/** Which terminal is bound to which truck, in the database. All codes are created here; only their hashes are stored. */
export class TerminalRegistry {
  readonly #db: Db
  readonly #options: RegistryOptions

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#db = queriesOver(options.pool)
  }

  /** Binds a terminal to its truck and creates a new code. The truck's row is locked: of two concurrent registrations one gets a code. */
  register(truckId: number, terminal: Terminal): Promise<Registration> {
    const now = this.#options.now()
    return this.#db.transaction().execute(async (db): Promise<Registration> => {
      const truck = await db
        .selectFrom('truck')
        .where('id', '=', truckId)
        .where('enabled', '=', true)
        .select(['organisation_id', 'enrolment_until', sql<string>`coalesce(nullif(terminal_id, ''), console_code)`.as('announced')])
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!truck) return { is: 'refused' }
      const device = await db.selectFrom('device').where('truck_id', '=', truckId).selectAll().executeTakeFirst()
      const enrolmentUntil = truck.enrolment_until?.getTime() ?? null
      if (!mayRegister({ announced: truck.announced, enrolmentUntil }, device?.terminal_id ?? null, terminal.terminalId, now))
        return { is: 'refused' }
      if (device && !device.code_used && device.registered_at.getTime() > now - USE_CODE_WITHIN_MS) return { is: 'too-soon' }
      if (device && (await this.#mayBeConnected(db, truckId, device.left_at, now))) return { is: 'too-soon' }

      const code = newCode()
      const at = new Date(now)
      const isSame = device?.terminal_id.toUpperCase() === terminal.terminalId.toUpperCase()
      const row = {
        terminal_id: terminal.terminalId,
        maker: terminal.maker,
        model: terminal.model,
        code_hash: hashOfCode(code),
        code_used: false,
        // The code in use stays valid beside the new one: its owner may be the real terminal, and the new one an impostor.
        former_hash: device && isSame ? (device.former_hash ?? (device.code_used ? device.code_hash : null)) : null,
        bound_at: device && isSame ? device.bound_at : at,
        registered_at: at,
        left_at: null,
      }
      await db
        .insertInto('device')
        .values({ truck_id: truckId, ...row })
        .onConflict((conflict) => conflict.column('truck_id').doUpdateSet(row))
        .execute()
      if (enrolmentUntil !== null) await db.updateTable('truck').set({ enrolment_until: null }).where('id', '=', truckId).execute()
      if (!isSame) {
        const old = device ? { terminal: nameOfTerminal({ ...device, terminalId: device.terminal_id }) } : {}
        const change = { entity: 'truck', rowId: truckId, organisationId: truck.organisation_id, action: 'change' } as const
        await recordChanges(db, { id: null, userName: '', at }, [{ ...change, old, new: { terminal: nameOfTerminal(terminal) } }])
      }
      return { is: 'registered', code }
    })
  }

  /** The newest code has been used: from now on use of a former code means that two terminals have codes of this truck. */
  async codeUsed(truckId: number, codeHash: Buffer): Promise<void> {
    await this.#db
      .updateTable('device')
      .set({ code_used: true })
      .where('truck_id', '=', truckId)
      .where('code_hash', '=', codeHash)
      .execute()
  }

  /** The owner of the former code is back: revokes the code issued after it. */
  async restoreFormer(truckId: number, formerHash: Buffer): Promise<void> {
    await this.#db
      .updateTable('device')
      .set({ code_hash: formerHash, code_used: true, former_hash: null })
      .where('truck_id', '=', truckId)
      .where('former_hash', '=', formerHash)
      .execute()
  }

  /** The terminal signed off (0x0003): it may register again at once. */
  async left(truckId: number): Promise<void> {
    await this.#db
      .updateTable('device')
      .set({ left_at: new Date(this.#options.now()) })
      .where('truck_id', '=', truckId)
      .execute()
  }

  async #mayBeConnected(db: Db, truckId: number, leftAt: Date | null, now: number): Promise<boolean> {
    const state = await db.selectFrom('truck_state').where('truck_id', '=', truckId).select('contact_at').executeTakeFirst()
    const heardAt = state?.contact_at?.getTime() ?? 0
    return heardAt > now - this.#options.idleMs && heardAt > (leftAt?.getTime() ?? 0)
  }
}

/** A terminal in the change history. */
export const nameOfTerminal = ({ terminalId, maker, model }: Terminal): string =>
  [terminalId, ...[maker, model].filter((word) => word !== '')].join(' ')

function newCode(): string {
  let code = ''
  for (let i = 0; i < CODE_LENGTH; i += 1) code += LETTERS[randomInt(LETTERS.length)]
  return code
}
