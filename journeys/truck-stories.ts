import type { CompartmentReading } from '@tanker/domain/reading'
import type { ScriptedPosition } from '@tanker/fleet/scripted-truck'

const kmPerDegree = 111.195

type Seen = Omit<ScriptedPosition, 'lat' | 'lng' | 'at'>

/**
 * What a truck lived through, second by second in its own clock, so that it ends now. The platform judges a reading by
 * the time the truck says: minutes are sent in a moment.
 */
export class TruckStory {
  private readonly seen: (ScriptedPosition & { readonly at: number })[] = []
  private clock = 0
  private lng: number
  private readonly lat: number
  private aboard: readonly CompartmentReading[]

  constructor(place: { readonly lat: number; readonly lng: number }, aboard: readonly CompartmentReading[]) {
    this.lat = place.lat
    this.lng = place.lng
    this.aboard = aboard
  }

  /** Where the story has led to. */
  get place(): { readonly lat: number; readonly lng: number } {
    return { lat: this.lat, lng: this.lng }
  }

  /** Stands for so many seconds. */
  stands(seconds: number, also: Seen = {}, everyS = 10): this {
    return this.lives(seconds, everyS, { ...also, speedKmh: 0 })
  }

  /** Drives to the east. */
  drives(seconds: number, speedKmh: number, also: Seen = {}, everyS = 10): this {
    return this.lives(seconds, everyS, { headingDeg: 90, ...also, speedKmh })
  }

  /** The gauges read something else from now on. */
  holds(aboard: readonly CompartmentReading[]): this {
    this.aboard = aboard
    return this
  }

  /** The story with its last moment at a time; default: now. */
  endingAt(end = Date.now()): readonly ScriptedPosition[] {
    return this.seen.map((one) => ({ ...one, at: end - (this.clock - one.at) }))
  }

  private lives(seconds: number, everyS: number, also: Seen): this {
    for (let left = seconds; left > 0; left -= everyS) {
      this.clock += Math.min(everyS, left) * 1000
      this.lng += ((also.speedKmh ?? 0) * Math.min(everyS, left)) / 3600 / (kmPerDegree * Math.cos((this.lat * Math.PI) / 180))
      this.seen.push({ lat: this.lat, lng: this.lng, ...also, compartments: this.aboard, at: this.clock })
    }
    return this
  }
}
