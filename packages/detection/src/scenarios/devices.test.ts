import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const onTheRoad = () => aDay().waits(300).loads([7700, 7700, 6000], 60).drivesTo(20)

test('[4.4-09] positions without gauges and seals for a quarter of an hour, with a load aboard, are a console interrupt until they speak again', () => {
  const day = onTheRoad()
  const silentFrom = day.at
  day.drivesFor(1500, 60)
  const silentTo = day.at
  day.drivesFor(60, 60)
  const readings = day.readings.map((reading) =>
    reading.at > silentFrom && reading.at <= silentTo ? { ...reading, compartments: [], probes: [] } : reading,
  )
  const [alarm, ...others] = runDay(readings, aTruck()).alarmsOf(214)
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ startedAt: silentFrom + 900_000, endedAt: silentTo + 10_000, grade: 'red' })
  const empty = aDay().waits(60)
  const before = empty.at
  const still = empty
    .drivesFor(1500, 60)
    .readings.map((reading) => (reading.at > before ? { ...reading, compartments: [], probes: [] } : reading))
  expect(runDay(still, aTruck()).alarmsOf(214)).toEqual([])
})

test('[4.4-12] the shutdown of the controller is 311 with remark 2, that of the console with remark 1', () => {
  const day = onTheRoad().says('controller-shut-down').waits(120).says('controller-started').waits(30)
  day.says('console-shut-down').waits(120)
  expect(runDay(day.readings, aTruck()).alarmsOf(311)).toMatchObject([
    { remark2: '2', object: 2, grade: 'red', properties: { device: 'controller', announced: true } },
    { remark2: '1', object: 1, endedAt: null, properties: { device: 'console' } },
  ])
})

test('[4.4-12] a console that starts after a silence had shut down, though it never said so; after a short one it had not', () => {
  const day = onTheRoad().waits(60).skips(900).says('console-started').waits(60)
  const [alarm, ...others] = runDay(day.readings, aTruck()).alarmsOf(311)
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ remark2: '1', properties: { announced: false } })
  expect(alarm?.endedAt).toBe(alarm?.startedAt)
  const short = onTheRoad().waits(60).skips(120).says('console-started').waits(60)
  expect(runDay(short.readings, aTruck()).alarmsOf(311)).toEqual([])
})

test('[9-12] a power cut counts by its seconds or by the metres that the truck moved without supply', () => {
  const cut = (seconds: number, kmh: number) =>
    runDay(onTheRoad().power(0).drivesFor(seconds, kmh).power(27).drivesFor(60, kmh).readings, aTruck())
  expect(cut(50, 6).alarmTypes).toEqual([])
  expect(cut(90, 6).alarmTypes).toEqual([323])
  const [fast] = cut(30, 60).recordsOf('power-cut')
  expect(Number(fast?.properties['distanceM'])).toBeGreaterThan(200)
  expect(cut(30, 60).alarmTypes).toEqual([323])
})

test('a supply below 21 V for a minute with the engine on is under-voltage, and ends a volt higher', () => {
  const day = onTheRoad().power(20.5).drivesFor(50, 60)
  expect(runDay(day.readings, aTruck()).alarmTypes).toEqual([])
  day.drivesFor(40, 60).power(21.5).drivesFor(120, 60)
  expect(runDay(day.readings, aTruck()).alarmsOf(324)).toMatchObject([{ endedAt: null, grade: 'yellow', properties: { limitV: 21 } }])
  day.power(22).drivesFor(120, 60)
  expect(runDay(day.readings, aTruck()).alarmsOf(324)[0]?.endedAt).not.toBeNull()
})

test('cause 24: what rises by 200 L outside every depot is an abnormal loading, 150 L are none', () => {
  const day = onTheRoad().waits(300).flows(3, 150, 300).waits(300)
  expect(runDay(day.readings, aTruck()).alarmsOf(321)).toEqual([])
  const [alarm] = runDay(day.flows(3, 120, 300).waits(300).readings, aTruck()).alarmsOf(321)
  expect(alarm).toMatchObject({ object: 3, grade: 'red', properties: { kind: 'outside-depot', cause: '24' } })
  expect(Math.abs(Number(alarm?.properties['roseL']) - 270)).toBeLessThan(20)
})

test('[4.4-11] a bottom that stays wet in an empty compartment, and one dry under a load with its valve open, are seal faults', () => {
  const wet = aDay().waits(60).probe(1, 3, {}).waits(30)
  const long = wet.readings.length
  wet.waits(2400)
  // The terminal reports wet independent of the compartment's volume.
  const readings = wet.readings.map((reading, i) =>
    i < long
      ? reading
      : {
          ...reading,
          probes: reading.probes.map((probe) => (probe.compartment === 1 && probe.type === 3 ? { ...probe, wet: true } : probe)),
        },
  )
  expect(runDay(readings, aTruck()).alarmsOf(211)).toMatchObject([{ object: 103, properties: { fault: 'long-wet' } }])
  const dry = aDay().waits(60).loads([7700, 0, 0], 60).opens(1, 2).waits(2400).readings
  const never = dry.map((reading) => ({ ...reading, probes: reading.probes.map((probe) => ({ ...probe, wet: false })) }))
  expect(runDay(never, aTruck()).alarmsOf(211)).toMatchObject([{ object: 103, properties: { fault: 'long-dry' } }])
})

test('a housing that opens is a seal break: black with a load, red without, ended when it is shut', () => {
  const broken = (day: ReturnType<typeof aDay>) =>
    runDay(day.has(0, 23).waits(60).opens(0, 23).waits(60).closes(0, 23).waits(60).readings, aTruck())
  const [loaded] = broken(onTheRoad()).alarmsOf(320)
  expect(loaded).toMatchObject({ grade: 'black', properties: { reason: 'housing' } })
  expect(loaded?.endedAt).not.toBeNull()
  expect(broken(aDay().stands(30).waits(60)).alarmsOf(320)).toMatchObject([{ grade: 'red' }])
})

test('[2.7-01] a cut antenna is an alarm once its bit is set for half a minute; bits of other alarms and short ones are none', () => {
  const antennaOpen = 1 << 5
  const overspeedWarning = 1 << 13
  const faults = (bits: number, seconds: number) =>
    runDay(onTheRoad().alarmBits(bits).drivesFor(seconds, 60).alarmBits(0).drivesFor(120, 60).readings, aTruck()).alarmsOf(334)
  expect(faults(antennaOpen, 20)).toEqual([])
  expect(faults(overspeedWarning, 120)).toEqual([])
  const [fault, ...others] = faults(antennaOpen, 90)
  expect(others).toEqual([])
  expect(fault).toMatchObject({ grade: 'yellow', properties: { fault: 'antenna-open', loaded: true } })
  expect((fault?.endedAt ?? 0) - (fault?.startedAt ?? 0)).toBe(90_000)
  // Two at a time are two alarms.
  expect(faults(antennaOpen | (1 << 11), 60).map(({ properties }) => properties['fault'])).toEqual(['antenna-open', 'camera'])
})

test('[2.7-01] a fault that flickers within a minute is one alarm, after a longer pause it is another', () => {
  const flickering = (pauseS: number) => {
    const day = onTheRoad()
      .alarmBits(1 << 4)
      .drivesFor(60, 60)
      .alarmBits(0)
      .drivesFor(pauseS, 60)
    return runDay(
      day
        .alarmBits(1 << 4)
        .drivesFor(60, 60)
        .alarmBits(0)
        .drivesFor(120, 60).readings,
      aTruck(),
    ).alarmsOf(334)
  }
  expect(flickering(40)).toHaveLength(1)
  expect(flickering(100)).toHaveLength(2)
})
