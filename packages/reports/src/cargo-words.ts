import { HANDLE_STATES } from '@tanker/domain/alarms/handling'
import { API_PROBES, PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import type { DataType } from '@tanker/domain/reading'
import type { Text } from '@tanker/domain/texts/text'
import type { emptyingFact, productChangeFact } from '@tanker/domain/facts/cargo-facts'
import type { climateAlarmFact, deviceEventFact, pressureAlarmFact } from '@tanker/domain/facts/equipment-facts'
import type { coverFact, sealChangeFact, sealFaultFact, valveFact } from '@tanker/domain/facts/seal-facts'
import type { ValueIn } from '@tanker/domain/facts/stored-properties'

/** Words of the cargo journals for codes that trucks and detection write. */

const probeTypes = (types: readonly number[]): Readonly<Record<string, Text>> =>
  Object.fromEntries(types.flatMap((type) => (PROBE_TYPES[type] ? [[String(type), PROBE_TYPES[type]]] : [])))

/** Everything that opens and closes and is watched by a probe. */
export const COVERS = probeTypes([0, 15, 1, 2, 12, 13, 31, 23, 24, 25, 26, 30])
export const BOX_DOORS = probeTypes([13, 31])
/** A door's box by its compartment; 0 is the one box of the truck. */
export const BOXES: Readonly<Record<string, Text>> = Object.fromEntries(
  Array.from({ length: 11 }, (_, box) => [
    String(box),
    box === 0 ? { zh: '整车操作箱', en: 'Box of the truck' } : { zh: `${box}号箱`, en: `Box ${box}` },
  ]),
)
export const EMERGENCY_VALVES = probeTypes([30, 28, 12])
/** Probes whose changes the journal keeps. */
export const SEAL_PROBES = probeTypes([0, 15, 1, 2, 12, 9, 10, 13, 31, 3, 16, 19, 11, 7, 8, 14, 5, 6, 21, 23, 24, 25, 26, 28, 29, 30])

/** Of which the sensor values are watched. */
export const WATCHED_PROBES = probeTypes(API_PROBES)

export const SEAL_ACTIONS = {
  opened: { zh: '打开', en: 'Opened' },
  closed: { zh: '关闭', en: 'Closed' },
  wet: { zh: '变湿', en: 'Became wet' },
  dry: { zh: '变干', en: 'Became dry' },
} as const satisfies Readonly<Record<ValueIn<typeof sealChangeFact, 'action'>, Text>>

export const JUDGEMENTS = {
  normal: { zh: '正常', en: 'Normal' },
  abnormal: { zh: '异常', en: 'Abnormal' },
  pending: { zh: '待定', en: 'Pending' },
} as const satisfies Readonly<Record<ValueIn<typeof coverFact, 'judge'>, Text>>

/** How a seal's probe stood: open or closed, or why it is not to be believed (spec 3.10, 4.5). */
export const SENSOR_STATES = {
  open: { zh: '打开', en: 'Open' },
  closed: { zh: '关闭', en: 'Closed' },
  silent: { zh: '无应答', en: 'Not answering' },
  chatter: { zh: '频繁跳变', en: 'Chattering' },
  'long-wet': { zh: '长湿', en: 'Long wet' },
  'long-dry': { zh: '长干', en: 'Long dry' },
  uncertain: { zh: '转换异常', en: 'Conversion abnormal' },
  'short-circuit': { zh: '短路', en: 'Short circuit' },
  'open-circuit': { zh: '断路', en: 'Open circuit' },
  'over-range': { zh: '超量程', en: 'Over range' },
  drift: { zh: '漂移', en: 'Drift' },
  'duplicate-serial': { zh: '重号', en: 'Duplicate serial' },
} as const satisfies Readonly<Record<'open' | 'closed' | Exclude<ValueIn<typeof sealFaultFact, 'fault'>, ''>, Text>>

export const VALVE_ACTIONS = {
  opened: { zh: '打开', en: 'Opened' },
  cut: { zh: '切断', en: 'Cut off' },
} as const satisfies Readonly<Record<ValueIn<typeof valveFact, 'action'>, Text>>

export const VALVE_REASONS = {
  button: { zh: '按钮', en: 'Button' },
  interlock: { zh: '车速联动', en: 'Speed interlock' },
  alarm: { zh: '报警联动', en: 'Alarm interlock' },
  unknown: { zh: '未知', en: 'Unknown' },
} as const satisfies Readonly<Record<ValueIn<typeof valveFact, 'reason'>, Text>>

/** Of the alarm that an opening raised. */
export const ALARM_HANDLING = {
  none: { zh: '无报警', en: 'No alarm' },
  unhandled: HANDLE_STATES[0],
  handled: HANDLE_STATES[1],
} as const satisfies Readonly<Record<string, Text>>

/** How a compartment stands after its last unloading. */
export const EMPTYING_STATES = {
  waiting: { zh: '等待排空', en: 'Waiting for emptying' },
  'not-emptied': { zh: '未排空', en: 'Not emptied' },
  emptied: { zh: '已排空', en: 'Emptied' },
} as const satisfies Readonly<Record<string, Text>>

export const EMPTYING_MODES = {
  fence: { zh: '围栏', en: 'Fence' },
  timer: { zh: '定时', en: 'Timer' },
} as const satisfies Readonly<Record<string, Text>>

export const DRY_PROOFS = {
  probe: { zh: '探头干', en: 'Probe dry' },
  level: { zh: '液位归零', en: 'Level at zero' },
  manual: { zh: '人工确认', en: 'Confirmed by hand' },
} as const satisfies Readonly<Record<ValueIn<typeof emptyingFact, 'proof'>, Text>>

export const PRODUCT_CHANGED_BY = {
  console: { zh: '主机', en: 'Console' },
  platform: { zh: '平台', en: 'Platform' },
  slip: { zh: '配送单', en: 'Slip' },
} as const satisfies Readonly<Record<ValueIn<typeof productChangeFact, 'by'>, Text>>

export const MIX_RISKS = {
  none: { zh: '无', en: 'None' },
  low: { zh: '低', en: 'Low' },
  high: { zh: '高', en: 'High' },
} as const satisfies Readonly<Record<ValueIn<typeof productChangeFact, 'mixRisk'>, Text>>

/** Spec 3.9: why a gauge was read. The specification gives the letters, the meanings are ours. */
export const DATA_TYPE_TEXTS = {
  FF: { zh: 'FF 开机首帧', en: 'FF First after start' },
  MP: { zh: 'MP 手动打印', en: 'MP Printed by hand' },
  LP: { zh: 'LP 装油打印', en: 'LP Printed at loading' },
  PL: { zh: 'PL 停车盘点', en: 'PL Parked' },
  SS: { zh: 'SS 铅封状态变化', en: 'SS Seal changed' },
  RB: { zh: 'RB 重启', en: 'RB Restarted' },
  LC: { zh: 'LC 液位变化', en: 'LC Level changed' },
  LA: { zh: 'LA 液位报警', en: 'LA Level alarm' },
  LB: { zh: 'LB 装卸开始', en: 'LB Loading or unloading began' },
  LM: { zh: 'LM 装卸过程', en: 'LM Loading or unloading' },
  LG: { zh: 'LG 离开围栏', en: 'LG Left a fence' },
  IN: { zh: 'IN 查询盘点', en: 'IN Asked for' },
  TT: { zh: 'TT 定时上报', en: 'TT Timed' },
  TF: { zh: 'TF 传感故障', en: 'TF Transducer fault' },
  LE: { zh: 'LE 装卸结束', en: 'LE Loading or unloading ended' },
} as const satisfies Readonly<Record<DataType, Text>>

/** Spec 3.11. The index is the code on the wire. */
export const METER_MODES = {
  0: { zh: '待机', en: 'Idle' },
  1: { zh: '定量', en: 'Preset delivery' },
  2: { zh: '自由发油', en: 'Free delivery' },
  3: { zh: '暂停', en: 'Paused' },
} as const satisfies Readonly<Record<number, Text>>

export const VALIDITY = {
  true: { zh: '有效', en: 'Valid' },
  false: { zh: '无效', en: 'Not valid' },
} as const satisfies Readonly<Record<string, Text>>

export const LOAD_STATES = {
  true: { zh: '重车', en: 'Loaded' },
  false: { zh: '空车', en: 'Empty' },
} as const satisfies Readonly<Record<string, Text>>

/** A gauge is sound or not; what its fault code means is the maker's. */
export const GAUGE_FAULTS = {
  0: { zh: '正常', en: 'None' },
  faulty: { zh: '液位仪故障', en: 'Gauge fault' },
} as const satisfies Readonly<Record<string, Text>>

/** The air in the operating cabinet against its limits. */
export const AIR_STATES = {
  normal: { zh: '正常', en: 'Normal' },
  hot: { zh: '高温', en: 'Too hot' },
  cold: { zh: '低温', en: 'Too cold' },
  humid: { zh: '高湿', en: 'Too humid' },
  dry: { zh: '低湿', en: 'Too dry' },
} as const satisfies Readonly<Record<'normal' | ValueIn<typeof climateAlarmFact, 'kind'>, Text>>

export const PRESSURE_STATES = {
  normal: { zh: '正常', en: 'Normal' },
  over: { zh: '超压', en: 'Too high' },
  under: { zh: '负压', en: 'Too low' },
} as const satisfies Readonly<Record<'normal' | ValueIn<typeof pressureAlarmFact, 'kind'>, Text>>

/** What cargo devices report by themselves. */
export const CARGO_DEVICE_EVENTS = {
  'console-started': { zh: '主机启动', en: 'Console started' },
  'console-shut-down': { zh: '主机关机', en: 'Console shut down' },
  'controller-started': { zh: '控制器启动', en: 'Controller started' },
  'controller-shut-down': { zh: '控制器关机', en: 'Controller shut down' },
  'controller-silent': { zh: '控制器无应答', en: 'Controller silent' },
  'seals-armed': { zh: '施封', en: 'Seals armed' },
  'repair-card': { zh: '维修卡', en: 'Repair card' },
  'one-time-password': { zh: '一次性密码', en: 'One-time password' },
  'manual-empty-proof': { zh: '人工确认排空', en: 'Emptied, confirmed by hand' },
  'product-changed': { zh: '换品', en: 'Product changed' },
  'housing-opened': { zh: '外壳打开', en: 'Housing opened' },
  'housing-closed': { zh: '外壳关闭', en: 'Housing closed' },
  'probe-lost': { zh: '探头断开', en: 'Probe lost' },
  'probe-back': { zh: '探头恢复', en: 'Probe back' },
  'seal-count-reset': { zh: '铅封计数归零', en: 'Seal count reset' },
} as const satisfies Readonly<Record<Exclude<ValueIn<typeof deviceEventFact, 'event'>, 'driver-signed-in' | 'driver-signed-out'>, Text>>
