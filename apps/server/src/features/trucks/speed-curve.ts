import { speedCurveCalls } from '@tanker/contract/endpoints/speed-curve'
import { MAX_SPEED_CURVE_HOURS } from '@tanker/contract/speed-curve'
import { sql } from 'kysely'
import { errors } from '../../platform/http/errors.ts'
import { handle, type Route } from '../../platform/http/routes.ts'

const hourMs = 3_600_000
/** Six hours of a truck that reports each second, with room for what it sent twice. */
const MAX_SPEEDS = 25_000

/** The speeds around a row of a report. */
export const speedCurveRoute = (): Route =>
  handle(speedCurveCalls.read, async ({ input, db }) => {
    const from = new Date(input.from)
    const to = new Date(input.to)
    if (from > to) throw errors.startAfterEnd()
    if (to.getTime() - from.getTime() > MAX_SPEED_CURVE_HOURS * hourMs) throw errors.periodTooLong(1)
    const truck = await db.from('truck').where('truck.id', '=', input.truckId).select('truck.id').executeTakeFirst()
    if (!truck) throw errors.truckNotFound()
    const rows = await db
      .from('fix_reading')
      .where('fix_reading.truck_id', '=', truck.id)
      .where('fix_reading.at', '>=', from)
      .where('fix_reading.at', '<=', to)
      .select([
        'fix_reading.at',
        'fix_reading.speed_kmh',
        'fix_reading.recorder_speed_kmh',
        'fix_reading.located',
        // The view has them as exact numbers, which arrive as texts.
        sql<number>`fix_reading.lat::float8`.as('lat'),
        sql<number>`fix_reading.lng::float8`.as('lng'),
      ])
      .orderBy('fix_reading.at')
      .limit(MAX_SPEEDS)
      .execute()
    return {
      at: rows.map((row) => row.at.getTime()),
      speedKmh: rows.map((row) => row.speed_kmh),
      recorderKmh: rows.map((row) => row.recorder_speed_kmh),
      lat: rows.map((row) => (row.located ? row.lat : null)),
      lng: rows.map((row) => (row.located ? row.lng : null)),
    }
  })
