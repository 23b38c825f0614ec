import { unpackLiveRow } from '@tanker/database/live-row'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { PropertiesOf } from '@tanker/domain/facts/declaration'
import { terminalIdentityFact } from '@tanker/domain/facts/equipment-facts'
import type pg from 'pg'
import { factRow } from './group.ts'
import { storeFacts } from './store-facts.ts'

/** What happened; its text is shown in the report of device alarms. */
export type IdentityTrouble = PropertiesOf<typeof terminalIdentityFact>['kind']

type Seen = { readonly kind: IdentityTrouble; readonly terminalId: string; readonly address: string }

/** One alarm per truck in this period; repeats within it belong to the same alarm. */
const ONE_ALARM_MS = 3_600_000
/** Trucks remembered as having the alarm, so that attempts cause no query; the oldest is dropped first. */
const MAX_TRUCKS_REMEMBERED = 20_000

/** Raises the device alarm of a truck whose terminal is in doubt, at most one an hour. */
export class IdentityAlarms {
  readonly #raisedAt = new Map<number, number>()

  readonly #pool: pg.Pool
  readonly #now: () => number
  readonly #onRaised: () => void

  constructor(pool: pg.Pool, now: () => number, onRaised: () => void) {
    this.#pool = pool
    this.#now = now
    this.#onRaised = onRaised
  }

  /** Rejects if the database does not answer; the next attempt raises the alarm then. */
  async raise(truckId: number, seen: Seen): Promise<void> {
    const now = this.#now()
    if ((this.#raisedAt.get(truckId) ?? Number.NEGATIVE_INFINITY) > now - ONE_ALARM_MS) return
    this.#raisedAt.delete(truckId)
    this.#raisedAt.set(truckId, now)
    if (this.#raisedAt.size > MAX_TRUCKS_REMEMBERED) {
      const { value: oldest } = this.#raisedAt.keys().next()
      if (oldest !== undefined) this.#raisedAt.delete(oldest)
    }
    try {
      if (await this.#store(truckId, seen, now)) this.#onRaised()
    } catch (error) {
      this.#raisedAt.delete(truckId)
      throw error
    }
  }

  async #store(truckId: number, { kind, terminalId, address }: Seen, now: number): Promise<boolean> {
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN')
      const { rows } = await client.query<{ organisation_id: number; live: Buffer | null; stands: boolean }>(
        `SELECT organisation_id, live, EXISTS (SELECT FROM alarm a WHERE a.truck_id = $1 AND a.type = $2 AND a.started_at > $3) AS stands
         FROM truck_state WHERE truck_id = $1 FOR NO KEY UPDATE`,
        [truckId, ALARM.terminalIdentity, new Date(now - ONE_ALARM_MS)],
      )
      const truck = rows[0]
      if (!truck || truck.stands) {
        await client.query('ROLLBACK')
        return false
      }
      const live = truck.live ? unpackLiveRow(truck.live) : null
      const alarm = factRow(0, {
        is: 'alarm',
        name: 'terminal-identity',
        type: terminalIdentityFact.type,
        startedAt: now,
        endedAt: now,
        object: 0,
        grade: alarmType(ALARM.terminalIdentity)?.grade ?? 'red',
        live: true,
        place: { lat: live?.lat ?? 0, lng: live?.lng ?? 0, fenceId: null, fenceName: null, speedKmh: 0, headingDeg: 0 },
        properties: { kind, terminalId, address } satisfies PropertiesOf<typeof terminalIdentityFact>,
        remark: `${terminalId} ${address}`.trim(),
        remark2: '',
      })
      await storeFacts(client, truckId, truck.organisation_id, { records: [], alarms: [alarm] })
      await client.query('COMMIT')
      return true
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }
}
