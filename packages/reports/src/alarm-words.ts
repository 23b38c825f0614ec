import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import {
  API_T2,
  API_VALVE,
  BOTTOM_VALVE,
  BOTTOM_VALVE_TRANSMITTER,
  MANHOLE,
  PROBE_TYPES,
  WATER_PROBES,
} from '@tanker/domain/devices/probe-type'
import type { Text } from '@tanker/domain/texts/text'
import type { EmptyingBreach, LoadingKind } from '@tanker/domain/facts/cargo-alarm-facts'
import type { overspeedFact, ROAD_SOURCES } from '@tanker/domain/facts/driving-facts'
import type { cargoDeviceFact, fenceEdgeFact, stormAlarmFact, terminalIdentityFact } from '@tanker/domain/facts/equipment-facts'
import type { OpeningPlace, sealBreakFact } from '@tanker/domain/facts/seal-facts'
import type { ValueIn } from '@tanker/domain/facts/stored-properties'

/** Words of the alarm reports for codes that detection and the handling of alarms write. */

/** Seals whose openings are judged, by probe type. */
export const UNSEALED_COVERS: Readonly<Record<string, Text>> = Object.fromEntries(
  [API_VALVE, MANHOLE, BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER, API_T2].map((type) => [
    String(type),
    PROBE_TYPES[type] ?? PROBE_TYPES[API_VALVE],
  ]),
)

/** Where an opening happened, as the rules see it (domain rule D.6). */
export const UNSEALING_PLACES = {
  'trip-depot': { zh: '本次装油库', en: 'Depot of the trip' },
  'trip-station': { zh: '本次卸油站', en: 'Station of the trip' },
  'other-site': { zh: '其他油库或加油站', en: 'Other depot or station' },
  authorised: { zh: '已授权', en: 'Authorised' },
  park: { zh: '停车场', en: 'Parking lot' },
  elsewhere: { zh: '其他地点', en: 'Elsewhere' },
  moving: { zh: '行驶中', en: 'While moving' },
} as const satisfies Readonly<Record<OpeningPlace, Text>>

/** The class of the road as detection writes it. */
export const ROAD_CLASSES = {
  expressway: { zh: '高速', en: 'Expressway' },
  other: { zh: '其他道路', en: 'Other road' },
  yard: { zh: '厂区', en: 'Yard' },
} as const satisfies Readonly<Record<ValueIn<typeof overspeedFact, 'roadClass'>, Text>>

/** What says which road it is. */
export const ROAD_SOURCE_WORDS = {
  map: { zh: '地图', en: 'Map' },
  corridor: { zh: '路线围栏', en: 'Corridor' },
  fence: { zh: '围栏', en: 'Fence' },
  speed: { zh: '持续车速', en: 'Sustained speed' },
} as const satisfies Readonly<Record<(typeof ROAD_SOURCES)[number], Text>>

/** What saw the water: the gauge, or a probe by its type. */
export const WATER_SENSORS: Readonly<Record<string, Text>> = {
  gauge: { zh: '液位仪', en: 'Gauge' },
  ...Object.fromEntries(WATER_PROBES.map((type) => [String(type), PROBE_TYPES[type] ?? PROBE_TYPES[API_VALVE]])),
}

export const typeNames = (codes: readonly number[]): Readonly<Record<string, Text>> =>
  Object.fromEntries(codes.map((code) => [String(code), alarmType(code)?.name ?? NOT_NAMED]))

export const NOT_EMPTY_TYPES = typeNames([ALARM.unloadingUnfinished, ALARM.emptyingUnfinished, ALARM.emptied])
export const HIGH_LOSS_TYPES = typeNames([ALARM.highLoss, ALARM.privateDischarge, ALARM.unsealing])

/** What an emptying broke. */
export const EMPTYING_BREACHES = {
  'too-short': { zh: '时长不足', en: 'Too short' },
  'outside-station': { zh: '场外排空', en: 'Outside a station' },
  'valve-reopened': { zh: '二次开阀', en: 'Valve opened again' },
  residue: { zh: '余油超限', en: 'Residue above limit' },
} as const satisfies Readonly<Record<EmptyingBreach, Text>>

/** Ways of opening without being seen. */
export const SEAL_BREAKS = {
  housing: { zh: '壳体打开', en: 'Housing opened' },
  count: { zh: '计数不符', en: 'Count differs' },
  missing: { zh: '探头缺失', en: 'Probe missing' },
  'counters-reset': { zh: '计数重置（疑似更换终端）', en: 'Counters reset (terminal replaced?)' },
} as const satisfies Readonly<Record<Exclude<ValueIn<typeof sealBreakFact, 'reason'>, 'opened'>, Text>>

/** What was wrong with a loading. */
export const ABNORMAL_LOADINGS = {
  'outside-depot': { zh: '围栏外装油', en: 'Outside a depot' },
  'other-depot': { zh: '非计划油库', en: 'Other depot than planned' },
  'wrong-product': { zh: '品种不符', en: 'Other product than planned' },
  'over-fill': { zh: '超装', en: 'Overfilled' },
  'more-than-plan': { zh: '多装', en: 'More than planned' },
  'less-than-plan': { zh: '少装', en: 'Less than planned' },
  'second-loading': { zh: '二次装油', en: 'Loaded a second time' },
  density: { zh: '密度不符（疑似混油或错装）', en: 'Density differs: mixed or wrong product' },
  'station-more': { zh: '卸油多于配送单', en: 'Station received more than the slip' },
  'station-less': { zh: '卸油少于配送单', en: 'Station received less than the slip' },
} as const satisfies Readonly<Record<LoadingKind, Text>>

/**
 * What a cargo device does wrong; its value and limit are in the unit named here. 'storm' is alarm 331, the three about terminals are alarm 332,
 * the two about fences alarm 333.
 */
export const DEVICE_TROUBLES = {
  'fault-code': { zh: '液位仪故障码', en: 'Gauge fault code' },
  silent: { zh: '液位仪无应答（min）', en: 'Gauge silent (min)' },
  stuck: { zh: '浮子卡滞（mm）', en: 'Float stuck (mm)' },
  'level-jump': { zh: '液位跳变（mm）', en: 'Level jump (mm)' },
  temperature: { zh: '温度开路/短路（°C）', en: 'Sensor open or short (°C)' },
  tilt: { zh: '倾角超限（°）', en: 'Tilt beyond limit (°)' },
  overfill: { zh: '超装（%）', en: 'Overfilled (%)' },
  'volume-differs': { zh: '主机与平台容积不符（L）', en: 'Volumes differ (L)' },
  storm: { zh: '报警过频（条）', en: 'Alarm storm (alarms)' },
  'other-terminal': { zh: '其他终端申请注册', en: 'Another terminal asked to register' },
  'other-address': { zh: '车辆在线时从其他地址注册', en: 'Registered from elsewhere while connected' },
  'two-terminals': { zh: '两台终端持有本车鉴权码', en: 'Two terminals hold codes of the truck' },
  'unloaded-outside': { zh: '油站围栏外卸油（m）', en: "Unloaded outside the station's fence (m)" },
  'loaded-outside': { zh: '油库围栏外装油（m）', en: "Loaded outside the depot's fence (m)" },
} as const satisfies Readonly<
  Record<ValueIn<typeof cargoDeviceFact | typeof fenceEdgeFact | typeof stormAlarmFact | typeof terminalIdentityFact, 'kind'>, Text>
>
