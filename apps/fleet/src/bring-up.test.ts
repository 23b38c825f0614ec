import { join } from 'node:path'
import { metresOutside } from '@tanker/domain/fences/geo'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bringUp } from './bring-up.ts'
import { lifeMaker } from './fleet.ts'
import { type KeptTruck, witnessOf } from './kept-fleet.ts'
import { thriftyRates } from './reporter.ts'
import { replay } from './history-replay.ts'
import type { TruckBody } from './truck-body.ts'
import type { TruckLife } from './truck-life.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const bornAt = Date.UTC(2026, 9, 12, 1, 0, 0)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** So many scenarios that some run at any stop. */
const makeLife = lifeMaker(world, 21, () => 3)

/** As the file holds it: plain values alone. */
const kept = (life: TruckLife, reportedUntil: number): KeptTruck =>
  JSON.parse(
    JSON.stringify({
      mark: life.mark,
      witness: witnessOf(life.body),
      reportedUntil,
      plays: life.plays,
      leaves: [],
      tales: [],
      tables: [],
      authCode: 'code',
      runs: null,
    }),
  ) as KeptTruck

const picture = (body: TruckBody) => ({
  at: body.at,
  place: [body.lat, body.lng, body.mileageM, body.speedMs],
  aboard: body.compartments.map(({ v20L, temperatureC, product }) => [v20L, temperatureC, product.oilCode]),
  probes: body.probes.map(({ compartment, type, open, wet, sealCount }) => [compartment, type, open, wet, sealCount]),
  meter: body.meter?.shown.totalL,
  receipt: body.meter?.nextReceipt,
  slipNo: body.slipNo,
})

const anyStop = {
  truck: fc.nat(world.trucks.length - 1),
  ranS: fc.integer({ min: 1, max: 40 * 3_600 }),
  awayS: fc.integer({ min: 1, max: 30 * 3_600 }),
}

test('stopped at any moment for any time, a truck is where it would be had it never been stopped', async () => {
  await fc.assert(
    fc.asyncProperty(anyStop.truck, anyStop.ranS, anyStop.awayS, async (truck, ranS, awayS) => {
      const row = world.trucks[truck]!
      const backAt = bornAt + (ranS + awayS) * 1_000
      const life = makeLife(row, bornAt)
      life.passTo(bornAt + ranS * 1_000)
      const back = await bringUp(makeLife, row, { kept: kept(life, life.body.at), days: 0, now: () => backAt })
      life.passTo(backAt)
      expect(picture(back.life.body)).toEqual(picture(life.body))
    }),
    { numRuns: 15 },
  )
}, 90_000)

test('the replay of the gap starts after the last stored report, and seals, mileage and contents continue without a jump', async () => {
  await fc.assert(
    fc.asyncProperty(anyStop.truck, anyStop.ranS, anyStop.awayS, async (truck, ranS, awayS) => {
      const row = world.trucks[truck]!
      const stoppedAt = bornAt + ranS * 1_000
      const backAt = stoppedAt + awayS * 1_000
      const life = makeLife(row, bornAt)
      const before = life.advance(stoppedAt).flatMap((output) => (output.kind === 'report' ? [output.report] : []))
      // Killed: the file is some seconds old.
      const reportedUntil = life.body.at - 7_000
      const { life: back, spans } = await bringUp(makeLife, row, { kept: kept(life, reportedUntil), days: 0, now: () => backAt })
      expect(spans).toHaveLength(1)
      const gap = [...replay(makeLife(row, spans[0]!.from, { rates: thriftyRates }), spans[0]!)].flatMap(({ reports }) => reports)
      for (const { at } of gap) expect(at).toBeGreaterThan(reportedUntil)
      const after = back.advance(backAt + 600_000).flatMap((output) => (output.kind === 'report' ? [output.report] : []))
      let mileageKm = 0
      const seals = new Map<string, number>()
      const leaps: string[] = []
      for (const { at, position, probes } of [...before.filter((report) => report.at <= reportedUntil), ...gap, ...after]) {
        if ((position.mileageKm ?? 0) < mileageKm) leaps.push(`mileage ${at}`)
        mileageKm = position.mileageKm ?? 0
        for (const { compartment, type, sealCount } of probes) {
          const key = `${compartment}/${type}`
          const known = seals.get(key) ?? sealCount
          // No opening is left out, none is taken back.
          if (sealCount < known || sealCount > known + 1) leaps.push(`${key} ${known} ${sealCount} ${at}`)
          seals.set(key, sealCount)
        }
      }
      expect(leaps).toEqual([])
    }),
    { numRuns: 8 },
  )
}, 90_000)

test('after a stop of a month the trucks were laid up in between and have worked for two days', async () => {
  const row = world.trucks[3]!
  const life = makeLife(row, bornAt)
  life.passTo(bornAt + 30 * hourMs)
  const backAt = life.body.at + 30 * dayMs
  const { life: back, spans, leaves } = await bringUp(makeLife, row, { kept: kept(life, life.body.at), days: 0, now: () => backAt })
  expect(leaves).toHaveLength(1)
  const parts = [...replay(makeLife(row, spans[0]!.from, { rates: thriftyRates, leaves }), spans[0]!)]
  const reports = parts.flatMap((part) => part.reports)
  const longestGap = Math.max(...reports.slice(1).map((report, index) => report.at - reports[index]!.at))
  expect(longestGap).toBeGreaterThan(25 * dayMs)
  expect(reports.length).toBeLessThan(15_000)
  const fellAsleep = reports.findIndex((report, index) => reports[index + 1]!.at - report.at === longestGap)
  const [asleep, awake] = [reports[fellAsleep]!, reports[fellAsleep + 1]!]
  expect(awake.position.mileageKm).toBe(asleep.position.mileageKm)
  const openings = (at: number) =>
    reports.findLast((report) => report.at <= at && report.probes.length > 0)!.probes.map(({ sealCount }) => sealCount)
  expect(openings(awake.at)).toEqual(openings(asleep.at))
  expect(backAt - awake.at).toBeLessThan(2.1 * dayMs)
  expect(back.body.mileageM / 1_000).toBeGreaterThan(awake.position.mileageKm! + 100)
}, 90_000)

test('a new truck that waits in a repair shop is silent for days and stands within its fence; it works before and after', async () => {
  const now = () => bornAt + 14 * dayMs
  const quiet = lifeMaker(world, 21, null)
  for (const row of world.trucks) {
    const { leaves, spans, life } = await bringUp(quiet, row, { kept: null, days: 14, now })
    const stay = leaves.find(({ atRepairShop, until }) => atRepairShop && until < now())
    if (!stay || row.model === 'sprinkler') continue
    expect(life.body.consoleUp).toBe(true)
    const past = spans.find(({ beforeLive }) => !beforeLive)!
    const parts = [...replay(quiet(row, past.from, { rates: thriftyRates, leaves }), past)]
    const reports = parts.flatMap((part) => part.reports)
    const gaps = reports.slice(1).map((report, index) => report.at - reports[index]!.at)
    const longest = Math.max(...gaps)
    expect(longest).toBeGreaterThan(20 * hourMs)
    expect(longest).toBeLessThan(84 * hourMs)
    const asleep = reports[gaps.indexOf(longest)]!
    const shops = world.places.filter(({ kind }) => kind === 'repair')
    const metresTo = ({ lat, lng }: { readonly lat: number; readonly lng: number }) =>
      metresOutside({ shape: 'circle', lat, lng, radiusM: 0 }, asleep.position.lat, asleep.position.lng)
    expect(Math.min(...shops.map(metresTo))).toBeLessThan(500)
    expect(asleep.at).toBeGreaterThan(stay.from)
    expect(reports.at(-1)!.position.mileageKm!).toBeGreaterThan(asleep.position.mileageKm! + 50)
    return
  }
  throw new Error('no truck of the world waits in a repair shop in two weeks')
}, 90_000)

test('a truck that does not match its stored state starts as a new truck', async () => {
  const row = world.trucks[0]!
  const life = makeLife(row, bornAt)
  life.passTo(bornAt + 20 * hourMs)
  const other = kept(life, life.body.at)
  const now = () => bornAt + 26 * hourMs
  const {
    spans,
    life: { body: began },
  } = await bringUp(makeLife, row, {
    kept: { ...other, witness: { ...other.witness, openings: other.witness.openings + 1 } },
    days: 2,
    now,
  })
  expect(spans).toEqual([])
  expect(began.at).toBe(now())
  expect(began.activity).toBe('parked')
  expect(began.probes.every(({ sealCount }) => sealCount === 0)).toBe(true)
})
