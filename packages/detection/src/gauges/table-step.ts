import { type Nearly, readNearly } from '@tanker/domain/loss/near-level'
import { litresAtLevel, litresPerMm } from '@tanker/domain/loss/uncertainty'
import { HALF_UNLOADED, IDLE, IN_TRANSIT } from '@tanker/domain/trucks/transport-process'
import type { CompartmentReading } from '@tanker/domain/reading'
import { capacityL } from './compartment-sizes.ts'
import { sealOf } from './compartment-seal.ts'
import type { GaugeState } from './gauge-state.ts'
import type { Moment } from '../moment.ts'

/** Litres that a level of the same millimetre may differ by: consoles round levels. */
const roundedMm = 3
const leastL = 20
const leastShare = 0.003
/** How wrong the slope of the tank may be between two levels. */
const slopeError = 0.15
/** Between levels further apart two frames do not show which table was used. */
const farthestMm = 40

const nothingFlows: readonly number[] = [IDLE, IN_TRANSIT, HALF_UNLOADED]

/**
 * The console counts by another table from this frame on: its litres changed and its level did not. By what factor, null where it does
 * not. Only while nothing can flow: an opened valve fills the pipe, which some consoles count.
 */
export function tableStep(moment: Moment, gauge: GaugeState, sent: CompartmentReading): number | null {
  const changeL = sent.volumeL - gauge.volumeL
  if (gauge.at === 0 || Math.abs(changeL) < leastL || sent.levelMm <= 0 || gauge.levelMm <= 0) return null
  const changeMm = sent.levelMm - gauge.levelMm
  if (Math.abs(changeMm) > farthestMm || Math.abs(sent.waterMm - gauge.waterMm) >= 1) return null
  const capacity = capacityL(moment.context, gauge.compartment)
  if (swings(capacity, gauge, sent)) return null
  const expectedL = litresAtLevel(capacity, gauge.volumeL, gauge.levelMm, sent.levelMm)
  if (expectedL === null || Math.abs(sent.volumeL - expectedL) < leastL) return null
  const rounded = roundedMm * litresPerMm(capacity, gauge.volumeL, gauge.levelMm)
  const allowedL = Math.max(leastL, rounded, leastShare * gauge.volumeL) + slopeError * Math.abs(expectedL - gauge.volumeL)
  if (Math.abs(sent.volumeL - expectedL) <= allowedL) return null
  if (!nothingFlows.includes(moment.state.process.state) || sealOf(moment, gauge.compartment) === 'open') return null
  return sent.volumeL / expectedL
}

/** Written and read within one call. */
const nearly: Nearly = { litresL: 0, errorL: 0 }
/** Far more than arithmetic rounds. */
const spareL = 0.1

/** The slope of the tank alone explains the litres, as in each frame of a surface that swings: the ellipse would say the same, and is slow. */
function swings(capacity: number, gauge: GaugeState, sent: CompartmentReading): boolean {
  if (!readNearly(capacity, gauge.volumeL, gauge.levelMm, sent.levelMm, nearly)) return false
  const { litresL, errorL } = nearly
  const allowedL = Math.max(leastL, leastShare * gauge.volumeL) + slopeError * Math.abs(litresL - gauge.volumeL)
  return Math.abs(sent.volumeL - litresL) + (1 + slopeError) * errorL + spareL <= allowedL
}
