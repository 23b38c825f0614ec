import { LOSS_JUDGEMENTS } from '@tanker/domain/loss/uncertainty'
import { z } from 'zod'
import { rowId } from './input-bounds.ts'
import { litreLedger } from './level-trend.ts'

/** One delivery: the truck, and when its trip began. */
export const deliveryAsked = z.object({ truckId: rowId, tripStartedAt: z.iso.datetime() })

const litres = z.number().nullable()
const moment = z.string().nullable()

/** A happening of a trip drawn as an upright line. */
export const TRIP_MARKS = ['left-depot', 'arrived', 'left-station', 'opening'] as const
/** A calm reading that the sums of a delivery use: leaving the depot, arriving at a station, after unloading there. */
export const TRIP_ANCHORS = ['loaded', 'arrived', 'unloaded'] as const

/** GET /trucks/delivery-curve: the litres of a trip from before its loading to after its last unloading. */
export const deliveryCurve = z.object({
  truckId: z.number().int(),
  signCode: z.string(),
  /** What is drawn, ISO 8601 UTC. */
  from: z.string(),
  to: z.string(),
  compartments: z.array(
    z.object({
      compartment: z.number().int(),
      oilCode: z.number().int(),
      /** Milliseconds UTC, as many as `v20L`; null where the gauge was out of order. */
      at: z.array(z.number()),
      v20L: z.array(litres),
      /** One sigma of a reading, litres. */
      sigmaL: z.number(),
    }),
  ),
  marks: z.array(z.object({ at: z.number(), kind: z.enum(TRIP_MARKS), compartment: z.number().int().nullable() })),
  anchors: z.array(z.object({ at: z.number(), kind: z.enum(TRIP_ANCHORS), compartment: z.number().int(), v20L: z.number() })),
  /** There were more openings than are returned. */
  moreMarks: z.boolean(),
})
export type DeliveryCurve = z.infer<typeof deliveryCurve>

/** Everything that proves what one delivery lost. Empty lists and nulls: it is not there. */
export const deliveryProof = z.object({
  truck: z.object({ truckId: z.number().int(), plate: z.string(), organisation: z.string() }),
  slipNo: z.string(),
  driver: z.string(),
  escort: z.string(),
  depot: z.string(),
  stations: z.string(),
  loadStartedAt: moment,
  leftDepotAt: z.string(),
  arrivedAt: moment,
  leftStationAt: moment,
  distanceKm: z.number(),
  state: z.enum(['transit', 'unloading', 'done', 'abnormal']),
  loadV20L: litres,
  arriveV20L: litres,
  unloadV20L: litres,
  baseV20L: litres,
  transportLossL: litres,
  totalLossL: litres,
  quotaL: litres,
  overQuotaL: litres,
  /** One sigma. */
  uncertaintyL: litres,
  judge: z.enum(LOSS_JUDGEMENTS).nullable(),
  basis: z.enum(['truck-truck', 'ticket-truck', 'truck-station', 'ticket-station']).nullable(),
  /** Compartments whose litres no gauge measured: they are in no sum. */
  leftOut: z.number().int(),
  lines: z.array(
    z.object({
      leg: z.number().int(),
      compartment: z.number().int(),
      oilCode: z.number().int(),
      station: z.string(),
      loadV20L: litres,
      arriveV20L: litres,
      unloadV20L: litres,
      ticketV20L: litres,
      stationV20L: litres,
      transportLossL: litres,
      unloadingLossL: litres,
      uncertaintyL: litres,
    }),
  ),
  slips: z.array(z.object({ slipNo: z.string(), plannedAt: z.string(), driver: z.string(), customer: z.string(), plannedV20L: litres })),
  tickets: z.array(
    z.object({ ticketNo: z.string(), compartment: z.number().int(), volumeL: z.number(), v20L: z.number(), loadedAt: z.string() }),
  ),
  gauges: z.array(
    z.object({
      gaugeNo: z.string(),
      tankNo: z.number().int(),
      leg: z.number().int().nullable(),
      oilCode: z.number().int(),
      receivedV20L: z.number(),
      startedAt: z.string(),
      endedAt: z.string(),
    }),
  ),
  ledger: litreLedger.shape.entries,
  alarms: z.array(
    z.object({
      id: z.string(),
      type: z.number().int(),
      grade: z.enum(['yellow', 'red', 'black']),
      startedAt: z.string(),
      endedAt: moment,
      handledAt: moment,
      handler: z.string(),
      result: z.string(),
      confirm: z.enum(['unconfirmed', 'confirmed', 'non-abnormal']),
    }),
  ),
  /** Ledger entries or alarms were left out: there are more than a page holds. */
  more: z.boolean(),
  curve: deliveryCurve,
  madeBy: z.string(),
  madeAt: z.string(),
})
export type DeliveryProof = z.infer<typeof deliveryProof>
