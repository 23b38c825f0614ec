import { setDrivingThresholds } from '@tanker/contract/actions/thresholds'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type PlateCell, type ValuesOf } from '../define-report.ts'
import { isChosen, shortNameOf, truckOrOrganisation } from '../kinds.ts'
import { limitOf } from '../limits.ts'
import { truckColumns } from '../record-columns.ts'
import { ownColumns, ownValues, thresholdColumn } from './threshold-columns.ts'

const filters = { scope: truckOrOrganisation() }

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where(isChosen(asked.scope, 'truck'))
    .where('truck.enabled', '=', true)
    .select([
      sql<string>`'t' || truck.id`.as('id'),
      // jsonb, whose order is that of the plates; json has none.
      sql<PlateCell>`jsonb_build_object('plate', truck.plate, 'truckId', truck.id)`.as('plate'),
      shortNameOf('organisation').as('organisation'),
      limitOf('parkingLoadedMin').as('parkingLoadedMin'),
      limitOf('parkingEmptyMin').as('parkingEmptyMin'),
      limitOf('offlineMin').as('offlineMin'),
      limitOf('overspeedKmh').as('overspeedKmh'),
      limitOf('expresswayKmh').as('expresswayKmh'),
      limitOf('otherRoadKmh').as('otherRoadKmh'),
      limitOf('curveLoadedG').as('curveLoadedG'),
      limitOf('drivingHours').as('drivingHours'),
      limitOf('nightFromHour').as('nightFromHour'),
      limitOf('nightToHour').as('nightToHour'),
      ...ownValues('driving', sql<boolean>`t.truck_id = truck.id`),
    ])

/** Driving thresholds of each truck, resolved. */
export default defineReport({
  path: 'setting/alarm_threshold/threshold/trucks',
  title: { zh: '车辆', en: 'Trucks' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    parkingLoadedMin: thresholdColumn('parkingLoadedMin'),
    parkingEmptyMin: thresholdColumn('parkingEmptyMin'),
    offlineMin: thresholdColumn('offlineMin'),
    overspeedKmh: thresholdColumn('overspeedKmh'),
    expresswayKmh: thresholdColumn('expresswayKmh'),
    otherRoadKmh: thresholdColumn('otherRoadKmh'),
    curveLoadedG: thresholdColumn('curveLoadedG'),
    drivingHours: thresholdColumn('drivingHours'),
    nightFromHour: thresholdColumn('nightFromHour'),
    nightToHour: thresholdColumn('nightToHour'),
    ...ownColumns(),
  },
  sort: { by: 'plate', order: 'asc' },
  actions: [setDrivingThresholds],
  rowIs: 'record',
})
