import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFleet } from './fleet.ts'
import { pastsOf } from './past.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const startAt = Date.UTC(2026, 9, 12, 1, 0, 0)

test('the past of each truck runs forward in time and joins the present where the live fleet stands', () => {
  const live = createFleet({ world, seed: 4, startAt, trucks: 3 })
  let reports = 0
  for (const past of pastsOf({ world, seed: 4, trucks: 3, startAt, days: 2, longDays: 3 })) {
    let last: { at: number; lat: number; lng: number; mileageKm: number } | null = null
    for (const told of past.tell()) {
      for (const { at, position } of told.reports) {
        const { lat, lng, mileageKm = 0 } = position
        if (last) {
          expect(at).toBeGreaterThan(last.at)
          expect(mileageKm).toBeGreaterThanOrEqual(last.mileageKm)
        }
        last = { at, lat, lng, mileageKm }
        reports++
      }
    }
    const body = live.lives.find(({ body }) => body.row.terminalPhone === past.phone)?.body
    if (!last || !body) throw new Error(`${past.phone} has no past or no present`)
    expect(startAt - last.at).toBeLessThan(301_000)
    if (body.activity === 'parked') expect(Math.hypot(last.lat - body.lat, last.lng - body.lng)).toBeLessThan(0.001)
  }
  expect(reports).toBeGreaterThan(6_000)
})

test('the past is thin where nothing happens and dense in operations', () => {
  const [past] = pastsOf({ world, seed: 4, trucks: 1, startAt, days: 3, longDays: 0 })
  const reports = [...(past?.tell() ?? [])].flatMap((told) => told.reports)
  expect(reports.length / 3).toBeLessThan(2_600)
  const gaps = (isOne: (index: number) => boolean) =>
    reports.flatMap((report, index) => (index > 0 && isOne(index) ? [(report.at - reports[index - 1]!.at) / 1_000] : []))
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  expect(mean(gaps((index) => reports[index]!.compartments.some(({ dataType }) => dataType === 'LM')))).toBeLessThan(11)
  expect(mean(gaps((index) => reports[index]!.position.speedKmh > 30))).toBeGreaterThan(35)
})

test('what the office, the depot and the station write agrees with what the truck carried, within their instruments', () => {
  const [past] = pastsOf({ world, seed: 4, trucks: 1, startAt, days: 4, longDays: 0 })
  const papers = [...(past?.tell() ?? [])].flatMap((told) => told.papers)
  const of = <Kind extends (typeof papers)[number]['kind']>(kind: Kind) =>
    papers.flatMap((paper) => (paper.kind === kind ? [paper as Extract<(typeof papers)[number], { kind: Kind }>] : []))
  const slips = new Map(of('slips').map(({ row }) => [row.slipNo, row]))
  const tickets = of('meter-tickets').map(({ row }) => row)
  expect(slips.size).toBeGreaterThan(4)
  expect(tickets.length).toBeGreaterThan(slips.size)
  let asOrdered = 0
  for (const ticket of tickets) {
    const lines = slips.get(ticket.slipNo)?.lines.filter(({ compartment }) => compartment === ticket.compartment) ?? []
    expect(lines.length).toBeGreaterThan(0)
    const orderedL = lines.reduce((sum, { plannedL }) => sum + (plannedL ?? 0), 0)
    if (Math.abs(ticket.volumeL / orderedL - 1) < 0.005) asOrdered++
    expect(ticket.v20L).toBeLessThan(ticket.volumeL)
  }
  expect(asOrdered / tickets.length).toBeGreaterThan(0.8)
  for (const { row } of of('station-gauges')) {
    expect(row.afterL + row.salesL).toBeGreaterThan(row.beforeL)
    expect(Date.parse(row.endedAt)).toBeGreaterThan(Date.parse(row.startedAt))
  }
})
