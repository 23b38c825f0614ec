/** A seal probe as a played day keeps it. */
export type Probe = {
  compartment: number
  type: number
  open: boolean
  wet: boolean
  sealCount: number
  changed: boolean
  answering: boolean
  uncertain: boolean
}

/** Seeded, so that every run of a test sees the same noise. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A gauge that measures what its compartment holds. `heldMm` is where a float hangs. */
export const soundGauge = { oilCode: 92, waterMm: 0, fault: 0, silent: false, offsetMm: 0, heldMm: -1, densityKgM3: 728, wigglesMm: 0 }
