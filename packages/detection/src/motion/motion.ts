import type { Reading } from '@tanker/domain/reading'
import type { Moment } from '../moment.ts'

/** Moving and standing, with hysteresis (domain rule D.1.4); the truck's parking mode says what engine-off means. */
export function stepMotion(moment: Moment, { position }: Reading): void {
  const { motion } = moment.state
  const { at, thresholds } = moment
  const { parkingMode } = moment.context
  if (moment.speedKnown) {
    if (motion.speedKmh >= thresholds.movingKmh) {
      motion.fastFixes += 1
      if (motion.fastSinceAt === 0) motion.fastSinceAt = at
    } else {
      motion.fastFixes = 0
      motion.fastSinceAt = 0
    }
    if (motion.speedKmh >= thresholds.stoppedKmh && !moment.staysPut) motion.slowSinceAt = 0
    else if (motion.slowSinceAt === 0) motion.slowSinceAt = at
  } else if (!position.located && position.speedKmh >= thresholds.movingKmh) {
    // In a tunnel 0 may only mean that the satellites are gone, but what is fast drives.
    motion.fastFixes += 1
    if (motion.fastSinceAt === 0) motion.fastSinceAt = at
    motion.slowSinceAt = 0
  }

  if (motion.moving) {
    const slow = motion.slowSinceAt !== 0 && at - motion.slowSinceAt >= thresholds.stoppedAfterS * 1000
    const off = !motion.accOn && motion.fastSinceAt === 0
    const stands = parkingMode === 'speed' ? slow : parkingMode === 'acc' ? slow && off : slow || off
    if (stands) {
      motion.moving = false
      motion.movingSinceAt = 0
      motion.stoppedSinceAt = motion.slowSinceAt || at
      moment.halted = true
    }
  } else {
    if (motion.stoppedSinceAt === 0) motion.stoppedSinceAt = at
    const moves =
      motion.fastFixes >= thresholds.movingFixes || (motion.fastSinceAt !== 0 && at - motion.fastSinceAt >= thresholds.movingAfterS * 1000)
    // In stop and go the frames that come seldom mostly show it standing: its fixes show since when it is gone.
    const { awaySinceAt: goneSinceAt } = moment.state.fix
    if (moves) driveOff(moment, goneSinceAt === 0 ? motion.fastSinceAt : Math.min(motion.fastSinceAt, goneSinceAt))
    else if (moment.elsewhere) {
      // It drove between two frames, or too shortly to be seen fast for long: since then it has stood again.
      const { awaySinceAt } = moment.state.fix
      if (motion.slowSinceAt !== 0) motion.slowSinceAt = Math.max(motion.slowSinceAt, awaySinceAt)
      driveOff(moment, awaySinceAt)
    }
  }
}

function driveOff(moment: Moment, since: number): void {
  const { motion } = moment.state
  motion.moving = true
  motion.stoppedSinceAt = 0
  motion.movingSinceAt = since
  motion.droveSinceAt = since
  moment.droveOff = true
  moment.state.fix.awaySinceAt = 0
}
