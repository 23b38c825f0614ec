import type { SensingState } from '@tanker/domain/devices/probe-sensing'
import type { CommandTables } from '@tanker/database/command-tables'
import type { DOOR_REASONS, sealFaultFact } from '@tanker/domain/facts/seal-facts'
import type { shutdownFact } from '@tanker/domain/facts/equipment-facts'
import type { ValueIn } from '@tanker/domain/facts/stored-properties'
import type { Text } from '@tanker/domain/texts/text'
import { CARGO_DEVICE_EVENTS } from './cargo-words.ts'

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
  'short-circuit': { zh: '短路', en: 'Short circuit' },
  'open-circuit': { zh: '断路', en: 'Open circuit' },
  'over-range': { zh: '超量程', en: 'Over range' },
  drift: { zh: '漂移', en: 'Drift' },
  'duplicate-serial': { zh: '重号', en: 'Duplicate serial' },
} as const satisfies Readonly<Record<Exclude<ValueIn<typeof sealFaultFact, 'fault'>, ''>, Text>>

/** What is wrong with the electronics of a seal probe. */
export const SENSING_FAULTS = {
  'short-circuit': SEAL_FAULTS['short-circuit'],
  'open-circuit': SEAL_FAULTS['open-circuit'],
  'over-range': SEAL_FAULTS['over-range'],
  drift: SEAL_FAULTS.drift,
  silent: SEAL_FAULTS.silent,
  'duplicate-serial': SEAL_FAULTS['duplicate-serial'],
  threshold: { zh: '介于门限与零点', en: 'Between gate and zero' },
} as const satisfies Readonly<Record<string, Text>>

/** How far a sensor value is from its gate. */
export const SENSING_STATE_TEXTS = {
  normal: { zh: '正常', en: 'Normal' },
  near: { zh: '接近阈值', en: 'Near the gate' },
  over: { zh: '超阈值', en: 'Beyond the gate' },
} as const satisfies Readonly<Record<SensingState, Text>>

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

/** From 90 on, from 70 on, and below. */
export const HEALTH_LEVELS = {
  good: { zh: '良好', en: 'Good' },
  fair: { zh: '一般', en: 'Fair' },
  poor: { zh: '较差', en: 'Poor' },
} as const satisfies Readonly<Record<string, Text>>

/** What to do first, by the part with the lowest score. */
export const DEVICE_ADVICE = {
  data: { zh: '检查网络和 SIM 卡', en: 'Check network and SIM card' },
  console: { zh: '检查主机和控制器', en: 'Check console and controller' },
  power: { zh: '检查供电、接地和电池', en: 'Check supply, earth and battery' },
  positioning: { zh: '检查定位天线', en: 'Check the GPS antenna' },
  seal: { zh: '检查或更换铅封探头', en: 'Check or replace seal probes' },
  gauge: { zh: '检查或校准液位仪', en: 'Check or calibrate gauges' },
  camera: { zh: '检查摄像头', en: 'Check the cameras' },
} as const satisfies Readonly<Record<string, Text>>

/** How long before the fault a device was installed. */
export const DEVICE_AGES = {
  new: { zh: '一年以内', en: 'Under a year' },
  usual: { zh: '一至三年', en: '1 to 3 years' },
  old: { zh: '三年以上', en: 'Over 3 years' },
} as const satisfies Readonly<Record<string, Text>>

export const LINK_STATES = {
  online: { zh: '在线', en: 'Online' },
  offline: { zh: '离线', en: 'Offline' },
} as const satisfies Readonly<Record<string, Text>>

export const CONNECTION_STATES = {
  connected: { zh: '连接中', en: 'Connected' },
  ended: { zh: '已断开', en: 'Ended' },
} as const satisfies Readonly<Record<string, Text>>

/** Whether another connection of the truck was alive at the same time. */
export const DUPLICATE_CONNECTIONS = {
  true: { zh: '重复', en: 'Duplicate' },
  false: { zh: '否', en: 'No' },
} as const satisfies Readonly<Record<string, Text>>

/** Who says an event. */
export const EVENT_SOURCES = {
  console: { zh: '主机', en: 'Console' },
  probe: { zh: '探头', en: 'Probe' },
  driver: { zh: '驾驶员', en: 'Driver' },
  platform: { zh: '平台下发', en: 'Platform' },
} as const satisfies Readonly<Record<string, Text>>

/** Each kind of command has a word here, or this does not compile. */
type CommandWords = Readonly<Record<`command-${CommandTables['device_command']['kind']}`, Text>>

export const ALL_DEVICE_EVENTS = {
  ...CARGO_DEVICE_EVENTS,
  'driver-signed-in': { zh: '驾驶员签到', en: 'Driver signed in' },
  'driver-signed-out': { zh: '驾驶员签退', en: 'Driver signed out' },
  'command-tank-table': { zh: '下发罐容表', en: 'Tank table sent' },
  'command-upgrade': { zh: '固件升级', en: 'Firmware upgrade' },
  'command-version-query': { zh: '查询版本', en: 'Versions asked' },
  'command-evidence': { zh: '请求报警附件', en: 'Pictures requested' },
  'command-read-file': { zh: '读取参数文件', en: 'Parameter file read' },
  'command-write-file': { zh: '下发参数文件', en: 'Parameter file written' },
  'command-set-parameters': { zh: '下发终端参数', en: 'Terminal parameters set' },
  'command-remote-control': { zh: '远程控制', en: 'Remote control' },
  'command-password-key': { zh: '设置一次性密码密钥', en: 'Key of one-time passwords' },
  'command-password-revoke': { zh: '作废一次性密码', en: 'One-time password revoked' },
  'command-send-text': { zh: '下发文本', en: 'Text sent' },
} as const satisfies Readonly<Record<string, Text>> & CommandWords
