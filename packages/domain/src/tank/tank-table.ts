/** A compartment's strapping table: level to volume, both rising strictly, the last volume its capacity. */
export type TankTable = {
  readonly levelsMm: readonly number[]
  readonly volumesL: readonly number[]
}

export type TableVolume = {
  readonly volumeL: number
  /** The level stands above the last row. */
  readonly overTable: boolean
}

/** Linear interpolation between rows (domain B.1). */
export function volumeAt(table: TankTable, levelMm: number): TableVolume {
  const { levelsMm, volumesL } = table
  const last = levelsMm.length - 1
  if (levelMm <= (levelsMm[0] ?? 0)) return { volumeL: volumesL[0] ?? 0, overTable: false }
  if (levelMm > (levelsMm[last] ?? 0)) return { volumeL: volumesL[last] ?? 0, overTable: true }
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((levelsMm[middle] ?? 0) <= levelMm) low = middle
    else high = middle
  }
  const fromMm = levelsMm[low] ?? 0
  const fromL = volumesL[low] ?? 0
  const slope = ((volumesL[high] ?? 0) - fromL) / ((levelsMm[high] ?? 0) - fromMm)
  return { volumeL: fromL + (levelMm - fromMm) * slope, overTable: false }
}

/** A lying cylinder of elliptic section, metres: test tanks and the virtual fleet. */
export type EllipticTank = { readonly halfWidthM: number; readonly halfHeightM: number; readonly lengthM: number }

/** Closed form of domain B.1, litres. */
export function ellipticVolumeL(tank: EllipticTank, levelMm: number): number {
  const { halfWidthM, halfHeightM, lengthM } = tank
  const u = Math.min(1, Math.max(-1, 1 - levelMm / 1000 / halfHeightM))
  return 1000 * lengthM * halfWidthM * halfHeightM * (Math.acos(u) - u * Math.sqrt(1 - u * u))
}

export function ellipticTable(tank: EllipticTank, rowMm: number): TankTable {
  // To a micrometre, so that no digit of the arithmetic stands above the tank.
  const heightMm = Math.round(tank.halfHeightM * 2e6) / 1e3
  const levelsMm: number[] = []
  for (let levelMm = 0; levelMm < heightMm; levelMm += rowMm) levelsMm.push(levelMm)
  levelsMm.push(heightMm)
  return { levelsMm, volumesL: levelsMm.map((levelMm) => ellipticVolumeL(tank, levelMm)) }
}
