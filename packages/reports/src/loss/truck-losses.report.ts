import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { isKnownTo, isWholeHappening } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { count, loss, lossRate, plateCell, totalDistance, totalLitres, plate, organisation, shortNameOf } from '../kinds.ts'
import { deliveryLinesOf, isUnmeasured, leftOut, leftOutOf, lossFilters, measured } from '../loss-columns.ts'

const filters = lossFilters({})

/** Sums of each trip first: a trip counts once, with its own rate. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const trips = deliveryLinesOf(db, asked)
    .where(sql<boolean>`(delivery_line.transport_loss_l IS NOT NULL OR ${isUnmeasured()})`)
    .groupBy(['delivery_line.truck_id', 'delivery_line.trip_started_at', 'organisation.id'])
    .select([
      'delivery_line.truck_id',
      shortNameOf('organisation').as('organisation'),
      sql<number>`max(delivery_line.distance_m) / 1000`.as('distance'),
      sql<
        number | null
      >`sum(delivery_line.load_v20_l) FILTER (WHERE delivery_line.first AND delivery_line.transport_loss_l IS NOT NULL)`.as('load'),
      sql<number | null>`sum(delivery_line.transport_loss_l)`.as('loss'),
      leftOutOf().as('leftOut'),
      sql<number>`coalesce(sum(delivery_line.quota_permille * delivery_line.load_v20_l / 1000) FILTER (WHERE delivery_line.first), 0)`.as(
        'quota',
      ),
    ])
  const alarms = db
    .from('alarm')
    .where('alarm.superseded_at', 'is', null)
    .where(isKnownTo(db.scope, 'alarm'))
    .where('alarm.started_at', '>=', asked.when.from)
    .where('alarm.started_at', '<=', asked.when.to)
    // Asked of the doors alone, so that the others are counted by their index without being read.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alarm as detail')
            .whereRef('detail.truck_id', '=', 'alarm.truck_id')
            .whereRef('detail.started_at', '=', 'alarm.started_at')
            .whereRef('detail.type', '=', 'alarm.type')
            .where('detail.started_at', '>=', asked.when.from)
            .where('detail.started_at', '<=', asked.when.to)
            .where(({ not: isNot }) => isNot(isWholeHappening('detail'))),
        ),
      ),
    )
    .groupBy('alarm.truck_id')
    .select(['alarm.truck_id', sql<number>`count(*)`.as('count')])
  return db
    .from('truck')
    .innerJoin(trips.as('trip'), 'trip.truck_id', 'truck.id')
    .leftJoin(alarms.as('alarms'), 'alarms.truck_id', 'truck.id')
    .groupBy(['truck.id', 'truck.plate', 'trip.organisation'])
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      'trip.organisation as organisation',
      sql<number>`count(*)::int`.as('trips'),
      sql<number>`sum(trip.distance)`.as('distance'),
      sql<number | null>`sum(trip.load)`.as('load'),
      sql<number | null>`sum(trip.load) - sum(trip.loss)`.as('arrive'),
      sql<number | null>`sum(trip.loss)`.as('loss'),
      sql<number | null>`sum(trip.loss) / nullif(sum(trip.load), 0) * 1000`.as('rate'),
      sql<number | null>`max(trip.loss / nullif(trip.load, 0) * 1000)`.as('highestRate'),
      sql<number>`(count(*) FILTER (WHERE trip.loss > trip.quota))::int`.as('overTrips'),
      sql<number | null>`sum(trip."leftOut")::int`.as('leftOut'),
      sql<number>`coalesce(max(alarms.count), 0)::int`.as('alarms'),
    ])
}

export default defineReport({
  path: 'cargo_monitor/data_analysis/truck_loss',
  title: { zh: '车辆损溢分析', en: 'Truck loss and gain' },
  filters,
  rows,
  columns: {
    plate: plate(),
    loss: measured(loss({ zh: '运输损耗', en: 'Transport loss' })),
    rate: measured(lossRate({ zh: '损耗率', en: 'Loss rate' }, { of: 'loss', by: 'load' })),
    overTrips: count({ zh: '超耗次数', en: 'Trips over quota' }),
    trips: count({ zh: '配送次数', en: 'Trips' }),
    distance: totalDistance({ zh: '里程', en: 'Distance' }),
    load: measured(totalLitres({ zh: '装油量(V20)', en: 'Loaded (V20)' })),
    arrive: measured(totalLitres({ zh: '到站量(V20)', en: 'Arrived (V20)' })),
    highestRate: measured(lossRate({ zh: '单次最高损耗率', en: 'Highest rate of a trip' })),
    leftOut: leftOut(),
    alarms: count({ zh: '报警数', en: 'Alarms' }),
    organisation: organisation(),
  },
  sort: { by: 'rate', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'bars',
    title: { zh: '车辆损耗率', en: 'Loss rate by truck' },
    x: 'plate',
    y: ['rate'],
    rowsFor: 'all',
  },
})
