import { MAX_LEVEL_CURVE_HOURS, levelCurve, type LevelCurve, levelCurveAsked } from '@tanker/contract/level-curve'
import type { ScopedDb } from '@tanker/database/scope'
import { errors } from '../http/errors.ts'
import { type Route, userRoute } from '../http/routes.ts'

const hourMs = 3_600_000

/** The gauges around a row of a report. */
export const levelCurveRoute = (): Route =>
  userRoute({
    method: 'GET',
    path: '/trucks/level-curve',
    policy: 'session',
    summary: 'Level and volume of every compartment of a truck over some hours',
    input: levelCurveAsked,
    answer: levelCurve,
    handle: async ({ input, db }) => {
      const from = new Date(input.from)
      const to = new Date(input.to)
      if (from > to) throw errors.startAfterEnd()
      if (to.getTime() - from.getTime() > MAX_LEVEL_CURVE_HOURS * hourMs) throw errors.periodTooLong(1)
      const truck = await db.from('truck').where('truck.id', '=', input.truckId).select('truck.id').executeTakeFirst()
      if (!truck) throw errors.truckNotFound()
      return readLevelCurve(db, truck.id, from, to)
    },
  })

async function readLevelCurve(db: ScopedDb, truckId: number, from: Date, to: Date): Promise<LevelCurve> {
  const readings = await db
    .from('compartment_reading')
    .where('compartment_reading.truck_id', '=', truckId)
    .where('compartment_reading.at', '>=', from)
    .where('compartment_reading.at', '<=', to)
    .select(['at', 'compartment', 'fault', 'level_mm', 'volume_l'])
    .orderBy('compartment')
    .orderBy('at')
    .execute()
  const curves = new Map<number, LevelCurve[number]>()
  for (const reading of readings) {
    const curve = curves.get(reading.compartment) ?? { compartment: reading.compartment, at: [], levelMm: [], volumeL: [] }
    curves.set(reading.compartment, curve)
    curve.at.push(reading.at.getTime())
    curve.levelMm.push(reading.fault === 0 ? reading.level_mm : null)
    curve.volumeL.push(reading.fault === 0 ? reading.volume_l : null)
  }
  return [...curves.values()]
}
