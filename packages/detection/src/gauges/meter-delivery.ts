import { roundHalfAway } from '@tanker/domain/loss/loss'
import { productGroup } from '@tanker/domain/products/product'
import type { MeterReading } from '@tanker/domain/reading'
import { meterDeliveryFact } from '@tanker/domain/facts/cargo-facts'
import type { MeterDeliveryState } from '../seals/custody-state.ts'
import { hundredth } from './gauge-window.ts'
import { type Moment, note, placeNow } from '../moment.ts'

const PRESET = 1
const FREE = 2

/** Deliveries by flow meters (spec 3.11): one row per receipt, compared with what the gauges of the product lost at the same time. */
export function stepMeters(moment: Moment, meters: readonly MeterReading[]): void {
  const { custody } = moment.state
  for (const meter of meters) {
    const open = custody.deliveries.find((delivery) => delivery.meter === meter.meter) ?? null
    if (open !== null && meter.answering && open.receipt !== meter.receipt) finish(moment, open)
    const goesOn = open !== null && (open.receipt === meter.receipt || !meter.answering)
    const runs = meter.mode === PRESET || meter.mode === FREE
    if (goesOn) follow(moment, open, meter, runs)
    else if (runs && meter.answering) begin(moment, meter)
  }
}

function begin(moment: Moment, meter: MeterReading): void {
  const delivery: MeterDeliveryState = {
    meter: meter.meter,
    receipt: meter.receipt,
    oilCode: meter.oilCode,
    startedAt: moment.at,
    lastAt: moment.at,
    rawL: hundredth(meter.deliveryL),
    v20L: hundredth(meter.deliveryV20L),
    massKg: hundredth(meter.deliveryKg),
    temperatureC: hundredth(meter.temperatureC),
    startTotalL: hundredth(meter.totalL - meter.deliveryL),
    totalL: hundredth(meter.totalL),
    flowingMs: 0,
    answered: true,
    gaugeStartL: hundredth(gaugesL(moment, meter.oilCode) + meter.deliveryL),
    place: placeNow(moment.state),
  }
  moment.state.custody.deliveries.push(delivery)
  report(moment, delivery, null)
}

function follow(moment: Moment, delivery: MeterDeliveryState, meter: MeterReading, runs: boolean): void {
  if (!meter.answering) {
    delivery.answered = false
    return
  }
  if (meter.deliveryL > delivery.rawL) delivery.flowingMs += moment.at - delivery.lastAt
  delivery.lastAt = moment.at
  delivery.rawL = hundredth(meter.deliveryL)
  delivery.v20L = hundredth(meter.deliveryV20L)
  delivery.massKg = hundredth(meter.deliveryKg)
  delivery.temperatureC = hundredth(meter.temperatureC)
  delivery.totalL = hundredth(meter.totalL)
  // A paused meter goes on with the same receipt; an idle one is done.
  if (!runs && meter.mode === 0) finish(moment, delivery)
}

function finish(moment: Moment, delivery: MeterDeliveryState): void {
  const { custody } = moment.state
  custody.deliveries = custody.deliveries.filter((open) => open !== delivery)
  report(moment, delivery, delivery.lastAt)
}

function gaugesL(moment: Moment, oilCode: number): number {
  let sum = 0
  for (const gauge of moment.state.gauges) if (productGroup(gauge.oilCode) === productGroup(oilCode)) sum += gauge.volumeL
  return hundredth(sum)
}

function report(moment: Moment, delivery: MeterDeliveryState, endedAt: number | null): void {
  const { thresholds } = moment
  const gaugeL = hundredth(delivery.gaugeStartL - gaugesL(moment, delivery.oilCode))
  const differenceL = roundHalfAway(delivery.rawL - gaugeL, 2)
  const allowedL = Math.max(thresholds.meterGaugeL, (delivery.rawL * thresholds.meterGaugePercent) / 100)
  // The total grows by what the delivery counts, unless it wrapped or was set back.
  const counted = Math.abs(delivery.totalL - delivery.startTotalL - delivery.rawL) <= Math.max(1, delivery.rawL * 0.005)
  const minutes = delivery.flowingMs / 60_000
  note(moment, meterDeliveryFact, {
    name: endedAt === null ? 'meter-delivery-began' : 'meter-delivery-ended',
    startedAt: delivery.startedAt,
    object: delivery.meter,
    ...(endedAt === null ? {} : { endedAt }),
    place: delivery.place,
    properties: {
      meter: delivery.meter,
      receipt: delivery.receipt,
      oilCode: delivery.oilCode,
      rawL: delivery.rawL,
      v20L: delivery.v20L,
      massKg: delivery.massKg,
      averageTemperatureC: delivery.temperatureC,
      averageLpm: minutes > 0 ? Math.round(delivery.rawL / minutes) : null,
      gaugeL: endedAt === null ? null : gaugeL,
      differenceL: endedAt === null ? null : differenceL,
      valid: endedAt === null ? null : delivery.answered && counted && Math.abs(differenceL) <= allowedL,
      slipNo: moment.context.slip?.slipNo ?? null,
    },
  })
}
