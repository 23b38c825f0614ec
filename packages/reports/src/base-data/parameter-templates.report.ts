import { parameterTemplate } from '@tanker/contract/base-data/parameter-template'
import { TERMINAL_PARAMETER_NAMES } from '@tanker/contract/terminal-parameter-words'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ValuesOf } from '../define-report.ts'
import { containsText, isOfOrganisation, organisations, shortNameOf, text, textContains, time, wholeNumber } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const filters = {
  scope: organisations(),
  search: textContains({ zh: '模板名称', en: 'Name' }),
  status: listFilters().status,
}

const AND = { zh: '、', en: ', ' } as const

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>, language: Language) => {
  const names = JSON.stringify(Object.fromEntries(Object.entries(TERMINAL_PARAMETER_NAMES).map(([id, name]) => [id, name[language]])))
  return db
    .from('parameter_template')
    .innerJoin('organisation', 'organisation.id', 'parameter_template.organisation_id')
    .where(isOfOrganisation(asked.scope, 'parameter_template'))
    .where(containsText(sql<string>`parameter_template.name`, asked.search ?? ''))
    .where(among(statusOf('parameter_template'), asked.status))
    .select([
      sql<string>`parameter_template.id::text`.as('id'),
      'parameter_template.name',
      shortNameOf('organisation').as('organisation'),
      sql<number>`(SELECT count(*)::int FROM jsonb_object_keys(parameter_template.values))`.as('count'),
      sql<string | null>`(SELECT string_agg(coalesce(${names}::jsonb ->> one, one), ${AND[language]} ORDER BY one::int)
        FROM jsonb_object_keys(parameter_template.values) AS one)`.as('parameters'),
      'parameter_template.version as edition',
      'parameter_template.changed_at as changedAt',
      sql<string | null>`nullif(parameter_template.changed_by, '')`.as('changedBy'),
      'parameter_template.remark',
      statusOf('parameter_template').as('status'),
    ])
}

export default listReport(parameterTemplate, {
  title: { zh: '远程模板', en: 'Parameter templates' },
  filters,
  rows,
  columns: {
    name: 'name',
    organisation: 'organisationId',
    count: wholeNumber({ zh: '参数数量', en: 'Parameters' }),
    parameters: text({ zh: '参数', en: 'Which' }),
    edition: wholeNumber({ zh: '版本', en: 'Version' }),
    changedAt: time({ zh: '参数修改时间', en: 'Parameters changed' }),
    changedBy: text({ zh: '修改人', en: 'Changed by' }),
    remark: 'remark',
    status: 'status',
  },
  sorted: ['name'],
  sort: { by: 'name', order: 'asc' },
})
