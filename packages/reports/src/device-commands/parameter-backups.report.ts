import { compareBackup, restoreBackup, saveBackup } from '@tanker/contract/actions/parameter-backups'
import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  isChosen,
  oneOf,
  organisation,
  period,
  plate,
  plateCell,
  shortNameOf,
  text,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { FILE, fileNumbers } from './parameter-file-words.ts'

const SOURCE = { zh: '来源', en: 'Source' } as const
const SOURCES = { 'before-send': { zh: '下发前', en: 'Before sending' }, manual: { zh: '手动', en: 'Manual' } } as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 366 }),
  file: oneOf(FILE, PARAMETER_FILE_NAMES),
  source: oneOf(SOURCE, SOURCES),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('parameter_backup', 'parameter_backup.truck_id', 'truck.id')
    .innerJoin(fileNumbers(db.scope.customer), (join) => join.onRef('kind.file', '=', 'parameter_backup.file'))
    .where(isChosen(asked.scope, 'truck'))
    .where('parameter_backup.taken_at', '>=', asked.period.from)
    .where('parameter_backup.taken_at', '<=', asked.period.to)
    .where(among(sql<string>`kind.file::text`, asked.file))
    .where(among(sql<string>`parameter_backup.source`, asked.source))
    .select([
      sql<string>`parameter_backup.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`kind.file::text`.as('file'),
      'parameter_backup.source',
      'parameter_backup.taken_at as takenAt',
      'parameter_backup.taken_by as operator',
      sql<number>`length(parameter_backup.content)`.as('bytes'),
      sql<string>`upper(lpad(to_hex(parameter_backup.crc32), 8, '0'))`.as('crc'),
    ])

/** What trucks had of their parameter files: before each write, and when a user kept it. */
export default defineReport({
  path: 'setting/device_parameter/params_bak',
  title: { zh: '参数备份', en: 'Parameter backup' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    file: choice(FILE, PARAMETER_FILE_NAMES),
    source: choice(SOURCE, SOURCES),
    takenAt: time({ zh: '备份时间', en: 'Kept' }),
    operator: text({ zh: '操作人', en: 'By' }),
    bytes: wholeNumber({ zh: '字节数', en: 'Bytes' }),
    crc: text({ zh: 'CRC-32', en: 'CRC-32' }),
  },
  sort: { by: 'takenAt', order: 'desc' },
  actions: [compareBackup, restoreBackup, saveBackup],
  rowIs: 'record',
})
