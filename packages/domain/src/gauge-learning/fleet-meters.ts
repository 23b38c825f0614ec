import { nuisancesOf } from './fit-gauge.ts'
import { gaugeEquations, type GaugeObservation, isOfMeter, type Nuisance, type ReadingSigmas } from './gauge-equations.ts'

/** What one compartment's gauge alone says of a meter or station tank. */
export type MeterMessage = Nuisance & { readonly from: string }

/** The most precise messages of a meter that are heard; more change nothing. */
const MAX_MESSAGES_PER_METER = 300
/** Compartments that differ from the rest by more than so many sigmas count less: one wrong table must not blame the meter. */
const doubtfulSigmas = 1.5

/**
 * What all other compartments say of a meter: what many trucks see in the same way is the meter's, not their tables'. `prior` is
 * what is known of any such meter; a message holds it, and it is counted once.
 */
export function meterByOthers(prior: Nuisance, messages: readonly MeterMessage[], but: string): Nuisance {
  const own = messages.flatMap(({ key, from, mean, sigma }) => {
    if (key !== prior.key || from === but || !(sigma > 0)) return []
    // Takes out again what was known before that compartment was asked.
    const precision = 1 / sigma ** 2 - 1 / prior.sigma ** 2
    return precision > 1e-9 ? [{ precision, mean: (mean / sigma ** 2 - prior.mean / prior.sigma ** 2) / precision }] : []
  })
  if (own.length === 0) return prior
  const middle = median(own.map(({ mean }) => mean))
  let precision = 1 / prior.sigma ** 2
  let sum = prior.mean * precision
  for (const one of own) {
    const apart = Math.abs(one.mean - middle) * Math.sqrt(one.precision)
    const weight = one.precision * (apart <= doubtfulSigmas ? 1 : doubtfulSigmas / apart)
    precision += weight
    sum += weight * one.mean
  }
  return { key: prior.key, mean: sum / precision, sigma: Math.sqrt(1 / precision) }
}

/** What others say of the meters that these observations were made against, by key. `messages`: by key, as `heardOf` keeps them. */
export function knownMeters(
  observations: readonly GaugeObservation[],
  sigmas: ReadingSigmas,
  messages: ReadonlyMap<string, readonly MeterMessage[]>,
  but: string,
): Map<string, Nuisance> {
  const met = nuisancesOf(gaugeEquations(observations, sigmas)).filter(isOfMeter)
  return new Map(met.map((prior) => [prior.key, meterByOthers(prior, messages.get(prior.key) ?? [], but)]))
}

/** Messages by the meter that they are about, of each the most precise. */
export function heardOf(messages: readonly MeterMessage[]): Map<string, readonly MeterMessage[]> {
  const byKey = new Map<string, MeterMessage[]>()
  for (const message of messages) {
    const same = byKey.get(message.key)
    if (same) same.push(message)
    else byKey.set(message.key, [message])
  }
  return new Map([...byKey].map(([key, all]) => [key, all.toSorted((a, b) => a.sigma - b.sigma).slice(0, MAX_MESSAGES_PER_METER)]))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
