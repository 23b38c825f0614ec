import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** Every gauge of the truck is silent through an honest unloading. */
type Day = ReturnType<typeof aDay>
const compartments = [1, 2, 3]
const gaugesSilent = (day: Day, silent: boolean) => {
  for (const compartment of compartments) day.gauge(compartment, { silent })
  return day
}
const loaded = () => aDay().waits(300).loads([7000, 7000, 6000], 60).drivesTo(30)
const unloads = (day: Day) => day.unloads([0, 0, 0], 60).waits(400).shuts().waits(300)
const kinds = (run: ReturnType<typeof runDay>) => [...new Set(run.alarmsOf(329).map(({ properties }) => properties['kind']))]
const linesOf = (run: ReturnType<typeof runDay>) =>
  run.recordsOf('trip-leg')[0]?.properties['lines'] as { volumeKnown?: boolean; reason?: string; transitLossV20L: number }[]
const seesNoLiquid = (day: Day) => day.readings.map((reading) => ({ ...reading, probes: reading.probes.filter(({ type }) => type !== 3) }))

for (const from of ['road', 'station'])
  for (const back of ['never', 'in the station', 'on the road', 'at a stop later'])
    for (const bottoms of [true, false])
      test(`[truth 4.6] gauges silent from the ${from} on, back ${back}, ${bottoms ? 'with' : 'without'} bottom probes: device alarms and no loss`, () => {
        const day = loaded()
        if (from === 'road') gaugesSilent(day, true)
        day.drivesTo(90).waits(240)
        unloads(gaugesSilent(day, true))
        if (back === 'in the station') gaugesSilent(day, false).waits(300)
        day.drivesTo(95)
        if (back === 'on the road') gaugesSilent(day, false)
        day.drivesTo(100).waits(600)
        if (back === 'at a stop later') gaugesSilent(day, false).waits(600)
        day.drivesTo(45).waits(600).opens(2, 0).waits(60).closes(2, 0).waits(60)
        const run = runDay(bottoms ? day.readings : seesNoLiquid(day), aTruck())
        expect(kinds(run)).toEqual(['silent'])
        expect(run.alarmTypes.filter((type) => type !== 329)).toEqual([])
        expect(run.state.process.state).toBe(0)
        if (bottoms || back !== 'in the station') expect(linesOf(run).every(({ reason }) => reason === 'no-gauge')).toBe(true)
        for (const { transitLossV20L } of linesOf(run)) expect(Math.abs(transitLossV20L)).toBeLessThan(20)
        const [first] = run.recordsOf('ledger').filter(({ object, properties }) => object < 200 && properties['entry'] === 'unloading')
        if (bottoms) expect(Math.abs(Number(first?.properties['v20L']) + 6930)).toBeLessThan(20)
      })

test('[truth 4.6] gauges and seals silent through the visit of a station: no loss and no broken seal when they are back', () => {
  const day = gaugesSilent(loaded().drivesTo(90).waits(120), true)
  const darkFrom = day.at
  unloads(day.waits(200)).drivesTo(95)
  const darkTo = day.at
  gaugesSilent(day, false).drivesTo(100).waits(1200)
  const readings = day.readings.map((reading) => (reading.at > darkFrom && reading.at <= darkTo ? { ...reading, probes: [] } : reading))
  const run = runDay(readings, aTruck())
  expect(run.alarmTypes.filter((type) => type === 202 || type === 320 || type === 322)).toEqual([])
})

test('[truth 4.6] seals that counted on while they were silent elsewhere are broken', () => {
  const day = loaded().waits(300)
  const darkFrom = day.at
  day.waits(600).opens(1, 0, 2).waits(60).closes(1, 0, 2).waits(600)
  const readings = day.readings.map((reading) => (reading.at > darkFrom && reading.at < day.at ? { ...reading, probes: [] } : reading))
  const run = runDay([...readings, ...day.drivesTo(60).waits(700).readings.slice(readings.length)], aTruck())
  expect(run.alarmsOf(320)).toHaveLength(1)
})

test('[truth 4.6] a compartment whose outlet stayed shut at the station is not delivered: what it lacks later is a loss', () => {
  const day = gaugesSilent(loaded().drivesTo(90).waits(240), true)
  for (const compartment of [1, 2]) day.opens(compartment, 0, 2).waits(20).flows(compartment, -7000, 500)
  day.waits(200).shuts().waits(300).drivesTo(100)
  expect(runDay(day.readings, aTruck()).state.process.state).toBe(11)
  gaugesSilent(day.flows(3, -3000, 600), false).waits(900)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(202).map(({ properties }) => properties['compartment'])).toEqual([3])
  expect(Math.abs(Number(run.alarmsOf(202)[0]?.properties['loss']) - 2970)).toBeLessThan(40)
})

test('[truth 4.6] a state that is restored while the gauges are silent goes on to the same facts', () => {
  const context = aTruck()
  const day = gaugesSilent(loaded(), true).drivesTo(90).waits(240)
  const from = day.readings.length
  const { readings } = gaugesSilent(unloads(day).drivesTo(95), false).drivesTo(100).waits(600)
  expectSameOnceRestored(readings, context, { from, every: 17, ahead: 40 })
})
