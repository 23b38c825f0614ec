import type { Text } from '../texts/text.ts'
import { CAMERA_CHANNELS } from '../trucks/truck-choices.ts'
import {
  API_TRANSMITTER,
  API_WET,
  BOTTOM_VALVE_WATER,
  BOTTOM_VALVE_WET,
  COMPARTMENT_BOTTOM_WET,
  COVER_KIND_TEXTS,
  coverKind,
  type CoverKind,
  EMPTY_INDICATOR,
  OVERFLOW_SOCKET,
  PROBE_TYPES,
} from './probe-type.ts'

/** How a test of a truck's devices stands or ended. */
export const DEVICE_TEST_STATES = {
  open: { zh: '检测中', en: 'Under test' },
  passed: { zh: '合格', en: 'Passed' },
  failed: { zh: '不合格', en: 'Failed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Readonly<Record<string, Text>>
export type DeviceTestState = keyof typeof DEVICE_TEST_STATES

/** One step of a test. */
export const STEP_STATES = {
  pending: { zh: '待检', en: 'To do' },
  passed: { zh: '合格', en: 'Passed' },
  failed: { zh: '不合格', en: 'Failed' },
  'not-applicable': { zh: '不适用', en: 'Not applicable' },
} as const satisfies Readonly<Record<string, Text>>
export type StepState = keyof typeof STEP_STATES

export const STEP_GROUPS = {
  console: { zh: '主机与电源', en: 'Console and power' },
  compartment: { zh: '仓', en: 'Compartment' },
  truck: { zh: '整车探头', en: 'Probes of the truck' },
  meter: { zh: '流量计', en: 'Flow meters' },
  hand: { zh: '人工检查', en: 'Checked by hand' },
} as const satisfies Readonly<Record<string, Text>>
export type StepGroup = keyof typeof STEP_GROUPS

/** Evidence counts for so long: a test is one visit to the truck. */
export const DEVICE_TEST_HOURS = 24

/** What a truck carries that can be tested. */
export type TestedEquipment = {
  /** As `truck.model`. */
  readonly model: string
  /** 1–10. */
  readonly compartments: readonly number[]
  /** Those that the truck has ever reported; compartment 0 is the whole truck. */
  readonly probes: readonly { readonly compartment: number; readonly type: number }[]
  /** How many flow meters, numbered from 1. */
  readonly meters: number
  /** Where each camera channel looks, channel 1 first; '' where nothing is said. */
  readonly cameras: readonly string[]
}

/** What is judged, and by whom: what the truck sends, a level off the dip stick held against the gauge, or a person's eyes. */
export type DeviceStep = {
  /** The same for the same thing through the whole test. */
  readonly key: string
  readonly group: StepGroup
  /** 0 of the whole truck. */
  readonly compartment: number
  readonly name: Text
  readonly expected: Text
  readonly judgedBy: 'truck' | 'dip' | 'person'
  readonly about: StepAbout
}

/** What a step looks at. */
export type StepAbout =
  | { readonly kind: 'online' | 'clock' | 'memory' | 'supply' | 'battery' | 'fix' | 'gauge' | 'hand' }
  | { readonly kind: 'meter'; readonly meter: number }
  | { readonly kind: 'probe'; readonly type: number; readonly trial: ProbeTrial }
  /** A cover that such a truck has, of which no probe has said anything yet. */
  | { readonly kind: 'silent-cover' }

/** What a reading must be; sources: ISO 16750-2 for the supply, domain D.1 for the fix. */
export const TEST_LIMITS = {
  onlineWithinS: 180,
  clockOffS: 60,
  /** After the last resent reading the memory counts as empty. */
  memoryQuietS: 60,
  supply12V: { least: 10.5, most: 16 },
  supply24V: { least: 21, most: 32 },
  batteryLeastV: 3.5,
  satellites: 4,
  gaugeOffMm: 3,
  /** The gauge's reading must be this near to the moment in which the level was entered. */
  dipWithinS: 300,
} as const

/** How a probe is tried: what it watches is opened and shut, wetted and dried, or it only has to answer. */
export type ProbeTrial = 'switch' | 'liquid' | 'answer'

const LIQUID: readonly number[] = [
  BOTTOM_VALVE_WET,
  7,
  BOTTOM_VALVE_WATER,
  API_TRANSMITTER,
  EMPTY_INDICATOR,
  API_WET,
  COMPARTMENT_BOTTOM_WET,
]
/** In addition to `coverKind`: both locks, and the electrical socket. */
const SWITCHES: readonly number[] = [9, 10, OVERFLOW_SOCKET]

const probeTrial = (type: number): ProbeTrial =>
  coverKind(type) !== undefined || SWITCHES.includes(type) ? 'switch' : LIQUID.includes(type) ? 'liquid' : 'answer'

const TRIAL_TEXTS: Readonly<Record<ProbeTrial, Text>> = {
  switch: { zh: '打开、关闭各一次', en: 'Opened and shut once' },
  liquid: { zh: '浸湿、干燥各一次', en: 'Wet and dry once' },
  answer: { zh: '有应答', en: 'Answers' },
}

/** Covers that every compartment of a model has, even if their probes have not reported yet. */
const COVERS_OF: Readonly<Record<string, readonly CoverKind[]>> = {
  'oil-tanker': ['api', 'manhole', 'bottom-valve'],
  sprinkler: ['manhole', 'bottom-valve'],
}

/** The steps of a truck, in the order in which they are done. */
export function stepsFor(equipment: TestedEquipment): DeviceStep[] {
  const { compartments, meters, cameras, model } = equipment
  const probes = equipment.probes
    .filter(({ compartment }) => compartment === 0 || compartments.includes(compartment))
    .toSorted((a, b) => a.compartment - b.compartment || a.type - b.type)
  const boxDoors = model === 'oil-tanker' && !probes.some(({ type }) => coverKind(type) === 'box-door') ? [silentCover(0, 'box-door')] : []
  return [
    ...CONSOLE_STEPS,
    ...compartments.flatMap((compartment) => {
      const own = probes.filter((probe) => probe.compartment === compartment)
      const missing = (COVERS_OF[model] ?? []).filter((cover) => !own.some(({ type }) => coverKind(type) === cover))
      return [...own.map(probeStep), ...missing.map((cover) => silentCover(compartment, cover)), gaugeStep(compartment)]
    }),
    ...probes.filter(({ compartment }) => compartment === 0).map(probeStep),
    ...boxDoors,
    ...Array.from({ length: meters }, (_, index) => meterStep(index + 1)),
    ...HAND_STEPS,
    ...cameras.flatMap((position, index) => (position === '' ? [] : [cameraStep(index + 1, position)])),
  ]
}

const consoleStep = (kind: 'online' | 'clock' | 'memory' | 'supply' | 'battery' | 'fix', name: Text, expected: Text): DeviceStep => ({
  key: kind,
  group: 'console',
  compartment: 0,
  name,
  expected,
  judgedBy: 'truck',
  about: { kind },
})

const { supply12V, supply24V, batteryLeastV, clockOffS, memoryQuietS, onlineWithinS, satellites, gaugeOffMm } = TEST_LIMITS
const supplyRanges = `${supply24V.least}–${supply24V.most} V`

const CONSOLE_STEPS: readonly DeviceStep[] = [
  consoleStep(
    'online',
    { zh: '主机在线', en: 'Console online' },
    { zh: `${onlineWithinS / 60} 分钟内有通信`, en: `Heard within ${onlineWithinS / 60} min` },
  ),
  consoleStep('clock', { zh: '主机时钟', en: 'Console clock' }, { zh: `误差不超过 ${clockOffS} 秒`, en: `At most ${clockOffS} s off` }),
  consoleStep(
    'memory',
    { zh: '盲区缓存', en: 'Blind-zone memory' },
    { zh: `补传完毕，${memoryQuietS} 秒内无补传`, en: `Empty: nothing resent for ${memoryQuietS} s` },
  ),
  consoleStep(
    'supply',
    { zh: '主电源电压', en: 'Main supply' },
    {
      zh: `${supplyRanges}（12V车 ${supply12V.least}–${supply12V.most} V）`,
      en: `${supplyRanges} (12 V trucks ${supply12V.least}–${supply12V.most} V)`,
    },
  ),
  consoleStep(
    'battery',
    { zh: '备用电池电压', en: 'Backup battery' },
    { zh: `不低于 ${batteryLeastV} V`, en: `At least ${batteryLeastV} V` },
  ),
  consoleStep(
    'fix',
    { zh: '卫星定位', en: 'Satellite fix' },
    { zh: `有效定位，不少于 ${satellites} 颗卫星`, en: `A fix with at least ${satellites} satellites` },
  ),
]

const groupOf = (compartment: number): StepGroup => (compartment === 0 ? 'truck' : 'compartment')

const probeStep = ({ compartment, type }: { readonly compartment: number; readonly type: number }): DeviceStep => {
  const trial = probeTrial(type)
  return {
    key: `probe-${compartment}-${type}`,
    group: groupOf(compartment),
    compartment,
    name: PROBE_TYPES[type] ?? { zh: `探头 ${type}`, en: `Probe ${type}` },
    expected: TRIAL_TEXTS[trial],
    judgedBy: 'truck',
    about: { kind: 'probe', type, trial },
  }
}

const silentCover = (compartment: number, cover: CoverKind): DeviceStep => ({
  key: `cover-${compartment}-${cover}`,
  group: groupOf(compartment),
  compartment,
  name: COVER_KIND_TEXTS[cover],
  expected: TRIAL_TEXTS.switch,
  judgedBy: 'truck',
  about: { kind: 'silent-cover' },
})

const gaugeStep = (compartment: number): DeviceStep => ({
  key: `gauge-${compartment}`,
  group: 'compartment',
  compartment,
  name: { zh: '液位仪', en: 'Gauge' },
  expected: { zh: `与油尺相差不超过 ${gaugeOffMm} mm`, en: `Within ${gaugeOffMm} mm of the dip stick` },
  judgedBy: 'dip',
  about: { kind: 'gauge' },
})

const meterStep = (meter: number): DeviceStep => ({
  key: `meter-${meter}`,
  group: 'meter',
  compartment: 0,
  name: { zh: `流量计 ${meter}`, en: `Flow meter ${meter}` },
  expected: TRIAL_TEXTS.answer,
  judgedBy: 'truck',
  about: { kind: 'meter', meter },
})

const handStep = (key: string, name: Text, expected: Text): DeviceStep => ({
  key,
  group: 'hand',
  compartment: 0,
  name,
  expected,
  judgedBy: 'person',
  about: { kind: 'hand' },
})

const HAND_STEPS: readonly DeviceStep[] = [
  handStep('printer', { zh: '打印机', en: 'Printer' }, { zh: '打印完整、清晰', en: 'Prints completely and legibly' }),
  handStep('buzzer', { zh: '蜂鸣器', en: 'Buzzer' }, { zh: '报警时鸣响', en: 'Sounds when there is an alarm' }),
  handStep('seals', { zh: '铅封安装', en: 'Seals mounted' }, { zh: '全部安装牢固', en: 'All of them sit firmly' }),
]

const cameraStep = (channel: number, position: string): DeviceStep => {
  const where: Text = (CAMERA_CHANNELS as Readonly<Record<string, Text>>)[position] ?? { zh: position, en: position }
  return handStep(
    `camera-${channel}`,
    { zh: `摄像头 ${channel}（${where.zh}）`, en: `Camera ${channel} (${where.en})` },
    { zh: '画面清晰、方位正确', en: 'A clear picture of the right place' },
  )
}

/** Whether the step does not block passing the test. */
export const isSettled = (state: StepState): boolean => state === 'passed' || state === 'not-applicable'

/** A test is passed when every step is, or does not apply; one that applies in nothing is not. */
export const resultOf = (steps: readonly { readonly state: StepState }[]): 'passed' | 'failed' =>
  steps.every(({ state }) => isSettled(state)) && steps.some(({ state }) => state === 'passed') ? 'passed' : 'failed'

/** The number of the n-th report of an organisation, from 1; `at` in ms since 1970 UTC gives its day in the truck's zone. */
export function reportNumberText(count: number, at: number, zoneOffsetMinutes: number): string {
  const day = new Date(at + zoneOffsetMinutes * 60_000).toISOString().slice(0, 10).replaceAll('-', '')
  return `DT-${day}-${String(count).padStart(3, '0')}`
}
