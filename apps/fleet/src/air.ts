/** The air about a truck: the weather of the region, the operating cabinet, the vapour above the product. */
import type { Environment } from '@tanker/domain/reading'
import { BOX_DOOR } from '@tanker/domain/devices/probe-type'
import type { TruckBody } from './truck-body.ts'

const dayMs = 86_400_000
const zoneMs = 8 * 3_600_000
const cabinetTimeConstantS = 1_500
const vapourTimeConstantS = 240
const atmosphereKPa = 101.3

/** How warm the day is: −1 at two in the night, 1 at two in the afternoon. */
const warmth = (at: number): number => Math.sin(((((at + zoneMs) % dayMs) / dayMs) * 24 - 8) * (Math.PI / 12))

/** Air temperature in the region, °C. */
export const ambientC = (at: number): number => 18 + 7 * warmth(at)

/** The cabinet follows the day with its sun and its dew, the vapour the breathers. */
export function ageAir({ air, at, operation }: TruckBody, seconds: number): void {
  const settle = (now: number, wanted: number, timeConstantS: number) => now + (wanted - now) * (1 - Math.exp(-seconds / timeConstantS))
  air.temperatureC = settle(air.temperatureC, ambientC(at) + 3 + 4 * warmth(at) + air.extraC, cabinetTimeConstantS)
  air.humidityPercent = settle(air.humidityPercent, air.wet ? 94 : 58 - 17 * warmth(at), cabinetTimeConstantS)
  const breathing = operation === 'none' ? 0.6 * warmth(at) : 1.8
  air.overPressureKPa = settle(air.overPressureKPa, air.breatherStuck ? 27 : breathing, vapourTimeConstantS)
}

/** What the sensors say of it; doors as bits. */
export function measureAir(body: TruckBody, noise: (sigma: number) => number): Environment {
  const { air, probes } = body
  const boxOpen = probes.some(({ type, open }) => type === BOX_DOOR && open)
  return {
    temperatureC: air.temperatureC + noise(0.15),
    humidityPercent: Math.max(0, Math.min(100, air.humidityPercent + noise(0.6))),
    pressureKPa: atmosphereKPa + air.overPressureKPa + noise(0.04),
    doorBits: boxOpen ? 1 : 0,
  }
}
