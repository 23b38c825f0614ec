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
  /** The flow that it would take; of several, the least. */
  lpm: number
  /** Known to the litre and posted to the ledger. */
  settled: boolean
  /** Steps seen while driving, which the next calm surface confirms or not: nothing is on another scale yet; null at a stop. */
  road: RoadSteps | null
  /** A fall to the bottom that counts as litres gone, until a day later or an operation; null is none. */
  dumped: Dump | null
}

/** A fall to the bottom: the first frame, the litres before at 20 °C, and its height (negative). */
export type Dump = { readonly at: number; readonly fromV20L: number } & LevelChange

export type LevelChange = { readonly levelMm: number; readonly volumeL: number; readonly v20L: number }

/** Height of a step, and the flow that it would take. */
export type StepHeight = LevelChange & { readonly lpm: number }

/** The largest fall and the largest rise of one drive, besides what all its steps sum to. */
export type RoadSteps = {
  readonly fall: StepHeight
  readonly rise: StepHeight
  /** The scale before these steps began here; 0 is never. */
  readonly scaleAt: number
}

/** Jumps together: when the first was, by how much the scale is off since, and the litres that may be lost instead. */
export type JumpedLitres = { readonly at: number; levelMm: number; volumeL: number; v20L: number }
