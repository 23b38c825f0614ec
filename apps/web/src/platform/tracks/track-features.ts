import { TRACK_FLAG } from '@tanker/contract/track'
import type { Feature, FeatureCollection, LineString } from 'geojson'
import { speedBand } from '../map/trail-features.ts'
import { indexAt, momentAt, WAY, type TrackLine } from './track-line.ts'

/** Points nearer than this that change neither speed nor direction do not change the line. Degrees of latitude: about 15 m. */
const NEAR_DEG = 0.00014
const LIKE_KMH = 8
const LIKE_DEG = 12

/** How a stretch of the line is drawn: its colour by speed, or dashed. */
export const STRETCHES = ['speed1', 'speed2', 'speed3', 'speed4', 'speed5', 'resent', 'gap', 'jump'] as const
type Stretch = (typeof STRETCHES)[number]

/** Whether a point can be left out of the drawing: near the last one that is drawn, as fast and in the same direction. */
function isAlike(line: TrackLine, last: number, index: number): boolean {
  const turn = Math.abs((line.headingDeg[index] as number) - (line.headingDeg[last] as number))
  return (
    line.way[index] === WAY.known &&
    line.way[index + 1] === WAY.known &&
    Math.abs((line.lat[index] as number) - (line.lat[last] as number)) < NEAR_DEG &&
    Math.abs((line.lng[index] as number) - (line.lng[last] as number)) < NEAR_DEG &&
    Math.abs((line.kmh[index] as number) - (line.kmh[last] as number)) < LIKE_KMH &&
    Math.min(turn, 360 - turn) < LIKE_DEG
  )
}

const stretchOf = (line: TrackLine, from: number, to: number): Stretch => {
  if (line.way[to] === WAY.jump) return 'jump'
  if (line.way[to] === WAY.gap) return 'gap'
  if (((line.flags[to] as number) & TRACK_FLAG.resent) !== 0) return 'resent'
  return `speed${(speedBand(((line.kmh[from] as number) + (line.kmh[to] as number)) / 2) + 1) as 1 | 2 | 3 | 4 | 5}`
}

/** A track as lines: those of like speed are one; gaps, jumps and what was uploaded late are lines of their own. */
export function trackFeatures(line: TrackLine, colour: string | null): Feature<LineString>[] {
  const features: Feature<LineString>[] = []
  let open: { readonly stretch: Stretch; readonly coordinates: [number, number][] } | null = null
  let last = 0
  for (let index = 1; index < line.at.length; index += 1) {
    if (index < line.at.length - 1 && isAlike(line, last, index)) continue
    const stretch = stretchOf(line, last, index)
    if (open === null || open.stretch !== stretch || stretch === 'gap' || stretch === 'jump') {
      open = { stretch, coordinates: [[line.lng[last] as number, line.lat[last] as number]] }
      features.push({
        type: 'Feature',
        properties: { stretch, ...(colour === null ? {} : { colour }) },
        geometry: { type: 'LineString', coordinates: open.coordinates },
      })
    }
    open.coordinates.push([line.lng[index] as number, line.lat[index] as number])
    last = index
  }
  return features
}

export const featuresOf = (lines: readonly TrackLine[], colours: readonly (string | null)[]): FeatureCollection<LineString> => ({
  type: 'FeatureCollection',
  features: lines.flatMap((line, index) => trackFeatures(line, colours[index] ?? null)),
})

/** The line between two moments; it breaks where the way is not known, and a stretch of one point is none. */
export function stretchFeatures(line: TrackLine, { from, to }: { readonly from: number; readonly to: number }): Feature<LineString>[] {
  const [first, last] = [line.at[0], line.at.at(-1)]
  if (first === undefined || last === undefined || to <= first || from >= last) return []
  const placeAt = (at: number): [number, number] => {
    const { lng, lat } = momentAt(line, at) ?? { lng: 0, lat: 0 }
    return [lng, lat]
  }
  const begins = Math.max(from, first)
  const ends = Math.min(to, last)
  const stretches: [number, number][][] = [[placeAt(begins)]]
  for (let index = indexAt(line, begins) + 1; index <= indexAt(line, ends); index += 1) {
    if (line.way[index] !== WAY.known) stretches.push([])
    stretches.at(-1)?.push([line.lng[index] as number, line.lat[index] as number])
  }
  stretches.at(-1)?.push(placeAt(ends))
  return stretches
    .filter((coordinates) => coordinates.some(([lng, lat]) => lng !== coordinates[0]?.[0] || lat !== coordinates[0]?.[1]))
    .map((coordinates) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }))
}

/** West, south, east, north of the tracks; null when all are empty. */
export function boundsOf(lines: readonly TrackLine[]): [number, number, number, number] | null {
  const box: [number, number, number, number] = [180, 90, -180, -90]
  for (const { lng, lat } of lines)
    for (let index = 0; index < lng.length; index += 1) {
      box[0] = Math.min(box[0], lng[index] as number)
      box[1] = Math.min(box[1], lat[index] as number)
      box[2] = Math.max(box[2], lng[index] as number)
      box[3] = Math.max(box[3], lat[index] as number)
    }
  return box[0] > box[2] ? null : box
}
