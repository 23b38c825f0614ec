import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, containsText, leading, oneOf, text, textContains, time, truckOrOrganisation, wholeNumber } from '../kinds.ts'
import { parameterWords, valueInWords, wordKey } from './changed-parameters.ts'
import { DIFFERENCES } from './drift-leads.ts'
import { driftedFields, fieldName, isBeingWritten, ofField } from './drifted-fields.ts'
import { FILE } from './parameter-file-words.ts'

/** Pairs of values that a row spells out, the most frequent. */
const MAX_PAIRS = 5
const PARAMETER = { zh: '参数', en: 'Parameter' } as const
const EMPTY = { zh: '（空）', en: '(empty)' } as const
const BETWEEN = { zh: '；', en: '; ' } as const

const filters = { scope: truckOrOrganisation(), file: oneOf(FILE, PARAMETER_FILE_NAMES), search: textContains(PARAMETER) }

/** A row for each field in which at least one truck is not as wanted, with the values that occur most. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>, language: Language) => {
  const path = sql`pair.path`
  const pairs = driftedFields(db, asked)
    .groupBy(['kind.file', 'kind.name', 'parameter_drift.path', 'parameter_drift.wanted', 'parameter_drift.reported'])
    .select([
      'kind.file',
      'kind.name',
      'parameter_drift.path',
      'parameter_drift.wanted',
      'parameter_drift.reported',
      sql<number>`count(*)::int`.as('trucks'),
      sql<number>`count(*) FILTER (WHERE ${isBeingWritten(sql`truck.id`, sql`kind.file`)})::int`.as('sending'),
      sql<Date>`min(parameter_drift.since)`.as('since'),
    ])
  const orEmpty = (value: string) => sql`coalesce(${valueInWords(sql.ref(`pair.${value}`) as never, language)}, ${EMPTY[language]})`
  const spelled = sql`${orEmpty('wanted')} || ' → ' || ${orEmpty('reported')} || ' × ' || pair.trucks`
  return db.read
    .selectFrom(pairs.as('pair'))
    .leftJoin(parameterWords(language), (join) => join.on(sql<boolean>`word.key = ${wordKey(sql`pair.name`, path)}`))
    .where(containsText(sql<string>`${fieldName(path)} || ' ' || ${path}`, asked.search ?? ''))
    .groupBy(['pair.file', 'pair.name', 'pair.path', sql.ref('word.entry'), sql.ref('word.label')])
    .select([
      sql<string>`pair.file || '-' || pair.path`.as('id'),
      sql<string>`pair.file::text`.as('file'),
      fieldName(path).as('parameter'),
      sql<number>`sum(pair.trucks)::int`.as('trucks'),
      sql<number>`sum(pair.sending)::int`.as('sending'),
      // How many passwords there are is not known.
      sql<number | null>`CASE WHEN NOT bool_or(pair.reported = '"***"' IS TRUE) THEN count(DISTINCT pair.reported)::int END`.as(
        'reportedValues',
      ),
      sql<string>`array_to_string((array_agg(${spelled} ORDER BY pair.trucks DESC, ${spelled}))[1:${sql.lit(MAX_PAIRS)}], ${BETWEEN[language]})
        || CASE WHEN count(*) > ${sql.lit(MAX_PAIRS)} THEN '…' ELSE '' END`.as('values'),
      sql<Date>`min(pair.since)`.as('since'),
      sql<RowLeads>`jsonb_build_object('picked', jsonb_build_object('ofField', ${ofField(sql`pair.file`, sql`pair.name`, path)}))`.as(
        'leads',
      ),
    ])
}

/** Fields of parameter files by how many trucks are not as wanted. */
export default defineReport({
  path: 'fields',
  title: { zh: '按参数', en: 'By field' },
  filters,
  rows,
  columns: {
    file: choice(FILE, PARAMETER_FILE_NAMES),
    parameter: text(PARAMETER),
    // Without a total: a truck differs in several fields.
    trucks: leading(wholeNumber({ zh: '不一致的车辆', en: 'Trucks that differ' })),
    sending: wholeNumber({ zh: '其中正在下发', en: 'Being sent' }),
    reportedValues: wholeNumber({ zh: '车上不同的值', en: 'Reported values' }),
    values: text({ zh: '期望值 → 车上的值 × 车数', en: 'Wanted → reported × trucks' }),
    since: time({ zh: '最早不一致', en: 'Differs since' }),
  },
  sort: { by: 'trucks', order: 'desc' },
  rowIs: 'record',
  summed: true,
  leadsTo: DIFFERENCES,
})
