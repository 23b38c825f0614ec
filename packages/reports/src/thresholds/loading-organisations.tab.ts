import { setLoadingRules } from '@tanker/contract/actions/thresholds'
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
      limitOfOrganisation('abnormalLoadingL').as('abnormalLoadingL'),
      limitOfOrganisation('loadingPlanPercent').as('loadingPlanPercent'),
      limitOfOrganisation('overfillPercent').as('overfillPercent'),
      limitOfOrganisation('densityDiffersKgM3').as('densityDiffersKgM3'),
      limitOfOrganisation('densityCalmS').as('densityCalmS'),
      ...ownValues('loading', sql<boolean>`t.organisation_id = organisation.id`),
    ])

/** Rules of abnormal loading of each organisation, resolved. */
export default defineReport({
  path: 'setting/alarm_threshold/st_abnormal_oil_loading/organisations',
  title: { zh: '组织', en: 'Organisations' },
  filters,
  rows,
  columns: {
    owner: { ...text({ zh: '组织', en: 'Organisation' }), sortable: true },
    abnormalLoadingL: thresholdColumn('abnormalLoadingL'),
    loadingPlanPercent: thresholdColumn('loadingPlanPercent'),
    overfillPercent: thresholdColumn('overfillPercent'),
    densityDiffersKgM3: thresholdColumn('densityDiffersKgM3'),
    densityCalmS: thresholdColumn('densityCalmS'),
    ...ownColumns(),
  },
  sort: { by: 'owner', order: 'asc' },
  actions: [setLoadingRules],
  rowIs: 'record',
})
