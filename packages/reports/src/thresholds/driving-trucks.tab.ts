import { setDrivingThresholds } from '@tanker/contract/actions/thresholds'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { isChosen, plateCell, shortNameOf, truckOrOrganisation } from '../kinds.ts'
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
      plateCell.as('plate'),
      'truck.plate as sign',
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
  sort: { by: 'sign', order: 'asc' },
  actions: [setDrivingThresholds],
  rowIs: 'record',
})
