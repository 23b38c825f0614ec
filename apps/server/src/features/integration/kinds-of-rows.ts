import {
  type IntegrationKind,
  type MeterTicketRow,
  meterTicketRow,
  type SlipRow,
  slipRow,
  type StationGaugeRow,
  stationGaugeRow,
} from '@tanker/contract/integration'
import { productGroup } from '@tanker/domain/products/product'
import type { Text } from '@tanker/domain/texts/text'
import { v20L } from '@tanker/domain/tank/volume'
import { type KnownThings, type KnownTruck, ROW_PROBLEMS } from './known-things.ts'
import type { KindOfRows } from './keep-rows.ts'

const hourMs = 3_600_000
/** Tolerance for clocks of other systems. */
const aheadMs = hourMs
const longestGaugeMs = 24 * hourMs
const v20Differs = 0.1

function truckOf(known: KnownThings, plate: string, compartments: readonly number[], wrong: (text: Text) => void): KnownTruck | null {
  const truck = known.trucks.get(plate)
  if (!truck) {
    wrong(ROW_PROBLEMS.noTruck(plate))
    return null
  }
  for (const compartment of new Set(compartments))
    if (!truck.compartments.has(compartment)) wrong(ROW_PROBLEMS.noCompartment(plate, compartment))
  return truck
}

const slips: KindOfRows<SlipRow> = {
  table: 'slip',
  numberColumn: 'slip_no',
  schema: slipRow,
  numberOf: (row) => row.slipNo,
  plateOf: (row) => row.plate,
  placeCodesOf: (row) => [row.depotCode, ...row.lines.map((line) => line.stationCode)],
  prepare(row, known, _now, wrong) {
    const truck = truckOf(
      known,
      row.plate,
      row.lines.map((line) => line.compartment),
      wrong,
    )
    const depot = known.depots.get(row.depotCode)
    if (!depot) wrong(ROW_PROBLEMS.noDepot(row.depotCode))
    checkLines(row, known, wrong)
    if (!truck || !depot) return null
    const plannedAt = new Date(row.plannedAt)
    return {
      columns: {
        organisation_id: truck.organisationId,
        truck_id: truck.id,
        driver_name: row.driverName,
        escort: row.escort,
        customer: row.customer,
        depot_id: depot.id,
        planned_at: plannedAt,
      },
      due: { truckId: truck.id, stationId: null, from: plannedAt, to: plannedAt },
    }
  },
  async keepParts(db, slipId, row, known) {
    await db.deleteFrom('slip_line').where('slip_id', '=', slipId).execute()
    await db
      .insertInto('slip_line')
      .values(
        row.lines.map((line) => ({
          slip_id: slipId,
          stop: line.stop,
          station_id: known.stations.get(line.stationCode)?.id ?? 0,
          compartment: line.compartment,
          oil_code: line.oilCode,
          oil_name: line.oilName,
          planned_v20_l: line.plannedV20L,
          planned_l: line.plannedL,
          customer: line.customer,
        })),
      )
      .execute()
  },
}

function checkLines({ lines }: SlipRow, known: KnownThings, wrong: (text: Text) => void): void {
  const seen = new Set<string>()
  const products = new Map<number, number>()
  const stations = new Map<number, string>()
  for (const line of lines) {
    const key = `${line.stop}/${line.compartment}`
    if (seen.has(key)) wrong(ROW_PROBLEMS.sameStopTwice(line.stop, line.compartment))
    seen.add(key)
    if ((products.get(line.compartment) ?? line.oilCode) !== line.oilCode) wrong(ROW_PROBLEMS.twoProducts(line.compartment))
    products.set(line.compartment, line.oilCode)
    if ((stations.get(line.stop) ?? line.stationCode) !== line.stationCode) wrong(ROW_PROBLEMS.twoStations(line.stop))
    stations.set(line.stop, line.stationCode)
  }
  for (const code of new Set(lines.map((line) => line.stationCode))) if (!known.stations.has(code)) wrong(ROW_PROBLEMS.noStation(code))
}

const meterTickets: KindOfRows<MeterTicketRow> = {
  table: 'meter_ticket',
  numberColumn: 'ticket_no',
  schema: meterTicketRow,
  numberOf: (row) => row.ticketNo,
  plateOf: (row) => row.plate,
  placeCodesOf: (row) => [row.depotCode],
  prepare(row, known, now, wrong) {
    const truck = truckOf(known, row.plate, [row.compartment], wrong)
    const depot = known.depots.get(row.depotCode)
    if (!depot) wrong(ROW_PROBLEMS.noDepot(row.depotCode))
    if (Math.abs(row.v20L - row.volumeL) > row.volumeL * v20Differs) wrong(ROW_PROBLEMS.v20Unlike())
    const loadedAt = new Date(row.loadedAt)
    if (loadedAt.getTime() > now.getTime() + aheadMs) wrong(ROW_PROBLEMS.inFuture())
    if (!truck || !depot) return null
    return {
      columns: {
        organisation_id: truck.organisationId,
        truck_id: truck.id,
        depot_id: depot.id,
        compartment: row.compartment,
        oil_code: row.oilCode,
        volume_l: row.volumeL,
        v20_l: row.v20L,
        density_kg_m3: row.densityKgM3,
        temperature_c: row.temperatureC,
        loaded_at: loadedAt,
        slip_no: row.slipNo,
      },
      due: { truckId: truck.id, stationId: null, from: loadedAt, to: loadedAt },
    }
  },
}

const stationGauges: KindOfRows<StationGaugeRow> = {
  table: 'station_gauge',
  numberColumn: 'gauge_no',
  schema: stationGaugeRow,
  numberOf: (row) => row.gaugeNo,
  plateOf: (row) => row.plate,
  placeCodesOf: (row) => [row.stationCode],
  prepare(row, known, now, wrong) {
    const station = known.stations.get(row.stationCode)
    if (!station) wrong(ROW_PROBLEMS.noStation(row.stationCode))
    if (row.plate !== '' && !known.trucks.has(row.plate)) wrong(ROW_PROBLEMS.noTruck(row.plate))
    const startedAt = new Date(row.startedAt)
    const endedAt = new Date(row.endedAt)
    if (endedAt < startedAt) wrong(ROW_PROBLEMS.endsBeforeStart())
    else if (endedAt.getTime() - startedAt.getTime() > longestGaugeMs) wrong(ROW_PROBLEMS.lastsTooLong())
    if (endedAt.getTime() > now.getTime() + aheadMs) wrong(ROW_PROBLEMS.inFuture())
    const receivedL = row.afterL - row.beforeL + row.salesL
    if (receivedL <= 0) wrong(ROW_PROBLEMS.nothingReceived())
    if (!station) return null
    return {
      columns: {
        organisation_id: station.organisationId,
        station_id: station.id,
        tank_no: row.tankNo,
        oil_code: row.oilCode,
        started_at: startedAt,
        ended_at: endedAt,
        before_l: row.beforeL,
        after_l: row.afterL,
        sales_l: row.salesL,
        before_temperature_c: row.beforeTemperatureC,
        after_temperature_c: row.afterTemperatureC,
        sales_temperature_c: row.salesTemperatureC,
        received_l: receivedL,
        received_v20_l: row.receivedV20L ?? receivedV20L(row),
        plate: row.plate,
      },
      due: { truckId: null, stationId: station.id, from: startedAt, to: endedAt },
    }
  },
}

/**
 * Received litres at 20 °C: after − before + sales, each with its own correction (domain B.3). A missing
 * temperature defaults to the tank's after the delivery, else before it, else 20 °C.
 */
export function receivedV20L(
  row: Pick<
    StationGaugeRow,
    'oilCode' | 'beforeL' | 'afterL' | 'salesL' | 'beforeTemperatureC' | 'afterTemperatureC' | 'salesTemperatureC'
  >,
): number {
  const after = row.afterTemperatureC ?? row.beforeTemperatureC ?? 20
  const before = row.beforeTemperatureC ?? after
  const at20 = (volumeL: number, temperatureC: number): number =>
    v20L({ group: productGroup(row.oilCode), volumeMethod: 'vcf' }, volumeL, temperatureC, volumeL)
  return at20(row.afterL, after) - at20(row.beforeL, before) + at20(row.salesL, row.salesTemperatureC ?? after)
}

export const KINDS_OF_ROWS = {
  slips,
  'meter-tickets': meterTickets,
  'station-gauges': stationGauges,
} as const satisfies Record<IntegrationKind, unknown>
