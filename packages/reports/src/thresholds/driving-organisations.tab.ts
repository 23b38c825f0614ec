import { setDrivingThresholds } from '@tanker/contract/actions/thresholds'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { containsText, organisations, text, textContains } from '../kinds.ts'
import { limitOfOrganisation } from '../limits.ts'
import { ownColumns, ownValues, thresholdColumn } from './threshold-columns.ts'

const filters = { scope: organisations(), search: textContains({ zh: '组织名称', en: 'Organisation' }) }

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .organisations()
    .where(sql<boolean>`organisation.id = ANY (${[...asked.scope]}::int[])`)
    .where('organisation.enabled', '=', true)
    .where(containsText(sql<string>`organisation.name || ' ' || organisation.short_name`, asked.search ?? ''))
    .select([
      sql<string>`'c' || organisation.id`.as('id'),
      'organisation.name as owner',
      limitOfOrganisation('parkingLoadedMin').as('parkingLoadedMin'),
      limitOfOrganisation('parkingEmptyMin').as('parkingEmptyMin'),
      limitOfOrganisation('offlineMin').as('offlineMin'),
      limitOfOrganisation('overspeedKmh').as('overspeedKmh'),
      limitOfOrganisation('expresswayKmh').as('expresswayKmh'),
      limitOfOrganisation('otherRoadKmh').as('otherRoadKmh'),
      limitOfOrganisation('curveLoadedG').as('curveLoadedG'),
      limitOfOrganisation('drivingHours').as('drivingHours'),
      limitOfOrganisation('nightFromHour').as('nightFromHour'),
      limitOfOrganisation('nightToHour').as('nightToHour'),
      ...ownValues('driving', sql<boolean>`t.organisation_id = organisation.id`),
    ])

/** Driving thresholds of each organisation, resolved. */
export default defineReport({
  path: 'setting/alarm_threshold/threshold/organisations',
  title: { zh: '组织', en: 'Organisations' },
  filters,
  rows,
  columns: {
    owner: { ...text({ zh: '组织', en: 'Organisation' }), sortable: true },
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
  sort: { by: 'owner', order: 'asc' },
  actions: [setDrivingThresholds],
  rowIs: 'record',
})
