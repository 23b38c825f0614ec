/**
 * API MPMS 11.1-2004, base 60 °F (domain B.2): within 6e-6 of the edition of 1980 at a road tanker's temperatures, which
 * stays the rule because GB/T 1885 is made from it. Density in kg/m³ at 60 °F, temperature in °C.
 */
type Constants = { readonly belowKgM3: number; readonly k0: number; readonly k1: number; readonly k2: number }

const byDensity: readonly Constants[] = [
  { belowKgM3: 770.352, k0: 192.4571, k1: 0.2438, k2: 0 },
  { belowKgM3: 787.5195, k0: 1489.067, k1: 0, k2: -0.0018684 },
  { belowKgM3: 838.3127, k0: 330.301, k1: 0, k2: 0 },
  { belowKgM3: Number.POSITIVE_INFINITY, k0: 103.872, k1: 0.2701, k2: 0 },
]

const delta60 = 0.01374979547
const ipts68 = [-0.148759, -0.267408, 1.08076, 1.269056, -4.089591, -1.871251, 7.438081, -3.536296]

/** The scale of 1968 that the constants belong to, °C. */
function temperature68(temperatureC: number): number {
  const tau = temperatureC / 630
  let sum = 0
  for (let i = ipts68.length - 1; i >= 0; i -= 1) sum = (sum + (ipts68[i] as number)) * tau
  return temperatureC - sum
}

/** Volume at 60 °F over volume at t, by the density at 60 °F. */
export function ctl60(density60KgM3: number, temperatureC: number): number {
  const { k0, k1, k2 } = byDensity.find(({ belowKgM3 }) => density60KgM3 < belowKgM3) as Constants
  const a = (delta60 / 2) * ((k0 / density60KgM3 + k1) / density60KgM3 + k2)
  const b = (2 * k0 + k1 * density60KgM3) / (k0 + (k1 + k2 * density60KgM3) * density60KgM3)
  const density = density60KgM3 * (1 + (Math.exp(a * (1 + 0.8 * a)) - 1) / (1 + a * (1 + 1.6 * a) * b))
  const alpha = (k0 / density + k1) / density + k2
  const d = temperature68(temperatureC) * 1.8 + 32 - 60.0068749
  return Math.exp(-alpha * d * (1 + 0.8 * alpha * (d + delta60)))
}

/** The same factor to base 15 °C, for a density at 15 °C: what the edition of 1980 calls CTL. */
export function ctl15Edition2004(density15KgM3: number, temperatureC: number): number {
  let density60 = density15KgM3
  for (let round = 0; round < 20; round += 1) density60 = density15KgM3 / ctl60(density60, 15)
  return ctl60(density60, temperatureC) / ctl60(density60, 15)
}
