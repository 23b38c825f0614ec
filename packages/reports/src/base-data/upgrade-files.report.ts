import { upgradeFile } from '@tanker/contract/base-data/upgrade-file'
import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import type { ScopedDb } from '@tanker/database/scope'
import { UPGRADE_FILE_TYPES } from '@tanker/domain/devices/upgrade-file'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ValuesOf } from '../define-report.ts'
import { choice, containsText, decimal, isOfOrganisation, oneOf, organisations, shortNameOf, text, textContains, time } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const TYPE = { zh: '文件类型', en: 'Type' } as const

const filters = {
  scope: organisations(),
  type: oneOf(TYPE, UPGRADE_FILE_TYPES),
  search: textContains({ zh: '版本 / 说明 / 文件名', en: 'Version / description / file' }),
  status: listFilters().status,
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('upgrade_file')
    .innerJoin('organisation', 'organisation.id', 'upgrade_file.organisation_id')
    .leftJoin('firmware_file', 'firmware_file.id', 'upgrade_file.firmware_id')
    .where(isOfOrganisation(asked.scope, 'upgrade_file'))
    .where(among(sql<string>`upgrade_file.type`, asked.type))
    .where(
      containsText(sql<string>`concat_ws(' ', upgrade_file.release, upgrade_file.description, upgrade_file.file_name)`, asked.search ?? ''),
    )
    .where(among(statusOf('upgrade_file'), asked.status))
    .select([
      sql<string>`upgrade_file.id::text`.as('id'),
      'upgrade_file.type',
      'upgrade_file.description',
      'upgrade_file.release',
      sql<string | null>`upgrade_file.parameter_file::text`.as('parameterFile'),
      sql<string | null>`nullif(concat_ws(' ', firmware_file.maker, firmware_file.hardware), '')`.as('device'),
      'upgrade_file.restart_delay_min as restartDelayMin',
      sql<string | null>`nullif(upgrade_file.file_name, '')`.as('file'),
      sql<number | null>`nullif(upgrade_file.size_bytes, 0) / 1000.0::float8`.as('size'),
      sql<string | null>`upper(lpad(to_hex(upgrade_file.crc32), 8, '0'))`.as('crc'),
      shortNameOf('organisation').as('organisation'),
      sql<string | null>`nullif(upgrade_file.uploaded_by, '')`.as('uploader'),
      'upgrade_file.uploaded_at as uploadedAt',
      statusOf('upgrade_file').as('status'),
    ])

/** The library of what is kept to be sent to trucks. */
export default listReport(upgradeFile, {
  title: { zh: '升级文件管理', en: 'Upgrade files' },
  filters,
  rows,
  columns: {
    type: 'type',
    release: 'release',
    description: 'description',
    parameterFile: choice({ zh: '参数文件', en: 'Parameter file' }, PARAMETER_FILE_NAMES),
    device: text({ zh: '厂家与硬件', en: 'Maker and hardware' }),
    restartDelayMin: 'restartDelayMin',
    organisation: 'organisationId',
    file: text({ zh: '文件名', en: 'File' }),
    size: decimal({ zh: '大小', en: 'Size' }, 'KB', 1),
    crc: text({ zh: 'CRC-32', en: 'CRC-32' }),
    uploader: text({ zh: '上传人', en: 'Uploaded by' }),
    uploadedAt: time({ zh: '上传时间', en: 'Uploaded' }),
    status: 'status',
  },
  sorted: ['release'],
  sort: { by: 'uploadedAt', order: 'desc' },
})
