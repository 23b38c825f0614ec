import { type EllipticTank, ellipticVolumeL } from './tank-table.ts'

/** The level at which the tank holds the volume: the inverse, for making traces. */
export function ellipticLevelMm(tank: EllipticTank, volumeL: number): number {
  let low = 0
  let high = tank.halfHeightM * 2000
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (ellipticVolumeL(tank, middle) < volumeL) low = middle
    else high = middle
  }
  return (low + high) / 2
}
