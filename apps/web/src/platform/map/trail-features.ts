import { TRAIL_GAP_MS, type TruckTrail } from '@tanker/contract/board'
import { distanceM } from '@tanker/domain/fences/geo'
import type { Feature, FeatureCollection, LineString, Point } from 'geojson'
import { SPEED_STEPS_KMH } from '../ui/tokens.ts'

/** A place of the truck that came after the trail was read: ms UTC, degrees, km/h. */
export type TailPoint = { readonly at: number; readonly lat: number; readonly lng: number; readonly speedKmh: number }

type TrailMark = TruckTrail['marks'][number]
/** What happened at one place: openings, or operations of one direction. */
export type MarkGroup = { readonly icon: MarkIcon; readonly lat: number; readonly lng: number; readonly marks: readonly TrailMark[] }
export const MARK_ICONS = ['opening', 'loading', 'unloading'] as const
export type MarkIcon = (typeof MARK_ICONS)[number]

/** The colour of a speed, counted from 0 for the slowest. */
export const speedBand = (kmh: number): number => SPEED_STEPS_KMH.filter((step) => kmh >= step).length

/** What of a trail came at a moment or later, ms UTC. */
export function trailSince(trail: TruckTrail, from: number): TruckTrail {
  const found = trail.at.findIndex((at) => at >= from)
  const first = found === -1 ? trail.at.length : found
  return {
    at: trail.at.slice(first),
    lat: trail.lat.slice(first),
    lng: trail.lng.slice(first),
    speedKmh: trail.speedKmh.slice(first),
    gaps: trail.gaps.flatMap((gap) => (gap > first ? [gap - first] : [])),
    marks: trail.marks.filter(({ at }) => Date.parse(at) >= from),
  }
}

/** The trail as lines of one colour each; a stretch of which nothing is known is a line of its own. The tail is older than the trail nowhere. */
export function trailLines(trail: TruckTrail, tail: readonly TailPoint[]): FeatureCollection<LineString> {
  const known = trail.at.map((at, index) => ({
    at,
    lat: trail.lat[index] ?? 0,
    lng: trail.lng[index] ?? 0,
    speedKmh: trail.speedKmh[index] ?? 0,
  }))
  const end = known.at(-1)?.at ?? 0
  const points = [...known, ...tail.filter(({ at }) => at > end)]
  const gaps = new Set(trail.gaps)
  const features: Feature<LineString>[] = []
  let line = null as Feature<LineString> | null
  for (const [index, to] of points.entries()) {
    const from = points[index - 1]
    if (!from) continue
    // The points of the trail are thinned: only the server knows where nothing came between them.
    const isGap = index < known.length ? gaps.has(index) : to.at - from.at > TRAIL_GAP_MS
    const kind = isGap ? 'gap' : `speed${speedBand((from.speedKmh + to.speedKmh) / 2) + 1}`
    if (line?.properties?.['kind'] !== kind || isGap) {
      line = { type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates: [[from.lng, from.lat]] } }
      features.push(line)
    }
    line.geometry.coordinates.push([to.lng, to.lat])
  }
  return { type: 'FeatureCollection', features }
}

const iconOf = ({ name, properties }: TrailMark): MarkIcon =>
  name === 'cover' ? 'opening' : properties['direction'] === 'loading' ? 'loading' : 'unloading'

/** Nearer ones lie over each other on any map. */
const togetherM = 80

/** Marks by kind and place: at a station ten covers are one mark. */
export function markGroups(marks: readonly TrailMark[]): readonly MarkGroup[] {
  const groups: { icon: MarkIcon; lat: number; lng: number; marks: TrailMark[] }[] = []
  for (const mark of marks) {
    const icon = iconOf(mark)
    const near = groups.find((group) => group.icon === icon && distanceM(group.lat, group.lng, mark.lat, mark.lng) < togetherM)
    if (near) near.marks.push(mark)
    else groups.push({ icon, lat: mark.lat, lng: mark.lng, marks: [mark] })
  }
  return groups
}

/** The groups as points; `index` says which. Different kinds at one place stand side by side. */
export const markFeatures = (groups: readonly MarkGroup[]): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: groups.map(({ icon, lat, lng, marks }, index) => ({
    type: 'Feature',
    properties: { icon: `mark-${icon}`, index, count: marks.length > 1 ? String(marks.length) : '', side: MARK_ICONS.indexOf(icon) },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
})
