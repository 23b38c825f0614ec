import { angleOf } from './uncertainty.ts'

/** Litres at a near level by the slope alone, without trigonometry, and how far `litresAtLevel` is from them at most. */
export type Nearly = { litresL: number; errorL: number }

/** Shares between which the slope says enough, and by how much of half the tank's height the levels may differ there. */
const leastSteadyShare = 0.02
const nearHeights = 0.05
/** Between those shares, on the way to a level so near: how much the slope changes over half the tank's height, as a multiple of its middle. */
const mostBend = 3
/** How wrong the slope is that is read between two cells, as a share. */
const cellError = 0.005
const cells = 1_024
/** Sine, and one less cosine, of the angle at each share, side by side: read by every frame of a truck on the road. */
const angles = Float64Array.from({ length: 2 * (cells + 1) }, (_, i) => {
  const angle = angleOf((i >> 1) / cells)
  return i % 2 === 0 ? Math.sin(angle) : 1 - Math.cos(angle)
})

/** Writes the litres at a near level into `into`; false where the slope alone says too little. */
export function readNearly(capacityL: number, volumeL: number, levelMm: number, otherMm: number, into: Nearly): boolean {
  const share = volumeL / capacityL
  if (!(share > leastSteadyShare && share < 1 - leastSteadyShare)) return false
  const cell = Math.floor(share * cells)
  const part = share * cells - cell
  const between = (i: number): number => (angles[i] as number) * (1 - part) + (angles[i + 2] as number) * part
  const heightMm = levelMm / between(2 * cell + 1)
  const heights = (otherMm - levelMm) / heightMm
  if (Math.abs(heights) > nearHeights) return false
  const perHeightL = (2 * capacityL * between(2 * cell)) / Math.PI
  into.litresL = volumeL + perHeightL * heights
  into.errorL = (capacityL / Math.PI) * heights * heights * mostBend + cellError * capacityL * Math.abs(heights)
  return true
}
