import type { DeliveryProof } from '@tanker/contract/delivery-proof'
import type { ScopedDb } from '@tanker/database/scope'
import { isKnownTo } from '@tanker/reports/conditions'
import { sql } from 'kysely'
import { periodOfTrip, readDelivery, readDeliveryCurve } from './delivery-curve.ts'
import { readLitreLedger } from './litre-ledger.ts'

/** Slips, tickets and gauge readings of one delivery; a load has at most ten of each. */
const MAX_PAPERS = 50
/** Alarms of one trip on the page; it says when there are more. */
const MAX_ALARMS = 100

type Asked = { readonly truckId: number; readonly startedAt: Date; readonly madeBy: string; readonly now: Date }

/** One delivery with all that stands behind its loss. Everything is read within the user's organisations. */
export async function readDeliveryProof(db: ScopedDb, { truckId, startedAt, madeBy, now }: Asked): Promise<DeliveryProof> {
  const { delivery, lines } = await readDelivery(db, { truckId, startedAt })
  const { from, to } = periodOfTrip(delivery, now)
  const [truck, papers, ledger, alarms, curve] = await Promise.all([
    db
      .from('truck')
      .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
      .where('truck.id', '=', truckId)
      .select(['truck.plate', 'organisation.name'])
      .executeTakeFirst(),
    readPapers(db, truckId, startedAt),
    readLitreLedger(db, { truckId, from, to, compartments: new Set() }),
    readAlarms(db, truckId, from, to),
    readDeliveryCurve(db, { truckId, startedAt }, now),
  ])
  const isMeasured = delivery.transport_loss_l !== null
  const isConcluded = isMeasured || delivery.unknown_compartments === 0
  return {
    truck: { truckId, plate: truck?.plate ?? curve.signCode, organisation: truck?.name ?? '' },
    slipNo: delivery.slip_no,
    driver: delivery.driver_name,
    escort: delivery.escort,
    depot: delivery.depot_name,
    stations: delivery.station_names,
    loadStartedAt: delivery.load_started_at?.toISOString() ?? null,
    leftDepotAt: delivery.trip_started_at.toISOString(),
    arrivedAt: delivery.arrived_at?.toISOString() ?? null,
    leftStationAt: delivery.left_at?.toISOString() ?? null,
    distanceKm: delivery.distance_m / 1000,
    state: delivery.state,
    loadV20L: delivery.load_v20_l,
    arriveV20L: delivery.arrive_v20_l,
    unloadV20L: delivery.unload_v20_l,
    baseV20L: delivery.base_v20_l,
    transportLossL: delivery.transport_loss_l,
    totalLossL: delivery.total_loss_l,
    quotaL: delivery.quota_l,
    overQuotaL: delivery.over,
    uncertaintyL: delivery.uncertainty_l,
    judge: delivery.verdict,
    basis: isConcluded || delivery.total_loss_l !== null ? delivery.basis : null,
    leftOut: delivery.unknown_compartments,
    lines: lines.map((line) => ({
      leg: line.leg,
      compartment: line.compartment,
      oilCode: line.oil_code,
      station: line.station_name,
      loadV20L: line.load_v20_l,
      arriveV20L: line.arrive_v20_l,
      unloadV20L: line.unload_v20_l,
      ticketV20L: line.depot_out_v20_l,
      stationV20L: line.station_in_v20_l,
      transportLossL: line.transport_loss_l,
      unloadingLossL: line.unloading_loss_l,
      uncertaintyL: line.uncertainty_l,
    })),
    ...papers,
    ledger: ledger.entries,
    alarms: alarms.slice(0, MAX_ALARMS),
    more: ledger.more || alarms.length > MAX_ALARMS,
    curve,
    madeBy,
    madeAt: now.toISOString(),
  }
}

async function readPapers(db: ScopedDb, truckId: number, startedAt: Date): Promise<Pick<DeliveryProof, 'slips' | 'tickets' | 'gauges'>> {
  const [slips, tickets, gauges] = await Promise.all([
    db
      .from('slip')
      .where('slip.truck_id', '=', truckId)
      .where('slip.trip_started_at', '=', startedAt)
      .select([
        'slip.slip_no',
        'slip.planned_at',
        'slip.driver_name',
        'slip.customer',
        sql<number | null>`(SELECT sum(line.planned_v20_l) FROM slip_line AS line WHERE line.slip_id = slip.id)::float8`.as('planned'),
      ])
      .orderBy('slip.planned_at')
      .limit(MAX_PAPERS)
      .execute(),
    db
      .from('meter_ticket')
      .where('meter_ticket.truck_id', '=', truckId)
      .where('meter_ticket.trip_started_at', '=', startedAt)
      .select([
        'meter_ticket.ticket_no',
        'meter_ticket.compartment',
        'meter_ticket.volume_l',
        'meter_ticket.v20_l',
        'meter_ticket.loaded_at',
      ])
      .orderBy('meter_ticket.compartment')
      .orderBy('meter_ticket.loaded_at')
      .limit(MAX_PAPERS)
      .execute(),
    db
      .from('station_gauge')
      .where('station_gauge.truck_id', '=', truckId)
      .where('station_gauge.trip_started_at', '=', startedAt)
      .where('station_gauge.state', '<>', 'unmatched')
      .select([
        'station_gauge.gauge_no',
        'station_gauge.tank_no',
        'station_gauge.leg',
        'station_gauge.oil_code',
        'station_gauge.received_v20_l',
        'station_gauge.started_at',
        'station_gauge.ended_at',
      ])
      .orderBy('station_gauge.started_at')
      .limit(MAX_PAPERS)
      .execute(),
  ])
  return {
    slips: slips.map((row) => ({
      slipNo: row.slip_no,
      plannedAt: row.planned_at.toISOString(),
      driver: row.driver_name,
      customer: row.customer,
      plannedV20L: row.planned,
    })),
    tickets: tickets.map((row) => ({
      ticketNo: row.ticket_no,
      compartment: row.compartment,
      volumeL: row.volume_l,
      v20L: row.v20_l,
      loadedAt: row.loaded_at.toISOString(),
    })),
    gauges: gauges.map((row) => ({
      gaugeNo: row.gauge_no,
      tankNo: row.tank_no,
      leg: row.leg,
      oilCode: row.oil_code,
      receivedV20L: row.received_v20_l,
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at.toISOString(),
    })),
  }
}

/** Alarms of the trip that this user may know of, oldest first, one more than are shown. */
async function readAlarms(db: ScopedDb, truckId: number, from: Date, to: Date): Promise<DeliveryProof['alarms']> {
  const rows = await db
    .from('alarm')
    .leftJoin('app_user', 'app_user.id', 'alarm.handled_by')
    .where('alarm.truck_id', '=', truckId)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', from)
    .where('alarm.started_at', '<=', to)
    .where(isKnownTo(db.scope, 'alarm'))
    .select([
      'alarm.id',
      'alarm.type',
      'alarm.grade',
      'alarm.started_at',
      'alarm.ended_at',
      'alarm.handled_at',
      'alarm.handle_result',
      'alarm.confirm',
      sql<string | null>`coalesce(nullif(app_user.real_name, ''), app_user.user_name)`.as('handler'),
    ])
    .orderBy('alarm.started_at')
    .orderBy('alarm.id')
    .limit(MAX_ALARMS + 1)
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    type: row.type,
    grade: row.grade,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    handledAt: row.handled_at?.toISOString() ?? null,
    handler: row.handler ?? '',
    result: row.handle_result ?? '',
    confirm: row.confirm,
  }))
}
