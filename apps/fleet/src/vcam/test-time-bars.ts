import { TIME_BARS, TIME_BITS } from './time-bars.ts'

/** Tenths of seconds, modulo 2^20; null where the squares are no time. */
export function readTimeBars(bars: readonly boolean[]): number | null {
  const bits = bars.slice(1, TIME_BITS + 1)
  if (bars.length !== TIME_BARS || bars[0] !== true) return null
  if ((bits.filter((isLight) => isLight).length % 2 === 1) !== bars[TIME_BARS - 1]) return null
  return bits.reduce((sum, isLight) => sum * 2 + (isLight ? 1 : 0), 0)
}
