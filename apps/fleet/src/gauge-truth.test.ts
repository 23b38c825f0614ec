import { join } from 'node:path'
import { computationSigmaL, platformVolume, VOLUME_MODES } from '@tanker/domain/tank/platform-volume'
import { defaultThresholds } from '@tanker/domain/thresholds'
import { expect, test } from 'vitest'
import { lifeMaker } from './fleet.ts'
import { thriftyRates } from './reporter.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const from = Date.UTC(2026, 9, 12, 1, 0, 0)
const { volumeDisagreesSigmas } = defaultThresholds

/** Gauges of the fleet sit 300 mm before the middle of their compartments. */
const gauge = {
  rod: { xMm: 300, yMm: 0 },
  zeroMm: 0,
  lowLevelMm: 0,
  lowLevelCompMm: 0,
  offsets: [],
  floatKgM2: 0,
  floatCalibrationKgM3: 840,
  waterBlindMm: 0,
}

test('[truth 5] the volumes that the fleet sends are those that its raw levels, tilts and tank tables give', () => {
  const makeLife = lifeMaker(world, 4, () => 0)
  let compared = 0
  let holding = 0
  const wrong: string[] = []
  for (const row of world.trucks.slice(0, 6)) {
    const life = makeLife(row, from, { rates: thriftyRates })
    for (const output of life.advance(from + 12 * 3_600_000)) {
      if (output.kind !== 'report') continue
      const { compartments, tilt } = output.report
      for (const reading of compartments) {
        const table = world.tankTables.find((one) => one.plate === row.plate && one.compartment === reading.compartment)
        const setup = row.compartments.find(({ compartment }) => compartment === reading.compartment)
        if (!table || !setup || reading.fault !== 0) continue
        const counting = {
          key: 1,
          serial: '',
          fromAt: 0,
          pipeL: 0,
          table: { levelsMm: table.rows.map(([levelMm]) => levelMm), volumesL: table.rows.map(([, volumeL]) => volumeL) },
        }
        const measured = { compartment: reading.compartment, blindLevelMm: setup.blindLevelMm, gauge }
        const computed = platformVolume(reading, { tilt, probes: [] }, measured, counting, VOLUME_MODES.water, 0)
        const limitL = volumeDisagreesSigmas * computationSigmaL(counting.table, computed.levelMm, computed.volumeL, defaultThresholds)
        compared += 1
        if (reading.volumeL > 1_000) holding += 1
        // Within a millimetre of the blind level one of the two may see nothing yet.
        const atBlind = Math.abs(reading.levelMm - setup.blindLevelMm) < 2 || Math.abs(computed.levelMm - setup.blindLevelMm) < 2
        if (!atBlind && Math.abs(reading.volumeL - computed.volumeL) > limitL + 0.1)
          wrong.push(`${row.plate} ${reading.compartment}: ${reading.volumeL} L, computed ${computed.volumeL} L at ${computed.levelMm} mm`)
      }
    }
  }
  expect(compared).toBeGreaterThan(1_000)
  expect(holding).toBeGreaterThan(200)
  expect(wrong.slice(0, 5)).toEqual([])
})
