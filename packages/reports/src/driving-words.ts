import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import type { drivenFact, emergencyFact, harshDrivingFact, parkingFact } from '@tanker/domain/facts/driving-facts'
import type { ValueIn } from '@tanker/domain/facts/stored-properties'
import type { Text } from '@tanker/domain/texts/text'
import { type RawBuilder, sql } from 'kysely'

/** Words of the driving reports, and what their analyses count by. */

/** Kind of the fence a truck stood in. */
export const PARKED_PLACES = {
  depot: { zh: '油库', en: 'Depot' },
  station: { zh: '油站', en: 'Station' },
  park: { zh: '停车场、服务区', en: 'Parking lot, service area' },
  repair: { zh: '维修厂', en: 'Repair shop' },
  custom: { zh: '自定义围栏', en: 'Custom area' },
  none: { zh: '其他地点', en: 'Elsewhere' },
} as const satisfies Readonly<Record<NonNullable<ValueIn<typeof parkingFact, 'fenceKind'>>, Text>>

/** How a stop is recognised. */
export const STOP_MODES = {
  speed: { zh: '速度', en: 'Speed' },
  acc: { zh: 'ACC', en: 'Ignition' },
  mixed: { zh: '混合', en: 'Both' },
} as const satisfies Readonly<Record<ValueIn<typeof parkingFact, 'judgeMode'>, Text>>

/** With product aboard or not, as facts say it. */
export const LOADED = { true: { zh: '重车', en: 'Loaded' }, false: { zh: '空车', en: 'Empty' } } as const satisfies Readonly<
  Record<`${ValueIn<typeof drivenFact, 'loaded'>}`, Text>
>

export const EMERGENCY_TRIGGERS = {
  button: { zh: '紧急按钮', en: 'Button' },
  collision: { zh: '碰撞', en: 'Collision' },
  'roll-over': { zh: '侧翻', en: 'Roll-over' },
} as const satisfies Readonly<Record<ValueIn<typeof emergencyFact, 'trigger'>, Text>>

export const HARSH_KINDS = {
  acceleration: { zh: '急加速', en: 'Acceleration' },
  braking: { zh: '急减速', en: 'Braking' },
} as const satisfies Readonly<Record<ValueIn<typeof harshDrivingFact, 'kind'>, Text>>

/** How long a truck was silent, in the classes that dispatchers ask for. */
export const SILENCE_CLASSES = {
  day: { zh: '24小时以内', en: 'Up to 24 h' },
  two: { zh: '24至48小时', en: '24 to 48 h' },
  more: { zh: '48小时以上', en: 'Over 48 h' },
} as const satisfies Readonly<Record<string, Text>>

/** What a silence came from, as far as stored data show. */
export const SILENCE_CAUSES = {
  power: { zh: '断电', en: 'Power' },
  network: { zh: '信号', en: 'No network' },
  unknown: { zh: '未知', en: 'Unknown' },
} as const satisfies Readonly<Record<string, Text>>

/** What the truck did when it fell silent. */
export const LOST_STATES = {
  'driving-loaded': { zh: '重车行驶', en: 'Driving, loaded' },
  'driving-empty': { zh: '空车行驶', en: 'Driving, empty' },
  'standing-loaded': { zh: '重车停车', en: 'Standing, loaded' },
  'standing-empty': { zh: '空车停车', en: 'Standing, empty' },
} as const satisfies Readonly<Record<string, Text>>

type DrivingKind = { readonly text: Text; readonly types: readonly number[] }

/** The device's alarms of harsh driving: codes of domain E.2. */
export const DEVICE_HARSH: readonly number[] = [24, 26, 27]
const FATIGUE = 12

const safetyTypes = ALARM_TYPES.filter(({ family }) => family === 'safety')
  .map(({ code }) => code)
  .filter((code) => !DEVICE_HARSH.includes(code) && code !== FATIGUE)

/** Kinds of driving exceptions by the alarm types that count for them. */
const DRIVING = {
  overspeed: { text: { zh: '超速', en: 'Overspeed' }, types: [ALARM.overspeed, ALARM.deviceOverspeed] },
  harsh: { text: { zh: '急加减速', en: 'Harsh driving' }, types: [ALARM.harshDriving, ...DEVICE_HARSH] },
  curve: { text: { zh: '弯道超速', en: 'Curve speeding' }, types: [ALARM.curveSpeeding] },
  fatigue: { text: { zh: '疲劳超时', en: 'Fatigue' }, types: [ALARM.workingHours, FATIGUE] },
  parking: { text: { zh: '停车超时', en: 'Parking overtime' }, types: [ALARM.parkingOvertime] },
  offline: { text: { zh: '离线', en: 'Offline' }, types: [ALARM.offline] },
  emergency: { text: { zh: '紧急报警', en: 'Emergency' }, types: [ALARM.emergency, ALARM.emergencyButton] },
  deviation: { text: { zh: '偏离路线', en: 'Off route' }, types: [ALARM.routeDeviation] },
  safety: { text: { zh: '主动安全', en: 'Active safety' }, types: safetyTypes },
} as const satisfies Readonly<Record<string, DrivingKind>>
export type DrivingKindName = keyof typeof DRIVING

export const DRIVING_KINDS: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.entries(DRIVING).map(([kind, { text }]) => [kind, text]),
)
export const drivingText = (kind: DrivingKindName): Text => DRIVING[kind].text

/** Alarm types of these kinds, of all without any. */
export const drivingTypes = (kinds: readonly string[] | undefined): number[] =>
  Object.entries(DRIVING)
    .filter(([kind]) => kinds === undefined || kinds.includes(kind))
    .flatMap(([, { types }]) => [...types])

/** SQL: true for alarms of this kind. */
export const isDrivingKind = (kind: DrivingKindName): RawBuilder<boolean> =>
  sql<boolean>`alarm.type = ANY (${[...DRIVING[kind].types]}::int[])`

/** By whom or what driving is summed up. */
export const DRIVING_DIMENSIONS = {
  truck: { zh: '按车辆', en: 'Truck' },
  driver: { zh: '按驾驶员', en: 'Driver' },
  organisation: { zh: '按组织', en: 'Organisation' },
} as const satisfies Readonly<Record<string, Text>>
