import { type ByCause, GAUGE_CAUSES, type GaugeCause, type GaugeEquation, type Nuisance } from './gauge-equations.ts'
import { solveNormal } from './solve-normal.ts'

/** How large each error is in ordinary fleets, one sigma: wide, so that data decide wherever there are any. */
export const usualErrors: ByCause = { scale: 3, offset: 5, temperature: 1.5 }

/** Residuals beyond so many sigmas count less and less; beyond the second number not at all: a theft teaches nothing. */
const doubtfulSigmas = 2
const leftOutSigmas = 4.5
/** When more than this share would be left out, the gauge is unsteady: then nothing is left out and the noise is said to be greater. */
const mostLeftOut = 0.25
/** The noise that is expected counts as so many observations beside those that were made. */
const expectedNoiseCounts = 20
/** Rounds of weighing; the weights settle in less than ten. */
const MAX_ROUNDS = 30

export type GaugeFit = {
  /** In per mille, mm and °C; a cause that was not free is 0 ± 0. */
  readonly values: ByCause
  readonly sigmas: ByCause
  /** Of the causes in the order of `GAUGE_CAUSES`; zero for one that was not free. */
  readonly covariance: readonly (readonly number[])[]
  readonly nuisances: readonly Nuisance[]
  /** Weighted squares of what is not explained, with what was known beforehand; the lower the better. */
  readonly objective: number
}

/** How much each equation counts, 0 to 1, and by how much noise exceeds what was expected. */
export type Weighing = { readonly weights: readonly number[]; readonly noise: number; readonly unsteady: boolean }

/**
 * The most likely errors of the causes that are free, by weighted least squares with what is known beforehand. `known` replaces
 * what the equations say of nuisances, by key.
 */
export function fitGauge(
  equations: readonly GaugeEquation[],
  free: readonly GaugeCause[],
  { weights, noise }: Pick<Weighing, 'weights' | 'noise'>,
  known: ReadonlyMap<string, Nuisance> = new Map(),
): GaugeFit {
  const nuisances = nuisancesOf(equations, known)
  const place = new Map(nuisances.map(({ key }, index) => [key, free.length + index]))
  const centre = [...free.map(() => 0), ...nuisances.map(({ mean }) => mean)]
  const spread = [...free.map((cause) => usualErrors[cause]), ...nuisances.map(({ sigma }) => sigma)]
  // In units of what is usual, around what was known: what was known is then one on the diagonal and zero on the right.
  const matrix: number[][] = centre.map((_, i) => centre.map((__, j) => (i === j ? 1 : 0)))
  const right = centre.map(() => 0)
  const lines = equations.map((equation, index) => {
    const line: [number, number][] = free.map((cause, at) => [at, equation.of[cause] * (spread[at] ?? 1)])
    let residual = equation.residual
    for (const { nuisance, coefficient } of equation.nuisances) {
      const at = place.get(nuisance.key) ?? 0
      line.push([at, coefficient * (spread[at] ?? 1)])
      residual -= coefficient * (centre[at] ?? 0)
    }
    return { line, residual, precision: (weights[index] ?? 0) / (equation.sigma * noise) ** 2 }
  })
  for (const { line, residual, precision } of lines)
    for (const [i, a] of line) {
      right[i] = (right[i] ?? 0) + precision * a * residual
      const row = matrix[i] ?? []
      for (const [j, b] of line) row[j] = (row[j] ?? 0) + precision * a * b
    }
  const { solution, inverse } = solveNormal(matrix, right)
  let objective = solution.reduce((sum, value) => sum + value * value, 0)
  for (const { line, residual, precision } of lines) {
    const left = line.reduce((sum, [at, a]) => sum - a * (solution[at] ?? 0), residual)
    objective += precision * left * left
  }
  const value = (at: number): number => (centre[at] ?? 0) + (solution[at] ?? 0) * (spread[at] ?? 0)
  const covarianceAt = (i: number, j: number): number => (inverse[i]?.[j] ?? 0) * (spread[i] ?? 0) * (spread[j] ?? 0)
  const by = (of: (at: number) => number): ByCause => {
    const found = (cause: GaugeCause): number => (free.includes(cause) ? of(free.indexOf(cause)) : 0)
    return { scale: found('scale'), offset: found('offset'), temperature: found('temperature') }
  }
  return {
    values: by(value),
    sigmas: by((at) => Math.sqrt(covarianceAt(at, at))),
    covariance: GAUGE_CAUSES.map((a) =>
      GAUGE_CAUSES.map((b) => (free.includes(a) && free.includes(b) ? covarianceAt(free.indexOf(a), free.indexOf(b)) : 0)),
    ),
    nuisances: nuisances.map(({ key }, index) => {
      const at = free.length + index
      return { key, mean: value(at), sigma: Math.sqrt(covarianceAt(at, at)) }
    }),
    objective,
  }
}

/** Each nuisance once, in the order of the equations, as it is known. */
export function nuisancesOf(equations: readonly GaugeEquation[], known: ReadonlyMap<string, Nuisance> = new Map()): Nuisance[] {
  const found = new Map<string, Nuisance>()
  for (const { nuisances } of equations)
    for (const { nuisance } of nuisances) if (!found.has(nuisance.key)) found.set(nuisance.key, known.get(nuisance.key) ?? nuisance)
  return [...found.values()]
}

/** What an equation leaves unexplained, in its own unit. */
export function unexplained(equation: GaugeEquation, fit: Pick<GaugeFit, 'values' | 'nuisances'>): number {
  const known = new Map(fit.nuisances.map(({ key, mean }) => [key, mean]))
  const causes = GAUGE_CAUSES.reduce((sum, cause) => sum + equation.of[cause] * fit.values[cause], 0)
  const others = equation.nuisances.reduce((sum, { nuisance, coefficient }) => sum + coefficient * (known.get(nuisance.key) ?? 0), 0)
  return equation.residual - causes - others
}

/** How much each equation may count: fits, looks at what is far off, and fits again until the weights settle. */
export function weighEquations(equations: readonly GaugeEquation[], known: ReadonlyMap<string, Nuisance> = new Map()): Weighing {
  // Litres alone say how noisy the gauge is.
  const litres = equations.map(({ unit }) => unit === 'L')
  const weighed = (cutSigmas: number): Weighing => {
    let weights: number[] = equations.map(() => 1)
    let noise = 1
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const fit = fitGauge(equations, GAUGE_CAUSES, { weights, noise }, known)
      const apart = equations.map((equation) => Math.abs(unexplained(equation, fit)) / equation.sigma)
      noise = noiseOf(apart.filter((_, index) => litres[index]))
      const next = apart.map((sigmas) => weightOf(sigmas / noise, cutSigmas))
      const settled = next.every((weight, index) => Math.abs(weight - (weights[index] ?? 0)) < 1e-6)
      weights = next
      if (settled) break
    }
    return { weights, noise: remainingNoise(equations, weights, noise, known), unsteady: false }
  }
  const found = weighed(leftOutSigmas)
  const out = found.weights.filter((weight, index) => litres[index] && weight === 0).length
  if (out <= litres.filter(Boolean).length * mostLeftOut) return found
  return { ...weighed(Number.POSITIVE_INFINITY), unsteady: true }
}

/** Sigmas by which what counts scatters in the end; a few observations do not overrule what is expected. */
function remainingNoise(
  equations: readonly GaugeEquation[],
  weights: readonly number[],
  noise: number,
  known: ReadonlyMap<string, Nuisance>,
): number {
  const fit = fitGauge(equations, GAUGE_CAUSES, { weights, noise }, known)
  let squares = expectedNoiseCounts
  let counted = expectedNoiseCounts - GAUGE_CAUSES.length
  for (const [index, equation] of equations.entries()) {
    const weight = weights[index] ?? 0
    if (equation.unit !== 'L' || weight === 0) continue
    squares += weight * (unexplained(equation, fit) / equation.sigma) ** 2
    counted += 1
  }
  return Math.max(1, Math.sqrt(squares / counted))
}

const weightOf = (sigmas: number, cutSigmas: number): number =>
  sigmas <= doubtfulSigmas ? 1 : sigmas > cutSigmas ? 0 : doubtfulSigmas / sigmas

/** Sigmas by which residuals really scatter, from their median: half of them lie within 0.6745 sigma. Never below what is expected. */
function noiseOf(apart: readonly number[]): number {
  const sorted = apart.toSorted((a, b) => a - b)
  const median = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
  const freedom = Math.sqrt(sorted.length / Math.max(1, sorted.length - GAUGE_CAUSES.length))
  return Math.max(1, (median / 0.6745) * freedom)
}
