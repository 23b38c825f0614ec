import { keepParameters } from '@tanker/contract/actions/parameter-backups'
import { editParameters, readParameters } from '@tanker/contract/actions/parameter-files'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  isChosen,
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
import { FILE, fileNumbers } from './parameter-file-words.ts'

const STATE = { zh: '状态', en: 'State' } as const
const STATES = {
  'never-read': { zh: '未读取', en: 'Never read' },
  busy: { zh: '读写中', en: 'Being read or written' },
  read: { zh: '已读取', en: 'Read' },
  'as-wanted': { zh: '与下发一致', en: 'As sent' },
  drifted: { zh: '与下发不一致', en: 'Not as sent' },
} as const

const filters = { scope: truckOrOrganisation(), file: oneOf(FILE, PARAMETER_FILE_NAMES), state: oneOf(STATE, STATES) }

const state = sql<keyof typeof STATES>`CASE
  WHEN EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id AND o.kind IN ('read-file', 'write-file')
    AND o.finished_at IS NULL AND (o.form_values ->> 'file')::int = kind.file) THEN 'busy'
  WHEN parameter_file.reported IS NULL THEN 'never-read'
  WHEN parameter_file.wanted IS NULL THEN 'read'
  WHEN parameter_file.wanted = parameter_file.reported THEN 'as-wanted' ELSE 'drifted' END`

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
    .select([
      sql<string>`truck.id || '-' || kind.file`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`kind.file::text`.as('file'),
      state.as('state'),
      'parameter_file.reported_at as reportedAt',
      sql<number | null>`length(parameter_file.reported)`.as('bytes'),
      'parameter_file.wanted_at as wantedAt',
      'parameter_file.wanted_by as wantedBy',
    ])

/** The parameter files of trucks: what each reported last, and whether that is what was sent. */
export default defineReport({
  path: 'setting/device_parameter/params_files',
  title: { zh: '参数文件', en: 'Parameter files' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    file: choice(FILE, PARAMETER_FILE_NAMES),
    state: choice(STATE, STATES),
    reportedAt: time({ zh: '读取时间', en: 'Read' }),
    bytes: wholeNumber({ zh: '字节数', en: 'Bytes' }),
    wantedAt: time({ zh: '下发时间', en: 'Sent' }),
    wantedBy: text({ zh: '下发人', en: 'Sent by' }),
  },
  sort: { by: 'reportedAt', order: 'desc' },
  actions: [readParameters, editParameters, keepParameters],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
