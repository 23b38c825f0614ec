import type { Moment } from '../moment.ts'

/** It moves, or does so by this frame alone. */
export const isRolling = ({ state: { motion }, thresholds, staysPut }: Moment): boolean =>
  motion.moving || (motion.speedKmh >= thresholds.stoppedKmh && !staysPut)
