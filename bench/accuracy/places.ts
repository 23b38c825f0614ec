import type { Fence, FenceKind } from '@tanker/domain/fences/fence'
import type { FenceFinder } from '@tanker/domain/trucks/truck-context'
import { pointAt } from './road.ts'

export type Site = { readonly id: number; readonly kind: FenceKind; readonly name: string; readonly km: number; readonly radiusM: number }

export const DEPOT: Site = { id: 1, kind: 'depot', name: 'depot', km: 0, radiusM: 300 }
export const STATION_A: Site = { id: 2, kind: 'station', name: 'station A', km: 26, radiusM: 150 }
export const STATION_B: Site = { id: 3, kind: 'station', name: 'station B', km: 34, radiusM: 150 }
export const PARK: Site = { id: 4, kind: 'park', name: 'park', km: 13, radiusM: 200 }
export const REPAIR: Site = { id: 5, kind: 'repair', name: 'repair shop', km: 18, radiusM: 150 }
export const SITES: readonly Site[] = [DEPOT, STATION_A, STATION_B, PARK, REPAIR]

export const placeId = (site: Site): number => site.id * 10

export function fenceOf(site: Site): Fence {
  const { id, kind, name, km, radiusM } = site
  return { id, kind, name, placeId: placeId(site), shape: { shape: 'circle', ...pointAt(km), radiusM }, speedLimitKmh: null }
}

/** All of them are on one road: those that lie within reach of the point's longitude. */
export function finderOf(sites: readonly Site[]): FenceFinder {
  const fences = sites.map(fenceOf)
  const east = sites.map(({ km }) => pointAt(km).lng)
  const reach = sites.map(({ radiusM }) => radiusM)
  const none: readonly Fence[] = []
  const degreesPerM = pointAt(0.001).lng - pointAt(0).lng
  return {
    near(_, lng, marginM) {
      let found: Fence[] | null = null
      for (let i = 0; i < fences.length; i += 1) {
        if (Math.abs(lng - (east[i] as number)) > ((reach[i] as number) + marginM) * degreesPerM) continue
        found ??= []
        found.push(fences[i] as Fence)
      }
      return found ?? none
    },
  }
}
