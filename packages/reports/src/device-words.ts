import type { DOOR_REASONS, sealFaultFact } from '@tanker/domain/facts/seal-facts'
import type { shutdownFact } from '@tanker/domain/facts/equipment-facts'
import type { ValueIn } from '@tanker/domain/facts/stored-properties'
import type { Text } from '@tanker/domain/texts/text'

/** Words of the device reports. */

/** Why an open box door is an alarm. */
export const DOOR_FAULTS = {
  'outside-area': { zh: '区域外开门', en: 'Opened outside' },
  moving: { zh: '行驶开门', en: 'Open while driving' },
  'long-open': { zh: '长时间未关', en: 'Left open' },
} as const satisfies Readonly<Record<(typeof DOOR_REASONS)[number], Text>>

/** How a seal probe contradicts itself. */
export const SEAL_FAULTS = {
  chatter: { zh: '抖动', en: 'Chatter' },
  uncertain: { zh: '转换异常', en: 'Conversion abnormal' },
  'long-wet': { zh: '长湿', en: 'Long wet' },
  'long-dry': { zh: '长干', en: 'Long dry' },
  silent: { zh: '无应答', en: 'Not answering' },
} as const satisfies Readonly<Record<Exclude<ValueIn<typeof sealFaultFact, 'fault'>, ''>, Text>>

export const STARTED_DEVICES = {
  console: { zh: '主机', en: 'Console' },
  controller: { zh: '控制器', en: 'Controller' },
} as const satisfies Readonly<Record<ValueIn<typeof shutdownFact, 'device'>, Text>>

/** How a device went off: it said so, or only its start shows it. */
export const SHUTDOWN_WAYS = {
  true: { zh: '正常关机', en: 'Shut down' },
  false: { zh: '异常断开后重启', en: 'Restarted without a shutdown' },
} as const satisfies Readonly<Record<`${ValueIn<typeof shutdownFact, 'announced'>}`, Text>>

export const DOOR_STATES = {
  open: { zh: '打开', en: 'Open' },
  shut: { zh: '关闭', en: 'Shut' },
  silent: { zh: '无应答', en: 'Not answering' },
} as const satisfies Readonly<Record<string, Text>>

/** What a console lives on. */
export const POWER_MODES = {
  external: { zh: '车辆供电', en: 'Vehicle supply' },
  standby: { zh: '熄火待机', en: 'Standby, ignition off' },
  backup: { zh: '备用电池', en: 'Backup battery' },
  charging: { zh: '充电', en: 'Charging' },
} as const satisfies Readonly<Record<string, Text>>
