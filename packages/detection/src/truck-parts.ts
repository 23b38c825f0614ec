import type { ProbeCondition } from '@tanker/domain/probe-type'
import type { TransportState } from '@tanker/domain/transport-process'

/** What the live row of a truck shows, read straight from its state. Times are ms, 0 means never. */
export type TruckParts = {
  readonly newestAt: number
  readonly lastContactAt: number
  readonly loaded: boolean
  readonly moving: boolean
  /** Null while the truck moves. */
  readonly stoppedSinceAt: number | null
  readonly accOn: boolean
  readonly processState: TransportState
  readonly processSinceAt: number
  /** The last good fix; null before the first. */
  readonly position: LivePosition | null
  /** The newest word of each probe. */
  readonly probes: readonly LiveProbe[]
}

export type LivePosition = {
  readonly at: number
  readonly lat: number
  readonly lng: number
  readonly speedKmh: number
  readonly headingDeg: number
  /** The fence that the truck is in, by precedence; null outside all. */
  readonly fenceId: number | null
  readonly fenceName: string | null
}

export type LiveProbe = {
  readonly compartment: number
  readonly type: number
  at: number
  answering: boolean
  /** After debounce. */
  open: boolean
  /** After debounce. */
  wet: boolean
  sealCount: number
  /** Anything but `ok` is taken out of judgement until it was good for a while. */
  condition: ProbeCondition
}
