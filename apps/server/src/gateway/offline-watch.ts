import { TruckContexts } from '@tanker/database/truck-contexts'
import { stepClock } from '@tanker/detection/truck-engine'
import { recentReadings } from './claim.ts'
import { factRow } from './group.ts'
import { storeFacts } from './store-facts.ts'
import { encodeStoredState, restoreStoredState } from './stored-state.ts'
import type { JobOptions } from '../platform/jobs/job.ts'

/** No truck counts as offline sooner than this, regardless of the thresholds. */
const EARLIEST_MS = 60_000

type SilentTruck = { truck_id: number; organisation_id: number; epoch: string; state: Buffer; last_at: Date | null; contact_at: Date }

/**
 * Advances the time of silent trucks: only detection decides when silence is an alarm. A truck that turns out
 * offline is claimed, so that a gateway with a dead session of it cannot overwrite the result. One process at a time may call it.
 * @param contexts kept by the caller between checks, with the tank tables already read
 */
export async function watchOffline(
  { connection, bus, now }: Pick<JobOptions, 'connection' | 'bus' | 'now'>,
  contexts: TruckContexts,
): Promise<void> {
  const client = await connection.pool.connect()
  try {
    const at = now()
    const { rows } = await client.query<SilentTruck>(
      'SELECT truck_id, organisation_id, epoch, state, last_at, contact_at FROM truck_state WHERE contact_at < $1 AND offline_at IS NULL AND state IS NOT NULL',
      [new Date(at - EARLIEST_MS)],
    )
    if (rows.length === 0) return
    // Fences and thresholds may have changed since the last check, and a hint may be lost.
    contexts.invalidate()
    const contextOf = await contexts.load(rows.map((row) => row.truck_id))
    const readings = await recentReadings(connection.pool, rows)
    let found = 0
    for (const row of rows) {
      const context = contextOf.get(row.truck_id)
      if (!context) continue
      const newest = readings.get(row.truck_id)?.at(-1)
      const restored = restoreStoredState(row.state, readings.get(row.truck_id) ?? [], context)
      const { state, facts } = stepClock(restored, at, context, row.contact_at.getTime())
      if (facts.length === 0) continue
      await client.query('BEGIN')
      const { rowCount } = await client.query(
        `UPDATE truck_state SET epoch = epoch + 1, gateway = '', state = $4, offline_at = $5 WHERE truck_id = $1 AND epoch = $2 AND contact_at = $3`,
        [
          row.truck_id,
          row.epoch,
          row.contact_at,
          encodeStoredState(state, row.last_at?.getTime() ?? 0, newest?.digest ?? 0n),
          // A stop that only time shows is noted as well; the truck is watched on until its silence is an alarm.
          state.offline.openAt === 0 ? null : new Date(at),
        ],
      )
      if (rowCount === 1) {
        found += 1
        await storeFacts(client, row.truck_id, row.organisation_id, {
          records: facts.filter((fact) => fact.is === 'record').map((fact) => factRow(0, fact)),
          alarms: facts.filter((fact) => fact.is === 'alarm').map((fact) => factRow(0, fact)),
        })
      }
      await client.query('COMMIT')
    }
    if (found > 0) bus.publish('outbox', '')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
