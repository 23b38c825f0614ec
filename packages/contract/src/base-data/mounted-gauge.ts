import type { MountedGauge } from '@tanker/domain/tank/platform-volume'
import type { Text } from '@tanker/domain/texts/text'

/** Where the level offsets of a compartment may change. */
const MAX_LEVEL_OFFSETS = 10

type Rule = {
  readonly of: string
  readonly zh: string
  readonly en: string
  readonly min: number
  readonly max: number
  readonly unlessGiven: number
  readonly put: (gauge: MountedGauge, value: number) => MountedGauge
  readonly get: (gauge: MountedGauge) => number
}

/** How a gauge is mounted and set, one number each (domain B.1); what is not given has its usual value. */
export const GAUGE_RULES: readonly Rule[] = [
  {
    of: 'rodXMm',
    zh: '偏心 前+ (mm)',
    en: 'Forward of middle (mm)',
    min: -5_000,
    max: 5_000,
    unlessGiven: 0,
    put: (gauge, xMm) => ({ ...gauge, rod: { ...gauge.rod, xMm } }),
    get: ({ rod }) => rod.xMm,
  },
  {
    of: 'rodYMm',
    zh: '偏心 右+ (mm)',
    en: 'Right of middle (mm)',
    min: -2_000,
    max: 2_000,
    unlessGiven: 0,
    put: (gauge, yMm) => ({ ...gauge, rod: { ...gauge.rod, yMm } }),
    get: ({ rod }) => rod.yMm,
  },
  {
    of: 'zeroMm',
    zh: '零点补偿 (mm)',
    en: 'Zero (mm)',
    min: -1_000,
    max: 1_000,
    unlessGiven: 0,
    put: (gauge, zeroMm) => ({ ...gauge, zeroMm }),
    get: ({ zeroMm }) => zeroMm,
  },
  {
    of: 'lowLevelMm',
    zh: '低液位 (mm)',
    en: 'Low level (mm)',
    min: 0,
    max: 5_000,
    unlessGiven: 0,
    put: (gauge, lowLevelMm) => ({ ...gauge, lowLevelMm }),
    get: ({ lowLevelMm }) => lowLevelMm,
  },
  {
    of: 'lowLevelCompMm',
    zh: '低液位补偿 (mm)',
    en: 'Low-level correction (mm)',
    min: -500,
    max: 500,
    unlessGiven: 0,
    put: (gauge, lowLevelCompMm) => ({ ...gauge, lowLevelCompMm }),
    get: ({ lowLevelCompMm }) => lowLevelCompMm,
  },
  {
    of: 'floatKgM2',
    zh: '浮子质量/面积 (kg/m²)',
    en: 'Float mass/area (kg/m²)',
    min: 0,
    max: 200,
    unlessGiven: 0,
    put: (gauge, floatKgM2) => ({ ...gauge, floatKgM2 }),
    get: ({ floatKgM2 }) => floatKgM2,
  },
  {
    of: 'floatCalibrationKgM3',
    zh: '浮子标定密度 (kg/m³)',
    en: 'Float calibration density (kg/m³)',
    min: 500,
    max: 1_200,
    unlessGiven: 840,
    put: (gauge, floatCalibrationKgM3) => ({ ...gauge, floatCalibrationKgM3 }),
    get: ({ floatCalibrationKgM3 }) => floatCalibrationKgM3,
  },
  {
    of: 'waterBlindMm',
    zh: '水盲区 (mm)',
    en: 'Water blind level (mm)',
    min: 0,
    max: 1_000,
    unlessGiven: 0,
    put: (gauge, waterBlindMm) => ({ ...gauge, waterBlindMm }),
    get: ({ waterBlindMm }) => waterBlindMm,
  },
]

const NO_GAUGE: MountedGauge = {
  rod: { xMm: 0, yMm: 0 },
  zeroMm: 0,
  lowLevelMm: 0,
  lowLevelCompMm: 0,
  offsets: [],
  floatKgM2: 0,
  floatCalibrationKgM3: 840,
  waterBlindMm: 0,
}

/** As a form types it: numbers by the names of `GAUGE_RULES`, and the offsets as `from level:mm`, separated by semicolons. */
export type TypedGauge = Readonly<Record<string, string>>
export const OFFSETS = 'offsets'

export function typedGauge(gauge: MountedGauge | null): TypedGauge {
  if (gauge === null) return {}
  const numbers = GAUGE_RULES.map(({ of, get }) => [of, String(get(gauge) ?? '')])
  return { ...Object.fromEntries(numbers), [OFFSETS]: gauge.offsets.map(({ fromMm, compMm }) => `${fromMm}:${compMm}`).join('; ') }
}

/** Null when nothing is typed: then the platform knows nothing of the gauge. What is no number is NaN, and refused when saved. */
export function gaugeOfTyped(typed: TypedGauge): MountedGauge | null {
  if (Object.values(typed).every((text) => text.trim() === '')) return null
  const offsets = (typed[OFFSETS] ?? '')
    .split(/[;；]/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [fromMm = Number.NaN, compMm = Number.NaN, ...more] = part
        .split(/[:：]/)
        .map((text) => (text.trim() === '' ? Number.NaN : Number(text)))
      return { fromMm, compMm: more.length === 0 ? compMm : Number.NaN }
    })
  return GAUGE_RULES.reduce<MountedGauge>(
    (gauge, { of, put, unlessGiven }) => put(gauge, (typed[of] ?? '').trim() === '' ? unlessGiven : Number(typed[of])),
    { ...NO_GAUGE, offsets },
  )
}

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const ROD = ['xMm', 'yMm']
const OFFSET = ['fromMm', 'compMm']
const GAUGE = ['rod', OFFSETS, ...GAUGE_RULES.map(({ of }) => of)]
/** Characters of an unknown name that a message shows. */
const MAX_NAME_SHOWN = 40

/** The first name that is none of these, as a message. */
function misspelt(given: Readonly<Record<string, unknown>>, known: readonly string[], of: string): Text | null {
  const name = Object.keys(given).find((key) => !known.includes(key))
  if (name === undefined) return null
  const shown = `${of}${name.slice(0, MAX_NAME_SHOWN)}`
  return {
    zh: `液位仪没有“${shown}”这一项，可用的有：${known.map((one) => of + one).join('、')}`,
    en: `gauge: "${shown}" is not known; known names are ${known.map((one) => of + one).join(', ')}`,
  }
}

/** What is wrong with the shape of a gauge; null when its numbers can be read. */
function shapeProblem(given: Readonly<Record<string, unknown>>): Text | null {
  const unknown = misspelt(given, GAUGE, '')
  if (unknown !== null) return unknown
  const { rod } = given
  if (rod === undefined) return null
  if (!isObject(rod))
    return {
      zh: '液位仪“rod”应为对象，如 {"xMm": 300, "yMm": 0}',
      en: 'gauge: "rod" must be an object, such as {"xMm": 300, "yMm": 0}',
    }
  if ('rodXMm' in given || 'rodYMm' in given)
    return { zh: '液位仪“rod”与“rodXMm”“rodYMm”只能填写一种', en: 'gauge: use either "rod" or "rodXMm" and "rodYMm"' }
  return misspelt(rod, ROD, 'rod.')
}

/** The gauge of a call or a form by its rules; null when none is given, a text when something is wrong with it. */
export function readMountedGauge(given: unknown): MountedGauge | null | Text {
  if (given === undefined || given === null) return null
  if (!isObject(given)) return { zh: '液位仪参数格式不对', en: 'the gauge setup is not readable' }
  const problem = shapeProblem(given)
  if (problem !== null) return problem
  const flat: Readonly<Record<string, unknown>> = {
    ...given,
    ...(isObject(given['rod']) ? { rodXMm: given['rod']['xMm'], rodYMm: given['rod']['yMm'] } : {}),
  }
  let gauge = NO_GAUGE
  for (const { of, zh, en, min, max, unlessGiven, put } of GAUGE_RULES) {
    const value = flat[of] === undefined ? unlessGiven : flat[of]
    if (typeof value !== 'number' || !(value >= min && value <= max))
      return { zh: `液位仪“${zh}”应为 ${min} 到 ${max} 的数字`, en: `gauge: "${en}" must be a number from ${min} to ${max}` }
    gauge = put(gauge, value)
  }
  const offsets = given['offsets'] ?? []
  const isOffset = (one: unknown): one is MountedGauge['offsets'][number] =>
    isObject(one) && OFFSET.map((name) => one[name]).every((value) => typeof value === 'number' && Math.abs(value) <= 5_000)
  if (!Array.isArray(offsets) || offsets.length > MAX_LEVEL_OFFSETS || !offsets.every(isOffset))
    return {
      zh: `液位仪“分段补偿”应为“起始液位:补偿”，最多 ${MAX_LEVEL_OFFSETS} 段，如 600:2; 1200:-1`,
      en: `gauge: "Offsets" must be "from level:mm", at most ${MAX_LEVEL_OFFSETS} of them, such as 600:2; 1200:-1`,
    }
  for (const one of offsets) {
    const unknown = misspelt(one, OFFSET, 'offsets.')
    if (unknown !== null) return unknown
  }
  const twice = offsets.find(({ fromMm }, index) => offsets.findIndex((other) => other.fromMm === fromMm) < index)
  if (twice !== undefined)
    return {
      zh: `液位仪“分段补偿”的起始液位 ${twice.fromMm} mm 重复，每个起始液位只能填写一次`,
      en: `gauge: "Offsets" has the level ${twice.fromMm} mm twice; enter each level once`,
    }
  const ascending = offsets.map(({ fromMm, compMm }) => ({ fromMm, compMm })).sort((a, b) => a.fromMm - b.fromMm)
  return { ...gauge, offsets: ascending }
}

/** The numbers of a gauge as the history names them. */
export const gaugeText = (gauge: MountedGauge): string =>
  [...GAUGE_RULES.map(({ get }) => get(gauge)), ...gauge.offsets.map(({ fromMm, compMm }) => `${fromMm}:${compMm}`)].join('/')
