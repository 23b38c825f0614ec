import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompartmentReading } from '@tanker/domain/reading'
import { connectTruck, type ScriptedPosition, type ScriptedTruck } from '@tanker/fleet/scripted-truck'
import type { TruckRow } from '@tanker/fleet/world'
import { keepCode, keptCode } from './terminal-codes.ts'
import { PROJECT_FOLDER, type RunningProduct } from './running-product.ts'

const rows = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'apps', 'fleet', 'world', 'trucks.json'), 'utf8')) as readonly TruckRow[]

/** The carriers of dispatcher1 and dispatcher2: neither sees the other's trucks. */
export const CARRIER_1 = '320100'
export const CARRIER_2 = '320500'

/** The oil tankers of a carrier in the world, in the order of the file. */
export const tankersOf = (carrier: string): readonly TruckRow[] =>
  rows.filter(({ companyCode, model }) => companyCode === carrier && model === 'oil-tanker')

export const trucksUnder = (carrier: string): readonly TruckRow[] =>
  rows.filter(({ companyCode }) => companyCode.startsWith(carrier.slice(0, 4)))

/** Open country beside the road: no fence within ten kilometres. */
export const ROADSIDE = { lat: 31.9, lng: 119.8 } as const

/** A truck of the world at its device port, let in. */
export async function setOut(product: Pick<RunningProduct, 'devicePort'>, row: TruckRow): Promise<ScriptedTruck> {
  const { devicePort } = product
  const kept = keptCode(devicePort, row.terminalPhone)
  const truck = await connectTruck({
    host: '127.0.0.1',
    port: devicePort,
    phone: row.terminalPhone,
    version: row.protocolVersion === '2019' ? 2019 : 2013,
    terminalId: row.terminalId,
    plate: row.plate,
    ...(kept === undefined ? {} : { authCode: kept }),
  })
  if (kept === undefined) keepCode(devicePort, row.terminalPhone, await truck.register())
  const { result } = await truck.authenticate()
  if (result !== 0) throw new Error(`${row.plate} was not let in: ${result}`)
  return truck
}

/** What the gauges of a truck read when each compartment holds so many litres. */
export const holding = (row: TruckRow, ...litres: readonly number[]): readonly CompartmentReading[] =>
  row.compartments.map(({ compartment, oilCode, capacityL, heightMm }, index) => {
    const volumeL = litres[index] ?? litres.at(-1) ?? 0
    const levelMm = Math.round((volumeL / capacityL) * heightMm)
    return {
      compartment,
      dataType: 'TT',
      oilCode,
      rawLevelMm: levelMm,
      levelMm,
      waterMm: 0,
      volumeL,
      v20L: volumeL,
      temperatureC: 25,
      densityKgM3: oilCode > 0 ? 735 : 838,
      fault: 0,
    }
  })

/** Sends the readings of a truck, oldest first. The platform processes readings of a truck in the order sent. */
export async function sendReadings(truck: ScriptedTruck, positions: readonly ScriptedPosition[]): Promise<void> {
  for (let sent = 0; sent < positions.length; sent += 50) {
    const acks = await Promise.all(positions.slice(sent, sent + 50).map((position) => truck.send(position)))
    const refused = acks.find(({ result }) => result !== 0)
    if (refused) throw new Error(`a reading was refused: ${refused.result}`)
  }
}
