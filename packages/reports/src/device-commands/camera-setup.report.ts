import { readCameras, setCameras, takePhoto } from '@tanker/contract/actions/cameras'
import type { ScopedDb } from '@tanker/database/scope'
import { syscfg } from '@tanker/parameters/device-files/syscfg'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  choices,
  decimal,
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
  yesNo,
} from '../kinds.ts'
import { CAMERA_FIELDS, CAMERAS, cameras, CHANNELS, channelsIn, number, PHOTOS, photos, textOf } from './camera-words.ts'
import { textsInFile } from './file-values-in-sql.ts'
import { FILE_STATES, fileState, STATE_OF_FILE } from './parameter-file-words.ts'
import { SEND_FAILURES, SEND_STATES } from './send-words.ts'

const WRITTEN = { zh: '最近下发', en: 'Last write' } as const
const filters = { scope: truckOrOrganisation(), state: oneOf(STATE_OF_FILE, FILE_STATES), written: oneOf(WRITTEN, SEND_STATES) }

type LastWrite = { readonly state: keyof typeof SEND_STATES; readonly result: keyof typeof SEND_FAILURES | null }

/** A row for each truck, also for one whose file was never read. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const state = fileState(sql.lit(syscfg.number))
  return db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .leftJoin('parameter_file', (join) =>
      join.onRef('parameter_file.truck_id', '=', 'truck.id').on('parameter_file.file', '=', syscfg.number),
    )
    .leftJoin(
      sql<LastWrite>`LATERAL (SELECT o.state, o.result FROM device_command o WHERE o.truck_id = truck.id AND o.kind = 'write-file'
        AND (o.form_values ->> 'file')::int = ${sql.lit(syscfg.number)} ORDER BY o.ordered_at DESC, o.id DESC LIMIT 1)`.as<'last_write'>(
        sql`last_write`,
      ),
      (join) => join.onTrue(),
    )
    .leftJoin(
      sql<{ texts: unknown }>`LATERAL ${textsInFile(sql.ref('parameter_file.reported'), CAMERA_FIELDS)}`.as<'settings'>(sql`settings`),
      (join) => join.onTrue(),
    )
    .where(isChosen(asked.scope, 'truck'))
    .where(among(state, asked.state))
    .where(among(sql<string | null>`last_write.state`, asked.written))
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      state.as('state'),
      sql<string>`coalesce(${textOf('camSim')}, truck.terminal_phone)`.as('simNo'),
      sql<number>`coalesce(${number('camCount')}, truck.channel_count)`.as('channelCount'),
      cameras.as('cameras'),
      sql<boolean | null>`${number('recEn')} = 1`.as('recording'),
      textOf('recStart').as('recStart'),
      textOf('recEnd').as('recEnd'),
      number('recHold').as('recHold'),
      channelsIn('rtMask').as('realTime'),
      channelsIn('hdMask').as('highDefinition'),
      channelsIn('mirrorMask').as('mirrored'),
      photos().as('photos'),
      'parameter_file.reported_at as reportedAt',
      'last_write.state as written',
      'last_write.result as reason',
      'parameter_file.wanted_at as wantedAt',
      'parameter_file.wanted_by as wantedBy',
    ])
}

/** The cameras and the recording of each truck, as its console reported them last in syscfg.txt. */
export default defineReport({
  path: 'setting/device_parameter/camera_setup',
  title: { zh: '摄像头设置', en: 'Camera setup' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    state: choice(STATE_OF_FILE, FILE_STATES),
    written: choice(WRITTEN, SEND_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, SEND_FAILURES),
    simNo: {
      ...text({ zh: 'SIM卡号', en: 'SIM number' }),
      hint: {
        zh: '主机上报的；未上报时为车辆资料中的终端手机号。',
        en: 'As the console reports it; until then the terminal phone of base data.',
      },
    },
    channelCount: {
      ...wholeNumber({ zh: '通道数', en: 'Channels' }),
      hint: { zh: '主机上报的；未上报时为车辆资料中的通道数。', en: 'As the console reports it; until then that of base data.' },
    },
    cameras: choices({ zh: '摄像头', en: 'Cameras' }, CAMERAS),
    recording: yesNo({ zh: '视频录像', en: 'Recording' }),
    recStart: text({ zh: '录像开始', en: 'From' }),
    recEnd: text({ zh: '录像结束', en: 'Until' }),
    recHold: decimal({ zh: '录像保持', en: 'Goes on for' }, 'ms', 0),
    realTime: choices({ zh: '实时视频通道', en: 'Real-time video' }, CHANNELS),
    highDefinition: choices({ zh: '高清通道', en: 'High definition' }, CHANNELS),
    mirrored: choices({ zh: '镜像通道', en: 'Mirrored' }, CHANNELS),
    photos: choices({ zh: '事件拍照', en: 'Photos at events' }, PHOTOS),
    reportedAt: time({ zh: '读取时间', en: 'Read' }),
    wantedAt: time({ zh: '下发时间', en: 'Sent' }),
    wantedBy: text({ zh: '下发人', en: 'Sent by' }),
  },
  sort: { by: 'reportedAt', order: 'desc' },
  actions: [setCameras, readCameras, takePhoto],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
