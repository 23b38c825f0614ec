import type { Anchor } from './anchor.ts'

/** A frame held back: its step may be a jump or the start of a flow. */
export type HeldSample = {
  readonly at: number
  readonly levelMm: number
  readonly volumeL: number
  readonly v20L: number
  readonly temperatureC: number
  readonly rawLevelMm: number
}

/** A step of the level that no flow explains: what was measured before is on another scale. */
export type JumpState = {
  /** The first frame on the new scale. */
  at: number
  /** The last value on the old one. */
  from: Anchor
  /** Height of the jump. */
  levelMm: number
  volumeL: number
  v20L: number
  /** Known to the litre and posted to the ledger. */
  settled: boolean
}

/** Jumps together: when the first was, and what they sum to. */
export type JumpedLitres = { readonly at: number; levelMm: number; volumeL: number; v20L: number }
