import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { Anchor } from '../gauges/anchor.ts'
import { loadedFromL } from '../gauges/compartment-sizes.ts'
import { hundredth } from '../gauges/gauge-window.ts'
import { isStuck } from '../gauges/stuck-gauge.ts'
import type { Moment } from '../moment.ts'
import { beginHappening, reportDischarge } from '../seals/happenings.ts'
import { shutSince } from '../seals/probes.ts'
import { placeOfOpening } from '../seals/unsealing.ts'
import { anchorsSigmaL } from './loss-sigma.ts'
import { placeOfStop, siteHere } from './site-work.ts'
import { yardReason } from './yard-reason.ts'

/** A loss of more sigmas is certain. */
const certainSigmas = 3

/**
 * Litres missing in a depot or station that the ledger cannot explain are a high loss (202), or part of the alarm that was raised here
 * already. What went on the way is judged at the arrival (high-loss.ts), or on the way back; what may go here is none.
 */
export function judgeUnexplained(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): void {
  const { at, state, thresholds, context } = moment
  const lossL = unjudgedL(moment, gauge, from, to)
  if (lossL < thresholds.highLossL || from.volumeL < loadedFromL(context, gauge.compartment)) return
  if (isStuck(moment, gauge.compartment)) return
  const place = placeOfStop(moment)
  const isCertain = lossL >= Math.max(thresholds.highLossStopL, certainSigmas * anchorsSigmaL(moment, gauge, from, to))
  const volumeL = hundredth(to.volumeL + lossL * (from.volumeL / from.v20L))
  reportDischarge(
    moment,
    gauge,
    { ...from, volumeL, v20L: hundredth(to.v20L + lossL) },
    to,
    () =>
      beginHappening(moment, {
        type: ALARM.highLoss,
        object: gauge.compartment,
        startedAt: at,
        grade: isCertain ? 'red' : 'yellow',
        place,
        placeKind: placeOfOpening(moment, at),
        processState: state.process.state,
      }),
    place,
  )
}

/** Litres at 20 °C that went before the departure of this leg or since the arrival here: those between are judged by the leg. */
function unjudgedL(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): number {
  const { trip } = moment.state
  const line = trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
  if (trip !== null && line === undefined) return 0
  if (trip === null || line === undefined) return mayGoHere(moment, gauge, from, to) ? 0 : hundredth(from.v20L - to.v20L)
  const { depart, arrive } = line
  const isOnTheWay = trip.legStartedAt === 0 && arrive.at <= depart.at
  if (isOnTheWay) return 0
  const beforeL = from.at < depart.at ? from.v20L - depart.v20L : 0
  const since = from.at < arrive.at ? arrive : from
  return hundredth(beforeL + (mayGoHere(moment, gauge, since, to) ? 0 : since.v20L - to.v20L))
}

/** A return to the depot, and at a station what went since an outlet of the compartment was opened there. */
function mayGoHere(moment: Moment, { compartment }: GaugeState, from: Anchor, to: Anchor): boolean {
  const { motion, parking } = moment.state
  const site = siteHere(moment)?.kind
  if (site !== 'depot' && site !== 'station') return true
  if (yardReason(moment, compartment, from.at, from, to) !== null) return false
  const stoppedAt = moment.droveOff ? parking.startedAt : motion.stoppedSinceAt
  return site === 'depot' || !shutSince(moment, compartment, Math.max(from.at, stoppedAt))
}
