import { distanceM } from '@tanker/domain/fences/geo'
import { type TrackLine, WAY } from '../../platform/tracks/track-line.ts'

/** Metres: nearer than this two tracks lie on one road; farther, one of them went another way. */
export const APART_M = 150
/** Shorter ways apart are a yard, a slip road or the error of the fix, metres driven. */
const LEAST_WAY_M = 300
/** Points of the first track are searched in squares of this width; a way apart of more than one square is as far as the search goes. */
const SQUARE_M = 2_000
const METRES_PER_DEG = 111_320
/** Points nearer to the last one that was looked at change nothing. */
const STEP_M = 25

export type WayApart = {
  /** Moments of the compared track, ms UTC. */
  readonly from: number
  readonly to: number
  readonly drivenM: number
  /** Largest distance from the first track, and where it was; as far as the search goes where it is more. */
  readonly mostM: number
  readonly lng: number
  readonly lat: number
}

type Segment = readonly [from: number, to: number]

/** Distance of a point from the way between two points, metres, on a plane that touches the earth there. */
function fromSegmentM(lat: number, lng: number, line: TrackLine, [from, to]: Segment): number {
  const cos = Math.cos((lat * Math.PI) / 180)
  const x = (at: number): number => ((line.lng[at] as number) - lng) * cos * METRES_PER_DEG
  const y = (at: number): number => ((line.lat[at] as number) - lat) * METRES_PER_DEG
  const [ax, ay, bx, by] = [x(from), y(from), x(to), y(to)]
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + share * dx, ay + share * dy)
}

/** Finds how far a point is from a track: its ways stand in squares, of which only the neighbours are looked at. */
class NearTrack {
  readonly #line: TrackLine
  readonly #squares = new Map<string, Segment[]>()

  constructor(line: TrackLine) {
    this.#line = line
    let last = 0
    for (let index = 1; index < line.at.length; index += 1) {
      // Where the truck was in a gap or a jump is not known.
      if (line.way[index] !== WAY.known) {
        last = index
        continue
      }
      if (this.#metres(last, index) < STEP_M && index < line.at.length - 1) continue
      this.#enter([last, index])
      last = index
    }
  }

  #metres(from: number, to: number): number {
    const { lat, lng } = this.#line
    return distanceM(lat[from] as number, lng[from] as number, lat[to] as number, lng[to] as number)
  }

  /** Into each square that the way crosses, sampled at half a square. */
  #enter(segment: Segment): void {
    const [from, to] = segment
    const parts = Math.ceil(this.#metres(from, to) / (SQUARE_M / 2)) || 1
    const { lat, lng } = this.#line
    for (let part = 0; part <= parts; part += 1) {
      const at = (values: Float64Array): number =>
        (values[from] as number) + (((values[to] as number) - (values[from] as number)) * part) / parts
      const key = this.#square(at(lat), at(lng)).join()
      const found = this.#squares.get(key) ?? []
      if (found.at(-1) !== segment) found.push(segment)
      this.#squares.set(key, found)
    }
  }

  /** Squares get narrower towards the poles, in whole steps of latitude so that neighbours fit. */
  #square(lat: number, lng: number): [number, number] {
    const row = Math.floor((lat * METRES_PER_DEG) / SQUARE_M)
    const cos = Math.max(0.1, Math.cos((((row + 0.5) * SQUARE_M) / METRES_PER_DEG / 180) * Math.PI))
    return [row, Math.floor((lng * METRES_PER_DEG * cos) / SQUARE_M)]
  }

  /** Metres from the nearest way; SQUARE_M where none is that near. */
  distanceM(lat: number, lng: number): number {
    let least = SQUARE_M
    for (const up of [-1, 0, 1]) {
      const [row, column] = this.#square(lat + (up * SQUARE_M) / METRES_PER_DEG, lng)
      for (const right of [-1, 0, 1])
        for (const segment of this.#squares.get([row, column + right].join()) ?? [])
          least = Math.min(least, fromSegmentM(lat, lng, this.#line, segment))
    }
    return least
  }
}

/** Ways on which `other` was away from `first`, oldest first. Empty where one of them has no points. */
export function waysApart(first: TrackLine, other: TrackLine): WayApart[] {
  if (first.at.length === 0) return []
  const near = new NearTrack(first)
  const ways: WayApart[] = []
  let open: { from: number; mostM: number; lng: number; lat: number; last: number } | null = null
  const close = (): void => {
    if (!open) return
    const drivenM = (other.drivenM[open.last] as number) - (other.drivenM[open.from] as number)
    if (drivenM >= LEAST_WAY_M) {
      const { mostM, lng, lat } = open
      ways.push({ from: other.at[open.from] as number, to: other.at[open.last] as number, drivenM, mostM, lng, lat })
    }
    open = null
  }
  let looked = -1
  for (let index = 0; index < other.at.length; index += 1) {
    const isLast = index === other.at.length - 1
    const isStep = looked < 0 || (other.drivenM[index] as number) - (other.drivenM[looked] as number) >= STEP_M
    if (!isStep && !isLast && other.way[index] === WAY.known) continue
    looked = index
    if (other.way[index] !== WAY.known) close()
    const [lat, lng] = [other.lat[index] as number, other.lng[index] as number]
    const metres = near.distanceM(lat, lng)
    if (metres < APART_M) close()
    else if (open === null) open = { from: index, mostM: metres, lng, lat, last: index }
    else {
      open.last = index
      if (metres > open.mostM) Object.assign(open, { mostM: metres, lng, lat })
    }
  }
  close()
  return ways
}

/** As far as the search for the nearest way goes. */
export const FARTHEST_M = SQUARE_M

export type TrackFigures = {
  readonly from: number
  readonly to: number
  readonly drivenKm: number
  readonly driveMs: number
  readonly stops: number
  readonly stopMs: number
  readonly maxKmh: number
  /** While driving; null for a truck that did not. */
  readonly meanKmh: number | null
}

const DRIVING_KMH = 3

/** What a track comes to; null for one without points. Stops of the parking list that lie in it, the last of them up to its end. */
export function figuresOf(
  line: TrackLine,
  stops: readonly { readonly startedAt: string; readonly endedAt: string | null }[],
): TrackFigures | null {
  const count = line.at.length
  if (count === 0) return null
  const [from, to] = [line.at[0] as number, line.at[count - 1] as number]
  let [driveMs, maxKmh] = [0, 0]
  for (let index = 0; index < count; index += 1) {
    const kmh = line.kmh[index] as number
    maxKmh = Math.max(maxKmh, kmh)
    if (index === 0 || line.way[index] !== WAY.known) continue
    if (Math.max(kmh, line.kmh[index - 1] as number) >= DRIVING_KMH) driveMs += (line.at[index] as number) - (line.at[index - 1] as number)
  }
  const drivenKm = (line.drivenM[count - 1] as number) / 1000
  const stood = stops.map(({ startedAt, endedAt }) => {
    const end = endedAt === null ? to : Math.min(to, Date.parse(endedAt))
    return Math.max(0, end - Math.max(from, Date.parse(startedAt)))
  })
  return {
    from,
    to,
    drivenKm,
    driveMs,
    stops: stops.length,
    stopMs: stood.reduce((sum, ms) => sum + ms, 0),
    maxKmh,
    meanKmh: driveMs === 0 ? null : (drivenKm / driveMs) * 3_600_000,
  }
}

/** The moment at which a track had driven so many metres, ms UTC; its first or last beyond its ends. */
export function momentAfter({ at, drivenM }: Pick<TrackLine, 'at' | 'drivenM'>, metres: number): number {
  let [low, high] = [0, at.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((drivenM[middle] as number) < metres) low = middle + 1
    else high = middle
  }
  const before = low - 1
  if (before < 0) return at[low] ?? 0
  const [from, to] = [drivenM[before] as number, drivenM[low] as number]
  const share = to > from ? Math.min(1, Math.max(0, (metres - from) / (to - from))) : 1
  return (at[before] as number) + ((at[low] as number) - (at[before] as number)) * share
}
