import type { Fence } from '@tanker/domain/fence'
import { metresOutside } from '@tanker/domain/geo'
import { coverKind } from '@tanker/domain/probe-type'
import { fenceEdgeFact } from '@tanker/domain/facts/equipment-facts'
import { OPENING_PLACES } from '@tanker/domain/facts/seal-facts'
import { type Moment, placeNow, raise } from './moment.ts'
import { outletOpen } from './probes.ts'
import { transfersNow } from './transfers.ts'
import type { GaugeState } from './truck-state.ts'
import { placeOfOpening } from './unsealing.ts'

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
  reportEdge(moment, edge, Math.max(0, outsideM))
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
    lpm += flow
    litres += Math.max(0, sign * (gauge.volumeL - gauge.refL))
  }
  return lpm >= thresholds.fenceEdgeLpm && litres >= thresholds.fenceEdgeL
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
  for (const { cover } of moment.state.probes) {
    if (cover === null || cover.judged || !outsideSites.includes(cover.placeKind)) continue
    cover.place = { ...cover.place, fenceId: edge.id, fenceName: edge.name }
    cover.placeKind = placeOfOpening(moment, cover.openedAt)
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
