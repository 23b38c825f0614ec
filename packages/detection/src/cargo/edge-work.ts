import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { Fence } from '@tanker/domain/fences/fence'
import { metresOutside } from '@tanker/domain/fences/geo'
import { coverKind } from '@tanker/domain/devices/probe-type'
import { fenceEdgeFact } from '@tanker/domain/facts/equipment-facts'
import { OPENING_PLACES } from '@tanker/domain/facts/seal-facts'
import { noAnchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { hundredth } from '../gauges/gauge-window.ts'
import { readBeforeFlow } from '../gauges/before-flow.ts'
import { readStretch } from '../gauges/flow-bounds.ts'
import { carries, copyAnchor } from '../gauges/gauges.ts'
import { reportHappening } from '../seals/happening-report.ts'
import type { HappeningLoss, HappeningState } from '../seals/happening-state.ts'
import { beginHappening, watchLitres } from '../seals/happenings.ts'
import { anchorsSigmaL } from './loss-sigma.ts'
import { type Moment, placeNow, raise } from '../moment.ts'
import { outletOpen, shutSince } from '../seals/probes.ts'
import { transfersNow } from './transfers.ts'
import { exemptionNow } from '../seals/exempt-opening.ts'
import { placeOfOpening, stoodSince } from '../seals/unsealing.ts'

const outsideSites: readonly number[] = [OPENING_PLACES.indexOf('elsewhere'), OPENING_PLACES.indexOf('park')]

/** Counts a truck at the border of a site as inside, once product flows as in an operation. */
export function stepEdge(moment: Moment): void {
  const { at, state, thresholds } = moment
  const { membership, fix } = state
  const { edge } = membership
  if (edge === null || membership.edgeM !== 0 || !worksAt(moment, edge)) return
  const outsideM = metresOutside(edge.shape, fix.lat, fix.lng)
  // A single fix elsewhere decides nothing.
  if (outsideM > thresholds.fenceEdgeM) return
  membership.fence = edge
  membership.enteredAt = at
  membership.edgeM = Math.max(1, Math.round(outsideM))
  membership.rooted = true
  membership.outFixes = 0
  membership.outSinceAt = 0
  moment.entered = true
  moveOpenings(moment, edge)
  watchEdge(moment, edge)
  reportEdge(moment, edge, Math.max(0, outsideM))
}

/**
 * A truck that stands at the border comes to be inside by its next fixes: what was opened at this stop before was opened at the site.
 */
export function stepEntered(moment: Moment): void {
  const { fence } = moment.state.membership
  const isSite = fence?.kind === 'station' || fence?.kind === 'depot'
  if (isSite && stoodSince(moment) !== 0) moveOpenings(moment, fence)
}

/** The compartments meant for this site flow in its direction, fast enough and by enough litres for an operation. */
function worksAt(moment: Moment, edge: Fence): boolean {
  const { thresholds } = moment
  const sign = edge.kind === 'depot' ? 1 : -1
  let lpm = 0
  let litres = 0
  for (const gauge of moment.state.gauges) {
    const flow = sign * gauge.flowLpm
    if (flow < thresholds.flowZeroLpm || transfersNow(gauge) || !isMeantAt(moment, gauge, edge)) continue
    // Nothing is unloaded behind seals that report shut.
    if (edge.kind === 'station' && shutSince(moment, gauge.compartment, moment.state.motion.stoppedSinceAt)) continue
    lpm += flow
    litres += Math.max(0, sign * (gauge.volumeL - gauge.refL))
  }
  return lpm >= thresholds.fenceEdgeLpm && litres >= thresholds.fenceEdgeL
}

/** The compartments that flow outside the border: watched until the truck has driven off. */
function watchEdge(moment: Moment, edge: Fence): void {
  const { at, state } = moment
  if (edge.kind !== 'station') return
  const happening = beginHappening(moment, {
    type: ALARM.fenceEdge,
    object: edge.id,
    startedAt: at,
    grade: 'red',
    place: placeNow(state),
    placeKind: outsideSites[0] ?? 0,
    processState: state.process.state,
  })
  const before = noAnchor()
  for (const gauge of state.gauges) {
    if (gauge.flowLpm > -moment.thresholds.flowZeroLpm) continue
    if (gauge.stopCalm.at !== 0) watchLitres(happening, gauge, gauge.stopCalm)
    else if (readBeforeFlow(moment, gauge, false, before)) watchLitres(happening, gauge, before)
  }
}

/**
 * Who unloads at the border stays there until the compartment is empty. One that lets part of it out before the fence and goes on with
 * the same compartment inside could have unloaded all of it there: the part is a loss (202).
 */
export function stepEdgeLeft(moment: Moment): void {
  const { state } = moment
  for (const happening of state.custody.happenings) {
    if (happening.type !== ALARM.fenceEdge) continue
    const { fence, edgeM } = state.membership
    const isInside = !state.motion.moving && fence?.id === happening.object && edgeM === 0
    // Frames that come seldom show it inside without a drive.
    if (moment.droveOff || (isInside && happening.losses.some(({ to }) => to.at === 0))) measureEdge(moment, happening)
    const goesOn = isInside && happening.losses.some((loss) => loss.to.at !== 0 && flowsNow(moment, loss.compartment))
    if (goesOn) reportEdgeLoss(moment, happening)
  }
}

const flowsNow = ({ state }: Moment, of: number): boolean =>
  state.gauges.some(({ compartment, fallingSinceAt }) => compartment === of && fallingSinceAt !== 0)

/** What each compartment had let out when the truck left the border; those that were emptied were unloaded. */
function measureEdge(moment: Moment, happening: HappeningState): void {
  const kept = happening.losses.filter((loss) => loss.to.at !== 0 || measuresPart(moment, loss))
  happening.losses.splice(0, happening.losses.length, ...kept)
  happening.lastAt = moment.at
}

function measuresPart(moment: Moment, loss: HappeningLoss): boolean {
  const gauge = moment.state.gauges.find(({ compartment }) => compartment === loss.compartment)
  if (gauge === undefined || !carries(moment, gauge)) return false
  const { calm, lastFlowAt, stood, window } = gauge
  const left = noAnchor()
  copyAnchor(moment.droveOff ? stood : calm, left)
  // Too few frames for a calm value since then.
  if (!moment.droveOff && calm.at <= lastFlowAt && readStretch(window, moment.at, lastFlowAt, left) < 2) return false
  const lossV20L = hundredth(loss.from.v20L - left.v20L)
  if (left.at < loss.from.at || lossV20L < moment.thresholds.highLossL) return false
  loss.to = { ...left }
  loss.lossL = hundredth(loss.from.volumeL - left.volumeL)
  loss.lossV20L = lossV20L
  loss.sigmaL = anchorsSigmaL(moment, loss, loss.from, left)
  return true
}

/** The delivery counts from what was aboard inside the fence. */
function reportEdgeLoss(moment: Moment, happening: HappeningState): void {
  const { custody, trip } = moment.state
  custody.happenings = custody.happenings.filter((known) => known !== happening)
  for (const { compartment, to, lossV20L } of happening.losses) {
    const carried = trip?.lines.find((line) => line.compartment === compartment)
    if (carried === undefined || carried.arrive.at === 0) continue
    carried.arrive = { ...to }
    carried.transitLossV20L = hundredth(carried.transitLossV20L + lossV20L)
  }
  const { object: _, ...rest } = happening
  reportHappening(moment, {
    ...rest,
    type: ALARM.highLoss,
    object: happening.losses[0]?.compartment ?? 0,
    startedAt: moment.at,
    lastAt: moment.at,
  })
}

/** By the slip; without one an open valve, API or manhole of the compartment must say so. */
function isMeantAt({ state, context: { slip } }: Moment, { compartment }: GaugeState, { kind, placeId }: Fence): boolean {
  if (kind === 'station') {
    if (slip) return slip.stops.some((stop) => stop.placeId === placeId && stop.compartments.includes(compartment))
    return outletOpen(state, compartment)
  }
  if (slip?.loads) return slip.loads.some((load) => load.compartment === compartment)
  const filledFromAbove = state.probes.some(
    (probe) => probe.compartment === compartment && probe.open && probe.fault === 0 && coverKind(probe.type) === 'manhole',
  )
  return filledFromAbove || outletOpen(state, compartment)
}

/** What was opened at this stop and waits for its judgement was opened at the site. */
function moveOpenings(moment: Moment, edge: Fence): void {
  for (const { cover, compartment } of moment.state.probes) {
    if (cover === null || cover.judged || cover.openedAt < stoodSince(moment) || !outsideSites.includes(cover.placeKind)) continue
    cover.place = { ...cover.place, fenceId: edge.id, fenceName: edge.name }
    cover.placeKind = placeOfOpening(moment, cover.openedAt, compartment)
    cover.exemption = exemptionNow(moment, cover.openedAt, compartment)?.id ?? 0
  }
}

function reportEdge(moment: Moment, edge: Fence, outsideM: number): void {
  const { at, state } = moment
  const place = placeNow(state)
  raise(moment, fenceEdgeFact, {
    name: 'fence-edge',
    startedAt: at,
    endedAt: at,
    grade: 'yellow',
    place,
    properties: {
      kind: edge.kind === 'depot' ? 'loaded-outside' : 'unloaded-outside',
      fenceId: edge.id,
      fenceName: edge.name,
      placeId: edge.placeId,
      extreme: Math.round(outsideM),
      limit: 0,
      lat: place.lat,
      lng: place.lng,
      processState: state.process.state,
      suggestedException: 'fence',
    },
  })
}
