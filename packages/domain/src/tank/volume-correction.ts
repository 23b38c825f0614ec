/**
 * Correction of volume and density for temperature by ASTM D1250-80 (API 2540), the base of GB/T 1885-1998 (domain B.2).
 * Density in kg/m³, temperature in °C, factors without unit. The factor at base 20 is GB/T 1885's VCF20.
 */
export type DensityGroup = 'crude' | 'gasoline' | 'transition' | 'jet' | 'fuel' | 'lubricant'

type Constants = { readonly k0: number; readonly k1: number; readonly k2: number; readonly fromKgM3: number; readonly belowKgM3: number }

/** By density at 15 °C; crude oil and lubricants are named, the others are distinguished by density, not by name. */
const constants: Readonly<Record<DensityGroup, Constants>> = {
  crude: { k0: 613.9723, k1: 0, k2: 0, fromKgM3: 610.5, belowKgM3: 1075 },
  gasoline: { k0: 346.4228, k1: 0.4388, k2: 0, fromKgM3: 0, belowKgM3: 770 },
  transition: { k0: 2680.3206, k1: 0, k2: -0.00336312, fromKgM3: 770, belowKgM3: 787.5 },
  jet: { k0: 594.5418, k1: 0, k2: 0, fromKgM3: 787.5, belowKgM3: 838.5 },
  fuel: { k0: 186.9696, k1: 0.4862, k2: 0, fromKgM3: 838.5, belowKgM3: Number.POSITIVE_INFINITY },
  lubricant: { k0: 0, k1: 0.6278, k2: 0, fromKgM3: 800, belowKgM3: 1164 },
}

const byDensity: readonly DensityGroup[] = ['gasoline', 'transition', 'jet', 'fuel']

export function densityGroup(density15KgM3: number): DensityGroup {
  return byDensity.find((group) => density15KgM3 < constants[group].belowKgM3) ?? 'fuel'
}

/** Thermal expansion at 15 °C, per °C. */
export function alpha15(density15KgM3: number, group: DensityGroup): number {
  const { k0, k1, k2 } = constants[group]
  return k0 / density15KgM3 ** 2 + k1 / density15KgM3 + k2
}

/** Volume at 15 °C over volume at t. */
export function ctl15(density15KgM3: number, temperatureC: number, group = densityGroup(density15KgM3)): number {
  const alphaDt = alpha15(density15KgM3, group) * (temperatureC - 15)
  return Math.exp(-alphaDt * (1 + 0.8 * alphaDt))
}

/** The density at 15 °C of a product with this density at t. A given group (crude, lubricant) overrules the density's. */
export function density15(densityKgM3: number, temperatureC: number, group?: DensityGroup): number {
  if (group !== undefined) return solve15(densityKgM3, temperatureC, group)
  for (const candidate of byDensity) {
    const found = solve15(densityKgM3, temperatureC, candidate)
    if (found >= constants[candidate].fromKgM3 && found < constants[candidate].belowKgM3) return found
  }
  // Between two groups neither's formula leads into its own range: the denser one's is nearest.
  return solve15(densityKgM3, temperatureC, densityGroup(densityKgM3 + 0.7 * (temperatureC - 15)))
}

function solve15(densityKgM3: number, temperatureC: number, group: DensityGroup): number {
  let found = densityKgM3
  for (let round = 0; round < 30; round += 1) {
    const next = densityKgM3 / ctl15(found, temperatureC, group)
    if (Math.abs(next - found) < 1e-9) return next
    found = next
  }
  return found
}

/** VCF20: volume at 20 °C over volume at t, from the standard density at 20 °C (tables 60A, 60B, 60D). */
export function vcf20(density20KgM3: number, temperatureC: number, group?: DensityGroup): number {
  const at15 = density15(density20KgM3, 20, group)
  const used = group ?? densityGroup(at15)
  return ctl15(at15, temperatureC, used) / ctl15(at15, 20, used)
}

/** What a glass hydrometer, true at `trueAtC`, shows at t, corrected for the glass: kg/m³. */
export function glassCorrected(densityKgM3: number, temperatureC: number, trueAtC = 20): number {
  const d = temperatureC - trueAtC
  return densityKgM3 * (1 - 0.000023 * d - 0.00000002 * d * d)
}

/** Standard density at 20 °C from the density observed at t (tables 59A, 59B, 59D), kg/m³; `glass`: read from a hydrometer. */
export function standardDensity20(observedKgM3: number, temperatureC: number, glass: boolean, group?: DensityGroup): number {
  const seen = glass ? glassCorrected(observedKgM3, temperatureC) : observedKgM3
  const at15 = density15(seen, temperatureC, group)
  return at15 * ctl15(at15, 20, group ?? densityGroup(at15))
}

/** What a product of this density at 20 °C weighs at t, kg/m³: mass stays, volume goes by VCF20 (domain B.2). */
export const densityAt = (density20KgM3: number, temperatureC: number, group?: DensityGroup): number =>
  density20KgM3 * vcf20(density20KgM3, temperatureC, group)
