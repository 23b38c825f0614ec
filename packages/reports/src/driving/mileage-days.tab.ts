import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { count, date, decimal, duration, leading, plateCell, shortNameOf, speed, totalDistance } from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'
import {
  dayOf,
  drivenKm,
  drivingMs,
  emptyKm,
  highestKmh,
  loadedKm,
  localDay,
  odometerFrom,
  odometerTo,
  piecesOf,
} from './driven-columns.ts'
import { dayLeads, ofTruck, PICKABLE, toDrives, toTrips } from './leads.ts'

const filters = recordFilters({})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const { zone, from, to } = asked.when
  const days = piecesOf(db, asked)
    .groupBy(['truck.id', localDay('driven_piece.started_at', zone)])
    .select([
      'truck.id as truckId',
      plateCell.as('plate'),
      ofTruck.as('ofTruck'),
      sql<string>`max(${shortNameOf('organisation')})`.as('organisation'),
      dayOf('driven_piece.started_at', zone).as('day'),
      odometerFrom.as('from'),
      odometerTo.as('to'),
      drivenKm.as('distance'),
      loadedKm.as('loaded'),
      emptyKm.as('empty'),
      drivingMs.as('driving'),
      highestKmh.as('highest'),
    ])
  const trips = db
    .from('record')
    .where('record.kind', '=', 'trip')
    .where('record.started_at', '>=', from)
    .where('record.started_at', '<=', to)
    .groupBy(['record.truck_id', localDay('record.started_at', zone)])
    .select(['record.truck_id as truckId', dayOf('record.started_at', zone).as('day'), sql<number>`count(*)::int`.as('trips')])
  return db.read
    .selectFrom(days.as('day'))
    .leftJoin(trips.as('trip'), (join) => join.onRef('trip.truckId', '=', 'day.truckId').onRef('trip.day', '=', 'day.day'))
    .select([
      sql<string>`concat_ws('-', day."truckId", day.day)`.as('id'),
      'day.plate',
      'day.organisation',
      'day.day',
      'day.distance',
      'day.loaded',
      'day.empty',
      'day.driving',
      'day.highest',
      sql<number>`coalesce(trip.trips, 0)`.as('trips'),
      'day.from',
      'day.to',
      'day.ofTruck',
      sql<RowLeads>`${dayLeads(sql<string>`day.day`, asked.when)} || jsonb_build_object('picked', jsonb_build_object('ofTruck', day."ofTruck"))`.as(
        'leads',
      ),
    ])
}

/** What each truck drove each day. */
export default defineReport({
  path: 'days',
  title: { zh: '按日', en: 'By day' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    day: date({ zh: '日期', en: 'Day' }),
    distance: leading(totalDistance({ zh: '当日里程', en: 'Distance' })),
    loaded: leading(totalDistance({ zh: '重车里程', en: 'Loaded' }), { load: ['true'] }),
    empty: leading(totalDistance({ zh: '空车里程', en: 'Empty' }), { load: ['false'] }),
    driving: leading(duration({ zh: '行驶时长', en: 'Driving time' })),
    highest: speed({ zh: '最高速度', en: 'Highest speed' }),
    trips: leading(count({ zh: '配送次数', en: 'Trips' }), {}, toTrips()),
    from: decimal({ zh: '起始里程表', en: 'Odometer, start' }, 'km', 1),
    to: decimal({ zh: '结束里程表', en: 'Odometer, end' }, 'km', 1),
  },
  sort: { by: 'day', order: 'desc' },
  rowIs: 'record',
  leadsTo: toDrives(),
  pickable: { ofTruck: PICKABLE.ofTruck },
  summed: true,
  chart: { kind: 'stacked', title: { zh: '每日里程', en: 'Distance by day' }, x: 'day', y: ['loaded', 'empty'], limit: 31, rowsFor: 'all' },
})
