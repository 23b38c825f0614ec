import { levelCurveCalls } from '@tanker/contract/endpoints/level-curve'
import { MAX_LEVEL_CURVE_HOURS, type LevelCurve } from '@tanker/contract/level-curve'
import type { ScopedDb } from '@tanker/database/scope'
import { readGauges } from '../../fleet/truck-readings.ts'
import { errors } from '../../platform/http/errors.ts'
import { handle, type Route } from '../../platform/http/routes.ts'

const hourMs = 3_600_000

/** The gauges around a row of a report. */
export const levelCurveRoute = (): Route =>
  handle(levelCurveCalls.read, async ({ input, db }) => {
    const from = new Date(input.from)
    const to = new Date(input.to)
    if (from > to) throw errors.startAfterEnd()
    if (to.getTime() - from.getTime() > MAX_LEVEL_CURVE_HOURS * hourMs) throw errors.periodTooLong(1)
    const truck = await db.from('truck').where('truck.id', '=', input.truckId).select('truck.id').executeTakeFirst()
    if (!truck) throw errors.truckNotFound()
    return readLevelCurve(db, truck.id, from, to)
  })

async function readLevelCurve(db: ScopedDb, truckId: number, from: Date, to: Date): Promise<LevelCurve> {
  const curves = new Map<number, LevelCurve[number]>()
  for (const { at, compartments } of await readGauges(db, truckId, from, to)) {
    for (const reading of compartments) {
      const curve = curves.get(reading.compartment) ?? { compartment: reading.compartment, at: [], levelMm: [], volumeL: [] }
      curves.set(reading.compartment, curve)
      curve.at.push(at)
      curve.levelMm.push(reading.fault === 0 ? reading.levelMm : null)
      curve.volumeL.push(reading.fault === 0 ? reading.volumeL : null)
    }
  }
  return [...curves.values()].sort((a, b) => a.compartment - b.compartment)
}
