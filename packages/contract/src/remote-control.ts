import type { Text } from '@tanker/domain/texts/text'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { z } from 'zod'
import { idList, oneLine, rowId } from './input-bounds.ts'
import { MAX_SEND_REASON } from './parameter-files.ts'

/** Where a camera looks (spec 3.5). */
export type CameraName = keyof typeof CAMERA_CHANNELS

type RemoteCommand = {
  readonly label: Text
  readonly about: Text
  /** It changes what the truck does: one truck at a time, with the user's own password, and never repeated by itself. */
  readonly dangerous: boolean
}

/** What the platform can order a terminal to do at once. */
export const REMOTE_COMMANDS = {
  locate: {
    label: { zh: '查询位置', en: 'Query the position' },
    about: { zh: '终端立即回报当前位置。', en: 'The terminal answers with its position now.' },
    dangerous: false,
  },
  track: {
    label: { zh: '密集上报', en: 'Report closely' },
    about: { zh: '10分钟内每5秒上报一次位置。', en: 'A position every 5 seconds for 10 minutes.' },
    dangerous: false,
  },
  'clear-alarms': {
    label: { zh: '解除终端报警', en: 'Clear the alarms of the terminal' },
    about: {
      zh: '终端停止紧急、危险、进出区域和非法开启等报警的提示；平台上的报警不变。',
      en: 'The terminal stops signalling emergency, danger, area and tamper alarms. Alarms on the platform stay as they are.',
    },
    dangerous: false,
  },
  photo: {
    label: { zh: '拍照', en: 'Take a photo' },
    about: {
      zh: '摄像头立即拍一张照片，可在“照片查看”中查看。',
      en: 'The camera takes a photo now; it appears under Photos.',
    },
    dangerous: false,
  },
  restart: {
    label: { zh: '重启终端', en: 'Restart the terminal' },
    about: {
      zh: '终端离线约一分钟，期间的数据在终端保存后补传。',
      en: 'The terminal is away for about a minute; it keeps what it measures and sends it later.',
    },
    dangerous: true,
  },
  'clear-files': {
    label: { zh: '清除旧文件', en: 'Clear old files' },
    about: {
      zh: '主机删除历史罐容表和未传完的文件，正在使用的不变。',
      en: 'The console deletes earlier tank tables and files of which only a part has come; what it uses stays.',
    },
    dangerous: true,
  },
  'lock-doors': {
    label: { zh: '车门加锁', en: 'Lock the doors' },
    about: { zh: '仅在车辆停驶时下发。', en: 'Only while the truck stands.' },
    dangerous: true,
  },
  'unlock-doors': {
    label: { zh: '车门解锁', en: 'Unlock the doors' },
    about: { zh: '仅在车辆停驶时下发。', en: 'Only while the truck stands.' },
    dangerous: true,
  },
} as const satisfies Readonly<Record<string, RemoteCommand>>
export type RemoteCommandName = keyof typeof REMOTE_COMMANDS
const NAMES = Object.keys(REMOTE_COMMANDS) as [RemoteCommandName, ...RemoteCommandName[]]

/** Commands that are refused while the truck moves. */
export const ONLY_STANDING: readonly RemoteCommandName[] = ['lock-doors', 'unlock-doors']

/** Trucks of one order; each answers at once. */
export const MAX_CONTROLLED_TRUCKS = 50
/** Seconds for a truck to take it: an order of an hour ago must not restart a terminal. */
export const REMOTE_CONTROL_EXPIRES_S = 300

const CAMERAS = Object.keys(CAMERA_CHANNELS) as [CameraName, ...CameraName[]]
export const cameraName = z.enum(CAMERAS)

export const remoteCommandName = z.enum(NAMES)

/** POST /remoteControl. */
export const remoteControlled = z.object({
  truckIds: idList,
  command: remoteCommandName,
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
  /** Where the camera looks; needed for a photo. */
  camera: cameraName.optional(),
  /** The user's own, hashed as at sign-in; needed for dangerous commands. */
  pwd: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

/** POST /remoteControl/stop: an order that its truck has not taken. */
export const remoteControlStopped = z.object({ controlId: rowId })
