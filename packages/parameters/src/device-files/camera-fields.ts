/** Cameras and recording of the console (spec 3.8, 5.3, which name no file for them); keys are ours. */
import { aNumber, aSwitch, aText, type DeviceField, someOf } from '../define-device-file.ts'
import { CAMERA_CHANNEL_COUNT } from './system-fields.ts'
import { MILLISECOND } from './units.ts'

const CHANNELS = Array.from({ length: CAMERA_CHANNEL_COUNT }, (_, value) => ({
  value,
  text: { zh: `通道${value + 1}`, en: `Channel ${value + 1}` },
}))

/** Consoles of before these fields have no lines of them, so all may be empty. */
export const videoFields: readonly DeviceField[] = [
  aText('camSim', { zh: '摄像头SIM卡号', en: 'SIM number of the cameras' }, 11, {
    form: 'phone',
    optional: true,
    own: true,
    hint: { zh: '11位数字。', en: 'Eleven digits.' },
  }),
  aNumber('camCount', { zh: '摄像头通道数', en: 'Camera channels' }, [0, CAMERA_CHANNEL_COUNT], { unitless: 'count', optional: true }),
  someOf('rtMask', { zh: '实时视频通道', en: 'Channels of real-time video' }, CHANNELS, {
    optional: true,
    default: 0,
    hint: { zh: '可实时观看的通道；不选为都不可。', en: 'Can be watched live; none chosen: none can.' },
  }),
  someOf('hdMask', { zh: '高清通道', en: 'Channels of high definition' }, CHANNELS, {
    optional: true,
    default: 0,
    hint: { zh: '其余为标清。', en: 'The others are of standard definition.' },
  }),
  someOf('mirrorMask', { zh: '镜像通道', en: 'Mirrored channels' }, CHANNELS, { optional: true, default: 0 }),
]

export const recordingFields: readonly DeviceField[] = [
  aSwitch('recEn', { zh: '视频录像', en: 'Video recording' }),
  aText('recStart', { zh: '录像开始', en: 'Recording from' }, 4, {
    form: 'hhmm',
    optional: true,
    hint: { zh: '时分，如0830。', en: 'Hour and minute, such as 0830.' },
  }),
  aText('recEnd', { zh: '录像结束', en: 'Recording until' }, 4, {
    form: 'hhmm',
    optional: true,
    hint: { zh: '时分，如1830。', en: 'Hour and minute, such as 1830.' },
  }),
  aNumber('recHold', { zh: '录像保持时间', en: 'Recording goes on for' }, [1000, 600_000], {
    unit: MILLISECOND,
    default: 10_000,
    hint: { zh: '事件结束后继续录像，至少1000。', en: 'After an event has ended; at least 1000.' },
  }),
]
