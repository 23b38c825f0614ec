import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordFact } from '../fact.ts'
import { aDay, aTruck } from '../scenarios/a-day.ts'
import { anyTrip, driveTrip, type Trip } from '../scenarios/any-trip.ts'
import { runDay } from '../scenarios/run-day.ts'

const v20PerLitre = 0.99
type Day = ReturnType<typeof aDay>

const entriesOf = (rows: readonly RecordFact[], compartment: number): RecordFact[] =>
  rows.filter(({ properties }) => properties['compartment'] === compartment)
const sumOf = (rows: readonly RecordFact[]): number => rows.reduce((sum, { properties }) => sum + Number(properties['v20L']), 0)
const fromOf = ({ properties }: RecordFact): string => String(properties['from'])
const toOf = ({ properties }: RecordFact): string => String(properties['to'])

const plain = {
  seed: 0,
  noise: 0,
  loads: [2500, 2500, 2500],
  atDepot: [],
  onTheRoad: [],
  atStation: [],
  keeps: [0, 0, 0],
  pauseS: 0,
} satisfies Trip
const transfer = (litres: number, compartment = 1) => ({ what: 'transfer', compartment, litres, lpm: 120 }) as const
/** Trips on which entries once overlapped. */
const awkward: [Trip][] = [
  // A transfer that is not at rest yet is no drain.
  [{ ...plain, pauseS: 60, onTheRoad: [transfer(81), { what: 'warming', celsius: 24 }] }],
  // A fall that goes over from a slow drain into a transfer.
  [{ ...plain, loads: [2502, 2500, 2500], onTheRoad: [{ what: 'drain', compartment: 1, litres: 64, lpm: 20 }, transfer(119)] }],
  // An unloading without duration that is reopened.
  [
    {
      ...plain,
      seed: 999_999,
      noise: 1,
      loads: [2501, 3001, 4751],
      pauseS: 60,
      onTheRoad: [
        { what: 'stop', seconds: 555 },
        { what: 'drain', compartment: 2, litres: 751, lpm: 500 },
      ],
    },
  ],
  // A fall that a short move cuts in two.
  [
    {
      ...plain,
      seed: 934_655,
      noise: 1,
      loads: [3001, 4751, 3001],
      atDepot: [transfer(81), transfer(681, 2), { what: 'nudge', metres: 195 }],
    },
  ],
]

test('on any trip each entry goes on where the last one ended, and their sum is the change of the volume at 20 °C, within a tenth of a litre', () => {
  fc.assert(
    fc.property(anyTrip, (trip) => {
      const run = runDay(driveTrip(trip).readings, aTruck())
      for (const gauge of run.state.gauges) {
        const entries = entriesOf(run.recordsOf('ledger'), gauge.compartment).sort((a, b) => (toOf(a) < toOf(b) ? -1 : 1))
        let balanceL = 0
        for (const { properties } of entries) {
          expect(Number(properties['balanceV20L']) - Number(properties['v20L'])).toBeCloseTo(balanceL, 1)
          balanceL = Number(properties['balanceV20L'])
        }
        expect(Math.abs(sumOf(entries) - gauge.posted.v20L), `compartment ${gauge.compartment}`).toBeLessThan(0.1)
        // The readings behind each number: a stretch of time, one after the other.
        for (const entry of entries) expect(fromOf(entry) <= toOf(entry)).toBe(true)
      }
    }),
    { numRuns: 100, seed: 4, examples: awkward },
  )
}, 60_000)

test('the entries of a trip are what it carried out less what it brought home, to a tenth of a litre', () => {
  fc.assert(
    fc.property(anyTrip, (trip) => {
      const day = driveTrip({ ...trip, noise: 0, atStation: [] })
      const run = runDay(day.readings, aTruck())
      const rows = run.recordsOf('ledger')
      const lastC = day.readings[day.readings.length - 1]?.compartments[0]?.temperatureC ?? 28
      const trulyV20L = (compartment: number): number => (day.truly(compartment) / (1 + 0.0012 * (lastC - 28))) * v20PerLitre
      const [first] = run.recordsOf('trip')
      // A truck that keeps product is still under way: then the ledger is up to its last departure.
      if (first === undefined || run.state.trip !== null) return
      type Line = { compartment: number; loadV20L: number; loadCalm: boolean }
      for (const { compartment, loadV20L, loadCalm } of first.properties['lines'] as readonly Line[]) {
        // Who drives off while it flows has no A1 to count from.
        if (!loadCalm) continue
        const ofTrip = entriesOf(rows, compartment).filter(({ properties }) => properties['tripStartedAt'] !== null)
        expect(Math.abs(loadV20L + sumOf(ofTrip) - trulyV20L(compartment)), `compartment ${compartment}`).toBeLessThan(0.1)
      }
    }),
    { numRuns: 40, seed: 11 },
  )
}, 60_000)

const litresBy = (rows: readonly RecordFact[], compartment: number): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { properties } of entriesOf(rows, compartment)) {
    const entry = String(properties['entry'])
    sums[entry] = Math.round((sums[entry] ?? 0) + Number(properties['v20L']))
  }
  return sums
}

const loaded = () => aDay().gaugeNoise(0).waits(300).loads([4000, 3000, 2000], 60).waits(120)
const delivered = (day: Day) => day.drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(100)

test('each litre stands under what explains it: loading, drain, transfer, unloading', () => {
  const day = loaded().drivesTo(10).waits(400).flows(1, -200, 180).waits(400).drivesTo(25).waits(400).transfers(2, 3, 500, 300)
  const rows = runDay(delivered(day.waits(400)).readings, aTruck()).recordsOf('ledger')
  expect(litresBy(rows, 1)).toEqual({ loading: 3960, drain: -198, unloading: -3762 })
  expect(litresBy(rows, 2)).toEqual({ loading: 2970, 'transfer-out': -495, unloading: -2475 })
  expect(litresBy(rows, 3)).toEqual({ loading: 1980, 'transfer-in': 495, unloading: -2475 })
  expect(rows.find(({ properties }) => properties['entry'] === 'drain')?.properties['tripStartedAt']).toMatch(/^2026-05-11T/)
})

test('a number opens the readings behind it: from the last one before the change to the first one after it', () => {
  const day = loaded().drivesTo(10).waits(400)
  const began = day.at
  day.flows(1, -200, 180).waits(400)
  const [drain] = runDay(day.readings, aTruck())
    .recordsOf('ledger')
    .filter(({ properties }) => properties['entry'] === 'drain')
  const [from, to] = [Date.parse(String(drain?.properties['from'])), Date.parse(String(drain?.properties['to']))]
  const seen = (at: number): number => day.readings.find((reading) => reading.at === at)?.compartments[0]?.v20L ?? Number.NaN
  expect(from).toBeLessThanOrEqual(began)
  expect(to).toBeGreaterThan(began)
  expect(seen(to) - seen(from)).toBeCloseTo(Number(drain?.properties['v20L']), 1)
  expect(seen(to)).toBeCloseTo(Number(drain?.properties['balanceV20L']), 1)
})

test('a slow tap is drain to the last minute before the truck drives off', () => {
  const day = loaded().drivesTo(10).waits(400).flows(1, -500, 20).drivesTo(30).waits(400)
  const run = runDay(day.readings, aTruck())
  const { drain = 0, unexplained = 0 } = litresBy(run.recordsOf('ledger'), 1)
  // 20 L flow in that minute, which a calm value is the mean of.
  expect(drain).toBeGreaterThan(-495)
  expect(drain).toBeLessThanOrEqual(-485)
  expect(unexplained).toBe(0)
  const [alarm, ...others] = run.alarms.filter(({ type }) => type === 322 || type === 202)
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ type: 322, object: 1, properties: { judge: 'loss' } })
  const reportedL = Number(alarm?.properties['lossV20L'])
  expect(reportedL).toBeGreaterThan(460)
  expect(reportedL).toBeLessThanOrEqual(495)
})

test('a loading that was never read calm is still a loading when an unloading follows', () => {
  const day = aDay().gaugeNoise(0).waits(300).tilts(6).opens(1, 0).waits(20).flows(1, 3000, 1500).waits(200).flows(1, -800, 500)
  day.tilts(0).waits(400)
  expect(litresBy(runDay(day.readings, aTruck()).recordsOf('ledger'), 1)).toEqual({ loading: 2970, unloading: -792 })
})

test('a residue let out at the station, and a second drain at the next stop, are entries of their own', () => {
  const day = loaded().drivesTo(10).waits(400).flows(1, -60, 180).waits(400).drivesTo(20).waits(400).flows(1, -90, 180).waits(400)
  day.drivesTo(90).waits(300).unloads([120, 0, 0], 60).waits(200).shuts().waits(60).drivesTo(100).drivesTo(90).waits(200)
  day.opens(1, 0, 2).flows(1, -120, 200).waits(600).shuts().waits(60).drivesTo(95)
  const rows = entriesOf(runDay(day.readings, aTruck()).recordsOf('ledger'), 1)
  expect(
    rows.filter(({ properties }) => properties['entry'] === 'drain').map(({ properties }) => Math.round(Number(properties['v20L']))),
  ).toEqual([-59, -89])
  expect(litresBy(rows, 1)).toEqual({ loading: 3960, drain: -148, unloading: -3693, residue: -119 })
})

test('warming explains litres, none of them at 20 °C; what nothing explains says so', () => {
  const warmed = loaded().drivesTo(10).waits(400).warmsTo(34).waits(400).drivesTo(20)
  const [entry] = runDay(warmed.readings, aTruck())
    .recordsOf('ledger')
    .filter(({ properties }) => properties['entry'] === 'temperature')
  expect(Number(entry?.properties['volumeL'])).toBeCloseTo(4000 * 0.0012 * 6, 1)
  expect(Math.abs(Number(entry?.properties['v20L']))).toBeLessThan(0.1)
  const leaks = loaded().drivesTo(30).waits(400).flows(1, -20, 25).waits(400).drivesTo(35).waits(100)
  expect(litresBy(runDay(leaks.readings, aTruck()).recordsOf('ledger'), 1)).toEqual({ loading: 3960, unexplained: -20 })
})
