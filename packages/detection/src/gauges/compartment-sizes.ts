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
