import { createTruckState, step } from '@tanker/detection/truck-engine'
import { connect } from '@tanker/database/connection'
import { type PositionRow, unpackReading } from '@tanker/database/packed-readings'
import type pg from 'pg'
import { TruckContexts } from '@tanker/database/truck-contexts'

export type Verdict = {
  readonly acknowledged: number
  readonly stored: number
  /** Acknowledged and not in the database. */
  readonly missing: number
  /** Rows beyond one for each device time of a truck. */
  readonly doubled: number
  /** Trucks whose stored facts are not those that one unbroken run over their readings finds. */
  readonly brokenChains: number
  readonly facts: number
}

/** Holds the trucks' ledgers against the database. */
export async function judge(
  url: string,
  trucks: readonly { readonly truckId: number; readonly acked: readonly number[] }[],
): Promise<Verdict> {
  const { pool, close } = connect(url)
  try {
    const contexts = await new TruckContexts(pool).load(trucks.map((truck) => truck.truckId))
    let acknowledged = 0
    let stored = 0
    let missing = 0
    let doubled = 0
    let brokenChains = 0
    let facts = 0
    for (const truck of trucks) {
      const { rows } = await pool.query<PositionRow>('SELECT * FROM position WHERE truck_id = $1 ORDER BY at, kind, digest', [
        truck.truckId,
      ])
      const times = new Set(rows.map((row) => row.at.getTime()))
      acknowledged += truck.acked.length
      stored += rows.length
      missing += truck.acked.filter((at) => !times.has(at)).length
      doubled += rows.length - times.size
      const context = contexts.get(truck.truckId)
      if (!context) throw new Error(`truck ${truck.truckId} has no context`)
      const expected = new Map<string, string>()
      let state = createTruckState()
      for (const row of rows) {
        const stepped = step(state, unpackReading(row), context)
        state = stepped.state
        for (const fact of stepped.facts) {
          expected.set(`${fact.is}/${fact.is === 'alarm' ? fact.type : fact.kind}/${fact.startedAt}/${fact.object}`, String(fact.endedAt))
        }
      }
      facts += expected.size
      const found = await storedFacts(pool, truck.truckId)
      if (found.size !== expected.size || [...expected].some(([key, end]) => found.get(key) !== end)) brokenChains += 1
    }
    return { acknowledged, stored, missing, doubled, brokenChains, facts }
  } finally {
    await close()
  }
}

async function storedFacts(pool: pg.Pool, truckId: number): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ key: string; ended_at: Date | null }>(
    `SELECT 'record/' || kind || '/' || (extract(epoch FROM started_at) * 1000)::bigint || '/' || object AS key, ended_at FROM record WHERE truck_id = $1
     UNION ALL
     SELECT 'alarm/' || type || '/' || (extract(epoch FROM started_at) * 1000)::bigint || '/' || object, ended_at FROM alarm WHERE truck_id = $1 AND superseded_at IS NULL`,
    [truckId],
  )
  return new Map(rows.map((row) => [row.key, row.ended_at === null ? 'null' : String(row.ended_at.getTime())]))
}
