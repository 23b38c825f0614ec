import { setLoadingRules } from '@tanker/contract/actions/thresholds'
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
      limitOf('abnormalLoadingL').as('abnormalLoadingL'),
      limitOf('loadingPlanPercent').as('loadingPlanPercent'),
      limitOf('overfillPercent').as('overfillPercent'),
      limitOf('densityDiffersKgM3').as('densityDiffersKgM3'),
      limitOf('densityCalmS').as('densityCalmS'),
      ...ownValues('loading', sql<boolean>`t.truck_id = truck.id`),
    ])

/** Rules of abnormal loading of each truck, resolved. */
export default defineReport({
  path: 'setting/alarm_threshold/st_abnormal_oil_loading/trucks',
  title: { zh: '车辆', en: 'Trucks' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    abnormalLoadingL: thresholdColumn('abnormalLoadingL'),
    loadingPlanPercent: thresholdColumn('loadingPlanPercent'),
    overfillPercent: thresholdColumn('overfillPercent'),
    densityDiffersKgM3: thresholdColumn('densityDiffersKgM3'),
    densityCalmS: thresholdColumn('densityCalmS'),
    ...ownColumns(),
  },
  sort: { by: 'plate', order: 'asc' },
  actions: [setLoadingRules],
  rowIs: 'record',
})
