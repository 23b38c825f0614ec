/**
 * What others than the truck write about a delivery: the order office its slip, the depot the tickets of its meters, the
 * station the readings of its tank gauges. Each knows the truth through its own instrument only, and now and then a paper
 * is missing, as in life.
 */
import { simpleV20L } from '@tanker/domain/tank/volume'
import type { Compartment } from './cargo.ts'
import type { TruckBody } from './truck-body.ts'
import type { PlaceRow, ProductRow } from './world.ts'

/** What is ordered for one compartment at one station; several for a compartment that two stations share. */
export type PlannedDrop = {
  readonly compartment: Compartment
  readonly station: PlaceRow
  readonly stop: number
  readonly plannedL: number
}

const zoneMs = 8 * 3_600_000
/** One sigma of what a depot's meter shows, as a share: within 0.1 % nearly always. */
const depotMeterSigma = 0.0005
/** One sigma of a station gauge, litres: 1 mm in a tank of thirty cubic metres. */
const stationGaugeSigmaL = 14
const missing = { ticket: 0.05, gauge: 0.06 }
const groundC = 17
/** From the order to leaving the depot. */
const toDepartureMs = 80 * 60_000

/** Numbers count by the truck and the minute: 261121-0001-0815. */
const numberOf = (body: TruckBody, at: number): string => {
  const digits = new Date(at + zoneMs).toISOString().replace(/\D/g, '')
  return `${digits.slice(2, 8)}-${body.row.consoleCode.slice(-4)}-${digits.slice(8, 12)}`
}

/** The order, before the truck is loaded; the truck drives for it from now on. */
export function writeSlip(body: TruckBody, depot: PlaceRow, drops: readonly PlannedDrop[]): void {
  body.slipNo = `PS${numberOf(body, body.at)}`
  body.papers.push({
    kind: 'slips',
    row: {
      slipNo: body.slipNo,
      plate: body.row.plate,
      depotCode: depot.code,
      plannedAt: new Date(body.at + toDepartureMs).toISOString(),
      driverName: body.driver.name,
      escort: '',
      customer: '',
      lines: drops.map(({ compartment, station, stop, plannedL }) => ({
        stop,
        stationCode: station.code,
        compartment: compartment.row.compartment,
        oilCode: compartment.product.oilCode,
        oilName: compartment.product.name,
        plannedV20L: null,
        plannedL: Math.round(plannedL),
        customer: '',
      })),
    },
  })
}

/** The depot's meter has counted so many apparent litres into a compartment. */
export function writeMeterTicket(body: TruckBody, compartment: Compartment, pouredL: number, temperatureC: number): void {
  const { random, place } = body
  if (place?.kind !== 'depot' || random.chance(missing.ticket)) return
  const { product } = compartment
  const volumeL = pouredL * (1 + random.normal(depotMeterSigma))
  const shownC = tenth(temperatureC + random.normal(0.1))
  body.papers.push({
    kind: 'meter-tickets',
    row: {
      ticketNo: `DT${numberOf(body, body.at)}-${compartment.row.compartment}`,
      depotCode: place.code,
      plate: body.row.plate,
      compartment: compartment.row.compartment,
      oilCode: product.oilCode,
      volumeL: tenth(volumeL),
      v20L: tenth(simpleV20L(volumeL, shownC, product.expansionPerC)),
      densityKgM3: tenth(product.densityKgM3 * simpleV20L(1, shownC, product.expansionPerC)),
      temperatureC: shownC,
      loadedAt: new Date(body.at).toISOString(),
      slipNo: body.slipNo,
    },
  })
}

/** What flowed into one underground tank of a station. */
export type Receipt = { readonly product: ProductRow; readonly startedAt: number; readonly v20L: number; readonly temperatureC: number }

/** The station reads its gauge before and after; its pumps sell at the same time. */
export function writeStationGauge(body: TruckBody, { product, startedAt, v20L, temperatureC }: Receipt): void {
  const { random, place } = body
  if (place?.kind !== 'station' || v20L < 50 || random.chance(missing.gauge)) return
  const minutes = (body.at - startedAt) / 60_000
  const beforeL = random.between(3_000, 9_000)
  const salesL = minutes * random.between(0, 9)
  const beforeV20L = simpleV20L(beforeL, groundC, product.expansionPerC)
  const mixedC = (groundC * beforeV20L + temperatureC * v20L) / (beforeV20L + v20L)
  const salesV20L = simpleV20L(salesL, groundC, product.expansionPerC)
  const afterL = (beforeV20L + v20L - salesV20L) / simpleV20L(1, mixedC, product.expansionPerC)
  body.papers.push({
    kind: 'station-gauges',
    row: {
      gaugeNo: `SG${numberOf(body, startedAt)}-${tankNo(product)}`,
      stationCode: place.code,
      tankNo: tankNo(product),
      oilCode: product.oilCode,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: new Date(body.at).toISOString(),
      beforeL: tenth(beforeL + random.normal(stationGaugeSigmaL)),
      afterL: tenth(afterL + random.normal(stationGaugeSigmaL)),
      salesL: tenth(salesL),
      beforeTemperatureC: groundC,
      afterTemperatureC: tenth(mixedC + random.normal(0.1)),
      salesTemperatureC: groundC,
      receivedV20L: null,
      plate: body.row.plate,
    },
  })
}

/** Each station keeps a product in the tank of the same number. */
const tankNo = ({ oilCode }: ProductRow): number => (oilCode === 92 ? 1 : oilCode === 95 ? 2 : oilCode === 98 ? 3 : oilCode === 0 ? 4 : 5)

const tenth = (value: number): number => Math.round(value * 10) / 10
