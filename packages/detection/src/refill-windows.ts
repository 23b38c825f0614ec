import type { Reading } from '@tanker/domain/reading'
import { thresholdsAt } from '@tanker/domain/thresholds/periods'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type { TruckState } from './truck-state.ts'
import { sampleGauge } from './gauges/gauges.ts'
import { dropBefore } from './gauges/gauge-window.ts'
import { sampleOf } from './gauges/level-jumps.ts'
import { standardL } from './gauges/standard-volume.ts'
import { aroundThen, readingByKey } from './gauges/volume-basis.ts'
import { probeState } from './seals/probe-state.ts'
import { noteFlips } from './seals/probes.ts'

/** What the bytes of a state do not have: samples of the gauges and changes of the probes, from the last quarter hour of readings. */
export function refillWindows(state: TruckState, recentReadings: readonly Reading[], context: TruckContext): void {
  // Probes as they were, so that only real changes count as such.
  const before = state.probes.map((probe) => probeState.initial({ compartment: probe.compartment, type: probe.type }))
  for (const reading of recentReadings) {
    if (reading.at > state.newestAt) break
    const thresholds = thresholdsAt(context, reading.at)
    for (const compartment of reading.compartments) {
      const gauge = state.gauges.find((known) => known.compartment === compartment.compartment)
      if (!gauge || compartment.fault !== 0) continue
      const counted = readingByKey(context, gauge, compartment, aroundThen(gauge, reading))
      const v20L = standardL(thresholds, counted, gauge.tableKey !== 0)
      const isHeld = gauge.heldSinceAt !== 0 && reading.at >= gauge.heldSinceAt
      if (isHeld) gauge.window.held.push(sampleOf(reading.at, counted, v20L))
      else sampleGauge(gauge, reading.at, counted, v20L, thresholds)
    }
    for (const word of reading.probes) {
      const index = state.probes.findIndex((known) => known.compartment === word.compartment && known.type === word.type)
      const probe = state.probes[index]
      const seen = before[index]
      if (!probe || !seen) continue
      if (seen.at !== 0) {
        noteFlips(seen, word, reading.at)
        probe.flips = seen.flips
      }
      seen.at = reading.at
      seen.rawOpen = word.open
      seen.rawWet = word.wet
    }
  }
  for (const { jump, window } of state.gauges) if (jump !== null) dropBefore(window, jump.road === null ? jump.at : jump.road.scaleAt)
}
