/**
 * The time of a picture as light and dark squares, so that a test reads it back from what is shown: a light one, twenty bits of tenths of
 * seconds from the highest on, and a parity bit.
 */
export const TIME_BITS = 20
export const TIME_BARS = TIME_BITS + 2
const PERIOD = 2 ** TIME_BITS

/** @param at milliseconds since 1970; whether each square is light */
export function timeBars(at: number): readonly boolean[] {
  const tenths = Math.floor(at / 100) % PERIOD
  const bits = Array.from({ length: TIME_BITS }, (_, bit) => ((tenths >> (TIME_BITS - 1 - bit)) & 1) === 1)
  return [true, ...bits, bits.filter((isLight) => isLight).length % 2 === 1]
}
