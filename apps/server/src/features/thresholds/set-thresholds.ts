import { MAX_THRESHOLD_OWNERS, type ThresholdsToSet } from '@tanker/contract/thresholds'
import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { THRESHOLDS } from '@tanker/domain/thresholds'
import { thresholdProblem, thresholdText } from '@tanker/domain/thresholds/check-value'
import { sql } from 'kysely'
import { publishOnCommit } from '../../platform/bus/publish-on-commit.ts'
import { type Change, type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { thresholdErrors } from './threshold-errors.ts'
import { type ThresholdOwner, thresholdOwners } from './threshold-owners.ts'

/** A change counts from so much later: by then every gateway knows it, and live alarms are those that a rebuild would find. */
const KNOWN_AFTER_MS = 10_000
const YEAR_MS = 366 * 86_400_000

/** What is to be set for each owner. */
type Setting = {
  readonly owners: readonly ThresholdOwner[]
  readonly values: ThresholdsToSet['values']
  readonly from: Date
  readonly reason: string
  /** The number of this change. */
  readonly change: number
}

/**
 * Gives several organisations and trucks the same values, or lets them inherit again, from a time on. Values that were to follow later are
 * replaced. Refused if another user changed one of them after `seen`.
 * @param more beside the values in the history
 * @returns how many values changed
 */
export async function setThresholds(
  mine: ScopedDb,
  asked: ThresholdsToSet,
  by: Changer,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { organisationIds, truckIds, seen } = asked
  checkValues(asked.values)
  if (organisationIds.length + truckIds.length === 0) throw thresholdErrors.noOwner()
  if (organisationIds.length + truckIds.length > MAX_THRESHOLD_OWNERS) throw thresholdErrors.tooMany()
  const from = startOf(asked.from, by.at)
  return mine.unscoped.transaction().execute(async (db) => {
    // The row is locked until the commit: changes of thresholds come one after another.
    const { rows } = await sql<{ change: number }>`
      UPDATE setting SET value = jsonb_build_object('count', (value ->> 'count')::int + 1) WHERE name = 'threshold changes'
      RETURNING (value ->> 'count')::int AS change`.execute(db)
    const owners = await thresholdOwners(scoped(db, mine.scope), organisationIds, truckIds)
    const setting = { owners, values: asked.values, from, reason: asked.reason.trim(), change: rows[0]?.change ?? 0 }
    await refuseIfChanged(db, setting, seen)
    const changes = (await changesOf(db, setting)).map((change) => ({ ...change, new: { ...change.new, ...more } }))
    if (changes.length === 0) return 0
    await store(db, setting, by)
    await publishOnCommit(db, 'context')
    await recordChanges(db, by, changes)
    return changes.reduce((sum, { old }) => sum + Object.keys(old ?? {}).length, 0)
  })
}

/** Refuses unknown names and values that are not permitted. */
export function checkValues(values: Setting['values']): void {
  for (const { name, value } of values) {
    const threshold = THRESHOLDS.get(name)
    if (!threshold) throw thresholdErrors.unknown(name)
    const problem = value === null ? null : thresholdProblem(threshold, value)
    if (problem) throw thresholdErrors.badValue(problem)
  }
}

function startOf(from: string, now: Date): Date {
  const soon = new Date(now.getTime() + KNOWN_AFTER_MS)
  if (from === '') return soon
  const chosen = new Date(from)
  // A form shows minutes: the current one is now.
  if (chosen.getTime() < now.getTime() - 60_000) throw thresholdErrors.inThePast()
  if (chosen.getTime() > now.getTime() + YEAR_MS) throw thresholdErrors.tooFar()
  return chosen > soon ? chosen : soon
}

const idsOf = (owners: readonly ThresholdOwner[], kind: ThresholdOwner['kind']): number[] =>
  owners.filter((one) => one.kind === kind).map(({ id }) => id)

/** SQL: a value of one of these owners and names. */
const isMeant = ({ owners, values }: Pick<Setting, 'owners' | 'values'>) =>
  sql<boolean>`(threshold_value.organisation_id = ANY (${idsOf(owners, 'organisation')}::int[]) OR threshold_value.truck_id = ANY (${idsOf(owners, 'truck')}::int[]))
    AND threshold_value.name = ANY (${values.map(({ name }) => name)}::text[])`

/** Says what another user changed after these values were read. */
async function refuseIfChanged(db: Db, setting: Setting, seen: number): Promise<void> {
  const row = await db
    .selectFrom('threshold_value')
    .leftJoin('truck', 'truck.id', 'threshold_value.truck_id')
    .leftJoin('organisation', 'organisation.id', 'threshold_value.organisation_id')
    .where(isMeant(setting))
    .where((where) => where.or([where('set_in', '>', seen), where('ended_in', '>', seen)]))
    .select(['threshold_value.name', 'value', 'until_at', 'set_by', 'ended_by', 'plate', 'organisation.name as organisation'])
    .orderBy('threshold_value.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const threshold = row && THRESHOLDS.get(row.name)
  if (!row || !threshold) return
  const owner = row.plate ?? row.organisation ?? ''
  const { zh, en } = thresholdText(threshold, row.value)
  const what: Text =
    row.until_at === null
      ? {
          zh: `${row.set_by} 刚刚把 ${owner} 的“${threshold.label.zh}”改为 ${zh}。`,
          en: `${row.set_by} has just set “${threshold.label.en}” of ${owner} to ${en}.`,
        }
      : {
          zh: `${row.ended_by ?? row.set_by} 刚刚修改了 ${owner} 的“${threshold.label.zh}”（原为 ${zh}）。`,
          en: `${row.ended_by ?? row.set_by} has just changed “${threshold.label.en}” of ${owner}, which was ${en}.`,
        }
  throw thresholdErrors.changed(what)
}

/** For the history: of each owner what differs from what it would have had. */
async function changesOf(db: Db, setting: Setting): Promise<Change[]> {
  const { owners, values, from, reason } = setting
  const held = await db
    .selectFrom('threshold_value')
    .where(isMeant(setting))
    .where('until_at', 'is', null)
    .select(['organisation_id', 'truck_id', 'name', 'value'])
    .execute()
  const keyOf = (kind: string, id: number | null, name: string): string => `${kind} ${id} ${name}`
  const before = new Map(
    held.map((row) => [
      row.truck_id === null ? keyOf('organisation', row.organisation_id, row.name) : keyOf('truck', row.truck_id, row.name),
      row.value,
    ]),
  )
  return owners.flatMap(({ kind, id, organisationId }): Change[] => {
    const changed = values.filter(({ name, value }) => (before.get(keyOf(kind, id, name)) ?? null) !== value)
    if (changed.length === 0) return []
    const old = Object.fromEntries(changed.map(({ name }) => [name, before.get(keyOf(kind, id, name)) ?? null]))
    const fresh = Object.fromEntries(changed.map(({ name, value }) => [name, value]))
    const entity = `${kind}_threshold`
    return [{ entity, rowId: id, organisationId, action: 'change', old, new: { ...fresh, reason, from: from.toISOString() } }]
  })
}

/** Ends what counts then, removes what was to follow, and begins the new values. */
async function store(db: Db, setting: Setting, by: Changer): Promise<void> {
  const { owners, values, from, reason, change } = setting
  await db.deleteFrom('threshold_value').where(isMeant(setting)).where('from_at', '>=', from).execute()
  await db
    .updateTable('threshold_value')
    .where(isMeant(setting))
    .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', from)]))
    .set({ until_at: from, ended_by: by.userName, ended_in: change })
    .execute()
  const given = values.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  if (given.length === 0) return
  await sql`
    INSERT INTO threshold_value (organisation_id, truck_id, name, value, from_at, reason, set_by, set_at, set_in)
    SELECT owner.organisation_id, owner.truck_id, given.name, given.value, ${from}, ${reason}, ${by.userName}, ${by.at}, ${change}::int
    FROM (SELECT id AS organisation_id, NULL::int AS truck_id FROM unnest(${idsOf(owners, 'organisation')}::int[]) AS id
      UNION ALL SELECT NULL, id FROM unnest(${idsOf(owners, 'truck')}::int[]) AS id) AS owner
    CROSS JOIN unnest(${given.map(({ name }) => name)}::text[], ${given.map(({ value }) => value)}::float8[]) AS given (name, value)`.execute(
    db,
  )
}
