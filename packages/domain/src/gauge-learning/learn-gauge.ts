import { eigenvalues3 } from './solve-normal.ts'
import { fitGauge, type GaugeFit, unexplained, weighEquations, type Weighing } from './fit-gauge.ts'
import {
  type ByCause,
  GAUGE_CAUSES,
  type GaugeCause,
  gaugeEquations,
  type GaugeEquation,
  type GaugeObservation,
  isOfMeter,
  type Nuisance,
  type ReadingSigmas,
} from './gauge-equations.ts'

/**
 * What may be said: `too-few` data yet; `fine`; a cause that explains the differences; `several` causes together; `unclear`: there
 * is a difference whose causes cannot be distinguished with the observed loads.
 */
export const GAUGE_VERDICTS = ['scale', 'offset', 'temperature', 'several', 'unclear', 'fine', 'too-few'] as const
export type GaugeVerdict = (typeof GAUGE_VERDICTS)[number]

export type GaugeRival = GaugeCause | 'meter'

/** What to do about it: only the causes that were found. */
export type GaugeCorrection = { readonly [K in GaugeCause]?: { readonly value: number; readonly sigma: number } }

/** One observation beside the line of what was found. */
export type GaugePoint = {
  /** Index of the observation. */
  readonly observation: number
  /** Reference − gauge, litres at 20 °C, without what the meter and the residue account for. */
  readonly differenceL: number
  readonly sigmaL: number
  readonly leftOut: boolean
}

export type GaugeLearned = {
  readonly verdict: GaugeVerdict
  /** All three together: what each could be, one sigma. */
  readonly values: ByCause
  readonly sigmas: ByCause
  readonly covariance: readonly (readonly number[])[]
  /** Between the best and the worst known mix of the causes, in litres of an ordinary load; above 10 some mix is hardly known. */
  readonly condition: number
  /** Empty unless causes were found; then these alone explain the differences. */
  readonly correction: GaugeCorrection
  /** For `unclear`: between what the data cannot choose; `meter`: the depot's meter or the station's tank may be wrong instead. */
  readonly rivals: readonly GaugeRival[]
  /** Observations that were used; those that fit nothing are left out, `points` names them. */
  readonly used: number
  readonly points: readonly GaugePoint[]
  /** Too many would have been left out: the gauge scatters more than it should, by `noise`. */
  readonly unsteady: boolean
  readonly noise: number
  /** Litres of an ordinary load that the causes found explain, gauge short positive; the sum of what there is for `unclear`. */
  readonly litresALoad: number
  /** One sigma of it. */
  readonly litresALoadSigma: number
  /** What a line through the observations is made of: the causes found alone, else all three. */
  readonly shown: Pick<GaugeFit, 'values' | 'covariance'>
  /** What this gauge alone says of the meters that it was measured against. */
  readonly messages: readonly Nuisance[]
}

/** Fewer say nothing. */
export const leastObservations = 10
/** A cause must improve the fit by so much (3.5 sigmas squared) to be named; one in two thousand does by chance. */
const namedBy = 12.25
/** And be better than every other by so much: twenty to one. */
const aheadBy = 6
/** An effect below this many litres and this share of a load is not worth a change. */
const leastEffectL = 3
const leastEffectPermille = 0.4
/** Nothing found is `fine` only when an ordinary load is right within this, and known as well as that. */
const finePermille = 1.5
/** Of a meter that is taken to be right. */
const exactlyPermille = 0.01
const noCause: readonly GaugeCause[] = []

/** Learns from the observations of one compartment. `known`: errors of the meters learned from other trucks, by key of the nuisance. */
export function learnGauge(
  observations: readonly GaugeObservation[],
  sigmas: ReadingSigmas,
  known: ReadonlyMap<string, Nuisance> = new Map(),
): GaugeLearned {
  const equations = gaugeEquations(observations, sigmas)
  const weighing = weighEquations(equations, known)
  const all = fitGauge(equations, GAUGE_CAUSES, weighing, known)
  const litres = equations.flatMap((equation, index) => (equation.unit === 'L' ? [{ equation, weight: weighing.weights[index] ?? 0 }] : []))
  const kept = litres.filter(({ weight }) => weight > 0).map(({ equation }) => equation)
  const load = ordinaryLoad(kept)
  const found = kept.length < leastObservations ? null : findCauses(equations, weighing, known, load)
  const sum = effectOf(load, all.values)
  const sumSigma = effectSigma(load, all.covariance)
  const named = found && found.causes.length > 0 ? found.fit : null
  return {
    verdict: found === null ? 'too-few' : verdictOf(found, { sum, sumSigma }, load),
    values: all.values,
    sigmas: all.sigmas,
    covariance: all.covariance,
    condition: conditionOf(load, all.covariance),
    correction: named ? correctionOf(named, found?.causes ?? []) : {},
    rivals: found?.rivals ?? [],
    used: kept.length,
    points: pointsOf(equations, weighing, named ?? all),
    unsteady: weighing.unsteady,
    noise: weighing.noise,
    litresALoad: named ? effectOf(load, named.values) : sum,
    litresALoadSigma: named ? effectSigma(load, named.covariance) : sumSigma,
    shown: { values: (named ?? all).values, covariance: (named ?? all).covariance },
    messages: kept.length < leastObservations ? [] : all.nuisances.filter(isOfMeter),
  }
}

/** The coefficients of the mean load: what one unit of each cause does to it in litres. */
type Load = ByCause & { readonly volumeL: number }

function ordinaryLoad(equations: readonly GaugeEquation[]): Load {
  const mean = (of: (equation: GaugeEquation) => number): number =>
    equations.length === 0 ? 0 : equations.reduce((sum, equation) => sum + of(equation), 0) / equations.length
  return {
    scale: mean(({ of }) => of.scale),
    offset: mean(({ of }) => of.offset),
    temperature: mean(({ of }) => of.temperature),
    volumeL: mean(({ of }) => of.scale * 1000),
  }
}

const effectOf = (load: ByCause, values: ByCause): number => GAUGE_CAUSES.reduce((sum, cause) => sum + load[cause] * values[cause], 0)

function effectSigma(load: ByCause, covariance: readonly (readonly number[])[]): number {
  let square = 0
  for (const [i, a] of GAUGE_CAUSES.entries())
    for (const [j, b] of GAUGE_CAUSES.entries()) square += load[a] * load[b] * (covariance[i]?.[j] ?? 0)
  return Math.sqrt(Math.max(0, square))
}

function conditionOf(load: ByCause, covariance: readonly (readonly number[])[]): number {
  const inLitres = GAUGE_CAUSES.map((a, i) => GAUGE_CAUSES.map((b, j) => load[a] * load[b] * (covariance[i]?.[j] ?? 0)))
  const [most, , least] = eigenvalues3(inLitres)
  return least > 0 ? Math.sqrt(most / least) : Number.MAX_SAFE_INTEGER
}

type Found = { readonly causes: readonly GaugeCause[]; readonly rivals: readonly GaugeRival[]; readonly fit: GaugeFit }

/** Takes one cause after the other as long as one improves the fit enough and stands out among the rest. */
function findCauses(equations: readonly GaugeEquation[], weighing: Weighing, known: ReadonlyMap<string, Nuisance>, load: Load): Found {
  const leastL = Math.max(leastEffectL, (load.volumeL * leastEffectPermille) / 1000)
  let causes = noCause
  let fit = fitGauge(equations, causes, weighing, known)
  for (;;) {
    const tried = GAUGE_CAUSES.filter((cause) => !causes.includes(cause))
      .map((cause) => ({ cause, fit: fitGauge(equations, [...causes, cause], weighing, known) }))
      .toSorted((a, b) => a.fit.objective - b.fit.objective)
    const [best, second] = tried
    if (!best || fit.objective - best.fit.objective < namedBy)
      return { causes, rivals: causes.length > 0 || !best ? [] : meterRivals(equations, weighing, known, { load, best }), fit }
    if (Math.abs(load[best.cause] * best.fit.values[best.cause]) < leastL) return { causes, rivals: [], fit }
    if (second && second.fit.objective - best.fit.objective < aheadBy)
      return { causes: noCause, rivals: rivalsOf(tried, best.fit.objective), fit }
    causes = [...causes, best.cause]
    fit = best.fit
  }
}

type Tried = { readonly cause: GaugeCause; readonly fit: GaugeFit }

/** No cause stands out. When meters that are never wrong could not explain the differences either, it is one or the other. */
function meterRivals(
  equations: readonly GaugeEquation[],
  weighing: Weighing,
  known: ReadonlyMap<string, Nuisance>,
  { load, best }: { readonly load: Load; readonly best: Tried },
): GaugeRival[] {
  const right = new Map(known)
  for (const { nuisances } of equations)
    for (const { nuisance } of nuisances)
      if (nuisance.key.startsWith('meter ')) right.set(nuisance.key, { ...(known.get(nuisance.key) ?? nuisance), sigma: exactlyPermille })
  const withoutMeters = fitGauge(equations, noCause, weighing, right).objective
  if (withoutMeters - best.fit.objective < namedBy) return []
  const withRightMeters = fitGauge(equations, [best.cause], weighing, right)
  const sum = load[best.cause] * withRightMeters.values[best.cause]
  return Math.abs(sum) < (load.volumeL * finePermille) / 1000 ? [] : [best.cause, 'meter']
}

const rivalsOf = (tried: readonly Tried[], best: number): GaugeCause[] =>
  tried.filter((one) => one.fit.objective - best < aheadBy).map(({ cause }) => cause)

function verdictOf(
  { causes, rivals }: Found,
  { sum, sumSigma }: { readonly sum: number; readonly sumSigma: number },
  load: Load,
): GaugeVerdict {
  if (rivals.length > 0) return 'unclear'
  if (causes.length > 1) return 'several'
  const within = (load.volumeL * finePermille) / 1000
  return causes[0] ?? (Math.abs(sum) <= within && sumSigma <= within ? 'fine' : 'too-few')
}

const correctionOf = ({ values, sigmas }: GaugeFit, causes: readonly GaugeCause[]): GaugeCorrection =>
  Object.fromEntries(causes.map((cause) => [cause, { value: values[cause], sigma: sigmas[cause] }]))

/** Litres by which a load with these coefficients is wrong, and one sigma of it: for a line through the observations. */
export const effectAt = ({ shown }: Pick<GaugeLearned, 'shown'>, load: ByCause): { readonly litres: number; readonly sigma: number } => ({
  litres: effectOf(load, shown.values),
  sigma: effectSigma(load, shown.covariance),
})

const pointsOf = (equations: readonly GaugeEquation[], { weights }: Weighing, { nuisances }: GaugeFit): GaugePoint[] =>
  equations.flatMap((equation, index) =>
    equation.unit === '°C'
      ? []
      : [
          {
            observation: equation.observation,
            differenceL: unexplained(equation, { values: { scale: 0, offset: 0, temperature: 0 }, nuisances }),
            sigmaL: equation.sigma,
            leftOut: (weights[index] ?? 0) === 0,
          },
        ],
  )
