import { importWorld } from '../../world/import-world.ts'
import type { TestApi } from '../../platform/http/test-api.ts'
import { keepRows, type KindOfRows } from '../integration/keep-rows.ts'
import { KINDS_OF_ROWS } from '../integration/kinds-of-rows.ts'
import { settleDeliveries } from './settle-deliveries.ts'

const minuteMs = 60_000

/** One compartment of a trip: V20 at the depot (A1), at each station before (A2) and after (A3) unloading; Vt is 1 % more unless given. */
type LineGiven = {
  readonly compartment: number
  readonly oilCode: number
  /** Null: the compartment has no gauge; at its stops its covers are opened. */
  readonly a1: number | null
  /** By station; null: nothing flowed there. `opened`: its covers were, and nothing measured what flowed. */
  readonly stops: readonly (
    | {
        readonly a2: number
        readonly a3: number
        readonly a2L?: number
        readonly jumpL?: number
        readonly unknown?: true
      }
    | 'opened'
    | null
  )[]
  readonly loadL?: number
  readonly loadTemperatureC?: number
  readonly loadLevelMm?: number
  readonly arriveLevelMm?: number
}

type DeliveryGiven = {
  readonly plate: string
  readonly startedAt: Date
  readonly lines: readonly LineGiven[]
  readonly distanceM?: number
  /** False: still on the road, nothing after the departure is known. */
  readonly done?: boolean
}

const vt = (v20: number): number => Math.round(v20 * 1.01 * 100) / 100

/** A fence around the small world's station, so that legs find it. Answers the ids of fences by name. */
export async function withStationFence(server: TestApi): Promise<Map<string, number>> {
  await importWorld(server.database.db, {
    fences: [
      {
        kind: 'station',
        name: '甲站围栏',
        placeName: '甲站',
        companyCode: 'A1',
        shape: { shape: 'circle', lat: 31.4, lng: 120.7, radiusM: 150 },
      },
    ],
  })
  const fences = await server.database.db.selectFrom('fence').select(['id', 'name']).execute()
  return new Map(fences.map((fence) => [fence.name, fence.id]))
}

/** When the truck is at its n-th station: an hour after the departure or the station before. */
export const legStart = (startedAt: Date, leg: number): Date => new Date(startedAt.getTime() + leg * 60 * minuteMs)
/** An unloading begins five minutes after the arrival and takes twenty. */
export const unloadStart = (startedAt: Date, leg: number): Date => new Date(legStart(startedAt, leg).getTime() + 5 * minuteMs)
export const unloadEnd = (startedAt: Date, leg: number): Date => new Date(legStart(startedAt, leg).getTime() + 25 * minuteMs)
/** The truck leaves five minutes after the unloading. */
export const legEnd = (startedAt: Date, leg: number): Date => new Date(legStart(startedAt, leg).getTime() + 30 * minuteMs)
/** Loading ends twenty minutes before the departure. */
export const loadedAt = (startedAt: Date): Date => new Date(startedAt.getTime() - 20 * minuteMs)

/** Writes the records that detection writes of a delivery: trip, legs, loadings and unloadings. */
export async function aDelivery(server: TestApi, given: DeliveryGiven): Promise<void> {
  const { plate, startedAt, lines, distanceM = 90_000, done = true } = given
  const fences = new Map(
    (await server.database.db.selectFrom('fence').select(['id', 'name']).execute()).map((fence) => [fence.name, fence.id]),
  )
  const truck = await server.database.db
    .selectFrom('truck')
    .where('plate', '=', plate)
    .select(['id', 'organisation_id'])
    .executeTakeFirstOrThrow()
  const record = async (kind: string, at: Date, object: number, end: Date | null, fence: string, properties: object): Promise<void> => {
    await server.database.db
      .insertInto('record')
      .values({
        truck_id: truck.id,
        organisation_id: truck.organisation_id,
        kind,
        started_at: at,
        object,
        name: kind,
        ended_at: end,
        lat: 31.3,
        lng: 120.6,
        fence_id: fences.get(fence) ?? null,
        fence_name: fence,
        speed_kmh: 0,
        heading_deg: 0,
        properties: JSON.stringify(properties),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['truck_id', 'kind', 'started_at', 'object'])
          .doUpdateSet({ ended_at: end, properties: JSON.stringify(properties) }),
      )
      .execute()
  }
  const legs = Math.max(...lines.map((line) => line.stops.length))
  for (const line of lines) {
    if (line.a1 === null) continue
    await record('operation', new Date(loadedAt(startedAt).getTime() - 15 * minuteMs), line.compartment, loadedAt(startedAt), '油库围栏', {
      compartment: line.compartment,
      oilCode: line.oilCode,
      direction: 'loading',
      startVolumeL: 0,
      endVolumeL: line.loadL ?? vt(line.a1),
      startV20L: 0,
      endV20L: line.a1,
      startTemperatureC: 28,
      endTemperatureC: line.loadTemperatureC ?? 28,
      averageLpm: 1500,
    })
  }
  if (done)
    for (let leg = 1; leg <= legs; leg += 1) {
      for (const line of lines) {
        const stop = line.stops[leg - 1]
        if (!stop) continue
        if (stop === 'opened' || stop.unknown) {
          await record('cover', unloadStart(startedAt, leg), line.compartment * 100, unloadEnd(startedAt, leg), '甲站围栏', {})
          continue
        }
        await record('operation', unloadStart(startedAt, leg), line.compartment, unloadEnd(startedAt, leg), '甲站围栏', {
          compartment: line.compartment,
          oilCode: line.oilCode,
          direction: 'unloading',
          startVolumeL: stop.a2L ?? vt(stop.a2),
          endVolumeL: vt(stop.a3),
          startV20L: stop.a2,
          endV20L: stop.a3,
          startTemperatureC: 26,
          endTemperatureC: 26,
          averageLpm: 400,
        })
      }
      await record('trip-leg', legStart(startedAt, leg), leg, legEnd(startedAt, leg), '甲站围栏', {
        tripStartedAt: startedAt.getTime(),
        leg,
        distanceM,
        lines: lines.map((line) => {
          if (line.a1 === null) return { ...unmeasured(line), arriveL: null, arriveV20L: null, leaveL: null, leaveV20L: null }
          const measured = line.stops.map((stop) => (stop === 'opened' ? null : stop))
          const aboard = measured.slice(0, leg - 1).findLast((stop) => stop !== null)?.a3 ?? line.a1
          const { a2, a3, a2L, jumpL = 0, unknown = false } = measured[leg - 1] ?? { a2: aboard, a3: aboard }
          return {
            compartment: line.compartment,
            oilCode: line.oilCode,
            arriveL: a2L ?? vt(a2),
            arriveV20L: a2,
            arriveLevelMm: line.arriveLevelMm ?? 1000,
            arriveCalm: true,
            ...(unknown ? { volumeKnown: false } : {}),
            gaugeL: vt(jumpL),
            gaugeV20L: jumpL,
            leaveL: vt(a3),
            leaveV20L: a3,
            leaveCalm: true,
          }
        }),
      })
    }
  await record('trip', startedAt, 0, done ? legEnd(startedAt, legs) : null, '油库围栏', {
    outcome: done ? 'delivered' : null,
    distanceM,
    lines: lines.map((line) =>
      line.a1 === null
        ? { ...unmeasured(line), loadL: null, loadV20L: null, loadLevelMm: null, volumeKnown: false, reason: 'no-gauge' }
        : {
            compartment: line.compartment,
            oilCode: line.oilCode,
            loadL: line.loadL ?? vt(line.a1),
            loadV20L: line.a1,
            loadLevelMm: line.loadLevelMm ?? 1000,
            loadCalm: true,
          },
    ),
  })
}

const unmeasured = ({ compartment, oilCode }: LineGiven) => ({ compartment, oilCode })

/** Lets the job do all that is due. */
export async function settled(server: TestApi): Promise<void> {
  while ((await settleDeliveries(server.database.pool)).taken > 0);
}

/** Keeps rows that another system of the group sends: slips, meter tickets, station gauges. */
export async function keepGiven(server: TestApi, kind: keyof typeof KINDS_OF_ROWS, ...rows: readonly object[]): Promise<void> {
  const { problems } = await keepRows(server.database.db, KINDS_OF_ROWS[kind] as KindOfRows<unknown>, rows, {
    sender: { organisationId: server.organisationId('G'), keyId: null, userId: null },
    onlyGoodRows: false,
    now: server.now,
  })
  if (problems.length > 0) throw new Error(`${kind}: ${JSON.stringify(problems)}`)
}

/** A meter ticket of the depot for a truck that loaded before a trip with this start; compartment 1 and product 92 unless given. */
export const keepTicket = (
  server: TestApi,
  startedAt: Date,
  given: { plate: string; volumeL: number; v20L: number; ticketNo?: string; compartment?: number; oilCode?: number; slipNo?: string },
): Promise<void> =>
  keepGiven(server, 'meter-tickets', {
    ticketNo: 'T1',
    depotCode: '9001',
    compartment: 1,
    oilCode: 92,
    loadedAt: loadedAt(startedAt).toISOString(),
    ...given,
  })

/** What the gauge of the station's first tank received in the first unloading of a trip with this start; before it stood 1,000 L. */
export const keepStationGauge = (
  server: TestApi,
  startedAt: Date,
  given: { afterL: number; receivedV20L: number; gaugeNo?: string; oilCode?: number; plate?: string },
  leg = 1,
): Promise<void> =>
  keepGiven(server, 'station-gauges', {
    gaugeNo: 'G1',
    stationCode: '1001',
    tankNo: 1,
    oilCode: 92,
    startedAt: unloadStart(startedAt, leg).toISOString(),
    endedAt: unloadEnd(startedAt, leg).toISOString(),
    beforeL: 1000,
    ...given,
  })

/** Deliveries of two carriers in the last day, one compartment split over two stations, with ticket and station gauge. */
export async function seedDeliveries(server: TestApi): Promise<void> {
  await withStationFence(server)
  const ago = (hours: number): Date => new Date(server.now.getTime() - hours * 60 * minuteMs)
  const [first, second] = [ago(20), ago(10)]
  await aDelivery(server, {
    plate: '苏A00001',
    startedAt: first,
    lines: [
      {
        compartment: 1,
        oilCode: 92,
        a1: 8000,
        loadLevelMm: 1003,
        stops: [
          { a2: 7988, a3: 3990 },
          { a2: 3985, a3: 0 },
        ],
      },
      { compartment: 2, oilCode: 0, a1: 6000, stops: [{ a2: 6003, a3: 0 }, null] },
    ],
  })
  await aDelivery(server, {
    plate: '苏B00001',
    startedAt: second,
    lines: [{ compartment: 1, oilCode: 92, a1: 7000, stops: [{ a2: 6940, a3: 10 }] }],
  })
  await settled(server)
  const { pool } = server.database
  await pool.query(
    `UPDATE handover SET status = 'disputed', signed_at = unloaded_at + interval '10 minutes' WHERE leg = 1 AND truck_id = $1`,
    [server.truckId('苏A00001')],
  )
  await keepTicket(server, first, { plate: '苏A00001', volumeL: 8100, v20L: 8004 })
  await keepStationGauge(server, first, { afterL: 4990, receivedV20L: 3990 })
  await settled(server)
}
