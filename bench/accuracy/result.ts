import type { Tally } from './tally.ts'

export type Spread = { readonly n: number; readonly mean: number; readonly sd: number; readonly p95: number }

export type KindRow = {
  readonly kind: string
  readonly must: boolean
  readonly expected: number
  readonly found: number
  readonly rowsPerEvent: number
  readonly delayS: number | null
  readonly litres: Spread | null
}

export type TypeRow = {
  readonly type: number
  /** Happenings that it, or another alarm in its place, should report. */
  readonly expected: number
  readonly found: number
  readonly recall: number | null
  readonly right: number
  readonly wrong: number
  readonly precision: number | null
  readonly normalPer1000h: number
  readonly where: Readonly<Record<string, number>>
}

export type Aim = { readonly aim: string; readonly value: number | null; readonly met: boolean }

export type Result = {
  readonly seeds: number
  readonly runs: number
  readonly truckHours: number
  readonly normalHours: number
  readonly kinds: readonly KindRow[]
  readonly types: readonly TypeRow[]
  readonly normalFalsePer1000h: number
  /** On rough roads, false alarms in 1,000 truck-hours; null: none was driven. */
  readonly rough: { readonly hours: number; readonly drivingPer1000h: number | null; readonly devicePer1000h: number | null }
  readonly loadedL: Spread
  readonly unloadedL: Spread
  /** Without the gross errors, which are counted apart. */
  readonly transitL: Spread
  readonly transitGross: number
  readonly operationsMissing: number
  readonly goodNewsRows: number
  readonly coverage: {
    readonly lines: number
    readonly inside1: number
    readonly inside2: number
    readonly meanSigmaL: number
    readonly calmShare: number
    readonly calmMeanSigmaL: number
    readonly calmInside2: number
    readonly calmErrorSdL: number
  }
  /** Delivery lines with a true loss of 50 L and more. */
  readonly lostLines: { readonly lines: number; readonly saysLoss: number; readonly saysGain: number; readonly gross: number }
  readonly ledger: { readonly perTrip: number; readonly below11L: number }
  readonly aims: readonly Aim[]
}

const NOISE_L = 11
/** An error of more litres than this is no matter of noise. */
const GROSS_L = 40
const isGross = ({ errorL }: { errorL: number }): boolean => Math.abs(errorL) > GROSS_L
const LOST_L = 50
/** The product calls a loss one from three of its sigmas on. */
const SURE_SIGMAS = 3
const PRECISE_TYPES = [1, 202, 210, 211, 322]

const rounded = (value: number, decimals = 2): number => Math.round(value * 10 ** decimals) / 10 ** decimals
const share = (part: number, whole: number): number => (whole === 0 ? 0 : rounded(part / whole, 4))

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** The value that so much of them is not above. */
function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] as number
}

/** Mean and standard deviation, and the size that 95 % of them stay within. */
export function spreadOf(errors: readonly number[]): Spread {
  const middle = mean(errors)
  const sd = Math.sqrt(mean(errors.map((error) => (error - middle) ** 2)))
  return { n: errors.length, mean: rounded(middle), sd: rounded(sd), p95: rounded(quantile(errors.map(Math.abs), 0.95)) }
}

/** The numbers of a run, and whether they meet what is aimed at. */
export function resultOf(tally: Tally, seeds: number): Result {
  const { lines, losses, normalHours } = tally
  const roughPer1000h = (falseRows: number): number | null =>
    tally.rough.hours === 0 ? null : rounded((falseRows / tally.rough.hours) * 1000)
  const rough = {
    hours: rounded(tally.rough.hours, 0),
    drivingPer1000h: roughPer1000h(tally.rough.driving),
    devicePer1000h: roughPer1000h(tally.rough.device),
  }
  const calm = lines.filter((line) => line.calm)
  const lost = lines.filter(({ trueLossL }) => trueLossL >= LOST_L)
  const within = (some: typeof lines, sigmas: number): number =>
    share(some.filter(({ errorL, sigmaL }) => Math.abs(errorL) <= sigmas * sigmaL).length, some.length)
  const types = [...tally.types.entries()]
    .sort(([a], [b]) => a - b)
    .map(([type, { expected, found, right, wrong, normal, where }]): TypeRow => ({
      type,
      expected,
      found,
      recall: expected === 0 ? null : share(found, expected),
      right,
      wrong,
      precision: right + wrong === 0 ? null : share(right, right + wrong),
      normalPer1000h: normalHours === 0 ? 0 : rounded((normal / normalHours) * 1000),
      where: Object.fromEntries([...where.entries()].sort(([, a], [, b]) => b - a)),
    }))
  const normalFalse = [...tally.types.values()].reduce((sum, { normal }) => sum + normal, 0)
  const coverage = {
    lines: lines.length,
    inside1: within(lines, 1),
    inside2: within(lines, 2),
    meanSigmaL: rounded(mean(lines.map(({ sigmaL }) => sigmaL))),
    calmShare: share(calm.length, lines.length),
    calmMeanSigmaL: rounded(mean(calm.map(({ sigmaL }) => sigmaL))),
    calmInside2: within(calm, 2),
    calmErrorSdL: spreadOf(calm.filter((line) => !isGross(line)).map(({ errorL }) => errorL)).sd,
  }
  const normalFalsePer1000h = normalHours === 0 ? 0 : rounded((normalFalse / normalHours) * 1000)
  const kinds = [...tally.kinds.entries()].map(([kind, { must, happened, found, rows, delaysS, errorsL }]): KindRow => ({
    kind,
    must,
    expected: happened,
    found,
    rowsPerEvent: rounded(rows / happened),
    delayS: delaysS.length === 0 ? null : Math.round(quantile(delaysS, 0.5)),
    litres: errorsL.length === 0 ? null : spreadOf(errorsL),
  }))
  return {
    seeds,
    runs: tally.runs,
    truckHours: rounded(tally.hours, 0),
    normalHours: rounded(normalHours, 0),
    kinds,
    types,
    normalFalsePer1000h,
    rough,
    loadedL: spreadOf(tally.loadedErrorsL),
    unloadedL: spreadOf(tally.unloadedErrorsL),
    transitL: spreadOf(lines.filter((line) => !isGross(line)).map(({ errorL }) => errorL)),
    transitGross: lines.filter(isGross).length,
    operationsMissing: tally.operationsMissing,
    goodNewsRows: tally.goodNews,
    coverage,
    lostLines: {
      lines: lost.length,
      saysLoss: lost.filter(({ trueLossL, errorL, sigmaL }) => trueLossL + errorL > SURE_SIGMAS * sigmaL).length,
      saysGain: lost.filter(({ trueLossL, errorL, sigmaL }) => trueLossL + errorL < -SURE_SIGMAS * sigmaL).length,
      gross: lost.filter(isGross).length,
    },
    ledger: {
      perTrip: rounded(tally.unexplained.length / Math.max(1, tally.trips)),
      below11L: share(tally.unexplained.filter((litres) => litres < NOISE_L).length, tally.unexplained.length),
    },
    aims: aims(),
  }

  function aims(): Aim[] {
    const atLeast = (aim: string, value: number | null, least: number): Aim => ({ aim, value, met: value !== null && value >= least })
    const atMost = (aim: string, value: number | null, most: number): Aim => ({ aim, value, met: value !== null && value <= most })
    const recall = ({ happened, found }: { happened: number; found: number }): number | null =>
      happened === 0 ? null : share(found, happened)
    const detected = kinds.filter(({ must, found }) => must && found > 0)
    const rows = detected.reduce((sum, { rowsPerEvent, expected }) => sum + rowsPerEvent * expected, 0)
    const found = detected.reduce((sum, kind) => sum + (kind.rowsPerEvent > 0 ? kind.found : 0), 0)
    const rowsEach = found === 0 ? null : rounded(rows / found)
    return [
      atLeast('recall of losses of 60 L and more, frames each 60 s or oftener: at least 98 %', recall(losses.often), 0.98),
      atLeast('the same, a frame each 300 s: at least 95 %', recall(losses.seldom), 0.95),
      ...PRECISE_TYPES.map((code) =>
        atLeast(`precision of ${code}: at least 95 %`, types.find(({ type }) => type === code)?.precision ?? null, 0.95),
      ),
      {
        aim: 'false alarms of all types: at most 2 in 1,000 truck-hours of normal driving',
        value: normalHours === 0 ? null : normalFalsePer1000h,
        met: normalHours > 0 && normalFalsePer1000h <= 2,
      },
      atMost('false alarms of driving on rough roads: at most 1 in 1,000 truck-hours', rough.drivingPer1000h, 1),
      atMost('false alarms of devices on rough roads: at most 1 in 1,000 truck-hours', rough.devicePer1000h, 1),
      {
        aim: 'true transit losses inside 2 sigma: 93 to 97 %',
        value: lines.length === 0 ? null : coverage.inside2,
        met: lines.length > 0 && coverage.inside2 >= 0.93 && coverage.inside2 <= 0.97,
      },
      {
        aim: 'mean sigma of a compartment with two calm anchors: at most 10 L',
        value: calm.length === 0 ? null : coverage.calmMeanSigmaL,
        met: calm.length > 0 && coverage.calmMeanSigmaL <= 10,
      },
      { aim: 'alarm rows per detected happening: 1', value: rowsEach, met: rowsEach !== null && rowsEach <= 1.05 },
    ]
  }
}
