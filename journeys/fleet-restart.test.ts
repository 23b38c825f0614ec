import { setTimeout as wait } from 'node:timers/promises'
import { bringUp } from '@tanker/fleet/bring-up'
import { assembleFleet, lifeMaker } from '@tanker/fleet/fleet'
import { type KeptTruck, witnessOf } from '@tanker/fleet/kept-fleet'
import { createRandom } from '@tanker/fleet/random'
import { thriftyRates } from '@tanker/fleet/reporter'
import type { HistorySpan } from '@tanker/fleet/history-replay'
import type { TruckLife } from '@tanker/fleet/truck-life'
import { driveFleet } from '@tanker/fleet/wire/drive-fleet'
import { loadWorld } from '@tanker/fleet/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_FOLDER, type RunningProduct, startProduct } from './running-product.ts'

const hourMs = 3_600_000
const world = loadWorld(`${PROJECT_FOLDER}/apps/fleet/world`)
const rows = world.trucks.filter(({ model }) => model === 'oil-tanker').slice(0, 8)
/** Days without scenarios: all alarms come from the stop and the start. */
const makeLife = lifeMaker(world, 5, null)
const codes = new Map<string, string>()

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.stop())

/** Seals broken, product lost, loaded or let out where it should not, openings: none of it belongs to a dull day. */
const OUT_OF_PLACE = [1, 202, 310, 320, 321, 322]

async function count(): Promise<{ alarms: Record<string, number>; productChanges: number }> {
  const { rows: alarms } = await product.database.pool.query<{ type: number; n: number }>(
    'SELECT type, count(*)::int AS n FROM alarm WHERE type = ANY ($1) GROUP BY type',
    [OUT_OF_PLACE],
  )
  const { rows: changes } = await product.database.pool.query(`SELECT FROM record WHERE kind = 'product-change'`)
  return { alarms: Object.fromEntries(alarms.map(({ type, n }) => [type, n])), productChanges: changes.length }
}

async function newestOf(phone: string): Promise<number> {
  const { rows: found } = await product.database.pool.query<{ at: Date | null }>(
    'SELECT s.last_at AS at FROM truck_state s JOIN truck ON truck.id = s.truck_id WHERE truck.terminal_phone = $1',
    [phone],
  )
  return found[0]?.at?.getTime() ?? 0
}

/** The fleet runs, its clock `behindMs` behind, until the platform has all; answers what its file would hold. */
async function run(kept: ReadonlyMap<string, KeptTruck>, behindMs: number): Promise<Map<string, KeptTruck>> {
  const now = (): number => Date.now() - behindMs
  const fleet = assembleFleet(null)
  const spans: HistorySpan[] = []
  for (const row of rows) {
    const up = await bringUp(makeLife, row, { kept: kept.get(row.terminalPhone) ?? null, days: 0, now })
    fleet.add(up.life)
    spans.push(...up.spans)
  }
  let replayed = 0
  const running = driveFleet({
    fleet,
    spans,
    now,
    host: '127.0.0.1',
    port: product.devicePort,
    random: createRandom(5),
    codes,
    lifeOfSpan: ({ phone, from }) =>
      makeLife(
        rows.find(({ terminalPhone }) => terminalPhone === phone)!,
        from,
        { rates: thriftyRates },
      ),
    onReplayed: () => void replayed++,
  })
  const behind = async (life: TruckLife): Promise<boolean> => (await newestOf(life.body.row.terminalPhone)) < now() - 400_000
  while (replayed < spans.length || (await Promise.all(fleet.lives.map(behind))).includes(true)) await wait(200)
  const held = new Map(
    fleet.lives.map((life) => [
      life.body.row.terminalPhone,
      JSON.parse(
        JSON.stringify({
          mark: life.mark,
          witness: witnessOf(life.body),
          reportedUntil: running.reportedUntil(life),
          plays: [],
          leaves: [],
          tales: running.spansOf(life),
          tables: [],
          authCode: null,
          runs: null,
        }),
      ) as KeptTruck,
    ]),
  )
  running.stop()
  return held
}

test('stopped and started again after minutes, hours and days, the fleet raises nothing that did not happen', async () => {
  const first = await run(new Map(), 80 * hourMs)
  expect(await count()).toEqual({ alarms: {}, productChanges: 0 })
  const afterMinutes = await run(first, 78.8 * hourMs)
  const afterDays = await run(afterMinutes, 6 * hourMs)
  await run(afterDays, 0)
  expect(await count()).toEqual({ alarms: {}, productChanges: 0 })
  const { rows: late } = await product.database.pool.query('SELECT FROM truck_state WHERE rebuild_from IS NOT NULL')
  expect(late).toHaveLength(0)
}, 240_000)
