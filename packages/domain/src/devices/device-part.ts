import type { Text } from '../texts/text.ts'

/** What a truck carries, by the name that faults and repairs use. */
export const DEVICE_PART_TEXTS = {
  console: { zh: '主机', en: 'Console' },
  power: { zh: '供电', en: 'Power' },
  positioning: { zh: '定位', en: 'GPS' },
  seal: { zh: '铅封', en: 'Seals' },
  gauge: { zh: '液位仪', en: 'Gauges' },
  camera: { zh: '摄像头', en: 'Camera' },
} as const satisfies Readonly<Record<string, Text>>

export type DevicePart = keyof typeof DEVICE_PART_TEXTS
export const DEVICE_PARTS = Object.keys(DEVICE_PART_TEXTS) as [DevicePart, ...DevicePart[]]
