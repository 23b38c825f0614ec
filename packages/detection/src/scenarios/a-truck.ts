import type { Fence } from '@tanker/domain/fences/fence'
import { metresOutside } from '@tanker/domain/fences/geo'
import { defaultThresholds, type Thresholds } from '@tanker/domain/thresholds'
import type { FenceFinder, TruckContext } from '@tanker/domain/trucks/truck-context'

const kmPerDegree = 111.195
/** The road is a straight line to the east along this latitude. */
export const roadLat = 31

export const tank = { halfWidthM: 1.1, halfHeightM: 0.8, lengthM: 2.9 }
export const capacityL = 8000

export const depot = circle(1, 'depot', '东港油库', 0, 300)
export const station = circle(2, 'station', '城南油站', 90, 150)
export const secondStation = circle(3, 'station', '城北油站', 110, 150)
export const park = circle(4, 'park', '服务区', 45, 200)
export const repairShop = circle(5, 'repair', '修理厂', 60, 150)

function circle(id: number, kind: Fence['kind'], name: string, km: number, radiusM: number): Fence {
  const shape = { shape: 'circle', lat: roadLat, lng: lngAt(km), radiusM } as const
  return { id, kind, name, placeId: id * 10, shape, speedLimitKmh: null }
}

export function lngAt(km: number): number {
  return 121 + km / (kmPerDegree * Math.cos((roadLat * Math.PI) / 180))
}

export function fenceFinder(fences: readonly Fence[]): FenceFinder {
  return { near: (lat, lng, marginM) => fences.filter(({ shape }) => metresOutside(shape, lat, lng) <= marginM) }
}

export function aTruck(changes: Partial<TruckContext> = {}, thresholds: Partial<Thresholds> = {}): TruckContext {
  return {
    truckId: 7,
    organisationId: 3,
    plate: '沪A12345',
    organisationName: '东港运输',
    zoneOffsetMinutes: 480,
    parkingMode: 'speed',
    speedSource: 'gps',
    unloadingMode: 'api',
    emptyingMode: 'fence',
    compartments: [1, 2, 3].map((compartment) => ({ compartment, capacityL, oilCode: 92, blindLevelMm: 40 })),
    driver: { id: 5, name: '王师傅' },
    thresholds: { ...defaultThresholds, ...thresholds },
    fences: fenceFinder([depot, station, secondStation, park, repairShop]),
    ...changes,
  }
}
