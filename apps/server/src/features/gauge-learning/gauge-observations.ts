import { operationFact, tripFact, tripLegFact } from '@tanker/domain/facts/cargo-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import type { GaugeEnd, GaugeObservation } from '@tanker/domain/gauge-learning/gauge-equations'
import { productGroup } from '@tanker/domain/products/product'
import { expansionPerC, v20L } from '@tanker/domain/tank/volume'
import type { FactRow, DeliveryLineRow, Tank, TruckFacts } from './truck-facts.ts'

/** Observations used per compartment, the newest; more do not improve the result. */
const MAX_OBSERVATIONS = 200
/** A loading begins at most this long before the departure. */
const loadingReachMs = 12 * 3_600_000
/** Domain D.2: empty. With less than this a missing level does not matter. */
const emptyL = 50

/** Errors of such a meter: random, in litres and as a share; systematic, as a share (legal limits are about three times that). */
const depotMeter = { leastL: 2, permille: 0.3, alwaysPermille: 0.7 }
const stationTank = { leastL: 8, permille: 1, alwaysPermille: 3 }
/** Additional uncertainty if a ticket has no temperature, so that its V20 is by another method (domain B.2). */
const otherMethodPermille = 0.5

const operationOf = (row: FactRow | undefined) => stored(row?.properties, operationFact)
const lineOf = <L extends { number(name: 'compartment'): number | null }>(lines: readonly L[], compartment: number): L | undefined =>
  lines.find((line) => line.number('compartment') === compartment)

/** A compartment's observations, oldest first, and the number of loadings in the same days. */
export type CompartmentObservations = {
  readonly tank: Tank
  readonly observations: readonly GaugeObservation[]
  readonly loads: number
}

/** Observations of each gauge of a truck: loadings by ticket, unloadings by the station's receipt. */
export function observationsOf(facts: TruckFacts): CompartmentObservations[] {
  const trips = new Map<number, FactRow>()
  const legs = new Map<string, FactRow>()
  const operations = new Map<number, FactRow[]>()
  for (const row of facts.records) {
    if (row.kind === 'trip') trips.set(row.started_at.getTime(), row)
    else if (row.kind === 'trip-leg') legs.set(`${stored(row.properties, tripLegFact).number('tripStartedAt')} ${row.object}`, row)
    else operations.set(row.object, [...(operations.get(row.object) ?? []), row])
  }
  return [...facts.tanks.values()].map((tank) => {
    const lines = facts.lines.filter((line) => line.compartment === tank.compartment && line.trip_started_at > tank.since)
    const flows = operations.get(tank.compartment) ?? []
    const observations = lines.flatMap((line) => {
      const trip = trips.get(line.trip_started_at.getTime())
      const leg = legs.get(`${line.trip_started_at.getTime()} ${line.leg}`)
      return [loadingOf(line, tank, trip, flows), unloadingOf(line, tank, leg, flows)].filter((one) => one !== null)
    })
    return {
      tank,
      observations: observations.toSorted((a, b) => a.at - b.at).slice(-MAX_OBSERVATIONS),
      loads: lines.filter(({ first }) => first).length,
    }
  })
}

type Read = { readonly volumeL: number; readonly v20L: number; readonly levelMm: number | null; readonly temperatureC: number | null }

/** One end of the movement by the gauge; null if litres were reported without a level. */
function endOf(tank: Tank, read: Read, calm: boolean): GaugeEnd | null {
  if (read.levelMm === null && read.volumeL >= emptyL) return null
  const blind = read.volumeL <= 0 || read.levelMm === null || read.levelMm <= tank.blindLevelMm
  const slopeLPerMm = blind ? 0 : tank.slopeAt(read.levelMm ?? 0, read.volumeL)
  return { levelMm: read.levelMm ?? 0, volumeL: read.volumeL, v20L: read.v20L, slopeLPerMm, calm, blind }
}

/** V20 of a reading by the factor of GB/T 1885, so that meter and gauge are compared by one method. */
const sameV20 = (line: DeliveryLineRow, { volumeL, temperatureC, v20L: device }: Read): number =>
  temperatureC === null ? device : v20L(productOf(line), volumeL, temperatureC, device)

const productOf = ({ oil_code, ticket_density }: DeliveryLineRow) => ({
  group: productGroup(oil_code),
  volumeMethod: 'vcf' as const,
  ...(ticket_density === null ? {} : { density20KgM3: ticket_density }),
})

function loadingOf(line: DeliveryLineRow, tank: Tank, trip: FactRow | undefined, flows: readonly FactRow[]): GaugeObservation | null {
  const { depot_id, depot_out_v20_l, load_level_mm } = line
  if (!line.first || depot_id === null || depot_out_v20_l === null || load_level_mm === null) return null
  const departed = line.trip_started_at.getTime()
  const began = loadingsBefore(flows, departed, tank.since.getTime()).at(0)
  if (!began) return null
  const said = operationOf(began)
  const start: Read = {
    volumeL: said.number('startVolumeL') ?? 0,
    v20L: said.number('startV20L') ?? 0,
    levelMm: said.number('startLevelMm'),
    temperatureC: said.number('startTemperatureC'),
  }
  const loaded = lineOf(stored(trip?.properties, tripFact).rows('lines'), tank.compartment)
  const full: Read = { volumeL: line.load_l, v20L: line.load_v20_l, levelMm: load_level_mm, temperatureC: line.load_temperature_c }
  // The same method for both sides if the ticket allows it; else each side's own value.
  const one = line.ticket_l !== null && line.ticket_temperature_c !== null && full.temperatureC !== null
  const compared = (read: Read): Read => (one ? { ...read, v20L: sameV20(line, read) } : read)
  const ends = {
    full: endOf(tank, compared(full), loaded?.flag('loadCalm') === true),
    rest: endOf(tank, compared(start), said.flag('startCalm') !== false),
  }
  if (!ends.full || !ends.rest) return null
  const referenceV20L = one ? v20L(productOf(line), line.ticket_l, line.ticket_temperature_c, depot_out_v20_l) : depot_out_v20_l
  return {
    at: departed,
    kind: 'loading',
    full: ends.full,
    rest: ends.rest,
    expansion: expansionPerC[productGroup(line.oil_code)],
    referenceV20L,
    referenceSigmaL: meterSigmaL(referenceV20L, depotMeter.permille + (one ? 0 : otherMethodPermille), depotMeter.leastL),
    meter: `depot ${depot_id}`,
    meterSigmaPermille: depotMeter.alwaysPermille,
    gaugeTemperatureC: full.temperatureC,
    referenceTemperatureC: line.ticket_temperature_c,
  }
}

const meterSigmaL = (volumeL: number, permille: number, leastL: number): number => Math.max(leastL, (volumeL * permille) / 1000)

/** The loadings that belong to a departure, the oldest first: not those of the trip before. */
function loadingsBefore(flows: readonly FactRow[], departedMs: number, sinceMs: number): FactRow[] {
  const before = flows
    .filter((flow) => {
      const at = flow.started_at.getTime()
      return at < departedMs && at >= Math.max(sinceMs, departedMs - loadingReachMs)
    })
    .toSorted((a, b) => a.started_at.getTime() - b.started_at.getTime())
  const lastUnloading = before.findLastIndex((flow) => operationOf(flow).text('direction') !== 'loading')
  return before.slice(lastUnloading + 1)
}

function unloadingOf(line: DeliveryLineRow, tank: Tank, leg: FactRow | undefined, flows: readonly FactRow[]): GaugeObservation | null {
  const { station_id, station_in_v20_l, arrived_at, arrive_l, arrive_v20_l, arrive_level_mm, leave_l, leave_v20_l } = line
  // If several compartments went into one station tank, the share of each is unknown.
  if (station_id === null || station_in_v20_l === null || arrived_at === null || line.together !== 1) return null
  if (arrive_l === null || arrive_v20_l === null || arrive_level_mm === null || leave_l === null || leave_v20_l === null) return null
  const at = lineOf(stored(leg?.properties, tripLegFact).rows('lines'), tank.compartment)
  const until = line.left_at?.getTime() ?? Number.POSITIVE_INFINITY
  const last = flows
    .filter(
      (flow) => operationOf(flow).text('direction') !== 'loading' && flow.started_at >= arrived_at && flow.started_at.getTime() <= until,
    )
    .toSorted((a, b) => b.started_at.getTime() - a.started_at.getTime())[0]
  const rest: Read = { volumeL: leave_l, v20L: leave_v20_l, levelMm: operationOf(last).number('endLevelMm'), temperatureC: null }
  const before: Read = { volumeL: arrive_l, v20L: arrive_v20_l, levelMm: arrive_level_mm, temperatureC: null }
  const ends = { full: endOf(tank, before, at?.flag('arriveCalm') === true), rest: endOf(tank, rest, at?.flag('leaveCalm') === true) }
  if (!ends.full || !ends.rest) return null
  return {
    at: arrived_at.getTime(),
    kind: 'unloading',
    full: ends.full,
    rest: ends.rest,
    expansion: expansionPerC[productGroup(line.oil_code)],
    referenceV20L: station_in_v20_l,
    referenceSigmaL: meterSigmaL(station_in_v20_l, stationTank.permille + otherMethodPermille, stationTank.leastL),
    meter: `station ${station_id}`,
    meterSigmaPermille: stationTank.alwaysPermille,
    gaugeTemperatureC: null,
    referenceTemperatureC: null,
  }
}
