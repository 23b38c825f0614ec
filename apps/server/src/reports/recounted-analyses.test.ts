import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportRows } from '@tanker/contract/report-view'
import { isWholeRun } from '@tanker/database/test-run'
import { createTruckState } from '@tanker/detection/truck-engine'
import { safetyEventFact } from '@tanker/domain/facts/driving-facts'
import type { AlarmRow } from '../gateway/rebuild-period.ts'
import { storeFacts } from '../gateway/store-facts.ts'
import { storeRebuilt } from '../gateway/store-rebuilt.ts'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'

/**
 * Analyses read columns that the database keeps beside what detection wrote. After facts, late data, verdicts and handling in any order
 * they show what a recount of the facts gives.
 */

const PLATES = ['苏A00001', '苏A00002', '苏B00001'] as const
const DRIVERS = ['王师傅', '李师傅', null] as const
/** Forward collision, phone, blind spot. */
const TYPES = [9, 13, 113] as const
const midnight = Date.parse('2026-11-19T16:00:00Z')
const hourMs = 3_600_000
const when = { from: new Date(midnight).toISOString(), to: new Date(midnight + 24 * hourMs - 1).toISOString() }

type Piece = { readonly hour: number; readonly metres: number; readonly driver: number }
type Raised = { readonly hour: number; readonly type: number; readonly red: boolean; readonly driver: number }
type Facts = { readonly pieces: readonly Piece[]; readonly alarms: readonly Raised[] }
type Step =
  | ({ readonly is: 'found'; readonly truck: number } & Facts)
  /** Late data: what began from the hour on is replaced by this. */
  | ({ readonly is: 'late'; readonly truck: number; readonly from: number } & Facts)
  | { readonly is: 'judged'; readonly nth: number; readonly verdict: 'confirmed' | 'non-abnormal' }

const pieces = fc.uniqueArray(fc.record({ hour: fc.nat(23), metres: fc.integer({ min: 1, max: 90_000 }), driver: fc.nat(2) }), {
  maxLength: 4,
  selector: ({ hour }) => hour,
})
const alarms = fc.uniqueArray(fc.record({ hour: fc.nat(23), type: fc.nat(2), red: fc.boolean(), driver: fc.nat(2) }), {
  maxLength: 4,
  selector: ({ hour, type }) => `${hour}/${type}`,
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ is: fc.constant('found' as const), truck: fc.nat(2), pieces, alarms }),
    fc.record({ is: fc.constant('late' as const), truck: fc.nat(2), from: fc.nat(23), pieces, alarms }),
    fc.record({
      is: fc.constant('judged' as const),
      nth: fc.nat(20),
      verdict: fc.constantFrom('confirmed' as const, 'non-abnormal' as const),
    }),
  ),
  { minLength: 1, maxLength: 12 },
)

let server: TestApi
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  server.now = new Date(midnight + 24 * hourMs)
  admin = await server.signIn('admin', { localTimeZone: 'Asia/Shanghai' })
})
afterAll(() => server.close())

const factAt = (hour: number, minute: number) => {
  const at = new Date(midnight + hour * hourMs + minute * 60_000).toISOString()
  const nowhere = { lat: 31.3, lng: 120.6, fence_id: null, fence_name: null, speed_kmh: 50, heading_deg: 0 }
  return { started_at: at, ended_at: at, object: 0, name: 'test', ...nowhere }
}
const pieceRow = ({ hour, metres, driver }: Piece) => ({
  ...factAt(hour, 10),
  kind: 'driven',
  properties: {
    distanceM: metres,
    drivingS: 600,
    maxKmh: 60,
    loaded: false,
    fromKm: null,
    toKm: null,
    driverId: null,
    driverName: DRIVERS[driver],
  },
})
const alarmRow = ({ hour, type, red, driver }: Raised): AlarmRow => ({
  ...factAt(hour, 20 + type),
  type: safetyEventFact(TYPES[type] ?? 9).type,
  grade: red ? 'red' : 'yellow',
  live: false,
  remark: '',
  remark2: '',
  properties: { count: 1, level: red ? 2 : 1, deviceAlarmId: 1, attachments: 0, driverName: DRIVERS[driver] },
})

type Known = Raised & { readonly truck: number; readonly lost: boolean; readonly verdict: 'unconfirmed' | 'confirmed' | 'non-abnormal' }
/** The facts as a plain recount knows them. */
type Truth = { readonly pieces: Map<string, Piece & { readonly truck: number }>; readonly alarms: Map<string, Known> }

async function apply(step: Step, truth: Truth): Promise<void> {
  const { pool } = server.database
  if (step.is === 'judged') return judge(step, truth)
  const truckId = server.truckId(PLATES[step.truck] ?? PLATES[0])
  const { rows } = await pool.query<{ organisation_id: number; epoch: string }>(
    'SELECT organisation_id, epoch FROM truck_state WHERE truck_id = $1',
    [truckId],
  )
  const { organisation_id = 0, epoch = '0' } = rows[0] ?? {}
  const begins = (hour: number) => step.is === 'found' || hour >= step.from
  const found = { records: step.pieces.filter(({ hour }) => begins(hour)), alarms: step.alarms.filter(({ hour }) => begins(hour)) }
  const facts = { records: found.records.map(pieceRow), alarms: found.alarms.map(alarmRow) }
  if (step.is === 'late') {
    const from = midnight + step.from * hourMs
    const rebuilt = { ...facts, from, state: createTruckState(), newest: null, newestDigests: [], checkpoints: [] }
    expect(await storeRebuilt(pool, truckId, BigInt(epoch), rebuilt)).toBe(true)
    for (const [key, piece] of truth.pieces) if (piece.truck === step.truck && piece.hour >= step.from) truth.pieces.delete(key)
    for (const [key, alarm] of truth.alarms)
      if (alarm.truck === step.truck && alarm.hour >= step.from) truth.alarms.set(key, { ...alarm, lost: true })
  } else {
    const client = await pool.connect()
    await storeFacts(client, truckId, organisation_id, facts).finally(() => client.release())
  }
  for (const piece of found.records) truth.pieces.set(`${step.truck}/${piece.hour}`, { ...piece, truck: step.truck })
  for (const alarm of found.alarms) {
    const key = `${step.truck}/${alarm.hour}/${alarm.type}`
    truth.alarms.set(key, { ...alarm, truck: step.truck, lost: false, verdict: truth.alarms.get(key)?.verdict ?? 'unconfirmed' })
  }
}

/** A user handles an alarm of those on screens, or changes the verdict of one. */
async function judge({ nth, verdict }: Extract<Step, { is: 'judged' }>, truth: Truth): Promise<void> {
  const shown = [...truth.alarms].filter(([, { lost }]) => !lost)
  const [key, alarm] = shown[nth % Math.max(1, shown.length)] ?? []
  if (key === undefined || alarm === undefined) return
  const row = alarmRow(alarm)
  const { rows } = await server.database.pool.query<{ id: string }>(
    'SELECT id FROM alarm WHERE truck_id = $1 AND type = $2 AND started_at = $3',
    [server.truckId(PLATES[alarm.truck] ?? PLATES[0]), row.type, row.started_at],
  )
  const alarmIds = rows[0]?.id ?? ''
  const isNew = alarm.verdict === 'unconfirmed'
  const asked = isNew ? { alarmIds, handleResult: 'x', exceptionType: 'human', confirm: verdict } : { alarmIds, confirm: verdict }
  const { resultCode, message } = await admin.send('POST', isNew ? '/alarms/handle' : '/alarms/confirm', asked)
  expect(resultCode, message).toBe(200)
  truth.alarms.set(key, { ...alarm, verdict })
}

const rowsOf = async (path: string, filters: object): Promise<ReportRows['content']> => {
  const scope = { truckIds: [], organisationIds: [server.organisationId('G')] }
  const { data, message } = await admin.get<ReportRows>(`/reports/${path}/rows`, {
    filters: JSON.stringify({ scope, ...filters }),
    size: 100,
  })
  expect(data, message).not.toBeNull()
  return data.content
}

const byName = (rows: readonly (readonly [name: string, ...counts: number[]])[]) => rows.toSorted(([a], [b]) => (a < b ? -1 : 1))

test('safety summary, scores, driving exceptions and mileage are those of a recount, after facts, late data and verdicts in any order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      await server.database.pool.query('TRUNCATE record, alarm, outbox CASCADE')
      const truth: Truth = { pieces: new Map(), alarms: new Map() }
      for (const step of story) await apply(step, truth)

      const standing = [...truth.alarms.values()].filter(({ lost }) => !lost)
      const ofTruck = PLATES.map((plate, truck) => {
        const own = standing.filter((alarm) => alarm.truck === truck)
        const km = [...truth.pieces.values()].reduce((sum, piece) => sum + (piece.truck === truck ? piece.metres : 0), 0) / 1000
        return { plate, km, own, many: (is: (alarm: Known) => boolean) => own.filter(is).length }
      })
      const summary = await rowsOf('active_safety/data_analysis/adas_can_collect/rows', { when, by: 'truck' })
      expect(
        byName(summary.map((row) => [String(row['name']), Number(row['total']), Number(row['level2']), Number(row['distance'])])),
      ).toEqual(
        byName(
          ofTruck.filter(({ own }) => own.length > 0).map(({ plate, km, own, many }) => [plate, own.length, many(({ red }) => red), km]),
        ),
      )
      const drivers = await rowsOf('active_safety/data_analysis/adas_can_collect/rows', { when, by: 'driver' })
      expect(drivers.reduce((sum, row) => sum + (row['name'] === DRIVERS[0] ? Number(row['total']) : 0), 0)).toBe(
        standing.filter(({ driver }) => driver === 0).length,
      )
      const scores = await rowsOf('active_safety/data_analysis/alm_adas_can_truck_stat', { month: '2026-11', by: 'truck' })
      expect(
        byName(scores.map((row) => [String(row['name']), Number(row['judged']), Number(row['falseAlarms']), Number(row['handled'])])),
      ).toEqual(
        byName(
          ofTruck
            .filter(({ km, own }) => km > 0 || own.length > 0)
            .map(({ plate, many }) => {
              const judged = many(({ verdict }) => verdict !== 'unconfirmed')
              return [plate, judged, many(({ verdict }) => verdict === 'non-abnormal'), judged]
            }),
        ),
      )
      const exceptions = await rowsOf('driving_monitor/data_analysis/exception_sum', { when, by: 'truck' })
      expect(byName(exceptions.map((row) => [String(row['name']), Number(row['total'])]))).toEqual(
        byName(ofTruck.filter(({ own }) => own.length > 0).map(({ plate, own }) => [plate, own.length])),
      )
      const days = await rowsOf('driving_monitor/data_analysis/truck_daily_mile/days', { when })
      expect(byName(days.map((row) => [(row['plate'] as { plate: string }).plate, Number(row['distance'])]))).toEqual(
        byName(ofTruck.filter(({ km }) => km > 0).map(({ plate, km }) => [plate, km])),
      )
    }),
    { numRuns: isWholeRun ? 40 : 8 },
  )
}, 120_000)
