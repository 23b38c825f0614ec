import type { Text } from '../texts/text.ts'

/** Spec 3.12, elscfg.txt: the index is the type on the wire. */
export const PROBE_TYPES = [
  { zh: 'API阀', en: 'API valve' },
  { zh: '人孔盖', en: 'Manhole cover' },
  { zh: '底阀', en: 'Bottom valve' },
  { zh: '底阀干湿', en: 'Bottom valve wet/dry' },
  { zh: '仓压力', en: 'Compartment pressure' },
  { zh: '罐水', en: 'Tank water' },
  { zh: '管水', en: 'Pipe water' },
  { zh: 'API干湿水', en: 'API wet/dry water' },
  { zh: '底阀干湿水', en: 'Bottom valve wet/dry water' },
  { zh: '人孔锁', en: 'Manhole lock' },
  { zh: '管线锁', en: 'Pipeline lock' },
  { zh: 'API干湿变送器', en: 'API wet/dry transmitter' },
  { zh: '底阀开关变送器', en: 'Bottom valve switch transmitter' },
  { zh: '箱门开关', en: 'Box door switch' },
  { zh: '空仓指示', en: 'Empty indicator' },
  { zh: 'API T2（仅开关）', en: 'API T2 (switch only)' },
  { zh: 'API干湿', en: 'API wet/dry' },
  { zh: '仓压力报警', en: 'Compartment pressure alarm' },
  { zh: '大气压基准', en: 'Atmospheric pressure reference' },
  { zh: '仓底干湿', en: 'Compartment bottom wet/dry' },
  { zh: '液面平稳指示', en: 'Liquid surface calm indicator' },
  { zh: '水报警', en: 'Water alarm' },
  { zh: 'NFC读卡器', en: 'NFC card reader' },
  { zh: '采集控制器外壳开关', en: 'Collector controller housing switch' },
  { zh: '接线盒外壳开关', en: 'Junction box housing switch' },
  { zh: '变送器外壳开关', en: 'Transmitter housing switch' },
  { zh: '倾角外壳开关', en: 'Tilt housing switch' },
  { zh: '箱门报警', en: 'Box door alarm' },
  { zh: '底阀未关报警', en: 'Bottom valve not closed alarm' },
  { zh: '防溢流插座', en: 'Anti-overflow socket' },
  { zh: '紧急切断阀报警', en: 'Emergency cut-off valve alarm' },
  { zh: '外置独立箱门报警', en: 'External independent box door alarm' },
] as const satisfies readonly Text[]

export const API_VALVE = 0
export const MANHOLE = 1
export const BOTTOM_VALVE = 2
export const BOTTOM_VALVE_WET = 3
export const BOTTOM_VALVE_WATER = 8
export const API_TRANSMITTER = 11
export const BOTTOM_VALVE_TRANSMITTER = 12
export const BOX_DOOR = 13
export const EMPTY_INDICATOR = 14
export const API_T2 = 15
export const API_WET = 16
export const COMPARTMENT_BOTTOM_WET = 19
export const OVERFLOW_SOCKET = 29
export const EMERGENCY_VALVE = 30
export const EXTERNAL_BOX_DOOR = 31

/** How the unsealing rules see a probe (domain rule D.6). */
export type CoverKind = 'api' | 'manhole' | 'bottom-valve' | 'box-door' | 'housing' | 'emergency-valve'

/** Probes with a switch for an opening; the others report states, not openings. */
const coverKinds: ReadonlyMap<number, CoverKind> = new Map<number, CoverKind>([
  [API_VALVE, 'api'],
  [API_T2, 'api'],
  [MANHOLE, 'manhole'],
  [BOTTOM_VALVE, 'bottom-valve'],
  [BOTTOM_VALVE_TRANSMITTER, 'bottom-valve'],
  [BOX_DOOR, 'box-door'],
  [EXTERNAL_BOX_DOOR, 'box-door'],
  [23, 'housing'],
  [24, 'housing'],
  [25, 'housing'],
  [26, 'housing'],
  [EMERGENCY_VALVE, 'emergency-valve'],
])

/** Probes at API valves, of which the sensor values are watched (menu 2.7, api_sensing). */
export const API_PROBES: readonly number[] = [API_VALVE, 7, API_TRANSMITTER, API_T2, API_WET]

export const coverKind = (probeType: number): CoverKind | undefined => coverKinds.get(probeType)

/** Probes that see water (alarm type 3). */
export const WATER_PROBES: readonly number[] = [5, 6, 7, 8, 21]

export const COVER_KIND_TEXTS: Readonly<Record<CoverKind, Text>> = {
  api: { zh: 'API阀', en: 'API valve' },
  manhole: { zh: '人孔盖', en: 'Manhole cover' },
  'bottom-valve': { zh: '底阀', en: 'Bottom valve' },
  'box-door': { zh: '箱门', en: 'Box door' },
  housing: { zh: '外壳', en: 'Housing' },
  'emergency-valve': { zh: '紧急切断阀', en: 'Emergency shut-off valve' },
}

/** How reliable a probe is (wet/dry vocabulary of spec 4.5). The index is the code in stored live rows. */
export const PROBE_CONDITIONS = ['ok', 'not-answering', 'chattering', 'long-wet', 'long-dry', 'uncertain', 'electrical'] as const
export type ProbeCondition = (typeof PROBE_CONDITIONS)[number]
