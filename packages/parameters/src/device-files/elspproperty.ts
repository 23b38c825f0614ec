import type { Text } from '@tanker/domain/texts/text'
import { aCount, aNumber, aText, type DeviceField, defineDeviceFile, someOf } from '../define-device-file.ts'
import type { Named } from '../define-parameter.ts'
import { MILLIVOLT } from './units.ts'

const CONVERTER = [0, 4095] as const

/** What a probe measures and is set to; written by a counterpart with the prefix `w`. */
const VALUES: readonly (readonly [key: string, label: Text])[] = [
  ['closev', { zh: '关闭值', en: 'Close value' }],
  ['gatev', { zh: '门限值', en: 'Gate value' }],
  ['zerov', { zh: '零点值', en: 'Zero value' }],
  ['midv', { zh: 'MID值', en: 'MID value' }],
  ['maxv', { zh: 'MAX值', en: 'MAX value' }],
  ['sensorv1', { zh: '传感器值', en: 'Sensor value' }],
  ['sensorv2', { zh: '传感器值2', en: 'Sensor value 2' }],
  ['gate2v', { zh: '门限值2', en: 'Gate value 2' }],
  ['zero2v', { zh: '零点值2', en: 'Zero value 2' }],
  ['mid2v', { zh: 'MID值2', en: 'MID value 2' }],
  ['max2v', { zh: 'MAX值2', en: 'MAX value 2' }],
]

/** Bit positions (spec 3.12). */
const MASK: readonly Named[] = [
  { value: 1, text: { zh: '关闭值', en: 'Close value' } },
  { value: 2, text: { zh: '门限值', en: 'Gate' } },
  { value: 3, text: { zh: '零点值', en: 'Zero' } },
  { value: 4, text: { zh: 'MID', en: 'MID' } },
  { value: 5, text: { zh: 'MAX', en: 'MAX' } },
  { value: 6, text: { zh: '传感器值', en: 'Sensor value' } },
  { value: 7, text: { zh: '传感器值2', en: 'Sensor value 2' } },
]

const FUNCTION_VALUES = [0, 1, 2, 3, 4].map((n): readonly [string, Text] => [
  `funcvar${n}`,
  { zh: `功能变量${n}`, en: `Function variable ${n}` },
])

const read = ([key, label]: readonly [string, Text]): DeviceField =>
  aNumber(key, label, CONVERTER, { unit: MILLIVOLT, settable: false, inDetail: true, optional: true })
const wanted = ([key, label]: readonly [string, Text]): DeviceField =>
  aNumber(`w${key}`, { zh: `写入${label.zh}`, en: `Write: ${label.en}` }, CONVERTER, { unit: MILLIVOLT, optional: true, own: true })
const readRaw = ([key, label]: readonly [string, Text]): DeviceField =>
  aNumber(key, label, [-32768, 32767], { unitless: 'raw', settable: false, inDetail: true, optional: true })
const wantedRaw = ([key, label]: readonly [string, Text]): DeviceField =>
  aNumber(`w${key}`, { zh: `写入${label.zh}`, en: `Write: ${label.en}` }, [-32768, 32767], { unitless: 'raw', optional: true, own: true })

/** What seal probes report of themselves, and what is to be written into them. `sn` and `totalCount` are ours: which probe it is, and how many. */
export const elspproperty = defineDeviceFile({
  name: 'elspproperty.txt',
  number: 3,
  title: { zh: '铅封探头属性', en: 'Seal probe properties' },
  forCustomers: false,
  about: {
    zh: '探头内部的运行值，以及要写入探头的值；掩码说明读写哪些。',
    en: 'Values inside the probes, and what is to be written into them; masks say which are read and written.',
  },
  fields: [aCount('totalCount', { zh: '探头数量', en: 'Probes' }, 64)],
  groups: [
    {
      key: 'properties',
      label: { zh: '探头属性', en: 'Probe properties' },
      entry: { zh: '探头', en: 'Probe' },
      max: 64,
      countedBy: 'totalCount',
      grows: false,
      fields: [
        aText('sn', { zh: '序列号', en: 'Serial' }, 10, { form: 'serial', own: true, settable: false }),
        aText('sver', { zh: '探头版本', en: 'Probe version' }, 32, { settable: false, optional: true, own: true }),
        someOf('needReadMask', { zh: '读取项', en: 'To be read' }, MASK, { default: 0 }),
        someOf('needWriteMask', { zh: '写入项', en: 'To be written' }, MASK, { default: 0 }),
        ...VALUES.map(read),
        ...FUNCTION_VALUES.map(readRaw),
        ...VALUES.map(wanted),
        ...FUNCTION_VALUES.map(wantedRaw),
      ],
    },
  ],
  rules: [
    {
      rule: 'masked',
      group: 'properties',
      mask: 'needWriteMask',
      // The second converter is set with the first one: its values are written where they are given.
      values: [
        { place: 1, fields: ['wclosev'] },
        { place: 2, fields: ['wgatev'] },
        { place: 3, fields: ['wzerov'] },
        { place: 4, fields: ['wmidv'] },
        { place: 5, fields: ['wmaxv'] },
        { place: 6, fields: ['wsensorv1'] },
        { place: 7, fields: ['wsensorv2'] },
      ],
      text: { zh: '写入项已选择，但没有填写要写入的值', en: 'Chosen to be written, but its value is empty' },
    },
    {
      rule: 'ordered',
      group: 'properties',
      lower: 'wzerov',
      upper: 'wgatev',
      text: { zh: '写入零点值必须小于写入门限值', en: 'The zero value to write must be below the gate value to write' },
    },
  ],
})
