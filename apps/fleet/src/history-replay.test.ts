import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bringUp } from './bring-up.ts'
import { lifeMaker } from './fleet.ts'
import { thriftyRates } from './reporter.ts'
import { replay, type HistorySpan } from './history-replay.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const startAt = Date.UTC(2026, 9, 12, 1, 0, 0)
const makeLife = lifeMaker(world, 4, () => 0.3)
const now = () => startAt
const replayed = (span: HistorySpan) => [
  ...replay(
    makeLife(
      world.trucks.find(({ terminalPhone }) => terminalPhone === span.phone)!,
      span.from,
      { rates: thriftyRates },
    ),
    span,
  ),
]

test('the past of a truck runs forward in time and joins the present without a leap', async () => {
  let reports = 0
  for (const [index, row] of world.trucks.slice(0, 3).entries()) {
    const { life, spans } = await bringUp(makeLife, row, { kept: null, days: 2 + index, now })
    const inTime = spans.toSorted((a, b) => a.fromAt - b.fromAt)
    expect(inTime.map(({ beforeLive }) => beforeLive)).toEqual([false, true])
    expect(inTime[0]!.fromAt).toBe(startAt - (2 + index) * 86_400_000)
    const last = { at: 0, mileageKm: 0 }
    const seals = new Map<string, number>()
    const leaps: string[] = []
    for (const { at, position, probes } of inTime.flatMap(replayed).flatMap((part) => part.reports)) {
      const { mileageKm = 0 } = position
      for (const { compartment, type, sealCount } of probes) {
        const key = `${compartment}/${type}`
        if (sealCount < (seals.get(key) ?? 0)) leaps.push(`${key} ${at}`)
        seals.set(key, sealCount)
      }
      if (at <= last.at || mileageKm < last.mileageKm) leaps.push(`${mileageKm} km ${at}`)
      Object.assign(last, { at, mileageKm })
      reports++
    }
    expect(leaps).toEqual([])
    const { body } = life
    expect(startAt - last.at).toBeLessThan(301_000)
    expect(body.mileageM / 1_000 - last.mileageKm).toBeLessThan(3)
    for (const { compartment, type, sealCount } of body.probes) expect(seals.get(`${compartment}/${type}`)).toBe(sealCount)
  }
  expect(reports).toBeGreaterThan(9_000)
}, 90_000)

const days = (number: number) => ({
  phone: world.trucks[0]!.terminalPhone,
  from: startAt,
  fromAt: startAt,
  toAt: startAt + number * 86_400_000,
  beforeLive: false,
})

test('the past is thin where nothing happens and dense in operations', () => {
  const reports = replayed(days(3)).flatMap((part) => part.reports)
  expect(reports.length / 3).toBeLessThan(2_800)
  const gaps = (isOne: (index: number) => boolean) =>
    reports.flatMap((report, index) => (index > 0 && isOne(index) ? [(report.at - reports[index - 1]!.at) / 1_000] : []))
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  expect(mean(gaps((index) => reports[index]!.compartments.some(({ dataType }) => dataType === 'LM')))).toBeLessThan(11)
  expect(mean(gaps((index) => reports[index]!.position.speedKmh > 30))).toBeGreaterThan(35)
})

test('what the office, the depot and the station write agrees with what the truck carried, within their instruments', () => {
  const papers = replayed(days(4)).flatMap((part) => part.papers)
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
