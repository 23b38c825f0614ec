import { addFirmware, removeFirmware, saveFirmware } from '@tanker/contract/actions/firmware'
import type { ScopedDb } from '@tanker/database/scope'
import { FIRMWARE_DEVICES } from '@tanker/domain/devices/firmware'
import { sql } from 'kysely'
import { sortedText } from '../base-data/entity-list.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisations,
  organisation,
  containsText,
  decimal,
  isOfOrganisation,
  oneOf,
  text,
  textContains,
  time,
  wholeNumber,
  shortNameOf,
} from '../kinds.ts'
import { DEVICE } from './firmware-words.ts'

const filters = {
  scope: organisations(),
  device: oneOf(DEVICE, FIRMWARE_DEVICES),
  search: textContains({ zh: '版本 / 文件', en: 'Version / file' }),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('firmware_file')
    .innerJoin('organisation', 'organisation.id', 'firmware_file.organisation_id')
    .where(isOfOrganisation(asked.scope, 'firmware_file'))
    .where(among(sql<string>`firmware_file.device`, asked.device))
    .where(containsText(sql<string>`firmware_file.version || ' ' || firmware_file.file_name`, asked.search ?? ''))
    .select([
      sql<string>`firmware_file.id::text`.as('id'),
      'firmware_file.file_name as file',
      shortNameOf('organisation').as('organisation'),
      'firmware_file.device',
      'firmware_file.version',
      'firmware_file.maker',
      'firmware_file.hardware',
      sql<number>`firmware_file.size_bytes / 1000.0::float8`.as('size'),
      sql<string>`upper(lpad(to_hex(firmware_file.crc32), 8, '0'))`.as('crc'),
      sql<string>`encode(firmware_file.sha256, 'hex')`.as('sha256'),
      sql<number>`(SELECT count(*)::int FROM device_command o WHERE o.firmware_id = firmware_file.id AND o.finished_at IS NULL)`.as(
        'openOrders',
      ),
      'firmware_file.uploaded_by as uploader',
      'firmware_file.uploaded_at as uploadedAt',
      'firmware_file.remark',
    ])

export default defineReport({
  path: 'files',
  title: { zh: '固件库', en: 'Firmware files' },
  filters,
  rows,
  columns: {
    file: sortedText({ zh: '固件文件', en: 'File' }),
    organisation: organisation(),
    device: choice(DEVICE, FIRMWARE_DEVICES),
    version: sortedText({ zh: '版本', en: 'Version' }),
    maker: text({ zh: '厂家', en: 'Maker' }),
    hardware: text({ zh: '适用硬件', en: 'Hardware' }),
    size: decimal({ zh: '大小', en: 'Size' }, 'KB', 1),
    crc: text({ zh: 'CRC-32', en: 'CRC-32' }),
    openOrders: wholeNumber({ zh: '升级中', en: 'Being sent' }),
    uploader: text({ zh: '上传人', en: 'Uploaded by' }),
    uploadedAt: time({ zh: '上传时间', en: 'Uploaded' }),
    remark: text({ zh: '备注', en: 'Remark' }),
    sha256: text({ zh: 'SHA-256', en: 'SHA-256' }),
  },
  sort: { by: 'uploadedAt', order: 'desc' },
  actions: [addFirmware, saveFirmware, removeFirmware],
  rowIs: 'record',
})
