import { defineParameter, type TerminalParameterGroup } from '../define-parameter.ts'

const KM = { zh: 'km', en: 'km' }
const S = { zh: '秒', en: 's' }
const MS = { zh: '毫秒', en: 'ms' }

const PLATE_COLOURS = [
  { value: 0, text: { zh: '未上牌', en: 'No plate' } },
  { value: 1, text: { zh: '蓝色', en: 'Blue' } },
  { value: 2, text: { zh: '黄色', en: 'Yellow' } },
  { value: 3, text: { zh: '黑色', en: 'Black' } },
  { value: 4, text: { zh: '白色', en: 'White' } },
  { value: 5, text: { zh: '绿色', en: 'Green' } },
  { value: 9, text: { zh: '其他', en: 'Other' } },
]

const SATELLITES = [
  { value: 0, text: { zh: 'GPS', en: 'GPS' } },
  { value: 1, text: { zh: '北斗', en: 'BeiDou' } },
  { value: 2, text: { zh: 'GLONASS', en: 'GLONASS' } },
  { value: 3, text: { zh: 'Galileo', en: 'Galileo' } },
]

const BAUD_RATES = [4_800, 9_600, 19_200, 38_400, 57_600, 115_200].map((rate, value) => ({ value, text: { zh: `${rate}`, en: `${rate}` } }))

const FIX_RATES = [500, 1_000, 2_000, 3_000, 4_000].map((ms, value) => ({ value, text: { zh: `${ms} 毫秒`, en: `${ms} ms` } }))

const FIX_UPLOADS = [
  { value: 0x00, text: { zh: '本地存储，不上传', en: 'Kept on the terminal' } },
  { value: 0x01, text: { zh: '按时间间隔', en: 'By time' } },
  { value: 0x02, text: { zh: '按距离间隔', en: 'By distance' } },
  { value: 0x0b, text: { zh: '按累计时间', en: 'By time collected' } },
  { value: 0x0c, text: { zh: '按累计距离', en: 'By distance collected' } },
  { value: 0x0d, text: { zh: '按累计条数', en: 'By number collected' } },
]

/** The truck that the terminal is in, its satellites, CAN bus and pictures. */
export const vehicleParameters: TerminalParameterGroup = {
  key: 'vehicle',
  label: { zh: '车辆与定位', en: 'Vehicle and positioning' },
  parameters: [
    defineParameter({
      key: 'pictureQuality',
      id: 0x0070,
      wire: 'double-word',
      label: { zh: '图像质量', en: 'Picture quality' },
      content: { type: 'number', min: 1, max: 10 },
      default: 5,
      hint: { zh: '1 最好。', en: '1 is the best.' },
    }),
    defineParameter({
      key: 'brightness',
      id: 0x0071,
      wire: 'double-word',
      label: { zh: '亮度', en: 'Brightness' },
      content: { type: 'number', min: 0, max: 255 },
      default: 128,
    }),
    defineParameter({
      key: 'contrast',
      id: 0x0072,
      wire: 'double-word',
      label: { zh: '对比度', en: 'Contrast' },
      content: { type: 'number', min: 0, max: 127 },
      default: 64,
    }),
    defineParameter({
      key: 'saturation',
      id: 0x0073,
      wire: 'double-word',
      label: { zh: '饱和度', en: 'Saturation' },
      content: { type: 'number', min: 0, max: 127 },
      default: 64,
    }),
    defineParameter({
      key: 'chroma',
      id: 0x0074,
      wire: 'double-word',
      label: { zh: '色度', en: 'Chroma' },
      content: { type: 'number', min: 0, max: 255 },
      default: 128,
    }),
    defineParameter({
      key: 'odometerKm',
      id: 0x0080,
      wire: 'double-word',
      label: { zh: '里程表读数', en: 'Odometer' },
      unit: KM,
      content: { type: 'number', min: 0, max: 429496729.5, step: 0.1 },
      default: 0,
    }),
    defineParameter({
      key: 'province',
      id: 0x0081,
      wire: 'word',
      label: { zh: '省域ID', en: 'Province' },
      content: { type: 'number', min: 0, max: 65535 },
      hint: { zh: 'GB/T 2260 行政区划代码前两位。', en: 'GB/T 2260, first two digits.' },
    }),
    defineParameter({
      key: 'city',
      id: 0x0082,
      wire: 'word',
      label: { zh: '市域ID', en: 'City' },
      content: { type: 'number', min: 0, max: 65535 },
      hint: { zh: 'GB/T 2260 行政区划代码后四位。', en: 'GB/T 2260, last four digits.' },
    }),
    defineParameter({
      key: 'plate',
      id: 0x0083,
      wire: 'text',
      label: { zh: '机动车号牌', en: 'Licence plate' },
      content: { type: 'text', maxBytes: 20 },
    }),
    defineParameter({
      key: 'plateColour',
      id: 0x0084,
      wire: 'byte',
      label: { zh: '车牌颜色', en: 'Colour of the plate' },
      content: { type: 'choice', choices: PLATE_COLOURS },
      default: 2,
    }),
    defineParameter({
      key: 'satellites',
      id: 0x0090,
      wire: 'byte',
      label: { zh: '定位系统', en: 'Satellite systems' },
      content: { type: 'bits', bits: SATELLITES },
      default: 3,
    }),
    defineParameter({
      key: 'fixBaud',
      id: 0x0091,
      wire: 'byte',
      label: { zh: '定位波特率', en: 'Baud rate of the receiver' },
      content: { type: 'choice', choices: BAUD_RATES },
      default: 1,
    }),
    defineParameter({
      key: 'fixRate',
      id: 0x0092,
      wire: 'byte',
      label: { zh: '定位数据输出频率', en: 'Output rate of the receiver' },
      content: { type: 'choice', choices: FIX_RATES },
      default: 1,
    }),
    defineParameter({
      key: 'fixS',
      id: 0x0093,
      wire: 'double-word',
      label: { zh: '定位数据采集间隔', en: 'Sampling interval of the receiver' },
      unit: S,
      content: { type: 'number', min: 1, max: 3600 },
      default: 1,
    }),
    defineParameter({
      key: 'fixUpload',
      id: 0x0094,
      wire: 'byte',
      label: { zh: '定位详细数据上传方式', en: 'Upload of raw data of the receiver' },
      content: { type: 'choice', choices: FIX_UPLOADS },
      default: 0,
    }),
    defineParameter({
      key: 'fixUploadEvery',
      id: 0x0095,
      wire: 'double-word',
      label: { zh: '定位详细数据上传设置', en: 'Upload of raw data every' },
      content: { type: 'number', min: 0, max: 4_294_967_295 },
      default: 0,
      hint: { zh: '按上传方式：秒、米或条。', en: 'Seconds, metres or items, by the way of upload.' },
    }),
    defineParameter({
      key: 'can1Ms',
      id: 0x0100,
      wire: 'double-word',
      label: { zh: 'CAN通道1采集间隔', en: 'Sampling interval of CAN 1' },
      unit: MS,
      content: { type: 'number', min: 0, max: 3600000 },
      default: 0,
      hint: { zh: '0 表示不采集。', en: '0: not sampled.' },
    }),
    defineParameter({
      key: 'can1UploadS',
      id: 0x0101,
      wire: 'word',
      label: { zh: 'CAN通道1上传间隔', en: 'Upload interval of CAN 1' },
      unit: S,
      content: { type: 'number', min: 0, max: 65535 },
      default: 0,
      hint: { zh: '0 表示不上传。', en: '0: not sent.' },
    }),
    defineParameter({
      key: 'can2Ms',
      id: 0x0102,
      wire: 'double-word',
      label: { zh: 'CAN通道2采集间隔', en: 'Sampling interval of CAN 2' },
      unit: MS,
      content: { type: 'number', min: 0, max: 3600000 },
      default: 0,
      hint: { zh: '0 表示不采集。', en: '0: not sampled.' },
    }),
    defineParameter({
      key: 'can2UploadS',
      id: 0x0103,
      wire: 'word',
      label: { zh: 'CAN通道2上传间隔', en: 'Upload interval of CAN 2' },
      unit: S,
      content: { type: 'number', min: 0, max: 65535 },
      default: 0,
      hint: { zh: '0 表示不上传。', en: '0: not sent.' },
    }),
  ],
}
