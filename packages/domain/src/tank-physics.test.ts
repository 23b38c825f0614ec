import { expect, test } from 'vitest'
import { compartmentVolume, liquidTemperatureC, SHELL_EXPANSION_PER_C, shellFactor } from './compartment-volume.ts'
import { floatCorrectionMm, immersionMm } from './float-correction.ts'
import { correctedLevelMm } from './level-chain.ts'
import { ellipticTable, ellipticVolumeL, volumeAt } from './tank-table.ts'
import { ellipticCurvature, levelAtMiddleMm, secondOrderL, tiltBeyond, zeroedTilt } from './tilt-correction.ts'
import {
  isQuotaWinter,
  loadingQuotaPercent,
  RETAIL_QUOTA_PERCENT,
  storageQuotaPercent,
  transferQuotaPercent,
  transportQuotaPercent,
  unloadingQuotaPercent,
} from './transport-quota.ts'
import { judgeLoss, litresPerMm, lossSigmaL } from './uncertainty.ts'

const tank = { halfWidthM: 1.1, halfHeightM: 0.8, lengthM: 2.9 }
const volume = (levelMm: number): number => ellipticVolumeL(tank, levelMm)

test.each([
  [50, '74.48'],
  [100, '208.63'],
  [200, '578.43'],
  [400, '1567.40'],
  [600, '2746.09'],
  [800, '4008.67'],
  [1000, '5271.25'],
  [1200, '6449.94'],
  [1400, '7438.92'],
  [1500, '7808.71'],
  [1600, '8017.34'],
])('B.1 closed form: %d mm', (levelMm, printed) => {
  expect(volume(levelMm).toFixed(2)).toBe(printed)
})

test('B.1 slope: 6.38 L/mm in the middle, by the table and by share and level alone', () => {
  expect((volume(800.5) - volume(799.5)).toFixed(2)).toBe('6.38')
  expect(litresPerMm(8017.34, volume(800), 800).toFixed(2)).toBe('6.38')
  for (const levelMm of [120, 400, 1200, 1500]) {
    expect(litresPerMm(8017.34, volume(levelMm), levelMm)).toBeCloseTo(volume(levelMm + 0.5) - volume(levelMm - 0.5), 2)
  }
})

test('B.1 ten-millimetre table: 803.4 mm is 4030.364 L; within 0.001 L in the middle, 0.99 L in the last rows', () => {
  const table = ellipticTable(tank, 10)
  expect(volumeAt(table, 803.4).volumeL.toFixed(3)).toBe('4030.364')
  const error = (levelMm: number): number => Math.abs(volumeAt(table, levelMm).volumeL - volume(levelMm))
  expect(error(805)).toBeLessThan(0.0011)
  let worst = 0
  for (let levelMm = 100; levelMm <= 1600; levelMm += 0.5) worst = Math.max(worst, error(levelMm))
  expect(worst.toFixed(2)).toBe('0.99')
  expect(error(1597)).toBeGreaterThan(0.5)
})

/** Volume under a plane through the level at the rod, by slices along the tank: what the corrections are held against. */
function tiltedL(middleMm: number, axialDeg: number): number {
  const slices = 4000
  let sum = 0
  for (let i = 0; i < slices; i += 1) {
    const x = ((i + 0.5) / slices - 0.5) * tank.lengthM
    sum += volume(Math.min(1600, Math.max(0, middleMm - 1000 * x * Math.tan((axialDeg * Math.PI) / 180)))) / slices
  }
  return sum
}

test.each([
  [800, 2, 0, 0.05],
  [400, 2, 2, 0.05],
  [1200, 2, -2, 0.05],
  [1200, 5, -12, 0.5],
  [300, 5, 17, 0.5],
])('B.1 tilt to first order: at %d mm and %d degrees it errs by %d L', (levelMm, degrees, errorL, within) => {
  const missing = tiltedL(levelMm, degrees) - volume(levelMm)
  expect(Math.abs(missing - errorL)).toBeLessThan(within)
  const second = secondOrderL(tank.lengthM, degrees, ellipticCurvature(tank.halfWidthM, tank.halfHeightM, levelMm))
  expect(Math.abs(missing - second)).toBeLessThan(Math.max(0.1, Math.abs(missing) * 0.1))
})

test.each([
  [0.5, '2.6'],
  [2, '10.5'],
])('B.1 tilt uncorrected: a rod 300 mm off the middle at %d degrees is wrong by %s mm', (degrees, printed) => {
  const tilt = { axialDeg: degrees, lateralDeg: 0 }
  expect(levelAtMiddleMm(0, { xMm: 300, yMm: 0 }, tilt).toFixed(1)).toBe(printed)
  expect(levelAtMiddleMm(0, { xMm: 0, yMm: -300 }, { axialDeg: 0, lateralDeg: degrees }).toFixed(1)).toBe(`-${printed}`)
})

test('B.1 half a degree uncorrected is 14 to 17 L', () => {
  const wrongMm = levelAtMiddleMm(0, { xMm: 300, yMm: 0 }, { axialDeg: 0.5, lateralDeg: 0 })
  const litres = [400, 800].map((levelMm) => Math.round(volume(levelMm + wrongMm) - volume(levelMm)))
  expect(litres).toEqual([14, 17])
})

test("beyond five degrees a reading is kept out of anchors; the sensor's own zero comes off first", () => {
  expect(tiltBeyond({ axialDeg: 4.9, lateralDeg: -5 }, 5)).toBe(false)
  expect(tiltBeyond({ axialDeg: 0, lateralDeg: -5.1 }, 5)).toBe(true)
  expect(zeroedTilt({ axialDeg: 1.5, lateralDeg: 1 }, { axialDeg: 0.5, lateralDeg: -0.5 })).toEqual({ axialDeg: 1, lateralDeg: 1.5 })
})

test('B.1 float: 40.3 mm at 745, 35.7 at 840, a difference of 4.6 mm or 25 to 29 L', () => {
  expect([immersionMm(30, 745).toFixed(1), immersionMm(30, 840).toFixed(1)]).toEqual(['40.3', '35.7'])
  const low = floatCorrectionMm(30, 745, 840)
  expect(low.toFixed(1)).toBe('4.6')
  expect(low * 5.5).toBeGreaterThan(24.5)
  expect(low * 6.38).toBeLessThan(29.5)
})

test('the level chain keeps its order: zero, low level, table offset, float, tilt', () => {
  const setup = {
    zeroMm: 2,
    lowLevelMm: 100,
    lowLevelCompMm: -1,
    offsets: [
      { fromMm: 0, compMm: 0.5 },
      { fromMm: 500, compMm: 1.5 },
    ],
    floatKgM2: 0,
    floatCalibrationKgM3: 840,
    rod: { xMm: 300, yMm: 0 },
  }
  const level = { axialDeg: 0, lateralDeg: 0 }
  expect(correctedLevelMm(90, setup, 745, level)).toBe(91.5)
  expect(correctedLevelMm(499, setup, 745, level)).toBe(502.5)
  expect(correctedLevelMm(499, { ...setup, floatKgM2: 30 }, 745, level)).toBeCloseTo(507.05, 1)
  expect(correctedLevelMm(499, setup, 745, { axialDeg: 2, lateralDeg: 0 })).toBeCloseTo(512.98, 2)
})

test('water is taken off above its blind level, the pipe is added when open and wet, and little is blind', () => {
  const table = { levelsMm: [0, 100, 200], volumesL: [0, 400, 1000] }
  const setup = { blindLevelMm: 40, waterBlindMm: 10, pipeL: 12 }
  const still = { levelMm: 150, waterMm: 0, bottomValveOpen: false, pipeWet: false }
  expect(compartmentVolume(table, still, setup)).toMatchObject({ productL: 700, waterL: 0, ullageL: 300, blind: false })
  expect(compartmentVolume(table, { ...still, waterMm: 10 }, setup).waterL).toBe(0)
  expect(compartmentVolume(table, { ...still, waterMm: 20 }, setup)).toMatchObject({ productL: 620, waterL: 80, totalL: 700 })
  expect(compartmentVolume(table, { ...still, bottomValveOpen: true, pipeWet: true }, setup)).toMatchObject({ productL: 712, pipeL: 12 })
  expect(compartmentVolume(table, { ...still, bottomValveOpen: true }, setup).pipeL).toBe(0)
  expect(compartmentVolume(table, { ...still, levelMm: 39 }, setup)).toMatchObject({ productL: 0, blind: true })
  expect(compartmentVolume(table, { ...still, levelMm: 201 }, setup)).toMatchObject({ productL: 1000, overTable: true, ullageL: 0 })
})

test('the temperature is the mean of the sensors 20 mm below the surface; none below: the lowest, flagged', () => {
  const sensors = [
    { heightMm: 100, temperatureC: 20 },
    { heightMm: 500, temperatureC: 22 },
    { heightMm: 900, temperatureC: 30 },
  ]
  expect(liquidTemperatureC(sensors, 521)).toEqual({ temperatureC: 21, dry: false })
  expect(liquidTemperatureC(sensors, 520)).toEqual({ temperatureC: 20, dry: false })
  expect(liquidTemperatureC(sensors, 60)).toEqual({ temperatureC: 20, dry: true })
})

test('B.1 shell: an aluminium tank 20 °C off holds 1.4 per mille more', () => {
  expect(((shellFactor(SHELL_EXPANSION_PER_C.aluminium, 40) - 1) * 1000).toFixed(1)).toBe('1.4')
  expect(shellFactor(SHELL_EXPANSION_PER_C.steel, 20)).toBe(1)
})

test('B.3 transport quotas by road, rail and water', () => {
  expect([50, 51, 90].map((km) => transportQuotaPercent('road', 'gasoline', km).toFixed(2))).toEqual(['0.01', '0.02', '0.02'])
  expect([500, 501, 1500, 1501].map((km) => transportQuotaPercent('rail', 'gasoline', km))).toEqual([0.16, 0.24, 0.24, 0.3])
  expect([500, 501, 1501].map((km) => transportQuotaPercent('water', 'gasoline', km))).toEqual([0.24, 0.28, 0.36])
  expect((['road', 'rail', 'water'] as const).map((mode) => transportQuotaPercent(mode, 'diesel', 900))).toEqual([0.01, 0.12, 0.15])
})

test('B.3 storage, loading and unloading quotas by zone and season', () => {
  expect((['A', 'B', 'C'] as const).map((zone) => [storageQuotaPercent(zone, 1), storageQuotaPercent(zone, 7)])).toEqual([
    [0.11, 0.21],
    [0.05, 0.12],
    [0.03, 0.09],
  ])
  expect([4, 10, 11].map((month) => [isQuotaWinter('A', month), isQuotaWinter('C', month)])).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ])
  expect((['A', 'B', 'C'] as const).map((zone) => loadingQuotaPercent('gasoline', zone))).toEqual([0.1, 0.08, 0.05])
  expect((['A', 'B', 'C'] as const).map((zone) => unloadingQuotaPercent('gasoline', zone, false))).toEqual([0.23, 0.2, 0.13])
  expect([
    unloadingQuotaPercent('gasoline', 'A', true),
    unloadingQuotaPercent('diesel', 'A', false),
    loadingQuotaPercent('diesel', 'A'),
  ]).toEqual([0.01, 0.05, 0.01])
  expect((['kerosene', 'lubricant'] as const).map((product) => unloadingQuotaPercent(product, 'B', false))).toEqual([0.05, 0.04])
})

test('B.3 transfer quotas by zone and season, and those of retail', () => {
  const gasoline = (['A', 'B', 'C'] as const).map((zone) => [1, 7].map((month) => transferQuotaPercent('gasoline', zone, month)))
  expect(gasoline).toEqual([
    [0.15, 0.22],
    [0.12, 0.18],
    [0.06, 0.12],
  ])
  expect(transferQuotaPercent('diesel', 'A', 7)).toBe(0.01)
  expect(RETAIL_QUOTA_PERCENT).toEqual({ gasoline: 0.29, kerosene: 0.12, diesel: 0.08 })
})

const sigmas = { gaugeSigmaMm: 1, temperatureSigmaC: 0.3, tiltSigmaMm: 0.5, tableSigmaPermille: 0.2 }

test("D.9 a full compartment's loss is known within about 9 L, and 17 L are no word on anybody", () => {
  const end = (volumeL: number) => ({ volumeL, levelMm: 1400, calm: true })
  const sigma = lossSigmaL(8017.34, end(7439), end(7422), 0.0012, sigmas)
  expect(sigma).toBeGreaterThan(6)
  expect(sigma).toBeLessThan(10)
  expect([judgeLoss(17, sigma), judgeLoss(-17, sigma), judgeLoss(31, sigma)]).toEqual(['cannot-tell', 'cannot-tell', 'loss'])
})

test('a surface that was not calm makes a loss five times as doubtful at that end', () => {
  const end = (calm: boolean) => ({ volumeL: 4008.67, levelMm: 800, calm })
  const bare = { gaugeSigmaMm: 1, temperatureSigmaC: 0, tiltSigmaMm: 0, tableSigmaPermille: 0 }
  const slope = 6.3798
  expect(lossSigmaL(8017.34, end(true), end(true), 0.0012, bare)).toBeCloseTo(slope * Math.SQRT2, 2)
  expect(lossSigmaL(8017.34, end(true), end(false), 0.0012, bare)).toBeCloseTo(slope * Math.sqrt(26), 1)
})
