import type { CompartmentTable } from '@tanker/domain/tank/platform-volume'
import type { CompartmentReading, Reading } from '@tanker/domain/reading'
import { ellipticTable } from '@tanker/domain/tank/tank-table'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { countedGauges } from '../gauges/volume-basis.ts'
import { Moment } from '../moment.ts'
import { aDay, aTruck, capacityL, tank } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** The tank as it is, times a factor: a table that someone calibrated wrong, or again. */
function tableOf(key: number, factor = 1, fromAt = 0): CompartmentTable {
  const { levelsMm, volumesL } = ellipticTable(tank, 10)
  return { key, serial: `T${key}`, fromAt, pipeL: 0, table: { levelsMm, volumesL: volumesL.map((litres) => litres * factor) } }
}

const gauge = {
  zeroMm: 0,
  lowLevelMm: 0,
  lowLevelCompMm: 0,
  offsets: [],
  floatKgM2: 0,
  floatCalibrationKgM3: 840,
  rod: { xMm: 0, yMm: 0 },
  waterBlindMm: 0,
}

const truckWith = (tables: readonly CompartmentTable[], changes: Partial<TruckContext> = {}): TruckContext =>
  aTruck({
    compartments: [1, 2, 3].map((compartment) => ({ compartment, capacityL, oilCode: 92, blindLevelMm: 40, gauge, tables })),
    ...changes,
  })
const platform = { volumeSource: 'platform' } as const

/** What a console sends that measures with a table `factor` times the right one, from a time on. */
const wrongBy = (readings: readonly Reading[], factor: number, from = 0): Reading[] =>
  readings.map((reading) =>
    reading.at < from
      ? reading
      : {
          ...reading,
          compartments: reading.compartments.map((one) => ({ ...one, volumeL: one.volumeL * factor, v20L: one.v20L * factor })),
        },
  )

const trouble = (run: ReturnType<typeof runDay>) => run.alarmsOf(329).filter(({ properties }) => properties['kind'] === 'volume-differs')
const loadedL = (run: ReturnType<typeof runDay>, compartment: number): number =>
  Number(run.recordsOf('operation').find(({ object }) => object === compartment)?.properties['endVolumeL'])

const aDelivery = () => aDay().gaugeNoise(0).waits(300).loads([7700, 7700, 5000], 60).waits(900).drivesTo(90).waits(900)

test('[truth 5] a console whose table is 3 ‰ wrong is named, and its litres are wrong unless the platform computes them', () => {
  const readings = wrongBy(aDelivery().readings, 0.997)
  const byConsole = runDay(readings, truckWith([tableOf(11)]))
  expect(loadedL(byConsole, 1)).toBeCloseTo(7676.9, 1)
  const [first, second, ...others] = trouble(byConsole)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    object: 107,
    grade: 'yellow',
    endedAt: null,
    properties: { compartment: 1, kind: 'volume-differs', consoleL: 7676.9, limit: 20, tableSerial: 'T11', volumeSource: 'console' },
  })
  expect(Number(first?.properties['platformL'])).toBeCloseTo(7700, 0)
  expect(Number(first?.properties['value'])).toBeCloseTo(23.1, 0)
  // 3 ‰ of 5000 L are 15 L: not more than the computation may err by.
  expect(second?.object).toBe(207)

  const byPlatform = runDay(readings, truckWith([tableOf(11)], platform))
  expect(Math.abs(loadedL(byPlatform, 1) - 7700)).toBeLessThan(0.5)
  expect(trouble(byPlatform).map(({ object, properties }) => [object, properties['volumeSource']])).toEqual([
    [107, 'platform'],
    [207, 'platform'],
  ])
  for (const [run, source] of [
    [byConsole, 'console'],
    [byPlatform, 'platform'],
  ] as const) {
    expect(run.recordsOf('operation')[0]?.properties['volumeSource']).toBe(source)
    expect(run.recordsOf('ledger')[0]?.properties['volumeSource']).toBe(source)
    expect(run.recordsOf('trip')[0]?.properties['lines']).toMatchObject([
      { volumeSource: source },
      { volumeSource: source },
      { volumeSource: source },
    ])
  }
})

test('[truth 5] a console that goes over to a wrong table on the road restates the litres aboard and loses none; nor does the platform', () => {
  const day = aDay().gaugeNoise(0).waits(300).loads([7700, 7700, 5000], 60).waits(900).drivesTo(45)
  const onTheRoad = day.at
  const changed = wrongBy(day.drivesTo(90).waits(900).unloads([0, 0, 0], 60).waits(600).readings, 0.99, onTheRoad)
  const lossOf = (truck: TruckContext) => Number(runDay(changed, truck).recordsOf('trip')[0]?.properties['transitLossV20L'])
  for (const truck of [truckWith([tableOf(11)]), truckWith([tableOf(11)], platform)]) expect(Math.abs(lossOf(truck))).toBeLessThan(1)
  const entries = runDay(changed, truckWith([tableOf(11)]))
    .recordsOf('ledger')
    .map(({ properties }) => properties)
  // A hundredth of what each compartment holds.
  const restated = entries.filter(({ entry }) => entry === 'restated').map(({ volumeL }) => Math.round(Number(volumeL)))
  expect(restated).toEqual([-77, -77, -50])
})

test('[truth 5] both agree: nothing is said; the limit is 20 L, and more than 4 sigmas of the computation', () => {
  const full = aDay().gaugeNoise(0).holds(7700, 7700, 0).waits(1800)
  const saidAt = (factor: number, thresholds = {}) => {
    const truck = truckWith([tableOf(11)])
    return trouble(runDay(wrongBy(full.readings, factor), { ...truck, thresholds: { ...truck.thresholds, ...thresholds } })).length
  }
  expect(saidAt(1)).toBe(0)
  expect(saidAt(1 - 19 / 7700)).toBe(0)
  expect(saidAt(1 - 21 / 7700)).toBe(2)
  expect(saidAt(1 + 21 / 7700)).toBe(2)
  expect(saidAt(1 - 21 / 7700, { volumeDisagreesL: 25 })).toBe(0)
  // With a tilt of which 3 mm remain, 4 sigmas are more than 20 L.
  expect(saidAt(1 - 21 / 7700, { tiltSigmaMm: 3 })).toBe(0)
})

test('[truth 5] a difference of less than ten minutes, one while product flows and one on the road are none; it ends when they agree', () => {
  const day = aDay().gaugeNoise(0).holds(7700, 0, 0).waits(300)
  const from = day.at + 1
  expect(trouble(runDay(wrongBy(day.waits(400).readings, 0.99, from), truckWith([tableOf(11)])))).toEqual([])

  const flowing = aDay().gaugeNoise(0).waits(300).opens(1, 0).waits(20).flows(1, 7700, 600)
  expect(trouble(runDay(wrongBy(flowing.readings, 0.99), truckWith([tableOf(11)])))).toEqual([])
  const driving = aDay().holds(7700, 7700, 0).waits(20).drivesTo(40)
  expect(trouble(runDay(wrongBy(driving.readings, 0.99), truckWith([tableOf(11)])))).toEqual([])

  const mended = day.waits(1200).at
  const readings = wrongBy(day.waits(1800).readings, 0.99).map((reading, i) =>
    reading.at > mended ? (day.readings[i] as Reading) : reading,
  )
  const [alarm, ...others] = trouble(runDay(readings, truckWith([tableOf(11)])))
  expect(others).toEqual([])
  expect(alarm?.endedAt).toBeGreaterThan(mended)
  expect(alarm?.endedAt).toBeLessThanOrEqual(mended + 180_000)
})

test('[truth 5] a table that was sent and that the console does not use is noticed from its day on', () => {
  const day = aDay().gaugeNoise(0).holds(7700, 7700, 6000).waits(1800)
  const from = day.at
  const run = runDay(day.waits(1800).readings, truckWith([tableOf(11), tableOf(12, 1.01, from)]))
  const found = trouble(run)
  expect(found.map(({ object }) => object)).toEqual([107, 207, 307])
  expect(found[0]?.startedAt).toBeGreaterThanOrEqual(from)
  expect(found[0]).toMatchObject({ properties: { tableSerial: 'T12', tableFrom: new Date(from).toISOString() } })
})

test('[truth 5] another table in the middle of the day is no loading, no theft and no loss; the ledger says by how much it differs', () => {
  const day = aDelivery()
  const at = day.at
  const { readings } = day.waits(1200).unloads([0, 0, 0], 60).waits(600).shuts().waits(300)
  const truck = truckWith([tableOf(11), tableOf(12, 1.01, at)], platform)
  const run = runDay(readings, truck)
  const plain = runDay(readings, truckWith([tableOf(11)], platform))
  expect(run.alarmTypes.filter((type) => type !== 329)).toEqual(plain.alarmTypes)
  const restated = run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'restated')
  expect(restated.map(({ object }) => object)).toEqual([159, 259, 359])
  expect(Number(restated[0]?.properties['volumeL'])).toBeCloseTo(77, 0)
  expect(run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'unexplained')).toEqual([])
  // What was loaded stays by the table of then, what is unloaded counts by the new one.
  expect(loadedL(run, 1)).toBeCloseTo(loadedL(plain, 1), 2)
  const unloaded = run.recordsOf('operation').find(({ object, properties }) => object === 1 && properties['direction'] === 'unloading')
  expect(Number(unloaded?.properties['startVolumeL'])).toBeCloseTo(7777, 0)
  const [trip] = run.recordsOf('trip')
  expect(Math.abs(Number(trip?.properties['transitLossV20L']))).toBeLessThan(1)
})

test('[truth 5] a truck that goes over to the platform, or back, loses and gains nothing by it', () => {
  const day = aDelivery()
  const at = day.at
  const readings = wrongBy(day.waits(1800).readings, 0.99)
  for (const volumeSource of ['platform', 'console'] as const) {
    const formerVolumeSources = [{ source: volumeSource === 'platform' ? ('console' as const) : ('platform' as const), untilAt: at }]
    const run = runDay(readings, truckWith([tableOf(11)], { volumeSource, formerVolumeSources }))
    const other = volumeSource === 'platform' ? 0.99 : 1
    expect(loadedL(run, 1)).toBeCloseTo(7700 * other, 0)
    expect(run.state.gauges[0]?.volumeL).toBeCloseTo(7700 * (volumeSource === 'platform' ? 1 : 0.99), 0)
    expect(run.alarmTypes.filter((type) => type !== 329)).toEqual([])
    expect(run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'unexplained')).toEqual([])
  }
})

test('[truth 5] a source that was changed and changed back counts for the time between only', () => {
  const day = aDelivery()
  const [platformFrom, consoleFrom] = [day.at, day.waits(1800).at]
  const readings = wrongBy(day.waits(1800).readings, 0.99)
  const context = truckWith([tableOf(11)], {
    volumeSource: 'console',
    formerVolumeSources: [
      { source: 'console', untilAt: platformFrom },
      { source: 'platform', untilAt: consoleFrom },
    ],
  })
  const run = runDay(readings, context)
  expect(loadedL(run, 1)).toBeCloseTo(7700 * 0.99, 0)
  expect(run.state.gauges[0]?.volumeL).toBeCloseTo(7700 * 0.99, 0)
  expect(
    runDay(
      readings.filter(({ at }) => at < consoleFrom),
      context,
    ).state.gauges[0]?.volumeL,
  ).toBeCloseTo(7700, 0)
  expect(run.alarmTypes.filter((type) => type !== 329)).toEqual([])
  expect(run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'unexplained')).toEqual([])
})

test('[truth 5] replayed days use the tank table of their time, and a state restored at any point leads to the same litres', () => {
  const day = aDelivery()
  const at = day.at
  const { readings } = day.waits(1200)
  const truck = truckWith([tableOf(11), tableOf(12, 1.01, at)], platform)
  const live = runDay(readings, truck)
  const late = runDay(
    readings.map((reading) => ({ ...reading, receivedAt: reading.at + 5 * 86_400_000 })),
    truck,
  )
  expect(loadedL(late, 1)).toBe(loadedL(live, 1))
  expect(loadedL(late, 1)).toBeCloseTo(7700, 0)
  for (const cut of [200, readings.length - 118, readings.length - 20]) {
    const before = readings.slice(0, cut)
    const state = createTruckState()
    for (const reading of before) step(state, reading, truck)
    const restored = restoreTruckState(encodeTruckState(state), before.slice(-90), truck)
    for (const reading of readings.slice(cut)) step(restored, reading, truck)
    expect(restored.gauges[0]?.tableKey).toBe(12)
    expect(restored.gauges[0]?.calm.volumeL).toBeCloseTo(live.state.gauges[0]?.calm.volumeL ?? 0, 1)
  }
})

test('[truth 5] the way of computing: 0 leaves the console its word, 5 takes V20 by the VCF, each row says which', () => {
  const readings = wrongBy(aDelivery().readings, 0.99)
  const by = (volCalcMode: number) => {
    const truck = truckWith([tableOf(11)], platform)
    const run = runDay(readings, { ...truck, thresholds: { ...truck.thresholds, volCalcMode } })
    const [operation] = run.recordsOf('operation')
    return [loadedL(run, 1), operation?.properties['endV20L'], operation?.properties['v20Method'], operation?.properties['volumeSource']]
  }
  expect(by(0)).toEqual([7623, 7546.77, 'device', 'console'])
  const [vt, v20, method, source] = by(5)
  expect([method, source]).toEqual(['vcf', 'platform'])
  // B.2: 735 kg/m³ at 28 °C.
  expect(Number(v20)).toBeCloseTo(Number(vt) * 0.9900621, 1)
  expect(by(4)[2]).toBe('simple')
})

test('[truth 5] a compartment without a table and a gauge out of order count as the console says', () => {
  const day = aDay().gaugeNoise(0).holds(7700, 7700, 6000).waits(600)
  const truck = { ...truckWith([tableOf(11)], platform) }
  const bare = { ...truck, compartments: truck.compartments.map((one) => (one.compartment === 2 ? { ...one, tables: [] } : one)) }
  const run = runDay(wrongBy(day.readings, 0.99), bare)
  expect(run.state.gauges.map(({ volumeL }) => Math.round(volumeL))).toEqual([7700, 7623, 6000])
})

test('[truth 5] for a truck whose console counts, the gauges of a frame are handed on as they are', () => {
  const [reading] = aDay().holds(7700, 7700, 6000).waits(10).readings
  if (reading === undefined) throw new Error('no reading')
  const counted = (context: TruckContext): readonly CompartmentReading[] =>
    countedGauges(new Moment(createTruckState(), reading.at, reading.at, context), reading)
  expect(counted(truckWith([tableOf(11)]))).toBe(reading.compartments)
  expect(counted(truckWith([tableOf(11)], platform))).not.toBe(reading.compartments)
})

test('a truck whose litres count what stands in the pipe goes on to the same facts wherever it was restarted', () => {
  const day = aDay(5).waits(300).loads([7700, 7700, 5000], 60).drivesTo(30).waits(400)
  day.opens(1, 2).waits(60).closes(1, 2).waits(200).drivesTo(90).waits(240).unloads([3000, 3000, 0], 40).waits(150).shuts().waits(400)
  const { readings } = day.drivesTo(95)
  const truck = truckWith([{ ...tableOf(11), pipeL: 60 }], platform)
  // From the valve that is opened at the roadside to the end.
  const from = readings.findIndex(({ at }) => at > day.at - 5_400_000)
  expectSameOnceRestored(readings, truck, { from, every: 3, ahead: 40 })
})
