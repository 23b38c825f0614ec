import { abortUpgrade, forceDowngrade, newUpgrade, retryUpgrade } from '@tanker/contract/actions/firmware'
import type { ScopedDb } from '@tanker/database/scope'
import { FIRMWARE_DEVICES } from '@tanker/domain/devices/firmware'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisation,
  containsText,
  isChosen,
  oneOf,
  period,
  plate,
  plateCell,
  text,
  textContains,
  time,
  truckOrOrganisation,
  wholeNumber,
  yesNo,
  shortNameOf,
} from '../kinds.ts'
import { DEVICE, version, versionMissing } from './firmware-words.ts'

const STATE = { zh: '状态', en: 'State' } as const
const STATES = {
  waiting: { zh: '等待升级', en: 'Waiting' },
  sending: { zh: '下发中', en: 'Sending' },
  synchronizing: { zh: '安装中', en: 'Installing' },
  done: { zh: '升级成功', en: 'Upgraded' },
  failed: { zh: '升级失败', en: 'Failed' },
  stopped: { zh: '已中止', en: 'Aborted' },
} as const

const REASONS = {
  'no-answer': { zh: '设备无应答', en: 'The device did not answer' },
  checksum: { zh: '校验和不一致', en: 'The checksum differed' },
  refused: { zh: '设备拒绝', en: 'The device refused' },
  'no-such-file': { zh: '主机不支持该设备升级', en: 'The console cannot upgrade this device' },
  device: { zh: '设备安装失败，仍运行原版本', en: 'Install failed, previous version runs' },
  cancelled: { zh: '设备已取消', en: 'Cancelled on the truck' },
  version: { zh: '升级后版本不符', en: 'The device still reports another version' },
  hardware: { zh: '硬件不符', en: 'The firmware is for other hardware' },
  tampered: { zh: '固件与下发时不一致', en: 'The file is not the one that was ordered' },
} as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  device: oneOf(DEVICE, FIRMWARE_DEVICES),
  state: oneOf(STATE, STATES),
  search: textContains({ zh: '版本 / 文件', en: 'Version / file' }),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .where('device_command.kind', '=', 'upgrade')
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`device_command.device`, asked.device))
    .where(among(sql<string>`device_command.state`, asked.state))
    .where(containsText(sql<string>`device_command.new_version || ' ' || device_command.file_name`, asked.search ?? ''))
    .select([
      sql<string>`device_command.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'device_command.device',
      'device_command.old_version as oldVersion',
      versionMissing('device_command.old_version').as('versionMissing'),
      'device_command.new_version as newVersion',
      'device_command.file_name as file',
      'device_command.state',
      sql<number>`CASE WHEN device_command.state = 'done' THEN 100
        ELSE floor(100.0 * device_command.acked_bytes / device_command.total_bytes)::int END`.as('progress'),
      'device_command.started_at as startedAt',
      'device_command.finished_at as finishedAt',
      'device_command.result as reason',
      'device_command.tries',
      'device_command.max_tries as maxTries',
      'device_command.downgrade',
      'device_command.ordered_by as operator',
      'device_command.ordered_at as orderedAt',
      sql<string>`encode(device_command.sha256, 'hex')`.as('sha256'),
    ])

export default defineReport({
  path: 'upgrades',
  title: { zh: '升级记录', en: 'Upgrades' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    device: choice(DEVICE, FIRMWARE_DEVICES),
    oldVersion: version({ zh: '原版本', en: 'From' }),
    newVersion: text({ zh: '新版本', en: 'To' }),
    state: choice(STATE, STATES),
    progress: { ...wholeNumber({ zh: '进度', en: 'Progress' }), unit: '%' },
    reason: choice({ zh: '失败原因', en: 'Reason' }, REASONS),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    finishedAt: time({ zh: '结束时间', en: 'Ended' }),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    maxTries: wholeNumber({ zh: '最大次数', en: 'Max. tries' }),
    file: text({ zh: '固件文件', en: 'File' }),
    orderedAt: time({ zh: '下发时间', en: 'Ordered' }),
    operator: text({ zh: '操作人', en: 'Ordered by' }),
    downgrade: yesNo({ zh: '强制降级', en: 'Forced' }),
    sha256: text({ zh: 'SHA-256', en: 'SHA-256' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  actions: [newUpgrade, retryUpgrade, abortUpgrade, forceDowngrade],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
