import { expect, test } from 'vitest'
import { compartmentVolume, shellFactor } from './compartment-volume.ts'
import { floatCorrectionMm, immersionMm } from './float-correction.ts'
import { correctedLevelMm } from './level-chain.ts'
import { ellipticTable, ellipticVolumeL, volumeAt } from './tank-table.ts'
import { levelAtMiddleMm } from './tilt-correction.ts'
import { judgeLoss, litresPerMm, lossSigmaL } from '../loss/uncertainty.ts'

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

const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180)

/** Volume under a plane through the level at the rod, by slices along the tank: what the corrections are held against. */
function tiltedL(middleMm: number, axialDeg: number): number {
  const slices = 4000
  let sum = 0
  for (let i = 0; i < slices; i += 1) {
    const x = ((i + 0.5) / slices - 0.5) * tank.lengthM
    sum += volume(Math.min(1600, Math.max(0, middleMm - 1000 * x * tangent(axialDeg)))) / slices
  }
  return sum
}

/** What the first order leaves out, litres: L³/24 · tan²(axial) · A''(h), A'' of an elliptic section by the level. */
function secondOrderL(levelMm: number, axialDeg: number): number {
  const u = 1 - levelMm / 1000 / tank.halfHeightM
  const curvature = (2 * tank.halfWidthM * u) / (tank.halfHeightM * Math.sqrt(1 - u * u))
  return 1000 * (tank.lengthM ** 3 / 24) * tangent(axialDeg) ** 2 * curvature
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
  expect(Math.abs(missing - secondOrderL(levelMm, degrees))).toBeLessThan(Math.max(0.1, Math.abs(missing) * 0.1))
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

test('B.1 shell: an aluminium tank 20 °C off holds 1.4 per mille more', () => {
  expect(((shellFactor(23e-6, 40) - 1) * 1000).toFixed(1)).toBe('1.4')
  expect(shellFactor(12e-6, 20)).toBe(1)
})

const sigmas = { gaugeSigmaMm: 1, temperatureSigmaC: 0.3, tiltSigmaMm: 0.5, tableSigmaPermille: 0.2 }

test("D.9 a full compartment's loss is known within about 9 L, and 17 L are no verdict", () => {
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
