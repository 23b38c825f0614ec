import type { CargoTables, LossBasis, LossJudge } from '@tanker/database/cargo-tables'
import { productGroup } from '@tanker/domain/product'
import { overQuotaL, roadQuotaPermille } from '@tanker/domain/quota'
import { compartmentUncertaintyL, judgeLoss, summedUncertaintyL } from '@tanker/domain/uncertainty'
import type { Insertable } from 'kysely'
import type { CompartmentAtLeg, FlowFact, LegFact, TripFact } from './trip-facts.ts'

/** What somebody else measured, at the product's temperature and at 20 °C. */
export type Measured = { readonly l: number; readonly v20L: number }

/** A trip with everything that was found to belong to it. */
export type DeliveryFacts = {
  readonly trip: TripFact
  /** In the order of their numbers. */
  readonly legs: readonly LegFact[]
  readonly loadings: readonly FlowFact[]
  readonly unloadings: readonly FlowFact[]
  /** Times at which a cover of a compartment was opened. */
  readonly openings: readonly { readonly compartment: number; readonly at: Date }[]
  /** Depot meter by compartment: D. */
  readonly tickets: ReadonlyMap<number, Measured>
  /** Station gauges by leg and oil code, `legProduct`: T. */
  readonly received: ReadonlyMap<string, Measured>
  readonly slipNo: string
  readonly driver: { readonly id: number | null; readonly name: string }
}

export type DeliveryLine = Insertable<CargoTables['delivery_line']>

export const legProduct = (leg: number, oilCode: number): string => `${leg}/${oilCode}`

/** Below this the gauge cannot tell an unloading from its own noise (domain D.11: three sigmas of a compartment). */
const leastUnloadedL = 50
/** Domain D.2: empty. */
const emptyL = 50
/** Domain D.2: product worth the name. */
const loadedL = 100
const loadedShare = 0.02

type Stretch = {
  readonly compartment: number
  readonly leg: LegFact | null
  readonly at: CompartmentAtLeg | null
  /** What set out on this stretch: A1 on the first, what the former station left on the others. */
  readonly load: TripFact['lines'][number] | { readonly l: number; readonly v20L: number; readonly levelMm: null; readonly calm: boolean }
  readonly first: boolean
  readonly last: boolean
  readonly unloading: FlowFact | null
}

/**
 * The lines of a delivery, domain B.3: load difference D − A1, transport A1 − A2, unloading (A2 − A3) − T, total D − T,
 * with the truck's own figure where the other side sent none, which `basis` says. What goes on aboard is no loss.
 */
export function deliveryLines(facts: DeliveryFacts): DeliveryLine[] {
  const stretches = facts.trip.lines.flatMap((line) => stretchesOf(facts, line))
  const unloadedOf = new Map<string, Measured>()
  for (const stretch of stretches) {
    if (!stretch.leg || !stretch.at) continue
    const key = legProduct(stretch.leg.leg, oilCodeOf(facts, stretch.compartment))
    const so = unloadedOf.get(key) ?? { l: 0, v20L: 0 }
    unloadedOf.set(key, { l: so.l + unloaded(stretch.at).l, v20L: so.v20L + unloaded(stretch.at).v20L })
  }
  return stretches.map((stretch) => lineOf(facts, stretch, unloadedOf))
}

/** One stretch for each station at which the compartment was unloaded, or one without a station. */
function stretchesOf(facts: DeliveryFacts, line: TripFact['lines'][number]): Stretch[] {
  const found: Stretch[] = []
  let load: Stretch['load'] = line
  const stops = facts.legs.filter((leg) => leg.endedAt !== null && isUnloaded(facts, leg, line.compartment))
  for (const [index, leg] of stops.entries()) {
    const at = leg.lines.find(({ compartment }) => compartment === line.compartment)
    if (!at) continue
    if (!at.volumeKnown) {
      // Delivered as its cover says; how much is not known from the gauge.
      found.push({ compartment: line.compartment, leg, at: null, load, first: index === 0, last: true, unloading: null })
      continue
    }
    const unloading = flowAt(facts.unloadings, leg, line.compartment)
    found.push({ compartment: line.compartment, leg, at, load, first: index === 0, last: index === stops.length - 1, unloading })
    load = { l: at.leaveL ?? 0, v20L: at.leaveV20L ?? 0, levelMm: null, calm: at.leaveCalm }
  }
  if (found.length > 0) return found
  return [{ compartment: line.compartment, leg: null, at: null, load: line, first: true, last: true, unloading: null }]
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

function lineOf(facts: DeliveryFacts, stretch: Stretch, unloadedOf: ReadonlyMap<string, Measured>): DeliveryLine {
  const { trip } = facts
  const { compartment, leg, at, load, first } = stretch
  const oilCode = oilCodeOf(facts, compartment)
  const out = at === null ? null : unloaded(at)
  const ticket = first ? (facts.tickets.get(compartment) ?? null) : null
  const station = leg === null || out === null ? null : shareOf(facts, leg, oilCode, out, unloadedOf)
  const v20 = lossesOf(stretch, ticket?.v20L ?? null, station?.v20L ?? null, 'v20L')
  const vt = lossesOf(stretch, ticket?.l ?? null, station?.l ?? null, 'l')
  const distanceM = leg?.distanceM ?? trip.distanceM
  const quota = roadQuotaPermille(productGroup(oilCode), distanceM / 1000)
  const calm = load.calm && (at === null || at.arriveCalm)
  const uncertainty = trip.lines.find((line) => line.compartment === compartment)?.uncertaintyL ?? compartmentUncertaintyL(load.v20L, calm)
  const loading = facts.loadings.findLast((flow) => flow.compartment === compartment)
  const judge: LossJudge = v20.transport === null ? 'cannot-tell' : judgeLoss(v20.transport, uncertainty)
  return {
    truck_id: trip.truckId,
    trip_started_at: trip.startedAt,
    leg: leg?.leg ?? 0,
    compartment,
    company_id: trip.companyId,
    oil_code: oilCode,
    slip_no: facts.slipNo,
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
    total_loss_l: v20.total,
    transport_loss_vt_l: vt.transport,
    unloading_loss_vt_l: vt.unloading,
    total_loss_vt_l: vt.total,
    quota_permille: quota,
    over_quota_l: v20.transport === null ? null : overQuotaL(v20.transport, quota, load.v20L),
    uncertainty_l: v20.transport === null ? null : uncertainty,
    judge,
    basis: basisOf(ticket !== null, station !== null),
    emptied: at !== null && at.leaveL !== null && at.leaveL < emptyL,
  }
}

const basisOf = (ticket: boolean, station: boolean): LossBasis => `${ticket ? 'ticket' : 'truck'}-${station ? 'station' : 'truck'}`

/** What the station received of a product belongs to its compartments in the ratio of what each unloaded. */
function shareOf(
  facts: DeliveryFacts,
  leg: LegFact,
  oilCode: number,
  out: Measured,
  unloadedOf: ReadonlyMap<string, Measured>,
): Measured | null {
  const key = legProduct(leg.leg, oilCode)
  const received = facts.received.get(key)
  const all = unloadedOf.get(key)
  // Some of it came out of a compartment whose litres nobody knows.
  if (isAnyUnknown(facts, leg, oilCode)) return null
  if (!received || !all || all.v20L <= 0 || all.l <= 0) return null
  return { l: (received.l * out.l) / all.l, v20L: (received.v20L * out.v20L) / all.v20L }
}

const isAnyUnknown = (facts: DeliveryFacts, leg: LegFact, oilCode: number): boolean =>
  leg.lines.some(({ compartment, volumeKnown }) => !volumeKnown && oilCodeOf(facts, compartment) === oilCode)

type Losses = { load: number | null; transport: number | null; unloading: number | null; total: number | null }

function lossesOf({ at, load, last }: Stretch, depotOut: number | null, stationIn: number | null, unit: 'l' | 'v20L'): Losses {
  const a1 = load[unit]
  const difference = depotOut === null ? null : depotOut - a1
  if (at === null) return { load: difference, transport: null, unloading: null, total: null }
  const jump = unit === 'l' ? at.gaugeL : at.gaugeV20L
  const a2 = unit === 'l' ? at.arriveL : at.arriveV20L
  const a3 = (unit === 'l' ? at.leaveL : at.leaveV20L) ?? 0
  // What goes on to the next station, or came back as a load, is still there; a residue that nobody got is lost to both.
  const aboard = !last || a3 > Math.max(loadedL, a1 * loadedShare) ? a3 : 0
  return {
    load: difference,
    transport: a1 + jump - a2,
    unloading: stationIn === null ? null : a2 - a3 - stationIn,
    total: (depotOut ?? a1 + jump) - (stationIn ?? a2 - a3) - aboard,
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
  const sum = (of: (line: DeliveryLine) => number | null | undefined, among = lines): number =>
    among.reduce((total, line) => total + (of(line) ?? 0), 0)
  const some = (value: number): number | null => (known.length === 0 ? null : value)
  const base = sum((line) => (line.first ? line.load_v20_l : 0), known)
  const transport = sum((line) => line.transport_loss_l, known)
  const quotaL = sum((line) => (line.first ? (line.quota_permille * line.load_v20_l) / 1000 : 0), known)
  const uncertainty = summedUncertaintyL(known.map((line) => line.uncertainty_l ?? 0))
  return {
    load_v20_l: sum((line) => (line.first ? line.load_v20_l : 0)),
    arrive_v20_l: some(base - transport),
    unload_v20_l: some(sum((line) => line.unload_v20_l, known)),
    base_v20_l: some(base),
    transport_loss_l: some(transport),
    total_loss_l: some(sum((line) => line.total_loss_l, known)),
    quota_l: some(quotaL),
    over_quota_l: some(Math.max(0, transport - quotaL)),
    uncertainty_l: some(uncertainty),
    judge: known.length === 0 ? ('cannot-tell' as const) : judgeLoss(transport, uncertainty),
    basis: basisOf(
      known.length > 0 && known.every((line) => !line.first || line.depot_out_v20_l !== null),
      known.length > 0 && known.every((line) => line.station_in_v20_l !== null),
    ),
  }
}
