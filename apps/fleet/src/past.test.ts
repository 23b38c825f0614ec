import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFleet } from './fleet.ts'
import { tellPast } from './past.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const startAt = Date.UTC(2026, 9, 12, 1, 0, 0)

test('the past of each truck runs forward in time and joins the present where the live fleet stands', () => {
  const live = createFleet({ world, seed: 4, startAt, trucks: 3 })
  const last = new Map<string, { at: number; lat: number; lng: number; mileageKm: number }>()
  let reports = 0
  for (const told of tellPast({ world, seed: 4, trucks: 3, startAt, days: 2, longDays: 3 })) {
    for (const { phone, report } of told) {
      const before = last.get(phone)
      const { lat, lng, mileageKm = 0 } = report.position
      if (before) {
        expect(report.at).toBeGreaterThan(before.at)
        expect(mileageKm).toBeGreaterThanOrEqual(before.mileageKm)
      }
      last.set(phone, { at: report.at, lat, lng, mileageKm })
      reports++
    }
  }
  expect(reports).toBeGreaterThan(20_000)
  for (const { body } of live.lives) {
    const end = last.get(body.row.terminalPhone)!
    expect(startAt - end.at).toBeLessThan(61_000)
    expect(Math.hypot(end.lat - body.lat, end.lng - body.lng)).toBeLessThan(0.02)
  }
})
