import type { TruckContext } from '@tanker/domain/trucks/truck-context'

/** Limit of the residual volume: max(100 L, 2 % of capacity) by default. */
export function loadedFromL(context: TruckContext, compartment: number): number {
  const { loadedL, loadedPercent } = context.thresholds
  return Math.max(loadedL, (capacityL(context, compartment) * loadedPercent) / 100)
}

export function capacityL(context: TruckContext, compartment: number): number {
  for (const setup of context.compartments) if (setup.compartment === compartment) return setup.capacityL
  return 0
}

export function blindLevelMm(context: TruckContext, compartment: number): number {
  for (const setup of context.compartments) if (setup.compartment === compartment) return setup.blindLevelMm
  return 0
}

/** Whether a level is what an empty compartment shows. */
export const atBottom = (context: TruckContext, compartment: number, levelMm: number): boolean =>
  levelMm <= blindLevelMm(context, compartment) + context.thresholds.emptyMm

/** Of a compartment's capacity, percent: no one loads so much, and no surface of what is loaded swings so high. */
const fullScalePercent = 99

/** Whether litres are those of a gauge that reads its full scale. */
export function atTop(context: TruckContext, compartment: number, volumeL: number): boolean {
  const capacity = capacityL(context, compartment)
  return capacity !== 0 && volumeL * 100 >= capacity * fullScalePercent
}
