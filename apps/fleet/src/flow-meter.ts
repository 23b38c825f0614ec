/** The flow meter in the delivery line of trucks that pump: it counts what passes, and opens a receipt for each delivery. */
import type { MeterReading } from '@tanker/domain/reading'
import { simpleV20L } from '@tanker/domain/tank/volume'
import type { Compartment } from './cargo.ts'
import { createRandom } from './random.ts'
import type { TruckRow } from './world.ts'

export type FlowMeter = {
  /** What it shows. */
  readonly shown: { -readonly [Key in keyof MeterReading]: MeterReading[Key] }
  /** Shown litres of one that passed: each meter has its own error. */
  readonly factor: number
  nextReceipt: number
  /** Shown once more after a delivery, with the receipt, before it is idle. */
  justEnded: boolean
}

/** Bigger trucks let the product fall; only those with few compartments pump it through their meter. */
const mostPumpedCompartments = 3
const meterErrorPermille = 1.5
const madeAt = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const mostPerDayL = 80_000

/** @param startAt a meter that was fitted later has counted further */
export function createFlowMeter(row: TruckRow, startAt: number): FlowMeter | null {
  if (row.flowMeterCount === 0 || row.compartments.length > mostPumpedCompartments) return null
  return {
    shown: {
      meter: 1,
      oilCode: row.compartments[0]?.oilCode ?? 0,
      mode: 0,
      answering: true,
      deliveryL: 0,
      deliveryV20L: 0,
      deliveryKg: 0,
      totalL: Math.floor((startAt - madeAt) / dayMs) * mostPerDayL,
      temperatureC: 0,
      flowLpm: 0,
      receipt: 0,
    },
    factor: 1 + createRandom(Number(row.consoleCode)).normal(meterErrorPermille / 1_000),
    nextReceipt: Math.floor((startAt - madeAt) / 3_600_000),
    justEnded: false,
  }
}

/** Opens a receipt. */
export function beginDelivery(meter: FlowMeter, compartment: Compartment): void {
  Object.assign(meter.shown, {
    oilCode: compartment.product.oilCode,
    mode: 2,
    deliveryL: 0,
    deliveryV20L: 0,
    deliveryKg: 0,
    temperatureC: compartment.temperatureC,
    flowLpm: 0,
    receipt: meter.nextReceipt++,
  })
}

/** Counts what passed in so many seconds, apparent litres. */
export function countDelivery(meter: FlowMeter, compartment: Compartment, litres: number, seconds: number): void {
  const { shown } = meter
  const { product, temperatureC } = compartment
  const countedL = litres * meter.factor
  const v20L = simpleV20L(countedL, temperatureC, product.expansionPerC)
  shown.temperatureC =
    shown.deliveryL + countedL > 0
      ? (shown.temperatureC * shown.deliveryL + temperatureC * countedL) / (shown.deliveryL + countedL)
      : temperatureC
  shown.deliveryL += countedL
  shown.deliveryV20L += v20L
  shown.deliveryKg += (v20L * product.densityKgM3) / 1_000
  shown.totalL += countedL
  shown.flowLpm = (countedL / seconds) * 60
}

/** Closes the receipt; the next report still shows it. */
export function endDelivery(meter: FlowMeter): void {
  meter.shown.mode = 0
  meter.shown.flowLpm = 0
  meter.justEnded = true
}
