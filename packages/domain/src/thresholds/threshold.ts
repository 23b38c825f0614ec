import type { Text } from '../texts/text.ts'

/** Units of thresholds as screens show them, and how a threshold's name ends for each. */
export const THRESHOLD_UNITS = {
  s: { text: { zh: '秒', en: 's' }, ending: 'S' },
  min: { text: { zh: '分钟', en: 'min' }, ending: 'Min' },
  h: { text: { zh: '小时', en: 'h' }, ending: 'Hours' },
  hour: { text: { zh: '点', en: "o'clock" }, ending: 'Hour' },
  m: { text: { zh: '米', en: 'm' }, ending: 'M' },
  mm: { text: { zh: '毫米', en: 'mm' }, ending: 'Mm' },
  kmh: { text: { zh: 'km/h', en: 'km/h' }, ending: 'Kmh' },
  ms2: { text: { zh: 'm/s²', en: 'm/s²' }, ending: 'Ms2' },
  g: { text: { zh: 'g', en: 'g' }, ending: 'G' },
  l: { text: { zh: '升', en: 'L' }, ending: 'L' },
  lpm: { text: { zh: '升/分钟', en: 'L/min' }, ending: 'Lpm' },
  percent: { text: { zh: '%', en: '%' }, ending: 'Percent' },
  permille: { text: { zh: '‰', en: '‰' }, ending: 'Permille' },
  c: { text: { zh: '℃', en: '°C' }, ending: 'C' },
  perC: { text: { zh: '/℃', en: '/°C' }, ending: 'PerC' },
  deg: { text: { zh: '°', en: '°' }, ending: 'Deg' },
  v: { text: { zh: 'V', en: 'V' }, ending: 'V' },
  kPa: { text: { zh: 'kPa', en: 'kPa' }, ending: 'KPa' },
  kgM3: { text: { zh: 'kg/m³', en: 'kg/m³' }, ending: 'KgM3' },
  perMin: { text: { zh: '次/分钟', en: 'per min' }, ending: 'PerMin' },
  sigmas: { text: { zh: '倍标准差', en: 'sigmas' }, ending: 'Sigmas' },
  satellites: { text: { zh: '颗', en: 'satellites' }, ending: 'Satellites' },
  fixes: { text: { zh: '个定位点', en: 'fixes' }, ending: 'Fixes' },
  openings: { text: { zh: '次', en: 'openings' }, ending: 'Openings' },
  alarms: { text: { zh: '条', en: 'alarms' }, ending: 'Alarms' },
  reds: { text: { zh: '条', en: 'red alarms' }, ending: 'Reds' },
  /** One of `choices`: the name is the subject's own. */
  choice: { text: { zh: '', en: '' }, ending: '' },
} as const satisfies Readonly<Record<string, { readonly text: Text; readonly ending: string }>>

/** Whose value may replace the default. The nearest counts: truck, its organisation, those above it, the installation. */
export type ThresholdScope = 'organisation' | 'truck'

/** A number that detection compares with. */
export type Threshold = {
  /** Its name in detection and in stored overrides; ends with the unit. */
  readonly key: string
  readonly label: Text
  /** What the label leaves open; shown beside the field. */
  readonly hint?: Text
  readonly unit: keyof typeof THRESHOLD_UNITS
  readonly default: number
  /** Smallest and greatest permitted value, and the step of the field. */
  readonly min: number
  readonly max: number
  readonly step: number
  /** The permitted values with their names, of a threshold that is a choice. */
  readonly choices?: readonly { readonly value: number; readonly text: Text }[]
  readonly scope: readonly ThresholdScope[]
}

/** Thresholds that are set on one page. */
export type ThresholdGroup<Name extends string = string> = {
  readonly key: string
  readonly label: Text
  readonly thresholds: Readonly<Record<Name, Threshold>>
}

type Given = Omit<Threshold, 'key' | 'step' | 'scope'> & Partial<Pick<Threshold, 'step' | 'scope'>>

/** A group of thresholds by name. Unless given, the step is 1 and both organisations and trucks may have a value of their own. */
export function thresholdGroup<Name extends string>(key: string, label: Text, given: Readonly<Record<Name, Given>>): ThresholdGroup<Name> {
  const entries = Object.entries<Given>(given).map(([name, one]): [string, Threshold] => [
    name,
    { step: 1, scope: ['organisation', 'truck'], ...one, key: name },
  ])
  return { key, label, thresholds: Object.fromEntries(entries) as Record<Name, Threshold> }
}
