import { expect, test } from 'vitest'
import { type CompartmentTable, computationSigmaL, platformVolume, tableAt, volumeSourceAt, withPlatformVolume } from './platform-volume.ts'
import type { CompartmentReading } from '../reading.ts'
import { ellipticTable } from './tank-table.ts'

/** Domain B.1: a = 1.1 m, b = 0.8 m, L = 2.9 m, rows of 10 mm. */
const table: CompartmentTable = {
  key: 1,
  serial: 'A',
  fromAt: 0,
  pipeL: 12,
  table: ellipticTable({ halfWidthM: 1.1, halfHeightM: 0.8, lengthM: 2.9 }, 10),
}
const gauge = {
  zeroMm: 0,
  lowLevelMm: 0,
  lowLevelCompMm: 0,
  offsets: [],
  floatKgM2: 0,
  floatCalibrationKgM3: 840,
  rod: { xMm: 0, yMm: 0 },
  waterBlindMm: 5,
}
const setup = { compartment: 1, blindLevelMm: 40, gauge }
const reading = (changes: Partial<CompartmentReading> = {}): CompartmentReading => ({
  compartment: 1,
  dataType: 'TT',
  oilCode: 92,
  rawLevelMm: 803.4,
  levelMm: 700,
  waterMm: 0,
  volumeL: 3400,
  v20L: 3366,
  temperatureC: 30,
  densityKgM3: 745,
  fault: 0,
  ...changes,
})
const still = { probes: [] }
const litres = (mode: number, changes = {}, more: object = {}, around: Parameters<typeof platformVolume>[1] = still, shell = 0): number =>
  platformVolume(reading(changes), around, { ...setup, gauge: { ...gauge, ...more } }, table, mode, shell).volumeL

test('[truth 5] B.1: the raw level 803.4 mm is 4030.364 L by the 10-mm table, independent of the value of the console', () => {
  expect(litres(1).toFixed(3)).toBe('4030.364')
  // Rod zero, a low level and the piecewise offsets move the level before the table.
  expect(litres(1, { rawLevelMm: 800.4 }, { zeroMm: 3 }).toFixed(3)).toBe('4030.364')
  expect(litres(1, { rawLevelMm: 793.4 }, { lowLevelMm: 795, lowLevelCompMm: 10 }).toFixed(3)).toBe('4030.364')
  expect(
    litres(
      1,
      { rawLevelMm: 802.4 },
      {
        offsets: [
          { fromMm: 0, compMm: 5 },
          { fromMm: 600, compMm: 1 },
        ],
      },
    ).toFixed(3),
  ).toBe('4030.364')
})

test('[truth 5] B.1: a float of 30 kg/m² set in diesel reads 4.6 mm low in gasoline: 29 L at half full', () => {
  const { levelMm } = platformVolume(reading(), still, { ...setup, gauge: { ...gauge, floatKgM2: 30 } }, table, 1, 0)
  expect((levelMm - 803.4).toFixed(1)).toBe('4.6')
  expect(litres(1, {}, { floatKgM2: 30 }) - litres(1)).toBeCloseTo(4.554 * 6.379, 0)
})

test('[truth 5] B.1: a rod 300 mm before the middle reads 300 · tan(tilt) low with the nose up; mode 1 leaves tilt out', () => {
  const around = { tilt: { axialDeg: 2, lateralDeg: 0 }, probes: [] }
  const rod = { rod: { xMm: 300, yMm: 0 } }
  // 803.4 − 10.476 mm is what such a rod reads.
  const level = (mode: number): number =>
    platformVolume(reading({ rawLevelMm: 792.924 }), around, { ...setup, gauge: { ...gauge, ...rod } }, table, mode, 0).levelMm
  expect(level(2)).toBeCloseTo(803.4, 2)
  expect(level(1)).toBeCloseTo(792.924, 6)
  expect(litres(2, { rawLevelMm: 792.924 }, rod, around)).toBeCloseTo(4030.364, 1)
})

test('[truth 5] water counts above its blind level from mode 3 on, and so does a pipe with an open valve and liquid in it', () => {
  expect(litres(2, { waterMm: 50 }).toFixed(2)).toBe('4030.36')
  // 50 mm are 74.48 L.
  expect(litres(3, { waterMm: 50 })).toBeCloseTo(4030.364 - 74.48, 2)
  expect(litres(3, { waterMm: 4 }).toFixed(2)).toBe('4030.36')
  const pipe = (open: boolean, wet: boolean) => ({
    probes: [
      { compartment: 1, type: 2, open, wet: false },
      { compartment: 1, type: 3, open: false, wet },
    ],
  })
  expect(litres(3, {}, {}, pipe(true, true))).toBeCloseTo(4042.364, 3)
  expect(litres(3, {}, {}, pipe(true, false))).toBeCloseTo(4030.364, 3)
  expect(litres(3, {}, {}, pipe(false, true))).toBeCloseTo(4030.364, 3)
  expect(litres(2, {}, {}, pipe(true, true))).toBeCloseTo(4030.364, 3)
})

test('[truth 5] below the blind level there is nothing; an aluminium shell 10 °C warmer holds 0.69 ‰ more from mode 6 on', () => {
  expect(platformVolume(reading({ rawLevelMm: 39.9 }), still, setup, table, 3, 0)).toEqual({ levelMm: 0, volumeL: 0, pipeL: 0 })
  expect(litres(6, {}, {}, still, 23e-6) / litres(5, {}, {}, still, 23e-6)).toBeCloseTo(1.00069, 6)
})

test('[truth 5] without the setup of the gauge the level that the console corrected counts', () => {
  const { gauge: _none, ...bare } = setup
  expect(platformVolume(reading({ levelMm: 803.4, rawLevelMm: 500 }), still, bare, table, 3, 0).volumeL.toFixed(3)).toBe('4030.364')
})

test('[truth 5] V20 keeps the factor of the console; where the console saw nothing, the expansion of the product gives it', () => {
  const computed = { levelMm: 803.4, volumeL: 4000, pipeL: 0 }
  expect(withPlatformVolume(reading(), computed)).toMatchObject({ rawLevelMm: 803.4, levelMm: 803.4, volumeL: 4000, v20L: 3960 })
  expect(withPlatformVolume(reading({ volumeL: 0, v20L: 0 }), computed).v20L).toBeCloseTo(4000 * (1 - 0.0012 * 10), 6)
})

test('[truth 5] each reading is judged by the table that counted at its time', () => {
  const tables = [table, { ...table, key: 2, serial: 'B', fromAt: 5_000 }]
  const serialAt = (at: number) => tableAt({ ...setup, tables }, at)?.serial
  expect([4_999, 5_000, 9_000].map(serialAt)).toEqual(['A', 'B', 'B'])
  expect(tableAt({ ...setup, tables: [{ ...table, fromAt: 100 }] }, 99)).toBeNull()
  expect(tableAt(setup, 99)).toBeNull()
})

test('[truth 5] two computations of one reading differ by tilt and table: at half full 0.5 mm · 6.38 L/mm and 0.2 ‰', () => {
  const sigmas = { tiltSigmaMm: 0.5, tableSigmaPermille: 0.2 }
  expect(computationSigmaL(table.table, 800, 4008.67, sigmas)).toBeCloseTo(Math.hypot(3.19, 0.8017), 2)
  expect(computationSigmaL(table.table, 2, 0.6, sigmas)).toBeGreaterThanOrEqual(0)
})

test('[truth 5] readings count by the source of their time, however often it changed', () => {
  const formerVolumeSources = [
    { source: 'console', untilAt: 100 },
    { source: 'platform', untilAt: 200 },
  ] as const
  const at = (time: number) => volumeSourceAt({ volumeSource: 'console', formerVolumeSources }, time)
  expect([0, 99, 100, 199, 200, 900].map(at)).toEqual(['console', 'console', 'platform', 'platform', 'console', 'console'])
  expect([volumeSourceAt({}, 1), volumeSourceAt({ volumeSource: 'platform' }, 1)]).toEqual(['console', 'platform'])
})
