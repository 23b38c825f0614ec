import { type CoverKind, coverKind } from '@tanker/domain/devices/probe-type'
import { coverFact, OPENING_PLACES } from '@tanker/domain/facts/seal-facts'
import { type Anchor, noAnchor } from '../gauges/anchor.ts'
import { readLast } from '../gauges/flow-bounds.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { CoverState, ProbeState } from './probe-state.ts'
import { copyAnchor, gaugeOf, readHeld, settledSince } from '../gauges/gauges.ts'
import { hundredth, newestBefore } from '../gauges/gauge-window.ts'
import { exemptionNow } from './exempt-opening.ts'
import { reopenOpening } from './happenings.ts'
import { loadedOrUnknown } from '../gauges/load-without-gauge.ts'
import { type Moment, note, placeNow } from '../moment.ts'
import { judgeAuthorisedLoss, judgeCover, placeOfOpening, waitsAtEdge } from './unsealing.ts'

const minuteMs = 60_000

/** Cover journal (domain rule D.4): an opening and its closing are one record, judged while it stands open (D.6). */
export function stepCovers(moment: Moment): void {
  if (!moment.probesActive) return
  for (const probe of moment.state.probes) {
    if (!probe.open && probe.cover === null) continue
    const kind = coverKind(probe.type)
    if (kind === undefined) continue
    if (probe.open) stepOpen(moment, probe, kind)
    else if (probe.cover !== null) stepClosed(moment, probe, probe.cover, kind)
  }
}

function stepOpen(moment: Moment, probe: ProbeState, kind: CoverKind): void {
  const { state } = moment
  const mergeMs = moment.thresholds.coverMergeS * 1000
  if (probe.cover !== null && probe.cover.closedAt !== 0) {
    if (probe.openedAt - probe.cover.closedAt < mergeMs) {
      probe.cover.closedAt = 0
      reopenOpening(moment, probe)
    } else finishCover(moment, probe, probe.cover)
  }
  if (probe.cover === null) {
    probe.cover = openCover(moment, probe)
    noteCover(moment, probe, probe.cover, 'cover-opened', null)
  }
  const { cover } = probe
  const judged = cover.judged
  judgeCover(moment, probe, cover, kind)
  const rolls = state.loaded && state.motion.moving
  if (rolls) cover.movedM = hundredth(cover.movedM + moment.movedM)
  if ((cover.judged && !judged) || (rolls && !cover.movedOpen)) {
    cover.movedOpen = cover.movedOpen || rolls
    noteCover(moment, probe, cover, 'cover-judged', null)
  }
}

function stepClosed(moment: Moment, probe: ProbeState, cover: CoverState, kind: CoverKind): void {
  const { at, state, thresholds } = moment
  if (cover.closedAt === 0) {
    cover.closedAt = probe.closePendingAt
    noteCover(moment, probe, cover, 'cover-closed', null)
  }
  judgeCover(moment, probe, cover, kind)
  const sinceMs = at - cover.closedAt
  if (sinceMs < thresholds.coverMergeS * 1000) return
  const gauge = probe.compartment === 0 ? null : gaugeOf(state, probe.compartment)
  const measured = gauge === null || (gauge.calmNow && sinceMs >= thresholds.calmAfterS * 1000)
  const waits = (!cover.judged && cover.abnormal) || waitsAtEdge(moment, cover)
  if (measured) judgeAuthorisedLoss(moment, probe, cover)
  if ((measured || state.motion.moving || sinceMs > thresholds.unsealingMergeMin * 60_000) && !waits) {
    finishCover(moment, probe, cover)
  }
}

function openCover(moment: Moment, probe: ProbeState): CoverState {
  const { state } = moment
  const before = noAnchor()
  if (probe.compartment !== 0) readBefore(moment, gaugeOf(state, probe.compartment), probe.openedAt, before)
  return {
    startedAt: probe.openedAt,
    openedAt: probe.openedAt,
    closedAt: 0,
    place: placeNow(state),
    fixAt: state.fix.at,
    altitudeM: moment.altitudeM,
    movedOpen: false,
    movedM: 0,
    placeKind: placeOfOpening(moment, probe.openedAt, probe.compartment),
    exemption: exemptionNow(moment, probe.openedAt, probe.compartment)?.id ?? 0,
    processState: state.process.state,
    loaded: state.loaded || loadedOrUnknown(moment, probe.compartment),
    standing: mayHaveStood(moment, probe.openedAt),
    before,
    judged: false,
    abnormal: false,
    sealCount: probe.sealCount,
  }
}

/** What a compartment held when it was opened. Where frames are far apart the opening is certain a frame later, and product may flow by then. */
function readBefore(moment: Moment, gauge: GaugeState, openedAt: number, into: Anchor): void {
  readHeld(moment, gauge, into)
  if (!into.calm && !moment.state.motion.moving) readLast(gauge.window, openedAt, settledSince(moment), minuteMs, into)
}

/**
 * Whether the truck may have stood for half a minute when a cover was opened. Where frames are further apart than that it is known
 * only that it stopped after its last frame of the drive.
 */
function mayHaveStood({ at, state, thresholds }: Moment, openedAt: number): boolean {
  const { motion } = state
  const slowSinceAt = motion.moving ? motion.slowSinceAt : motion.stoppedSinceAt
  if (slowSinceAt === 0 || openedAt < slowSinceAt) return false
  let droveAt = 0
  for (const { window } of state.gauges) droveAt = Math.max(droveAt, newestBefore(window, slowSinceAt))
  const stoodBeforeMs = openedAt - (droveAt || slowSinceAt)
  // It stood with the cover open from one frame to the next.
  const stoodSinceMs = at - openedAt
  return Math.max(stoodBeforeMs, stoodSinceMs) >= thresholds.stationStopS * 1000
}

/** Which exemption made the opening a normal one. */
function exemptedBy({ context }: Moment, { exemption, abnormal }: CoverState): { exemption?: string } {
  if (exemption === 0 || abnormal) return {}
  const reason = context.exemptions?.find(({ id }) => id === exemption)?.reason
  return { exemption: reason === undefined ? `#${exemption}` : `#${exemption} ${reason}` }
}

/** The final record, with the volume of the closed compartment. */
function finishCover(moment: Moment, probe: ProbeState, cover: CoverState): void {
  noteCover(moment, probe, cover, 'cover-measured', moment.state.motion.moving ? 'at-departure' : 'standing')
  probe.cover = null
}

function noteCover(moment: Moment, probe: ProbeState, cover: CoverState, name: string, measured: 'standing' | 'at-departure' | null): void {
  const { state } = moment
  const after = noAnchor()
  if (cover.closedAt !== 0 && probe.compartment !== 0) readHeld(moment, gaugeOf(state, probe.compartment), after)
  else copyAnchor(cover.before, after)
  note(moment, coverFact, {
    name,
    startedAt: cover.startedAt,
    object: probe.compartment * 100 + probe.type,
    ...(cover.closedAt === 0 ? {} : { endedAt: cover.closedAt }),
    place: cover.place,
    properties: {
      compartment: probe.compartment,
      probeType: probe.type,
      processState: cover.processState,
      loaded: cover.loaded || cover.movedOpen,
      abnormal: cover.abnormal && cover.judged,
      judge: cover.judged ? (cover.abnormal ? 'abnormal' : 'normal') : 'pending',
      placeKind: OPENING_PLACES[cover.placeKind] ?? 'elsewhere',
      ...exemptedBy(moment, cover),
      altitudeM: cover.altitudeM,
      openedSpeedKmh: cover.place.speedKmh,
      speedKmh: state.motion.speedKmh,
      movedOpen: cover.movedOpen,
      movedM: Math.round(cover.movedM),
      sealCountBefore: cover.sealCount,
      sealCountAfter: probe.sealCount,
      levelBeforeMm: cover.before.levelMm,
      levelAfterMm: after.levelMm,
      volumeBeforeL: cover.before.volumeL,
      volumeAfterL: after.volumeL,
      v20BeforeL: cover.before.v20L,
      v20AfterL: after.v20L,
      temperatureBeforeC: cover.before.temperatureC,
      temperatureAfterC: after.temperatureC,
      measured,
      endPlace: cover.closedAt === 0 ? null : placeNow(state),
    },
  })
}
