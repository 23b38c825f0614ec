import { coverKind } from '@tanker/domain/devices/probe-type'
import type { ProbeReading, Reading } from '@tanker/domain/reading'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import { loadedFromL } from '../gauges/compartment-sizes.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { readFirst } from '../gauges/gauge-window.ts'
import { copyAnchor } from '../gauges/gauges.ts'
import { maxBackdateMs } from '../fact.ts'
import type { Moment } from '../moment.ts'
import { findProbe } from '../seals/probes.ts'
import { isSealsAwaited, readBeforeDark, shutInTheDark, wasDark } from './dark-stop.ts'
import { operationState } from './operation-state.ts'
import { noteOperation, settleOperation } from './operations.ts'
import { placeOfStop } from './site-work.ts'
import { yardReason } from './yard-reason.ts'

/** Litres by which the samples of a level at rest differ. */
const restL = 12
/** A terminal says so soon after it speaks again that it has started. */
const startsMs = 60_000
/** Written and read within one call. */
const first = noAnchor()

/**
 * Notes that the terminal was dark at this stop, and which seals counted an opening. Asked before the reading is taken in. Frames that only
 * come seldom are no darkness: an opening is sent at once.
 */
export function stepDark(moment: Moment, { compartments, probes, events }: Reading): void {
  const { at, state, thresholds } = moment
  const { dark } = state
  if (compartments.length === 0 && probes.length === 0) return
  const { lastCargoAt } = state.silent
  if (lastCargoAt !== 0 && at - lastCargoAt >= thresholds.darkMin * 60_000) {
    dark.fromAt = lastCargoAt
    dark.endedAt = at
    dark.opened = 0
    dark.restarted = false
  } else if (dark.endedAt !== 0 && (moment.droveOff || moment.halted)) dark.endedAt = 0
  if (dark.endedAt === 0) return
  if (at - dark.endedAt <= startsMs && events.some(({ event }) => event === 'console-started')) dark.restarted = true
  moment.wasDark = dark.restarted && at === dark.endedAt
  for (const probe of probes) if (countedOn(moment, probe)) dark.opened |= 1 << probe.compartment
}

function countedOn({ state }: Moment, { compartment, type, answering, open, sealCount }: ProbeReading): boolean {
  const kind = coverKind(type)
  if (kind !== 'api' && kind !== 'bottom-valve') return false
  const known = findProbe(state, compartment, type)
  return known !== null && known.at < state.dark.endedAt && answering && !open && sealCount > known.sealCount
}

/**
 * Compartments that were unloaded at a station of the slip while the terminal was dark: an unloading of unknown course. What left behind seals
 * that report shut all the time, or only in part without the slip or an open outlet to explain it, stays a loss.
 */
export function stepDarkUnloading(moment: Moment): void {
  const { state } = moment
  const { dark, membership, motion } = state
  if (!wasDark(state) || motion.moving || membership.fence?.kind !== 'station') return
  const { slip } = moment.context
  if (slip && !slip.stops.some(({ placeId }) => placeId === membership.fence?.placeId)) return
  for (const gauge of state.gauges) {
    if (!gauge.calmNow || (gauge.operation !== null && !gauge.operation.measured) || gauge.calm.at < dark.endedAt) continue
    const from = noAnchor()
    if (!fellInTheDark(moment, gauge, from) || !isExplained(moment, gauge, from)) continue
    const to = noAnchor()
    copyAnchor(Math.abs(first.volumeL - gauge.calm.volumeL) <= restL ? gauge.calm : first, to)
    to.calm = true
    moment.darkFalls.push({ compartment: gauge.compartment, from, to })
  }
}

/** Less is left than before; writes what the compartment held when the terminal fell silent. */
const fellInTheDark = (moment: Moment, gauge: GaugeState, from: Anchor): boolean =>
  readBeforeDark(moment, gauge, from) &&
  readFirst(gauge.window, moment.state.dark.endedAt, first) &&
  from.volumeL - first.volumeL >= moment.thresholds.yardFallL

function isExplained(moment: Moment, gauge: GaugeState, from: Anchor): boolean {
  const { compartment } = gauge
  if (isSealsAwaited(moment, compartment) || yardReason(moment, compartment, from.at, from, gauge.calm) !== null) return false
  if (!shutInTheDark(moment, compartment, from.at)) return true
  if ((moment.state.dark.opened & (1 << compartment)) === 0) return false
  return first.volumeL < loadedFromL(moment.context, compartment) || isForOthersToo(moment, compartment)
}

/** The slip names another station for the rest of it. */
function isForOthersToo({ context: { slip }, state: { membership } }: Moment, of: number): boolean {
  const hereId = membership.fence?.placeId
  return slip?.stops.some(({ placeId, compartments }) => placeId !== hereId && compartments.includes(of)) ?? false
}

/** Product left a compartment here while the terminal was dark. */
export const unloadedInTheDark = ({ darkFalls }: Moment): boolean => darkFalls.length > 0

/** Records the unloadings, once the process is at this station. */
export function recordDarkUnloading(moment: Moment): void {
  const { at, state } = moment
  const { dark } = state
  for (const { compartment, from, to } of moment.darkFalls) {
    const gauge = state.gauges.find((one) => one.compartment === compartment)
    if (gauge === undefined) continue
    const startedAt = Math.max(dark.fromAt, at - maxBackdateMs)
    recordUnloading(moment, gauge, startedAt, Math.max(startedAt, dark.endedAt), from, to, true)
  }
}

/** A measured unloading that no flow showed. */
export function recordUnloading(
  moment: Moment,
  gauge: GaugeState,
  startedAt: number,
  endedAt: number,
  start: Anchor,
  end: Anchor,
  levelOnly: boolean,
): void {
  const { at, state } = moment
  const { process } = state
  const operation = {
    ...operationState.initial({}),
    startedAt,
    endedAt,
    start,
    end,
    place: placeOfStop(moment),
    levelOnly,
    measured: true,
    waterStartMm: gauge.waterMm,
  }
  process.flowed |= 1 << gauge.compartment
  process.lastFlowAt = at
  gauge.operation = operation
  gauge.lastFlowAt = Math.min(endedAt, gauge.calm.at - 1)
  gauge.refL = gauge.volumeL
  settleOperation(moment, gauge, operation)
  noteOperation(moment, gauge, operation, 'measured')
}
