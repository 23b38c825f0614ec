import type { Text } from '@tanker/domain/texts/text'
import { aCount, aNumber, aText, type DeviceField, defineDeviceFile, someOf } from '../define-device-file.ts'
import type { Named } from '../define-parameter.ts'
import { CELSIUS, MILLIVOLT, MM } from './units.ts'

/** A value that is read, and its counterpart with the prefix `w`; `place` is its bit in both masks (ours, as spec 3.12 leaves it open). */
type Value = {
  readonly place: number
  readonly key: string
  readonly label: Text
  readonly range: readonly [number, number]
  readonly how: How
}
type How = ({ readonly unit: Text } | { readonly unitless: 'raw' | 'address' }) & { readonly step?: number }

const VALUES: readonly Value[] = [
  { place: 1, key: 'b', label: { zh: 'B值', en: 'B' }, range: [-10_000, 10_000], how: { unit: MM, step: 0.01 } },
  { place: 2, key: 'k', label: { zh: 'K值', en: 'K' }, range: [-100, 100], how: { unitless: 'raw', step: 0.0001 } },
  { place: 3, key: 'addr', label: { zh: '地址', en: 'Address' }, range: [192, 207], how: { unitless: 'address' } },
  { place: 4, key: 'refv', label: { zh: '参考电压', en: 'Reference voltage' }, range: [0, 5000], how: { unit: MILLIVOLT } },
  {
    place: 5,
    key: 'autoreflow',
    label: { zh: '自动参考下限', en: 'Auto reference, lower limit' },
    range: [0, 5000],
    how: { unit: MILLIVOLT },
  },
  { place: 6, key: 'oilcomp', label: { zh: '油补偿', en: 'Oil compensation' }, range: [-500, 500], how: { unit: MM, step: 0.1 } },
  { place: 7, key: 'watercomp', label: { zh: '水补偿', en: 'Water compensation' }, range: [-500, 500], how: { unit: MM, step: 0.1 } },
  ...[1, 2, 3, 4, 5].map((n): Value => ({
    place: 7 + n,
    key: `temppos${n}`,
    label: { zh: `温度传感器${n}位置`, en: `Position of temperature sensor ${n}` },
    range: [0, 4000],
    how: { unit: MM },
  })),
]

const MASK: readonly Named[] = VALUES.map(({ place, label }) => ({ value: place, text: label }))

const read = ({ key, label, range, how }: Value): DeviceField =>
  aNumber(key, label, range, { ...how, settable: false, inDetail: true, optional: true, own: true })
const wanted = ({ key, label, range, how }: Value): DeviceField =>
  aNumber(`w${key}`, { zh: `写入${label.zh}`, en: `Write: ${label.en}` }, range, { ...how, optional: true, own: true })

/** What level gauges report of themselves, and what is to be written into them. `psn` and `temperature` are ours: which gauge it is, and that it lives. */
export const tlspproperty = defineDeviceFile({
  name: 'tlspproperty.txt',
  number: 11,
  title: { zh: '液位探头属性', en: 'Gauge probe properties' },
  forCustomers: false,
  about: {
    zh: '液位探头内部的运行值，以及要写入探头的值；掩码说明读写哪些。',
    en: 'Values inside the gauges, and what is to be written into them; masks say which are read and written.',
  },
  fields: [aCount('totalCount', { zh: '液位探头数量', en: 'Gauges' }, 16)],
  groups: [
    {
      key: 'properties',
      label: { zh: '液位探头属性', en: 'Gauge properties' },
      entry: { zh: '液位探头', en: 'Gauge' },
      max: 16,
      countedBy: 'totalCount',
      grows: false,
      fields: [
        aText('psn', { zh: '序列号', en: 'Serial' }, 10, { form: 'serial', own: true, settable: false }),
        aText('tiltver', { zh: '倾角版本', en: 'Tilt version' }, 32, { settable: false, optional: true, own: true }),
        someOf('needReadMask', { zh: '读取项', en: 'To be read' }, MASK, { default: 0 }),
        someOf('needWriteMask', { zh: '写入项', en: 'To be written' }, MASK, { default: 0 }),
        aNumber('temperature', { zh: '探头温度', en: 'Temperature of the gauge' }, [-60, 150], {
          unit: CELSIUS,
          step: 0.1,
          settable: false,
          optional: true,
          own: true,
        }),
        ...VALUES.map(read),
        ...VALUES.map(wanted),
      ],
    },
  ],
  rules: [
    {
      rule: 'masked',
      group: 'properties',
      mask: 'needWriteMask',
      values: VALUES.map(({ place, key }) => ({ place, fields: [`w${key}`] })),
      text: { zh: '写入项已选择，但没有填写要写入的值', en: 'Chosen to be written, but its value is empty' },
    },
  ],
})
