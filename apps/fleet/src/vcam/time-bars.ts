/**
 * The time of a picture as light and dark squares, so that a test reads it back from what is shown: a light one, twenty bits of tenths of
 * seconds from the highest on, and a parity bit.
 */
const BITS = 20
export const TIME_BARS = BITS + 2
const PERIOD = 2 ** BITS

/** @param at milliseconds since 1970; whether each square is light */
export function timeBars(at: number): readonly boolean[] {
  const tenths = Math.floor(at / 100) % PERIOD
  const bits = Array.from({ length: BITS }, (_, bit) => ((tenths >> (BITS - 1 - bit)) & 1) === 1)
  return [true, ...bits, bits.filter((isLight) => isLight).length % 2 === 1]
}

/** Tenths of seconds, modulo 2^20; null where the squares are no time. */
export function readTimeBars(bars: readonly boolean[]): number | null {
  const bits = bars.slice(1, BITS + 1)
  if (bars.length !== TIME_BARS || bars[0] !== true) return null
  if ((bits.filter((isLight) => isLight).length % 2 === 1) !== bars[TIME_BARS - 1]) return null
  return bits.reduce((sum, isLight) => sum * 2 + (isLight ? 1 : 0), 0)
}
