import type { HeldSample } from './jump-state.ts'

/** The last samples of one gauge, a ring. Not in the state's bytes. */
export type GaugeWindow = {
  next: number
  count: number
  /** As gauge-window.ts lays them. */
  readonly samples: Float64Array
  /** The newest frame, counted or not: a jump needs a second frame near it. */
  rawAt: number
  rawLevelMm: number
  rawVolumeL: number
  /** Frames since `heldSinceAt`. */
  readonly held: HeldSample[]
}
