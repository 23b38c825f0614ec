import type { CargoTables, LossBasis, LossJudge } from '@tanker/database/cargo-tables'
import { productGroup } from '@tanker/domain/products/product'
import { overQuotaL, roadQuotaPermille } from '@tanker/domain/loss/quota'
import { compartmentUncertaintyL, judgeLoss, summedUncertaintyL } from '@tanker/domain/loss/uncertainty'
import type { Insertable } from 'kysely'
import { type Measured, stationShares, sumOf } from './station-shares.ts'
import type { CompartmentAtLeg, FlowFact, LegFact, TripFact } from './trip-facts.ts'

/** A trip with everything matched to it. */
export type DeliveryFacts = {
  readonly trip: TripFact
  /** Ordered by number. */
  readonly legs: readonly LegFact[]
  readonly loadings: readonly FlowFact[]
  readonly unloadings: readonly FlowFact[]
  /** Times at which a cover of a compartment was opened. */
  readonly openings: readonly { readonly compartment: number; readonly at: Date }[]
  /** Depot meter by compartment: D. */
  readonly tickets: ReadonlyMap<number, Measured>
  /** Compartments and stations of the slip. */
  readonly planned: readonly { readonly compartment: number; readonly stationId: number }[]
  /** Station gauges by leg and oil code, `legProduct`: T. */
  readonly received: ReadonlyMap<string, Measured>
  /** Slip of each compartment; empty without one. */
  readonly slipNoOf: (compartment: number) => string
  readonly driver: { readonly id: number | null; readonly name: string }
}

export type DeliveryLine = Insertable<CargoTables['delivery_line']>

/** Below this an unloading cannot be distinguished from gauge noise (domain D.11: three sigmas of a compartment). */
const leastUnloadedL = 50
/** Domain D.2: empty. */
const emptyL = 50
/** Domain D.2: more than a residue. */
const loadedL = 100
const loadedShare = 0.02

type Stretch = {
  readonly compartment: number
  readonly leg: LegFact | null
  readonly at: CompartmentAtLeg | null
  /** Volume at the start of this leg: A1 on the first, the rest after the former station on the others. */
  readonly load:
    | TripFact['lines'][number]
    | { readonly l: number | null; readonly v20L: number | null; readonly levelMm: null; readonly calm: boolean }
  readonly first: boolean
  readonly last: boolean
  readonly unloading: FlowFact | null
}

/**
 * The lines of a delivery, domain B.3: load difference D − A1, transport A1 − A2, unloading (A2 − A3) − T, total D − T,
 * with the truck's own figure if the other side sent none (see `basis`). Product still aboard is no loss.
 * A compartment without a gauge has the figures of the papers: D, T, and D − T once all of it is delivered.
 */
export function deliveryLines(facts: DeliveryFacts): DeliveryLine[] {
  const stretches = facts.trip.lines.flatMap((line) => stretchesOf(facts, line))
  const unloadings = stretches.flatMap((stretch) => {
    const { compartment, leg, at, load } = stretch
    if (leg === null) return []
    const isAlone = stretches.every((other) => other === stretch || other.compartment !== compartment)
    return [
      {
        stretch,
        compartment,
        leg,
        oilCode: oilCodeOf(facts, compartment),
        out: at === null ? null : unloaded(at),
        ticket: at === null && isAlone ? (facts.tickets.get(compartment) ?? null) : null,
        isStuck: at === null && load.v20L !== null,
      },
    ]
  })
  const shares = new Map([...stationShares(unloadings, facts.received)].map(([{ stretch }, share]) => [stretch, share]))
  return stretches.map((stretch) => lineOf(facts, stretch, shares, stretches))
}

/** One leg per station at which the compartment was unloaded, or one without a station. */
function stretchesOf(facts: DeliveryFacts, line: TripFact['lines'][number]): Stretch[] {
  const found: Stretch[] = []
  let load: Stretch['load'] = line
  const none: Stretch = { compartment: line.compartment, leg: null, at: null, load: line, first: true, last: true, unloading: null }
  if (!isGauged(facts, line)) {
    const stops = stopsWithoutGauge(facts, line.compartment)
    if (stops.length === 0) return [none]
    return stops.map((leg, index) => ({ ...none, leg, first: index === 0, last: index === stops.length - 1 }))
  }
  const stops = facts.legs.filter((leg) => leg.endedAt !== null && isUnloaded(facts, leg, line.compartment))
  for (const [index, leg] of stops.entries()) {
    const at = leg.lines.find(({ compartment }) => compartment === line.compartment)
    if (!at) continue
    if (!at.volumeKnown) {
      // Delivered according to its cover; the gauge does not show how much.
      found.push({ compartment: line.compartment, leg, at: null, load, first: index === 0, last: true, unloading: null })
      continue
    }
    const unloading = flowAt(facts.unloadings, leg, line.compartment)
    found.push({ compartment: line.compartment, leg, at, load, first: index === 0, last: index === stops.length - 1, unloading })
    load = { l: at.leaveL ?? 0, v20L: at.leaveV20L ?? 0, levelMm: null, calm: at.leaveCalm }
  }
  return found.length > 0 ? found : [none]
}

/** Whether a gauge ever measured it, at the depot or at a station. */
const isGauged = ({ legs }: DeliveryFacts, { compartment, v20L }: TripFact['lines'][number]): boolean =>
  v20L !== null || legs.some((leg) => leg.lines.some((at) => at.compartment === compartment && at.volumeKnown))

/**
 * Where a compartment without a gauge was unloaded: where its covers were opened, and of several such stations those of the slip;
 * if no cover was opened, as the slip says; else at the only station of a trip that delivered.
 */
function stopsWithoutGauge(facts: DeliveryFacts, compartment: number): LegFact[] {
  const ended = facts.legs.filter((leg) => leg.endedAt !== null)
  const isNamed = (leg: LegFact) => facts.planned.some((one) => one.compartment === compartment && one.stationId === leg.stationId)
  const opened = ended.filter((leg) => openingsAt(facts, leg, compartment) > 0)
  const found = [opened.filter(isNamed), opened, ended.filter(isNamed)].find((legs) => legs.length > 0)
  return found ?? (facts.trip.outcome === 'delivered' && ended.length === 1 ? ended : [])
}

function isUnloaded(facts: DeliveryFacts, leg: LegFact, compartment: number): boolean {
  const at = leg.lines.find((line) => line.compartment === compartment)
  if (!at || at.leaveL === null) return false
  if (!at.volumeKnown) return openingsAt(facts, leg, compartment) > 0
  return flowAt(facts.unloadings, leg, compartment) !== null || at.arriveL - at.leaveL >= leastUnloadedL
}

/** All that flowed of a compartment at a station, from the first drop to the last. */
function flowAt(flows: readonly FlowFact[], leg: LegFact, compartment: number): FlowFact | null {
  const here = flows.filter(
    (flow) =>
      flow.compartment === compartment &&
      flow.startedAt <= (leg.endedAt ?? flow.startedAt) &&
      (flow.endedAt ?? flow.startedAt).getTime() >= leg.startedAt.getTime() - 300_000,
  )
  const [from, to] = [here[0], here.at(-1)]
  return from && to ? { ...from, endedAt: to.endedAt, endTemperatureC: to.endTemperatureC } : null
}

const oilCodeOf = ({ trip }: DeliveryFacts, compartment: number): number =>
  trip.lines.find((line) => line.compartment === compartment)?.oilCode ?? 0

const unloaded = (at: CompartmentAtLeg): Measured => ({ l: at.arriveL - (at.leaveL ?? 0), v20L: at.arriveV20L - (at.leaveV20L ?? 0) })

function lineOf(
  facts: DeliveryFacts,
  stretch: Stretch,
  shares: ReadonlyMap<Stretch, Measured>,
  stretches: readonly Stretch[],
): DeliveryLine {
  const { trip } = facts
  const { compartment, leg, at, load, first } = stretch
  const oilCode = oilCodeOf(facts, compartment)
  const out = at === null ? null : unloaded(at)
  const ticket = first ? (facts.tickets.get(compartment) ?? null) : null
  const station = shares.get(stretch) ?? null
  const byPapers = totalByPapers(facts, stretch, shares, stretches)
  const v20 = lossesOf(stretch, ticket?.v20L ?? null, station?.v20L ?? null, 'v20L')
  const vt = lossesOf(stretch, ticket?.l ?? null, station?.l ?? null, 'l')
  const distanceM = leg?.distanceM ?? trip.distanceM
  const quota = roadQuotaPermille(productGroup(oilCode), distanceM / 1000)
  const calm = load.calm && (at === null || at.arriveCalm)
  const uncertainty =
    trip.lines.find((line) => line.compartment === compartment)?.uncertaintyL ?? compartmentUncertaintyL(load.v20L ?? 0, calm)
  const loading = facts.loadings.findLast((flow) => flow.compartment === compartment)
  const judge: LossJudge = v20.transport === null ? 'cannot-tell' : judgeLoss(v20.transport, uncertainty)
  return {
    truck_id: trip.truckId,
    trip_started_at: trip.startedAt,
    leg: leg?.leg ?? 0,
    compartment,
    organisation_id: trip.organisationId,
    oil_code: oilCode,
    slip_no: facts.slipNoOf(compartment),
    depot_id: trip.depotId,
    depot_name: trip.depotName,
    station_id: leg?.stationId ?? null,
    station_name: leg?.stationName ?? '',
    driver_id: facts.driver.id,
    driver_name: facts.driver.name,
    distance_m: distanceM,
    arrived_at: leg?.startedAt ?? null,
    unload_started_at: stretch.unloading?.startedAt ?? null,
    unload_ended_at: stretch.unloading?.endedAt ?? null,
    left_at: leg?.endedAt ?? null,
    average_lpm: stretch.unloading?.averageLpm ?? null,
    openings: leg === null ? 0 : openingsAt(facts, leg, compartment),
    first,
    load_l: load.l,
    load_v20_l: load.v20L,
    load_level_mm: load.levelMm,
    load_temperature_c: first ? (loading?.endTemperatureC ?? null) : null,
    arrive_l: at?.arriveL ?? null,
    arrive_v20_l: at?.arriveV20L ?? null,
    arrive_level_mm: at?.arriveLevelMm ?? null,
    arrive_temperature_c: stretch.unloading?.startTemperatureC ?? null,
    leave_l: at?.leaveL ?? null,
    leave_v20_l: at?.leaveV20L ?? null,
    unload_l: out?.l ?? null,
    unload_v20_l: out?.v20L ?? null,
    depot_out_l: ticket?.l ?? null,
    depot_out_v20_l: ticket?.v20L ?? null,
    station_in_l: station?.l ?? null,
    station_in_v20_l: station?.v20L ?? null,
    load_difference_l: v20.load,
    transport_loss_l: v20.transport,
    unloading_loss_l: v20.unloading,
    total_loss_l: byPapers?.v20L ?? v20.total,
    transport_loss_vt_l: vt.transport,
    unloading_loss_vt_l: vt.unloading,
    total_loss_vt_l: byPapers?.l ?? vt.total,
    quota_permille: quota,
    over_quota_l: v20.transport === null || load.v20L === null ? null : overQuotaL(v20.transport, quota, load.v20L),
    uncertainty_l: v20.transport === null ? null : uncertainty,
    judge,
    basis: basisOf(ticket !== null, station !== null),
    emptied: at !== null && at.leaveL !== null && at.leaveL < emptyL,
  }
}

const basisOf = (ticket: boolean, station: boolean): LossBasis => `${ticket ? 'ticket' : 'truck'}-${station ? 'station' : 'truck'}`

/**
 * D − T of a compartment without a gauge, on its first line. Only if the trip delivered all of it and each receiving station reported
 * its volume: until then missing product may still be aboard.
 */
function totalByPapers(
  { trip, tickets }: DeliveryFacts,
  { compartment, at, load, first }: Stretch,
  shares: ReadonlyMap<Stretch, Measured>,
  stretches: readonly Stretch[],
): Measured | null {
  const ticket = tickets.get(compartment)
  if (!first || at !== null || load.v20L !== null || !ticket || trip.outcome !== 'delivered') return null
  const parts = stretches.filter((stretch) => stretch.compartment === compartment)
  const received = parts.flatMap((stretch) => shares.get(stretch) ?? [])
  if (received.length < parts.length) return null
  const all = sumOf(received)
  return { l: ticket.l - all.l, v20L: ticket.v20L - all.v20L }
}

type Losses = { load: number | null; transport: number | null; unloading: number | null; total: number | null }

function lossesOf({ at, load, last }: Stretch, depotOut: number | null, stationIn: number | null, unit: 'l' | 'v20L'): Losses {
  const a1 = load[unit]
  const difference = depotOut === null || a1 === null ? null : depotOut - a1
  if (at === null) return { load: difference, transport: null, unloading: null, total: null }
  const jump = unit === 'l' ? at.gaugeL : at.gaugeV20L
  const a2 = unit === 'l' ? at.arriveL : at.arriveV20L
  const a3 = (unit === 'l' ? at.leaveL : at.leaveV20L) ?? 0
  // Product that goes on to the next station, or came back as a load, is still aboard; a residue that was not delivered is lost to both.
  const aboard = !last || a3 > Math.max(loadedL, (a1 ?? 0) * loadedShare) ? a3 : 0
  const sent = depotOut ?? (a1 === null ? null : a1 + jump)
  return {
    load: difference,
    transport: a1 === null ? null : a1 + jump - a2,
    unloading: stationIn === null ? null : a2 - a3 - stationIn,
    total: sent === null ? null : sent - (stationIn ?? a2 - a3) - aboard,
  }
}

function openingsAt(facts: DeliveryFacts, leg: LegFact, compartment: number): number {
  const until = leg.endedAt ?? leg.startedAt
  return facts.openings.filter((opening) => opening.compartment === compartment && opening.at >= leg.startedAt && opening.at <= until)
    .length
}

/** The sums of a trip; a rate is the sum of losses by the sum of loads (domain B.3), never a mean of rates. */
export function deliverySums(lines: readonly DeliveryLine[]) {
  const known = lines.filter((line) => line.transport_loss_l !== null)
  const totalled = lines.filter((line) => line.total_loss_l !== null)
  const sum = (of: (line: DeliveryLine) => number | null | undefined, among = lines): number =>
    among.reduce((total, line) => total + (of(line) ?? 0), 0)
  const some = (value: number, among = known): number | null => (among.length === 0 ? null : value)
  const firstLoad = (line: DeliveryLine): number => (line.first ? (line.load_v20_l ?? 0) : 0)
  const base = sum(firstLoad, known)
  const transport = sum((line) => line.transport_loss_l, known)
  const quotaL = sum((line) => (line.quota_permille * firstLoad(line)) / 1000, known)
  const uncertainty = summedUncertaintyL(known.map((line) => line.uncertainty_l ?? 0))
  return {
    load_v20_l: some(
      sum(firstLoad),
      lines.filter((line) => line.load_v20_l !== null),
    ),
    unknown_compartments: new Set(lines.filter(isUnknown).map((line) => line.compartment)).size,
    arrive_v20_l: some(base - transport),
    unload_v20_l: some(
      sum((line) => line.unload_v20_l),
      lines.filter((line) => line.unload_v20_l !== null),
    ),
    base_v20_l: some(base),
    transport_loss_l: some(transport),
    total_loss_l: some(
      sum((line) => line.total_loss_l, totalled),
      totalled,
    ),
    quota_l: some(quotaL),
    over_quota_l: some(Math.max(0, transport - quotaL)),
    uncertainty_l: some(uncertainty),
    judge: known.length === 0 ? ('cannot-tell' as const) : judgeLoss(transport, uncertainty),
    basis: basisOf(
      totalled.length > 0 && totalled.every((line) => !line.first || line.depot_out_v20_l !== null),
      totalled.length > 0 && totalled.every((line) => line.station_in_v20_l !== null),
    ),
  }
}

/** No gauge measured the loaded or the unloaded volume. */
const isUnknown = (line: DeliveryLine): boolean => line.load_v20_l === null || (line.leg > 0 && line.arrive_v20_l === null)
