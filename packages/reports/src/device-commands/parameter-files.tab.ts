import { keepParameters } from '@tanker/contract/actions/parameter-backups'
import { compareParameters, editParameters, readParameters, settleDrift } from '@tanker/contract/actions/parameter-files'
import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  count,
  isChosen,
  leading,
  oneOf,
  organisation,
  plate,
  plateCell,
  shortNameOf,
  text,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import { DIFFERENCES } from './drift-leads.ts'
import { FILE, FILE_STATES, fileNumbers, fileState, STATE_OF_FILE } from './parameter-file-words.ts'

const filters = { scope: truckOrOrganisation(), file: oneOf(FILE, PARAMETER_FILE_NAMES), state: oneOf(STATE_OF_FILE, FILE_STATES) }

const state = fileState(sql.ref('kind.file'))

/** SQL: leaves out, before commands are looked at, what cannot be of these states: of a fleet few files are not as wanted. */
const mayBeAsked = (states: readonly string[] | undefined) =>
  states?.length === 1 && states[0] === 'drifted'
    ? sql<boolean>`(parameter_file.differing IS DISTINCT FROM 0 AND parameter_file.reported_at IS NOT NULL AND parameter_file.wanted_at IS NOT NULL)`
    : sql<boolean>`true`

/** A row for each file of each truck, also for files that were never read; customers have the reduced catalogue (spec 6). */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin(fileNumbers(db.scope.customer), (join) => join.onTrue())
    .leftJoin('parameter_file', (join) =>
      join.onRef('parameter_file.truck_id', '=', 'truck.id').onRef('parameter_file.file', '=', 'kind.file'),
    )
    .where(isChosen(asked.scope, 'truck'))
    .where(among(sql<string>`kind.file::text`, asked.file))
    .where(among(state, asked.state))
    .where(mayBeAsked(asked.state))
    .select([
      sql<string>`truck.id || '-' || kind.file`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`kind.file::text`.as('file'),
      state.as('state'),
      'parameter_file.reported_at as reportedAt',
      'parameter_file.differing as differing',
      sql<RowLeads>`jsonb_build_object('filters', jsonb_build_object('file', jsonb_build_array(kind.file::text),
        'scope', jsonb_build_object('truckIds', jsonb_build_array(truck.id), 'organisationIds', '[]'::jsonb)))`.as('leads'),
      sql<number | null>`length(parameter_file.reported)`.as('bytes'),
      'parameter_file.wanted_at as wantedAt',
      'parameter_file.wanted_by as wantedBy',
    ])

/** The parameter files of trucks: what each reported last, and whether that is what was sent. */
export default defineReport({
  path: 'files',
  title: { zh: '参数文件', en: 'Parameter files' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    file: choice(FILE, PARAMETER_FILE_NAMES),
    state: choice(STATE_OF_FILE, FILE_STATES),
    differing: leading(count({ zh: '不一致的参数', en: 'Fields that differ' })),
    reportedAt: time({ zh: '读取时间', en: 'Read' }),
    bytes: wholeNumber({ zh: '字节数', en: 'Bytes' }),
    wantedAt: time({ zh: '期望时间', en: 'Wanted since' }),
    wantedBy: text({ zh: '期望设置人', en: 'Wanted by' }),
  },
  sort: { by: 'reportedAt', order: 'desc' },
  actions: [readParameters, settleDrift, compareParameters, editParameters, keepParameters],
  // A state is no filter there.
  leadsTo: { ...DIFFERENCES, onlyRows: true },
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
