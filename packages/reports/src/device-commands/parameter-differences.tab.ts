import { settleDrift } from '@tanker/contract/actions/parameter-files'
import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  containsText,
  oneOf,
  organisation,
  plate,
  plateCell,
  shortNameOf,
  text,
  textContains,
  time,
  truckOrOrganisation,
  yesNo,
} from '../kinds.ts'
import { parameterWords, valueInWords, wordKey } from './changed-parameters.ts'
import { driftedFields, fieldName, isBeingWritten, ofField } from './drifted-fields.ts'
import { FILE } from './parameter-file-words.ts'

const PARAMETER = { zh: '参数', en: 'Parameter' } as const
const path = sql`parameter_drift.path`

const filters = { scope: truckOrOrganisation(), file: oneOf(FILE, PARAMETER_FILE_NAMES), search: textContains(PARAMETER) }

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>, language: Language) =>
  driftedFields(db, asked)
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('parameter_file', (join) =>
      join.onRef('parameter_file.truck_id', '=', 'truck.id').onRef('parameter_file.file', '=', 'parameter_drift.file'),
    )
    .leftJoin(parameterWords(language), (join) => join.on(sql<boolean>`word.key = ${wordKey(sql`kind.name`, path)}`))
    .where(containsText(sql<string>`${fieldName(path)} || ' ' || ${path}`, asked.search ?? ''))
    .select([
      sql<string>`concat_ws('-', truck.id, kind.file, ${path})`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`kind.file::text`.as('file'),
      fieldName(path).as('parameter'),
      valueInWords(sql`parameter_drift.wanted`, language).as('wanted'),
      valueInWords(sql`parameter_drift.reported`, language).as('reported'),
      'parameter_drift.since as since',
      isBeingWritten(sql`truck.id`, sql`kind.file`).as('sending'),
      'parameter_file.reported_at as reportedAt',
      'parameter_file.wanted_at as wantedAt',
      'parameter_file.wanted_by as wantedBy',
      // Its list is of drift alone.
      sql<string>`'drifted'`.as('state'),
      ofField(sql`kind.file`, sql`kind.name`, path).as('ofField'),
    ])

/** Each field of each truck's parameter files that is not as wanted. */
export default defineReport({
  path: 'differences',
  title: { zh: '差异明细', en: 'Differences' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    file: choice(FILE, PARAMETER_FILE_NAMES),
    parameter: text(PARAMETER),
    wanted: text({ zh: '期望值', en: 'Wanted' }),
    reported: text({ zh: '车上的值', en: 'Reported' }),
    since: time({ zh: '不一致自', en: 'Differs since' }),
    sending: yesNo({ zh: '正在下发', en: 'Being sent' }),
    reportedAt: time({ zh: '读取时间', en: 'Read' }),
    wantedAt: time({ zh: '期望时间', en: 'Wanted since' }),
    wantedBy: text({ zh: '期望设置人', en: 'Wanted by' }),
  },
  sort: { by: 'since', order: 'desc' },
  actions: [settleDrift],
  pickable: { ofField: PARAMETER },
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
