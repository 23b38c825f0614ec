import type { GaugeState } from './gauge-state.ts'
import type { Anchor } from './anchor.ts'
import { hundredth } from './gauge-window.ts'
import type { LevelChange } from './jump-state.ts'
import type { Moment } from '../moment.ts'

type Change = LevelChange & { readonly at: number }

/** Puts all that was measured before a step on the scale after it. */
export function shift(moment: Moment, gauge: GaugeState, step: Change): void {
  const { trip, probes, process, motion } = moment.state
  const { operation } = gauge
  shiftAnchor(gauge.calm, step)
  shiftAnchor(gauge.stopCalm, step)
  shiftAnchor(gauge.stood, step)
  gauge.refL = hundredth(gauge.refL + step.volumeL)
  if (operation !== null && !operation.measured) {
    shiftAnchor(operation.start, step)
    shiftAnchor(operation.end, step)
  }
  for (const probe of probes) {
    if (probe.compartment !== gauge.compartment) continue
    if (probe.cover !== null) shiftAnchor(probe.cover.before, step)
  }
  for (const { losses } of moment.state.custody.happenings) {
    for (const loss of losses) {
      if (loss.compartment !== gauge.compartment) continue
      shiftAnchor(loss.from, step)
      shiftAnchor(loss.to, step)
    }
  }
  const line = trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
  if (!line || trip === null) return
  if (trip.legStartedAt === 0) {
    shiftAnchor(line.depart, step)
    line.gaugeL = hundredth(line.gaugeL + step.volumeL)
    line.gaugeV20L = hundredth(line.gaugeV20L + step.v20L)
  } else if (line.arrive.at >= step.at || step.at < motion.stoppedSinceAt) {
    // Coupled before a calm surface showed that the gauge had jumped on the way: no loss of the way.
    shiftAnchor(line.depart, step)
    line.gaugeL = hundredth(line.gaugeL + step.volumeL)
    line.gaugeV20L = hundredth(line.gaugeV20L + step.v20L)
    if (line.arrive.at >= step.at) line.transitLossV20L = hundredth(line.transitLossV20L + step.v20L)
    else shiftAnchor(line.arrive, step)
  } else if ((process.flowed & (1 << gauge.compartment)) === 0) shiftAnchor(line.arrive, step)
}

function shiftAnchor(anchor: Anchor, { at, levelMm, volumeL, v20L }: Change): void {
  if (anchor.at === 0 || anchor.at >= at) return
  anchor.levelMm = hundredth(anchor.levelMm + levelMm)
  anchor.volumeL = hundredth(anchor.volumeL + volumeL)
  anchor.v20L = hundredth(anchor.v20L + v20L)
}
