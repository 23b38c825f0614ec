type LngLat = readonly [lng: number, lat: number]
type Leg = { readonly from: LngLat; readonly to: LngLat; readonly startedAt: number }

/** A batch comes each second: a truck takes that long to reach where it was last seen. */
const animationMs = 1_000
const stepMs = 125
/** What was not drawn for longer has left the window since: it appears where it is. */
const freshMs = 3_000
/** With more moving trucks in the window, markers jump instead of gliding. */
const MAX_GLIDING = 300

/** Moving trucks glide from where they are drawn to where they are (motion only to show change). */
export class MarkerAnimation {
  private readonly legs = new Map<number, Leg>()
  private readonly draw: () => void
  private readonly still = matchMedia('(prefers-reduced-motion: reduce)')
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly last = new Map<number, { readonly at: LngLat; readonly drawnAt: number }>()

  constructor(draw: () => void) {
    this.draw = draw
  }

  /** New places came for these trucks; only those that were drawn before glide. */
  towards(positions: readonly number[], placeOf: (position: number) => LngLat | null): void {
    if (this.still.matches) return
    const now = performance.now()
    for (const position of positions) {
      const to = placeOf(position)
      const last = this.last.get(position)
      if (!to || !last || now - last.drawnAt > freshMs) continue
      const from = last.at
      if ((to[0] !== from[0] || to[1] !== from[1]) && this.legs.size < MAX_GLIDING) this.legs.set(position, { from, to, startedAt: now })
    }
    this.schedule()
  }

  /** Where a truck is drawn now. */
  at(position: number, target: LngLat, now: number): LngLat {
    const leg = this.legs.get(position)
    const drawn = leg && leg.to[0] === target[0] && leg.to[1] === target[1] ? along(leg, now) : target
    if (leg && now - leg.startedAt >= animationMs) this.legs.delete(position)
    this.last.set(position, { at: drawn, drawnAt: now })
    return drawn
  }

  stop(): void {
    clearTimeout(this.timer)
    this.legs.clear()
  }

  private schedule(): void {
    clearTimeout(this.timer)
    if (this.legs.size === 0) return
    this.timer = setTimeout(() => {
      this.draw()
      const now = performance.now()
      for (const [position, leg] of this.legs) if (now - leg.startedAt >= animationMs) this.legs.delete(position)
      this.schedule()
    }, stepMs)
  }
}

const along = ({ from, to, startedAt }: Leg, now: number): LngLat => {
  const part = Math.min(1, Math.max(0, (now - startedAt) / animationMs))
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}
