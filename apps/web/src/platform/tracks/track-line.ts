import { TRACK_FLAG, TRACK_GAP_MS, type TruckTrack } from '@tanker/contract/track'
import { distanceM } from '@tanker/domain/fences/geo'

/** One track, ready to be drawn and played. Arrays of one length, oldest first; only points with a satellite fix. */
export type TrackLine = {
  readonly truckId: number
  readonly plate: string
  /** Milliseconds UTC. */
  readonly at: Float64Array
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly kmh: Float32Array
  readonly headingDeg: Float32Array
  /** Odometer, km. */
  readonly km: Float64Array
  /** Bits of `TRACK_FLAG`. */
  readonly flags: Uint8Array
  /** What lies between the point before and this one: see `WAY`. */
  readonly way: Uint8Array
  /** Metres driven since the first point, jumps left out. */
  readonly drivenM: Float64Array
  /** Points that had no satellite fix and are not on the line. */
  readonly withoutFix: number
}

/** The way from the point before: known, unknown because nothing came for minutes, or a jump that no truck drives. */
export const WAY = { known: 0, gap: 1, jump: 2 } as const

/** Faster than any tank truck; nearer points may jump by the error of the fix. */
const JUMP_KMH = 180
const JUMP_M = 300
const DRIVING_KMH = 3

/** Undoes the differences of the wire; points without a fix are counted and left out. */
export function trackLine(track: TruckTrack): TrackLine {
  const count = track.atMs.length
  const kept: number[] = []
  for (let index = 0; index < count; index += 1) if (((track.flags[index] as number) & TRACK_FLAG.located) !== 0) kept.push(index)
  const line = {
    truckId: track.truckId,
    plate: track.signCode,
    at: new Float64Array(kept.length),
    lng: new Float64Array(kept.length),
    lat: new Float64Array(kept.length),
    kmh: new Float32Array(kept.length),
    headingDeg: new Float32Array(kept.length),
    km: new Float64Array(kept.length),
    flags: new Uint8Array(kept.length),
    way: new Uint8Array(kept.length),
    drivenM: new Float64Array(kept.length),
    withoutFix: count - kept.length,
  }
  let [at, lat, lng, km] = [0, 0, 0, 0]
  let out = 0
  for (let index = 0; index < count; index += 1) {
    at += track.atMs[index] as number
    lat += track.lat[index] as number
    lng += track.lng[index] as number
    km += track.km10[index] as number
    if (kept[out] !== index) continue
    line.at[out] = at
    line.lat[out] = lat / 1e6
    line.lng[out] = lng / 1e6
    line.km[out] = km / 10
    line.kmh[out] = (track.kmh10[index] as number) / 10
    line.headingDeg[out] = track.headingDeg[index] as number
    line.flags[out] = track.flags[index] as number
    if (out > 0) addWay(line, out)
    out += 1
  }
  return line
}

type Ways = Pick<TrackLine, 'at' | 'lat' | 'lng' | 'kmh' | 'way' | 'drivenM'>

function addWay({ at, lat, lng, kmh, way, drivenM }: Ways, index: number): void {
  const before = index - 1
  const metres = distanceM(lat[before] as number, lng[before] as number, lat[index] as number, lng[index] as number)
  const ms = (at[index] as number) - (at[before] as number)
  const isJump = metres > JUMP_M && (ms <= 0 || (metres / ms) * 3600 > JUMP_KMH)
  way[index] = isJump ? WAY.jump : ms > TRACK_GAP_MS ? WAY.gap : WAY.known
  // A standing truck wanders with the error of its fix.
  const isDriving = Math.max(kmh[before] as number, kmh[index] as number) >= DRIVING_KMH
  drivenM[index] = (drivenM[before] as number) + (isJump || !isDriving ? 0 : metres)
}

/** The last point at or before a moment; −1 before the first. */
export function indexAt({ at }: Pick<TrackLine, 'at'>, moment: number): number {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] as number) <= moment) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Where a truck was at a moment. `isKnown` is false between points of which nothing is known between them, and outside the track. */
export type Moment = {
  readonly lng: number
  readonly lat: number
  readonly kmh: number
  readonly headingDeg: number
  readonly km: number
  readonly drivenM: number
  readonly isKnown: boolean
  /** When the point was measured that the speed is of, ms UTC. */
  readonly at: number
}

/** Between two points in a straight line; over a gap or a jump the truck stays where it was last. Null for an empty track. */
export function momentAt(line: TrackLine, moment: number): Moment | null {
  const { length } = line.at
  if (length === 0) return null
  const found = indexAt(line, moment)
  const index = Math.max(0, found)
  const next = index + 1
  const isWay = found >= 0 && next < length && line.way[next] === WAY.known
  const from = line.at[index] as number
  const share = isWay ? (moment - from) / Math.max(1, (line.at[next] as number) - from) : 0
  const between = (values: Float64Array): number =>
    (values[index] as number) + (isWay ? ((values[next] as number) - (values[index] as number)) * share : 0)
  return {
    lng: between(line.lng),
    lat: between(line.lat),
    drivenM: between(line.drivenM),
    km: line.km[index] as number,
    kmh: line.kmh[index] as number,
    headingDeg: line.headingDeg[index] as number,
    isKnown: found >= 0 && (isWay || moment - from <= TRACK_GAP_MS),
    at: from,
  }
}

/** The first and last moments of several tracks; null when all are empty. */
export function spanOf(lines: readonly TrackLine[]): { readonly from: number; readonly to: number } | null {
  const filled = lines.filter(({ at }) => at.length > 0)
  if (filled.length === 0) return null
  return { from: Math.min(...filled.map(({ at }) => at[0] as number)), to: Math.max(...filled.map(({ at }) => at.at(-1) as number)) }
}
