/** Spec 3.7; the order is the precedence where fences overlap (domain rule D.1.5). */
export const FENCE_KINDS = ['station', 'depot', 'repair', 'park', 'custom'] as const
export type FenceKind = (typeof FENCE_KINDS)[number]

export type FenceShape =
  | { readonly shape: 'circle'; readonly lat: number; readonly lng: number; readonly radiusM: number }
  | { readonly shape: 'polygon'; readonly points: readonly LngLat[] }
  | { readonly shape: 'corridor'; readonly points: readonly LngLat[]; readonly widthM: number }

/** WGS-84, longitude first as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number]

/** An approved fence. */
export type Fence = {
  readonly id: number
  readonly kind: FenceKind
  readonly name: string
  /** The station, depot, park or repair shop that it surrounds; null for a free one. */
  readonly placeId: number | null
  readonly shape: FenceShape
  /** Speed limit inside, km/h; null when the fence sets none. */
  readonly speedLimitKmh: number | null
}
