/** Geometry of the tanks: elliptic compartments and their level–volume tables. */
import { ellipticTable } from '@tanker/domain/tank/tank-table'

/** Measures of a kind of truck. */
export type Chassis = {
  readonly compartments: number
  /** Full axes of the elliptic cross-section. */
  readonly widthM: number
  readonly heightM: number
  /** Inner length of one compartment. */
  readonly compartmentLengthM: number
  readonly deadweightKg: number
  readonly lengthMm: number
  readonly trailerCount: number
}

export const chassisKinds = {
  rigid2: { compartments: 2, widthM: 2.2, heightM: 1.6, compartmentLengthM: 2.9, deadweightKg: 12_500, lengthMm: 9_800, trailerCount: 0 },
  rigid3: { compartments: 3, widthM: 2.2, heightM: 1.6, compartmentLengthM: 2.6, deadweightKg: 17_800, lengthMm: 11_900, trailerCount: 0 },
  semi4: { compartments: 4, widthM: 2.4, heightM: 1.8, compartmentLengthM: 2.7, deadweightKg: 31_000, lengthMm: 15_800, trailerCount: 1 },
  semi5: { compartments: 5, widthM: 2.4, heightM: 1.8, compartmentLengthM: 2.5, deadweightKg: 33_500, lengthMm: 17_200, trailerCount: 1 },
  sprinkler: { compartments: 1, widthM: 2.2, heightM: 1.5, compartmentLengthM: 4.2, deadweightKg: 10_500, lengthMm: 8_900, trailerCount: 0 },
} as const satisfies Record<string, Chassis>

export type TankLayout = { readonly heightMm: number; readonly capacityL: number; readonly rows: [number, number][] }

/** One layout a compartment; the middle ones are a little shorter, as on real trucks. */
export function layOutTank(chassis: Chassis): TankLayout[] {
  const heightMm = Math.round(chassis.heightM * 1_000)
  return Array.from({ length: chassis.compartments }, (_, index) => {
    const middle = index > 0 && index < chassis.compartments - 1
    const tank = { halfWidthM: chassis.widthM / 2, halfHeightM: chassis.heightM / 2, lengthM: chassis.compartmentLengthM * (middle ? 0.85 : 1) }
    const { levelsMm, volumesL } = ellipticTable(tank, 10)
    const rows = levelsMm.map((levelMm, row): [number, number] => [levelMm, Math.round(volumesL[row]! * 100) / 100])
    return { heightMm, capacityL: Math.floor(rows.at(-1)![1]), rows }
  })
}
