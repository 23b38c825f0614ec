import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const onTheRoad = (seed = 1) => aDay(seed).waits(300).loads(full, 60)
const kinds = (run: ReturnType<typeof runDay>, type: number): unknown[] => run.alarmsOf(type).map(({ properties }) => properties['kind'])

test('the cover journal has one row for each change of each probe', () => {
  const day = onTheRoad().drivesTo(30).waits(240)
  const before = runDay(day.readings, aTruck()).recordsOf('seal-change').length
  day.opens(1, 0).waits(40).closes(1, 0).waits(40)
  const rows = runDay(day.readings, aTruck()).recordsOf('seal-change').slice(before)
  expect(rows.map(({ object, properties }) => [object, properties['action']])).toEqual([
    [100, 'opened'],
    [100, 'closed'],
  ])
  expect(rows[0]?.properties).toMatchObject({ probeType: 0, compartment: 1, processState: 6, sealCount: 9, loaded: true, resent: false })
  expect(Number(rows[0]?.properties['volumeL'])).toBeGreaterThan(7600)
})

test('[3.10-01] an unsealing record has times, places, levels, volumes, temperatures, states, speed, direction, altitude and seal counts', () => {
  const day = onTheRoad().drivesTo(30).waits(240).opens(1, 0).waits(40).closes(1, 0).waits(400)
  const [row] = runDay(day.readings, aTruck()).recordsOf('cover').slice(-1)
  expect(row?.endedAt).toBe(Number(row?.startedAt) + 40_000)
  expect(row?.place).toMatchObject({ headingDeg: 90, speedKmh: 0 })
  expect(row?.properties).toMatchObject({
    probeType: 0,
    processState: 6,
    loaded: true,
    altitudeM: 5,
    openedSpeedKmh: 0,
    judge: 'abnormal',
    placeKind: 'elsewhere',
    sealCountBefore: 9,
    sealCountAfter: 9,
    temperatureBeforeC: 28,
    temperatureAfterC: 28,
    movedOpen: false,
    movedM: 0,
  })
  for (const name of ['levelBeforeMm', 'levelAfterMm', 'volumeBeforeL', 'volumeAfterL', 'v20BeforeL', 'v20AfterL']) {
    expect(Number(row?.properties[name]), name).toBeGreaterThan(1000)
  }
  expect(row?.properties['endPlace']).toMatchObject({ headingDeg: 90 })
})

test('a cover in the depot is normal at once when it was judged, and pending before', () => {
  const day = aDay().waits(300).opens(1, 0).waits(30)
  const judges = (): unknown[] =>
    runDay(day.readings, aTruck()).facts.flatMap((fact) =>
      fact.is === 'record' && fact.kind === 'cover' ? [fact.properties['judge']] : [],
    )
  expect(judges()).toEqual(['pending', 'normal'])
})

test('a cover that stands open while the loaded truck moves is used open, with its metres', () => {
  const day = onTheRoad().opens(1, 1).waits(60).drivesTo(5).waits(120).closes(1, 1).waits(100)
  const [row] = runDay(day.readings, aTruck()).recordsOf('cover').slice(-1)
  expect(row?.properties).toMatchObject({ probeType: 1, movedOpen: true })
  expect(Math.abs(Number(row?.properties['movedM']) - 5000)).toBeLessThan(400)
})

test('[4.4-11] a box door opened on the road is 210, its record abnormal; at a station it is normal', () => {
  const day = onTheRoad().has(0, 13).has(0, 31).drivesTo(30).waits(240).opens(0, 13).waits(60).closes(0, 13).waits(60)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([210])
  expect(run.recordsOf('cover').find(({ object }) => object === 13)?.properties).toMatchObject({ judge: 'abnormal' })
  day.drivesTo(90).waits(120).opens(0, 31).waits(60).closes(0, 31).waits(60)
  const later = runDay(day.readings, aTruck())
  expect(later.alarmTypes).toEqual([210])
  expect(later.recordsOf('cover').find(({ object }) => object === 31)?.properties).toMatchObject({ judge: 'normal' })
})

test('valves: an open bottom valve on the road with a load is abnormal, an emergency cut during unloading is by the button', () => {
  const day = onTheRoad().has(1, 12).has(0, 30).drivesTo(30).waits(120).opens(1, 12).waits(30).closes(1, 12).waits(30)
  const [open] = runDay(day.readings, aTruck()).recordsOf('valve')
  expect(open).toMatchObject({ object: 112, properties: { action: 'opened', judge: 'abnormal', loaded: true, reason: 'unknown' } })
  expect(open?.endedAt).toBe(Number(open?.startedAt) + 30_000)
  const station = onTheRoad()
    .has(0, 30)
    .drivesTo(90)
    .waits(120)
    .opens(1, 0, 2)
    .flows(1, -2000, 500)
    .opens(0, 30)
    .waits(40)
    .closes(0, 30)
    .waits(40)
  const [cut] = runDay(station.readings, aTruck()).recordsOf('valve')
  expect(cut).toMatchObject({ object: 30, properties: { action: 'cut', reason: 'button', judge: 'normal' } })
})

test('a transfer from compartment to compartment is neither loading, nor discharge, nor loss', () => {
  const day = aDay().waits(300).loads([7700, 3000, 6000], 60).drivesTo(30).waits(300).transfers(1, 2, 1200, 300).waits(400)
  const run = runDay(day.readings, aTruck())
  const moved = run.recordsOf('operation').filter(({ properties }) => properties['opKind'] === 'transfer')
  expect(moved.map(({ object, properties }) => [object, properties['transferWith'], properties['judge']])).toEqual([
    [1, 2, 'abnormal'],
    [2, 1, 'abnormal'],
  ])
  expect(run.alarmTypes).toEqual([])
  day.drivesTo(90).waits(120).opens(1, 0).waits(60)
  const trip = runDay(day.readings, aTruck()).recordsOf('trip')[0]
  expect(Math.abs(Number(trip?.properties['transitLossV20L']))).toBeLessThan(40)
})

test('what is drained beside a transfer is still a drain', () => {
  const day = aDay()
    .waits(300)
    .loads([7700, 3000, 6000], 60)
    .drivesTo(30)
    .waits(300)
    .transfers(1, 2, 600, 300)
    .flows(1, -90, 200)
    .waits(500)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(322).map(({ object }) => object)).toEqual([1])
  expect(run.recordsOf('operation').filter(({ properties }) => properties['opKind'] === 'transfer')).toHaveLength(2)
})

test('a surface that swings from the road is no transfer, and hides no drain that began before it came to rest', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const day = onTheRoad(seed).roughRoad(60).drivesTo(20).waits(400).drivesTo(30).waits(30).flows(2, -100, 200).waits(500)
    const run = runDay(day.readings, aTruck())
    expect(run.recordsOf('operation').filter(({ properties }) => properties['opKind'] === 'transfer')).toEqual([])
    expect(run.alarms.filter(({ type }) => type === 322 || type === 202).map(({ object }) => object)).toEqual([2])
  }
})

test('within an unloading a hose tapped off is a drop of the rate, a rest is a stop', () => {
  const day = onTheRoad().drivesTo(90).waits(120).opens(1, 0, 2).waits(20)
  day.flows(1, -2500, 500).flows(1, -1000, 250).waits(80).flows(1, -1500, 250).waits(300)
  const steps = runDay(day.readings, aTruck()).recordsOf('flow-step')
  expect(steps.map(({ properties }) => properties['step'])).toEqual(['drop', 'stop'])
  expect(Math.abs(Number(steps[0]?.properties['rateLpm']) - 250)).toBeLessThan(30)
  expect(Math.abs(Number(steps[0]?.properties['beforeLpm']) - 500)).toBeLessThan(30)
})

test('a steady unloading has no step', () => {
  const day = onTheRoad().drivesTo(90).waits(120).unloads([0, 0, 0], 60).waits(600)
  expect(
    runDay(day.readings, aTruck())
      .recordsOf('flow-step')
      .filter(({ properties }) => properties['step'] !== 'drop'),
  ).toEqual([])
})

test('a product change says by whom, and how much of the old product was still there', () => {
  const day = aDay().waits(120).gauge(1, { oilCode: 95 }).waits(20).says('product-changed', 2).gauge(2, { oilCode: 0 }).waits(20)
  day.flows(3, 300, 600).gauge(3, { oilCode: 0 }).waits(20)
  const rows = runDay(day.readings, aTruck()).recordsOf('product-change')
  expect(rows.map(({ properties }) => [properties['newOilCode'], properties['by'], properties['mixRisk']])).toEqual([
    [95, 'platform', 'none'],
    [0, 'console', 'none'],
    [0, 'platform', 'high'],
  ])
})

test('device events keep cards, housings and dead probes', () => {
  const day = aDay().stands(20).has(1, 23).waits(60).says('repair-card', 77).waits(20).opens(1, 23).waits(30).closes(1, 23).waits(30)
  day.probe(2, 0, { answering: false }).waits(20)
  const events = runDay(day.readings, aTruck())
    .recordsOf('device-event')
    .map(({ properties }) => properties['event'])
  expect(events).toEqual(['repair-card', 'housing-opened', 'housing-closed', 'probe-lost'])
})

test('a gauge with a fault code, one that is silent and one whose float hangs are device alarms, and end', () => {
  const day = onTheRoad().roughRoad(30).drivesTo(10).gauge(1, { fault: 2 }).drivesFor(120, 50).gauge(1, { fault: 0 }).drivesFor(400, 50)
  expect(kinds(runDay(day.readings, aTruck()), 329)).toEqual(['fault-code'])
  expect(runDay(day.readings, aTruck()).alarmsOf(329)[0]?.endedAt).not.toBeNull()
  const silent = onTheRoad().drivesTo(10).gauge(2, { silent: true }).drivesFor(720, 50)
  expect(kinds(runDay(silent.readings, aTruck()), 329)).toEqual(['silent'])
  const stuck = onTheRoad().roughRoad(30).drivesTo(10).gauge(3, { heldMm: 900 }).drivesFor(1500, 50)
  expect(
    runDay(stuck.readings, aTruck())
      .alarmsOf(329)
      .map(({ object }) => object),
  ).toContain(302)
})

test('a level that jumps, too much tilt and a compartment beyond 97 per cent are device alarms', () => {
  const jumps = onTheRoad().drivesTo(10).waits(300).gauge(1, { offsetMm: -400 }).now(10).gauge(1, { offsetMm: 0 }).waits(60)
  expect(kinds(runDay(jumps.readings, aTruck()), 329)).toEqual(['level-jump'])
  const tilted = onTheRoad().drivesTo(10).tilts(6).waits(200)
  expect(kinds(runDay(tilted.readings, aTruck()), 329)).toEqual(['tilt'])
  const over = aDay().waits(300).loads([7850, 5000, 5000], 60).waits(120)
  const run = runDay(over.readings, aTruck())
  expect(kinds(run, 329)).toEqual(['overfill'])
  expect(kinds(run, 321)).toEqual(['over-fill'])
})

test('vapour pressure beyond its limits is 326 while it lasts, with its extreme', () => {
  const day = aDay()
    .stands(20)
    .air(25, 50, 101.3)
    .waits(60)
    .air(25, 50, 123)
    .waits(20)
    .air(25, 50, 126)
    .waits(40)
    .air(25, 50, 101)
    .waits(60)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([326])
  expect(run.alarmsOf(326)[0]?.properties).toMatchObject({ kind: 'over', limit: 20 })
  expect(Number(run.alarmsOf(326)[0]?.properties['extreme'])).toBeCloseTo(24.68, 1)
  expect(run.recordsOf('pressure')[0]?.endedAt).not.toBeNull()
  const under = aDay().stands(20).air(25, 50, 97).waits(60)
  expect(kinds(runDay(under.readings, aTruck()), 326)).toEqual(['under'])
})

test('a hot cabinet is 327 after three minutes, a damp one after half an hour', () => {
  const hot = aDay().stands(20).air(65, 50, 101.3).waits(170)
  expect(runDay(hot.readings, aTruck()).alarmTypes).toEqual([])
  hot.waits(30).air(40, 50, 101.3).waits(300)
  const run = runDay(hot.readings, aTruck())
  expect(kinds(run, 327)).toEqual(['hot'])
  expect(run.recordsOf('temperature-humidity')[0]?.endedAt).not.toBeNull()
  const damp = aDay().stands(20).air(25, 95, 101.3).waits(1700)
  expect(runDay(damp.readings, aTruck()).alarmTypes).toEqual([])
  expect(kinds(runDay(damp.waits(200).readings, aTruck()), 327)).toEqual(['humid'])
})

const meter = { meter: 1, oilCode: 92, mode: 1, answering: true, totalL: 0, temperatureC: 28, flowLpm: 500, receipt: 41 }

test('a metered delivery is one row a receipt, held against the gauges', () => {
  const day = onTheRoad().drivesTo(90).waits(120).opens(1, 0, 2).waits(20)
  for (let litres = 0; litres <= 2000; litres += 250) {
    day.metered({ ...meter, deliveryL: litres, deliveryV20L: litres * 0.99, deliveryKg: litres * 0.728, totalL: 50_000 + litres })
    if (litres === 0) day.waits(10)
    if (litres < 2000) day.flows(1, -250, 500)
  }
  day
    .waits(30)
    .metered({ ...meter, mode: 0, receipt: 0, deliveryL: 0, deliveryV20L: 0, deliveryKg: 0, totalL: 52_000 })
    .waits(60)
  const [row, ...others] = runDay(day.readings, aTruck()).recordsOf('meter-delivery')
  expect(others).toEqual([])
  expect(row?.properties).toMatchObject({ meter: 1, receipt: 41, rawL: 2000, v20L: 1980, massKg: 1456, valid: true })
  expect(Math.abs(Number(row?.properties['differenceL']))).toBeLessThan(20)
})

test('[4.4-10] a coupling whose sensor stands at its threshold for five minutes is 209, and ends', () => {
  const day = aDay().waits(60).probe(1, 0, { uncertain: true }).waits(400)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(209)).toMatchObject([{ object: 100, endedAt: null }])
  day.probe(1, 0, { uncertain: false }).waits(300)
  expect(runDay(day.readings, aTruck()).alarmsOf(209)[0]?.endedAt).not.toBeNull()
})

const delivered = () => onTheRoad().drivesTo(90).waits(120)

test('row 16: compartments that were dry for minutes before the truck leaves are no breach, however late that is noticed', () => {
  const run = runDay(delivered().unloads([0, 0, 0], 60).waits(340).shuts().drivesTo(95).readings, aTruck())
  expect(run.causes.filter((cause) => cause !== '1').slice(-2)).toEqual(['14', '16'])
  expect(run.alarmsOf(330)).toEqual([])
  expect(run.alarmsOf(213)).toHaveLength(1)
})

test('row 16: leaving before the proof has lasted a minute counts as emptied by the last reading, reported as too short', () => {
  const slip = { stops: [{ placeId: station.placeId ?? 0, compartments: [1, 2, 3] }] }
  // The last litres run out of compartment 3 just before it leaves.
  const day = delivered().unloads([0, 0, 18], 60).waits(240).flows(3, -18, 180).shuts().drivesTo(95, 80)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(run.causes.filter((cause) => cause !== '1').slice(-2)).toEqual(['14', '16'])
  expect(run.alarmsOf(330).map(({ properties }) => properties['breach'])).toEqual(['too-short'])
  expect(run.alarmsOf(213)).toHaveLength(1)
})

test('a bottom valve that opens again after the proof is reported, except in the depot', () => {
  const day = delivered()
    .unloads([0, 0, 0], 60)
    .waits(600)
    .shuts()
    .waits(60)
    .drivesTo(95)
    .waits(300)
    .opens(1, 2)
    .waits(60)
    .closes(1, 2)
    .waits(30)
  const [alarm] = runDay(day.readings, aTruck()).alarmsOf(330)
  expect(alarm?.properties).toMatchObject({ breach: 'valve-reopened', compartment: 1 })
  const home = delivered().unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(0).waits(300).opens(1, 2).waits(60)
  expect(runDay(home.readings, aTruck()).alarmsOf(330)).toEqual([])
})

test('residue lost outside every site is reported, and so is a manual proof that the gauge contradicts', () => {
  const day = delivered().unloads([90, 0, 0], 60).waits(200).shuts().waits(20).drivesTo(100).waits(400).flows(1, -60, 30).waits(400)
  const gone = runDay(day.readings, aTruck()).alarmsOf(330)
  expect(gone.map(({ properties }) => properties['breach'])).toEqual(['outside-station'])
  const manual = delivered().unloads([75, 0, 0], 60).waits(360).says('manual-empty-proof').waits(120)
  expect(
    runDay(manual.readings, aTruck())
      .alarmsOf(330)
      .map(({ properties }) => properties['breach']),
  ).toContain('residue')
})

test('water that rises by five millimetres on a trip is reported early', () => {
  const day = onTheRoad().gauge(1, { waterMm: 4 }).waits(20).drivesTo(30).gauge(1, { waterMm: 8 }).waits(300)
  expect(runDay(day.readings, aTruck()).alarmTypes).toEqual([])
  day.gauge(1, { waterMm: 9.5 }).waits(60)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([3])
  expect(run.alarmsOf(3)[0]?.properties).toMatchObject({ reason: 'rise', riseMm: 5.5 })
  day.gauge(1, { waterMm: 4 }).waits(60)
  expect(runDay(day.readings, aTruck()).alarmsOf(3)[0]?.endedAt).not.toBeNull()
})

test('the third red alarm of a truck within a day is black, and stays black when it ends', () => {
  const day = onTheRoad().has(0, 13)
  for (const km of [20, 30, 40]) day.drivesTo(km).waits(120).opens(0, 13).waits(60).closes(0, 13).waits(30)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(210).map(({ grade }) => grade)).toEqual(['red', 'red', 'black'])
  expect(run.alarmsOf(210).every(({ endedAt }) => endedAt !== null)).toBe(true)
})

test('more than thirty alarms in ten minutes are one storm; the others are recorded and do not pop up', () => {
  const day = aDay().stands(20)
  for (let probe = 1; probe <= 10; probe += 1) for (const type of [23, 24, 25, 26]) day.has(probe, type)
  day.waits(60)
  const uncertain = (is: boolean) => {
    for (let probe = 1; probe <= 10; probe += 1) for (const type of [23, 24, 25, 26]) day.probe(probe, type, { uncertain: is })
  }
  uncertain(true)
  day.waits(90).alarmBits(1).waits(60)
  const run = runDay(day.readings, aTruck())
  const live = run.alarmsOf(211).filter((alarm) => alarm.live)
  expect(run.alarmsOf(211)).toHaveLength(40)
  expect(live.length).toBeLessThanOrEqual(31)
  expect(run.alarmsOf(331)).toMatchObject([{ live: true, endedAt: null, properties: { kind: 'storm' } }])
  expect(run.alarmsOf(201)[0]?.live).toBe(true)
  uncertain(false)
  const after = runDay(day.waits(1200).readings, aTruck())
  expect(after.alarmsOf(331)[0]?.endedAt).not.toBeNull()
  expect(after.recordsOf('storm')).toHaveLength(1)
})
