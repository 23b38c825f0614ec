import type { AlarmFamily } from './alarm-type.ts'
import type { Text } from '../texts/text.ts'

/** Families of alarm types, in the order in which charts stack them. */
export const ALARM_FAMILIES: readonly AlarmFamily[] = ['seal', 'cargo', 'driving', 'safety', 'device', 'emergency']

export const alarmFamilyText: Readonly<Record<AlarmFamily, Text>> = {
  seal: { zh: '铅封', en: 'Seals' },
  cargo: { zh: '货物', en: 'Cargo' },
  driving: { zh: '行车', en: 'Driving' },
  safety: { zh: '主动安全', en: 'Active safety' },
  device: { zh: '设备', en: 'Devices' },
  emergency: { zh: '紧急', en: 'Emergency' },
}
