import { join } from 'node:path'
import { judgeAirtight } from '@tanker/domain/devices/airtight-test'
import { expect, test } from 'vitest'
import { carriesBox } from './airtight-box.ts'
import type { Report } from './reporter.ts'
import { createFleet } from './test-fleet.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const startAt = Date.UTC(2026, 9, 12, 1, 0, 0)
const hourMs = 3_600_000

test('trucks with a box test each compartment at both pressures in a rest, watched for five minutes; others say nothing of one', () => {
  const fleet = createFleet({ world, seed: 7, startAt, trucks: 12, scenariosPerTruckHour: 0 })
  const said = new Map<string, Report[]>()
  for (const { life, outputs } of fleet.advance(startAt + 40 * hourMs)) {
    const reports = outputs.flatMap((output) => (output.kind === 'report' ? [output.report] : []))
    const boxed = reports.filter(({ airtight }) => airtight !== undefined)
    expect(boxed.length > 0, life.body.row.plate).toBe(carriesBox(life.body))
    said.set(life.body.row.plate, [...(said.get(life.body.row.plate) ?? []), ...boxed])
  }
  const holds = new Map<string, Report[]>()
  for (const [plate, reports] of said) {
    for (const report of reports.filter(({ airtight }) => airtight?.phase === 'holding')) {
      const key = `${plate} ${report.airtight?.testNo}`
      holds.set(key, [...(holds.get(key) ?? []), report])
    }
  }
  expect(holds.size).toBeGreaterThan(3)
  const results = [...holds.values()].map((hold) => {
    const [first] = hold
    const begin = first?.at ?? 0
    const heldS = (report: Report | undefined) => ((report?.at ?? 0) - begin) / 1_000
    const end = hold.findIndex((report) => heldS(report) >= 300)
    const pressureOf = (report: Report | undefined) => ({ heldS: heldS(report), pressurePa: report?.airtight?.pressurePa ?? 0 })
    expect(first?.position.speedKmh).toBe(0)
    expect(end).toBeGreaterThan(8)
    const test = first?.airtight?.test === 'negative' ? 'negative' : 'positive'
    const startPa = pressureOf(first).pressurePa
    return judgeAirtight({ test, startPa, limitPa: 380, last: pressureOf(hold[end - 1]), next: pressureOf(hold[end]) }).result
  })
  expect(results).toContain('passed')
  expect(results).not.toContain('broken-off')
  expect(results).not.toContain('not-judged')
})
