import type { Text } from '../texts/text.ts'

/** Spec 3.5, in its order: the index is the code. */
export const TRUCK_MODELS = [
  { zh: '油罐车', en: 'Oil tanker' },
  { zh: '冷藏车', en: 'Refrigerated truck' },
  { zh: '客车', en: 'Bus' },
  { zh: '小型客车', en: 'Mini bus / passenger car' },
  { zh: '货车', en: 'Truck' },
  { zh: '其他', en: 'Other' },
  { zh: '特种车', en: 'Special vehicle' },
  { zh: '洒水车', en: 'Sprinkler' },
] as const satisfies readonly Text[]

/** Spec 3.5. The JT/T 808 codes are blue 1, yellow 2, white 4, green 5. */
export const PLATE_COLOURS = {
  blue: { zh: '蓝色', en: 'Blue' },
  white: { zh: '白色', en: 'White' },
  yellow: { zh: '黄色', en: 'Yellow' },
  green: { zh: '绿色', en: 'Green' },
} as const satisfies Readonly<Record<string, Text>>

/** Spec 3.5: how a stop is judged. */
export const PARKING_MODES = {
  speed: { zh: '按速度', en: 'By speed' },
  acc: { zh: '按ACC', en: 'By ACC' },
  mixed: { zh: '速度或ACC', en: 'By speed or ACC' },
} as const satisfies Readonly<Record<string, Text>>

/** Spec 3.5. */
export const SPEED_SOURCES = {
  gps: { zh: 'GPS', en: 'GPS' },
  device: { zh: '设备', en: 'Device' },
} as const satisfies Readonly<Record<string, Text>>

/** Spec 3.5: how unloading is judged for transport loss. */
export const UNLOADING_MODES = {
  api: { zh: 'API开关', en: 'API' },
  'level-change': { zh: '液位变化', en: 'Level change' },
} as const satisfies Readonly<Record<string, Text>>

/** Spec 3.5: how emptying is judged. */
export const EMPTYING_MODES = {
  fence: { zh: '离开围栏', en: 'Fence' },
  timer: { zh: '定时', en: 'Timer' },
} as const satisfies Readonly<Record<string, Text>>

/** Spec 3.5. */
export const CAMERA_CHANNELS = {
  api: { zh: 'API', en: 'API' },
  subsea: { zh: '底阀', en: 'Bottom valve' },
  manhole: { zh: '人孔', en: 'Manhole' },
  cab: { zh: '驾驶室', en: 'Cab' },
} as const satisfies Readonly<Record<string, Text>>
