import { anchor, fixed, flag, hundredths, nullable, part, type StateOf, time, uint } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

/** A frame held back: its step may be a jump or the start of a flow. */
export type HeldSample = {
  readonly at: number
  readonly levelMm: number
  readonly volumeL: number
  readonly v20L: number
  readonly temperatureC: number
  readonly rawLevelMm: number
}

const levelChange = { levelMm: fixed(hundredths()), volumeL: fixed(hundredths()), v20L: fixed(hundredths()) }
const levelChangeState = stateOf(levelChange)
export type LevelChange = StateOf<typeof levelChangeState>

/** Height of a step, and the flow that it would take. */
const stepHeightState = stateOf({ ...levelChange, lpm: fixed(uint()) })
export type StepHeight = StateOf<typeof stepHeightState>

/** The largest fall and the largest rise of one drive, besides what all its steps sum to. */
const roadStepsState = stateOf({
  fall: fixed(part(stepHeightState)),
  rise: fixed(part(stepHeightState)),
  /** The scale before these steps began here; 0 is never. */
  scaleAt: fixed(time()),
})

/** A fall to the bottom: the first frame, the litres before at 20 °C, and its height (negative). */
const dumpState = stateOf({ at: fixed(time()), fromV20L: fixed(hundredths()), ...levelChange })
export type Dump = StateOf<typeof dumpState>

/** A step of the level that no flow explains: what was measured before is on another scale. */
export const jumpState = stateOf({
  /** The first frame on the new scale. */
  at: time(),
  /** The last value on the old one. */
  from: anchor(),
  /** Height of the jump. */
  levelMm: hundredths(),
  volumeL: hundredths(),
  v20L: hundredths(),
  /** The flow that it would take; of several, the least. */
  lpm: uint(),
  /** Known to the litre and posted to the ledger. */
  settled: flag(),
  /** Steps seen while driving, which the next calm surface confirms or not: nothing is on another scale yet; null at a stop. */
  road: nullable(roadStepsState),
  /** A fall to the bottom that counts as litres gone, until a day later or an operation; null is none. */
  dumped: nullable(dumpState),
})
export type JumpState = StateOf<typeof jumpState>

/** Jumps together: when the first was, by how much the scale is off since, and the litres that may be lost instead. */
export const jumpedLitresState = stateOf({ at: fixed(time()), levelMm: hundredths(), volumeL: hundredths(), v20L: hundredths() })
