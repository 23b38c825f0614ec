import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** A level that falls to the bottom within one frame behind shut seals is a suspected loss; when it comes back, it was the gauge. */
const standing = () => aDay(3).waits(300).loads([700, 7000, 6000], 60).drivesTo(30).waits(600, 30)
const falls = (day: ReturnType<typeof aDay>) => day.gauge(1, { heldMm: 0 }).waits(600, 30)
const comesBack = (day: ReturnType<typeof aDay>) => day.gauge(1, { heldMm: -1 }).waits(600, 30)
const delivers = (day: ReturnType<typeof aDay>) =>
  day.drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(400).shuts().waits(300).drivesTo(95)
const lossesOf = (run: ReturnType<typeof runDay>) => run.alarmsOf(202).map(({ properties }) => properties['loss'])
const ledgerOf = (run: ReturnType<typeof runDay>, entry: string) =>
  run
    .recordsOf('ledger')
    .filter(({ object, properties }) => Math.floor(object / 100) === 1 && properties['entry'] === entry)
    .map(({ properties }) => Number(properties['v20L']))
const lineOf = (run: ReturnType<typeof runDay>) =>
  (run.recordsOf('trip-leg')[0]?.properties['lines'] as { compartment: number; transitLossV20L: number }[] | undefined)?.[0]

const ways = {
  'at the same stop': comesBack,
  'at another stop, hours later': (day: ReturnType<typeof aDay>) => comesBack(day.drivesTo(50).waits(7200, 30)),
  'while driving': (day: ReturnType<typeof aDay>) => day.drivesTo(50).gauge(1, { heldMm: -1 }).drivesTo(70).waits(300),
  'after it was silent': (day: ReturnType<typeof aDay>) =>
    comesBack(day.gauge(1, { silent: true }).waits(900, 30).gauge(1, { silent: false })),
  'just before the station': (day: ReturnType<typeof aDay>) => day.drivesTo(85).gauge(1, { heldMm: -1 }),
}
for (const [way, goesOn] of Object.entries(ways))
  test(`[truth 4.6] a level that was at the bottom and comes back ${way}: the suspected loss ends as a part of the device alarm`, () => {
    const day = falls(standing())
    const suspected = runDay(day.readings, aTruck())
    expect(suspected.alarmTypes).toEqual([202, 329])
    const run = runDay(delivers(goesOn(day)).readings, aTruck())
    const [alarm] = run.alarmsOf(202)
    expect(alarm).toMatchObject({ startedAt: suspected.alarmsOf(202)[0]?.startedAt, properties: { loss: 0, partOf: { type: 329 } } })
    expect(run.alarms.filter(({ type }) => type === 329).map(({ properties }) => properties['kind'])).toContain('level-jump')
    expect(run.alarmTypes.filter((type) => ![4, 202, 329].includes(type))).toEqual([])
    expect(run.alarmsOf(202)).toHaveLength(1)
    expect(Math.abs(Number(lineOf(run)?.transitLossV20L))).toBeLessThan(20)
    const [gone] = ledgerOf(run, 'drain')
    const [back] = ledgerOf(run, 'gauge')
    expect(Math.abs(Number(gone) + Number(back))).toBeLessThan(25)
  })

test('[truth 4.6] the litres that another compartment lost in the same minutes stay in the alarm', () => {
  const day = comesBack(falls(standing().flows(2, -400, 300).waits(300, 30)))
  const run = runDay(day.readings, aTruck())
  const [alarm] = run.alarmsOf(202)
  expect(run.alarmsOf(202)).toHaveLength(1)
  expect(Math.abs(Number(alarm?.properties['loss']) - 396)).toBeLessThan(25)
  expect(alarm?.properties['partOf']).toBeUndefined()
})

test('[truth 4.6] a compartment that was emptied and is filled again in the depot stays a loss', () => {
  const day = falls(standing()).drivesTo(0).gauge(1, { heldMm: -1 }).flows(1, -700, 6000)
  day.waits(300).opens(1, 0).waits(20).flows(1, 700, 800).waits(200).closes(1, 0).waits(120)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(202)[0]?.properties['partOf']).toBeUndefined()
  expect(Number(lossesOf(run)[0])).toBeGreaterThan(600)
})

test('[truth 4.6] a state that is restored between the fall and the return goes on to the same facts', () => {
  const context = aTruck()
  const day = falls(standing())
  const from = day.readings.length
  const { readings } = delivers(comesBack(day.drivesTo(50).waits(1800, 30)))
  expectSameOnceRestored(readings, context, { from, to: from + 260, every: 13, ahead: 40 })
})
