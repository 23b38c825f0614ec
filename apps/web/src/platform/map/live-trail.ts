import type { TruckTrail } from '@tanker/contract/board'
import { type TailPoint, trailLines, trailSince } from './trail-features.ts'

const NOTHING: TruckTrail = { at: [], lat: [], lng: [], speedKmh: [], gaps: [], marks: [] }
/** Places since the trail was read, which is each minute; a truck reports each second at most. */
const MAX_TAIL_POINTS = 300

/** A trail as it was read, with the places that came since. */
export class LiveTrail {
  private trail = NOTHING
  private tail: TailPoint[] = []

  /** Takes a trail as it was read, or none. */
  read(trail: TruckTrail | undefined): void {
    if (trail === undefined) this.tail = []
    this.trail = trail ?? NOTHING
    const end = this.trail.at.at(-1) ?? 0
    this.tail = this.tail.filter(({ at }) => at > end)
  }

  /** The truck is at another place now. False: that is not newer than what is known, or no trail has been read. */
  extend(point: TailPoint): boolean {
    const last = this.tail.at(-1)?.at ?? this.trail.at.at(-1)
    if (last === undefined || point.at <= last) return false
    this.tail.push(point)
    if (this.tail.length > MAX_TAIL_POINTS) this.tail.shift()
    return true
  }

  get marks(): TruckTrail['marks'] {
    return this.trail.marks
  }

  /** As lines to draw, from a moment on, ms UTC. */
  lines(from = 0) {
    return trailLines(
      trailSince(this.trail, from),
      this.tail.filter(({ at }) => at >= from),
    )
  }
}
