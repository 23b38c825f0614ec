import { slipsByLoad } from '@tanker/domain/loss/slip-loads'
import type { FlowFact, LegFact, TripFact } from './trip-facts.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

export type SlipToMatch = {
  readonly id: number
  readonly depotId: number
  readonly plannedAt: Date
  readonly lines: readonly { readonly compartment: number; readonly oilCode: number; readonly stationId: number }[]
}

export type TicketToMatch = {
  readonly id: number
  readonly depotId: number
  readonly compartment: number
  readonly loadedAt: Date
  readonly slipNo: string
  /** Its slip names the compartment. */
  readonly isPlanned: boolean
}

export type TripToMatch = TripFact & { readonly legs: readonly LegFact[]; readonly loadings: readonly FlowFact[] }

export type GaugeToMatch = {
  readonly id: number
  readonly oilCode: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly receivedV20L: number
  /** The truck that the station named; null: none. */
  readonly truckId: number | null
}

/** One product unloaded by a truck at one station of a trip. */
export type UnloadingToMatch = {
  readonly key: string
  readonly truckId: number
  readonly oilCode: number
  readonly startedAt: Date
  readonly endedAt: Date
  /** By the truck's gauges, or the depot's tickets for compartments without one; null: unknown. */
  readonly unloadedV20L: number | null
}

/** Maximum deviation of a departure from the slip's plan. */
const slipEarlyMs = 6 * hourMs
const slipLateMs = 12 * hourMs
const wrongCompartmentHours = 2
const wrongStationHours = 4
/** Maximum difference between the depot's and the truck's time of a loading. */
const ticketMarginMs = 2 * hourMs
/** Margin of the station gauge's measurement around the unloading. */
const gaugeBeforeMs = 15 * minuteMs
const gaugeAfterMs = 30 * minuteMs

type Pair<A, B> = { readonly a: A; readonly b: B; readonly score: number }

/** Best pairs first, each side once. Independent of the order of arrival. */
function bestPairs<A, B>(pairs: readonly Pair<A, B>[], keyA: (a: A) => number, keyB: (b: B) => number): Pair<A, B>[] {
  const taken = { a: new Set<A>(), b: new Set<B>() }
  const chosen: Pair<A, B>[] = []
  for (const pair of pairs.toSorted((x, y) => x.score - y.score || keyA(x.a) - keyA(y.a) || keyB(x.b) - keyB(y.b))) {
    if (taken.a.has(pair.a) || taken.b.has(pair.b)) continue
    taken.a.add(pair.a)
    taken.b.add(pair.b)
    chosen.push(pair)
  }
  return chosen
}

/**
 * Slips of a truck to its trips: the same depot, the planned time, compartments with their products, stations. The slips of one load
 * are matched together; slips of which the trip carries nothing go to another trip.
 */
export function matchSlips(slips: readonly SlipToMatch[], trips: readonly TripToMatch[]): Map<number, Date> {
  const loads = slipsByLoad(slips, ({ plannedAt, depotId, lines }) => ({
    plannedAt: plannedAt.getTime(),
    depot: depotId,
    compartments: lines.map(({ compartment }) => compartment),
  }))
  const matched = new Map<number, Date>()
  const taken = new Set<TripToMatch>()
  const match = (groups: readonly (readonly SlipToMatch[])[]): void => {
    for (const { a: group, b: trip } of pairsOf(
      groups,
      trips.filter((one) => !taken.has(one)),
    )) {
      taken.add(trip)
      for (const slip of group) if (group.length === 1 || slipScore(slip, trip) !== null) matched.set(slip.id, trip.startedAt)
    }
  }
  match(loads)
  match(slips.filter(({ id }) => !matched.has(id)).map((slip) => [slip]))
  return matched
}

function pairsOf(groups: readonly (readonly SlipToMatch[])[], trips: readonly TripToMatch[]): Pair<readonly SlipToMatch[], TripToMatch>[] {
  const pairs = groups.flatMap((group) =>
    trips.flatMap((trip) => {
      const [first] = group
      const score = first === undefined ? null : slipScore({ ...first, lines: group.flatMap(({ lines }) => lines) }, trip)
      return score === null ? [] : [{ a: group, b: trip, score }]
    }),
  )
  return bestPairs(
    pairs,
    (group) => group[0]?.id ?? 0,
    (trip) => trip.startedAt.getTime(),
  )
}

/** Hours apart with a penalty for each thing that differs; null: cannot be this trip. */
function slipScore(slip: SlipToMatch, trip: TripToMatch): number | null {
  if (trip.depotId !== null && trip.depotId !== slip.depotId) return null
  const lateMs = trip.startedAt.getTime() - slip.plannedAt.getTime()
  if (lateMs < -slipEarlyMs || lateMs > slipLateMs) return null
  const wanted = new Map(slip.lines.map((line) => [line.compartment, line.oilCode]))
  // For a compartment without a gauge the product comes only from base data; the slip is more reliable.
  const agreeing = trip.lines.filter(({ compartment, oilCode, v20L }) =>
    v20L === null ? wanted.has(compartment) : wanted.get(compartment) === oilCode,
  ).length
  if (agreeing === 0) return null
  const differing = wanted.size - agreeing + trip.lines.filter((line) => !wanted.has(line.compartment)).length
  const stations = new Set(slip.lines.map((line) => line.stationId))
  const elsewhere = trip.legs.filter((leg) => leg.stationId !== null && !stations.has(leg.stationId)).length
  return Math.abs(lateMs) / hourMs + differing * wrongCompartmentHours + elsewhere * wrongStationHours
}

/** Tickets of a truck to the trips that carried them: truck, depot, compartment and loading time. A compartment may have several. */
export function matchTickets(
  tickets: readonly TicketToMatch[],
  trips: readonly TripToMatch[],
  slipOf: ReadonlyMap<string, Date>,
): Map<number, Date> {
  const found = new Map<number, Date>()
  for (const ticket of tickets) {
    const named = slipOf.get(ticket.slipNo)
    const best = trips
      // A slip received after the departure may name compartments without any data from the truck.
      .filter(
        (trip) =>
          trip.lines.some((line) => line.compartment === ticket.compartment) ||
          (trip.startedAt.getTime() === named?.getTime() && ticket.isPlanned),
      )
      .filter((trip) => trip.depotId === null || trip.depotId === ticket.depotId)
      .map((trip) => ({ trip, apartMs: ticketApartMs(ticket, trip) }))
      .filter(({ trip, apartMs }) => apartMs <= ticketMarginMs || trip.startedAt.getTime() === named?.getTime())
      .toSorted(
        (x, y) =>
          Number(y.trip.startedAt.getTime() === named?.getTime()) - Number(x.trip.startedAt.getTime() === named?.getTime()) ||
          x.apartMs - y.apartMs,
      )[0]
    if (best) found.set(ticket.id, best.trip.startedAt)
  }
  return found
}

/** Time from the ticket to the loading of its compartment, or to the departure if the loading was not seen. */
function ticketApartMs(ticket: TicketToMatch, trip: TripToMatch): number {
  const at = ticket.loadedAt.getTime()
  const loadings = trip.loadings.filter((flow) => flow.compartment === ticket.compartment)
  if (loadings.length === 0) return Math.abs(at - trip.startedAt.getTime())
  return Math.min(...loadings.map((flow) => apartMs(at, flow.startedAt.getTime(), (flow.endedAt ?? flow.startedAt).getTime())))
}

const apartMs = (at: number, from: number, to: number): number => (at < from ? from - at : at > to ? at - to : 0)

/**
 * Station gauges to unloadings at the same station: product, time and the most similar volume. A second tank that took
 * the rest joins when the sum comes closer to what was unloaded.
 */
export function matchGauges(gauges: readonly GaugeToMatch[], unloadings: readonly UnloadingToMatch[]): Map<number, UnloadingToMatch> {
  const order = new Map(unloadings.toSorted((x, y) => (x.key < y.key ? -1 : 1)).map((unloading, index) => [unloading.key, index]))
  const pairs = gauges.flatMap((gauge) =>
    unloadings
      .filter((unloading) => fits(gauge, unloading))
      .map((unloading) => ({
        a: gauge,
        b: unloading,
        score: likeness(gauge, unloading),
      })),
  )
  const found = new Map<number, UnloadingToMatch>()
  const sums = new Map<string, number>()
  const take = ({ a, b }: Pair<GaugeToMatch, UnloadingToMatch>): void => {
    found.set(a.id, b)
    sums.set(b.key, (sums.get(b.key) ?? 0) + a.receivedV20L)
  }
  for (const pair of bestPairs(
    pairs,
    (gauge) => gauge.id,
    (unloading) => order.get(unloading.key) ?? 0,
  ))
    take(pair)
  for (const pair of pairs.toSorted((x, y) => x.score - y.score || x.a.id - y.a.id)) {
    if (found.has(pair.a.id)) continue
    const sum = sums.get(pair.b.key) ?? 0
    const wanted = pair.b.unloadedV20L
    // If the expected volume is unknown, a second tank must name the truck.
    if (wanted === null ? pair.a.truckId !== null : Math.abs(sum + pair.a.receivedV20L - wanted) < Math.abs(sum - wanted)) take(pair)
  }
  return found
}

/** A truck with a known matching volume comes before one without a known volume. */
const unknownLikeness = 0.5

const likeness = ({ receivedV20L, truckId }: GaugeToMatch, { unloadedV20L }: UnloadingToMatch): number =>
  unloadedV20L === null ? (truckId === null ? unknownLikeness : 0) : Math.abs(receivedV20L - unloadedV20L) / Math.max(1, unloadedV20L)

const fits = (gauge: GaugeToMatch, unloading: UnloadingToMatch): boolean =>
  gauge.oilCode === unloading.oilCode &&
  (gauge.truckId === null || gauge.truckId === unloading.truckId) &&
  gauge.startedAt.getTime() <= unloading.endedAt.getTime() + gaugeAfterMs &&
  gauge.endedAt.getTime() >= unloading.startedAt.getTime() - gaugeBeforeMs
