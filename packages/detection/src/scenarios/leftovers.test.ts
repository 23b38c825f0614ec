import { expect, test } from 'vitest'
import { aDay, aTruck, secondStation, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const delivered = () => aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(90).waits(120)

test('[4.4-08] scenario 14: leaving with 180 L is unfinished unloading, and returning to empty it ends it', () => {
  const day = delivered().unloads([180, 0, 0], 60).waits(200).shuts().waits(20).drivesTo(95)
  const left = runDay(day.readings, aTruck())
  expect(left.states).toBe('0-1-2-5-6-7-8-9-11')
  expect(left.alarmTypes).toEqual([207])
  expect(left.alarmsOf(207)[0]?.endedAt).toBeNull()
  day.waits(60).drivesTo(90).waits(120).opens(1, 0, 2).waits(60).flows(1, -180, 200).waits(700).shuts().waits(60)
  const back = runDay(day.readings, aTruck())
  expect(back.alarmTypes).toEqual([207])
  expect(back.alarmsOf(207)[0]?.endedAt).not.toBeNull()
  expect(back.alarmsOf(213)).toHaveLength(1)
})

test('[4.4-08] scenario 14: with 120 L the truck counts as empty, not as emptied; the proof ends it', () => {
  const day = delivered().unloads([120, 0, 0], 60).waits(200).shuts().waits(20).drivesTo(95)
  const left = runDay(day.readings, aTruck())
  expect(left.states).toBe('0-1-2-5-6-7-8-9-0')
  expect(left.alarmTypes).toEqual([208])
  day.waits(60).drivesTo(90).waits(120).opens(1, 0, 2).waits(60).flows(1, -120, 200).waits(300).shuts().waits(60)
  const back = runDay(day.readings, aTruck())
  expect(back.alarmTypes).toEqual([208])
  expect(back.alarmsOf(208)[0]?.endedAt).not.toBeNull()
  expect(back.alarmsOf(213)).toHaveLength(1)
})

test('scenario 14: leaving at once with dry probes is emptied, no alarm', () => {
  const day = delivered().unloads([0, 0, 0], 60).waits(20).shuts().waits(10).drivesTo(95)
  const run = runDay(day.readings, aTruck())
  expect(run.states).toBe('0-1-2-5-6-7-8-0')
  expect(run.alarmTypes).toEqual([])
  expect(run.alarmsOf(213)).toHaveLength(1)
})

test('[4.4-08] the alarm of a residue left at the first station stays open although others are emptied at the second', () => {
  const slip = {
    stops: [
      { placeId: station.placeId ?? 0, compartments: [1] },
      { placeId: secondStation.placeId ?? 0, compartments: [2, 3] },
    ],
  }
  const day = delivered().opens(1, 0, 2).waits(20).flows(1, -7635, 500).waits(900).shuts().waits(20).drivesTo(110).waits(120)
  day.opens(2, 0, 2).opens(3, 0, 2).waits(20).flows(2, -7700, 500).flows(3, -6000, 500).waits(600).shuts().waits(60).drivesTo(115)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(run.alarmsOf(208).map(({ properties, endedAt }) => [properties['compartments'], endedAt])).toEqual([[[1], null]])
})

test('[4.4-08] the residues of two deliveries are two alarms', () => {
  const once = (day: ReturnType<typeof aDay>) =>
    day.loads([7700, 7700, 6000], 60).drivesTo(90).waits(120).unloads([90, 0, 0], 60).waits(200).shuts().waits(20).drivesTo(0).waits(400)
  const day = once(aDay().waits(300))
  expect(runDay(once(day).readings, aTruck()).alarmsOf(208)).toHaveLength(2)
})

const halfway = {
  stops: [
    { placeId: station.placeId ?? 0, compartments: [1] },
    { placeId: secondStation.placeId ?? 0, compartments: [2, 3] },
  ],
}
/** Leaves so many litres in the first compartment, waits, and drives on with the other two. */
const leavesIn = (litres: number, waitsS: number) =>
  delivered()
    .opens(1, 0, 2)
    .waits(20)
    .flows(1, litres - 7700, 500)
    .waits(waitsS)
    .shuts()
    .waits(20)
    .drivesTo(100)
const residues = (day: ReturnType<typeof aDay>, slip?: typeof halfway) =>
  runDay(day.readings, aTruck(slip === undefined ? {} : { slip })).alarmsOf(208)

test('[4.4-08] row 18: a residue in one compartment is reported though the truck leaves with others loaded, and does not wait for the proof', () => {
  for (const slip of [halfway, undefined]) {
    for (const litres of [60, 120]) {
      const run = runDay(leavesIn(litres, 200).readings, aTruck(slip === undefined ? {} : { slip }))
      expect(run.states).toMatch(/-11$/)
      const [alarm, ...others] = run.alarmsOf(208)
      expect(others).toEqual([])
      expect(alarm).toMatchObject({ endedAt: null, properties: { compartments: [1] } })
      expect(Math.abs(Number(alarm?.properties['residualL']) - litres)).toBeLessThan(12)
    }
  }
  const late = leavesIn(60, 200).readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(runDay(late, aTruck({ slip: halfway })).alarmsOf(208)).toMatchObject([{ live: false }])
})

test('[4.4-08] row 18: no residue of less than 20 L, of a dry compartment, of one for a further stop, or of a surface that was never calm', () => {
  expect(residues(leavesIn(12, 200), halfway)).toEqual([])
  expect(residues(leavesIn(0, 200), halfway)).toEqual([])
  expect(residues(leavesIn(60, 10), halfway)).toEqual([])
  const shared = {
    stops: [
      { ...halfway.stops[0], compartments: [1] },
      { ...halfway.stops[1], compartments: [1, 2, 3] },
    ],
  } as typeof halfway
  expect(residues(leavesIn(60, 200), shared)).toEqual([])
  expect(residues(leavesIn(4000, 200), halfway)).toEqual([])
})

test('[4.4-08] row 18: a bottom probe that is dry while the gauge shows a residue is an exception of the emptying, as at the last station', () => {
  const day = delivered().opens(1, 0, 2).waits(20).flows(1, -7600, 500).waits(200).shuts().probe(1, 3, { wet: false })
  const run = runDay(
    day.waits(60).drivesTo(100).readings,
    aTruck({ slip: { stops: [{ ...halfway.stops[0], compartments: [1, 2] }, halfway.stops[1]] } as typeof halfway }),
  )
  expect(run.alarmsOf(208)).toEqual([])
  expect(run.alarmsOf(330)).toMatchObject([{ properties: { compartment: 1, breach: 'residue' } }])
})

test('a residue that 208 reported and that is drained on the road, with other compartments aboard, is no second loss of product (322)', () => {
  const day = delivered().opens(1, 0, 2).waits(20).flows(1, -7600, 500).waits(400).shuts().waits(300).drivesTo(100).waits(600)
  const left = runDay(day.readings, aTruck())
  expect([left.state.process.state, left.alarmTypes]).toEqual([11, [208]])
  const run = runDay(day.flows(1, -90, 60).waits(600).readings, aTruck())
  expect(run.alarmTypes).toEqual([208, 330])
  const other = runDay(day.flows(2, -90, 60).waits(600).readings, aTruck())
  expect(other.alarmTypes.filter((type) => type !== 4)).toEqual([208, 322, 330])
})
