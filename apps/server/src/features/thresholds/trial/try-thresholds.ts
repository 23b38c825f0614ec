import { MAX_TRIAL_ALARMS, type TrialAlarm, type TrialResult } from '@tanker/contract/threshold-trials'
import { THRESHOLD_VALUES_SQL, type ThresholdValueRow } from '@tanker/database/thresholds-in-force'
import { TruckContexts } from '@tanker/database/truck-contexts'
import type { AlarmFact } from '@tanker/detection/fact'
import type pg from 'pg'
import { compareAlarms } from './compare-alarms.ts'
import { replayTruck } from './replay-truck.ts'

/** Values that are tried, and for whom. A null value: it inherits. */
export type Trial = {
  readonly organisationIds: readonly number[]
  readonly truckIds: readonly number[]
  readonly values: readonly { readonly name: string; readonly value: number | null }[]
}

/** Trucks whose last days are judged again, from a time on, ms since 1970 UTC. */
export type TriedTrucks = { readonly triedTruckIds: readonly number[]; readonly from: number }

/** The alarms of trucks as they were judged and as they would have been, had these values counted all the time. Writes nothing. */
export async function tryThresholds(pool: pg.Pool, trial: Trial, { triedTruckIds, from }: TriedTrucks): Promise<TrialResult> {
  const { rows } = await pool.query<ThresholdValueRow>(THRESHOLD_VALUES_SQL)
  const [now, tried] = await Promise.all([
    new TruckContexts(pool, rows).load(triedTruckIds),
    new TruckContexts(pool, withValues(rows, trial)).load(triedTruckIds),
  ])
  const trucks: TrialResult['trucks'] = []
  for (const truckId of triedTruckIds) {
    const contexts = [now.get(truckId), tried.get(truckId)].filter((context) => context !== undefined)
    if (contexts.length < 2) continue
    const { readings, alarms } = await replayTruck(pool, truckId, from, contexts)
    const [before = [], after = []] = alarms
    const { appear, vanish, changed } = compareAlarms(before, after)
    const types = [...new Set([...before, ...after].map(({ type }) => type))].toSorted((a, b) => a - b)
    trucks.push({
      truckId,
      plate: contexts[0]?.plate ?? '',
      readings,
      counts: types.map((type) => ({ type, now: countOf(before, type), tried: countOf(after, type) })),
      appear: appear.slice(0, MAX_TRIAL_ALARMS).map(shown),
      vanish: vanish.slice(0, MAX_TRIAL_ALARMS).map(shown),
      changed: changed.length,
    })
  }
  return { trucks }
}

const countOf = (alarms: readonly AlarmFact[], wanted: number): number => alarms.filter(({ type }) => type === wanted).length

const shown = ({ type, startedAt, endedAt, grade }: AlarmFact): TrialAlarm => ({
  type,
  startedAt: new Date(startedAt).toISOString(),
  endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  grade,
})

/** The stored values, with those of the trial from the beginning of time in place of what their owners have of the same names. */
export function withValues(rows: readonly ThresholdValueRow[], { organisationIds, truckIds, values }: Trial): ThresholdValueRow[] {
  const names = new Set(values.map(({ name }) => name))
  const isReplaced = ({ organisation_id, truck_id, name }: ThresholdValueRow): boolean =>
    names.has(name) && (truck_id === null ? organisationIds.includes(organisation_id ?? 0) : truckIds.includes(truck_id))
  const owners = [
    ...organisationIds.map((organisation_id) => ({ organisation_id, truck_id: null })),
    ...truckIds.map((truck_id) => ({ organisation_id: null, truck_id })),
  ]
  const fresh = values.flatMap(({ name, value }) =>
    value === null ? [] : owners.map((owner) => ({ ...owner, name, value, from_ms: 0, until_ms: null })),
  )
  return [...rows.filter((row) => !isReplaced(row)), ...fresh]
}
