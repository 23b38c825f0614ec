import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { fenceVisitFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import type { ChosenPeriod, ChosenTrucks } from '../define-report.ts'
import { PARKED_PLACES } from '../driving-words.ts'
import { isChosen, thisMinute } from '../kinds.ts'

/** SQL of stays in fences, and of fences by what they are called now. */

export const visit = propertiesIn('record', fenceVisitFact)

/** Kinds of fences, and what lies outside all. */
export const OUTSIDE = { ...PARKED_PLACES, none: { zh: '围栏外', en: 'Outside fences' } } as const

/** Over a record with its fence joined; a deleted fence is called as it was. */
export const fenceNameNow = sql<string>`coalesce(fence.name, record.fence_name, '')`
export const fenceKindNow = sql<string | null>`CASE WHEN record.fence_id IS NULL THEN 'none' ELSE fence.kind END`
export const ofFence = sql<string>`concat(coalesce(record.fence_id, 0), ':', ${fenceNameNow})`

export const FENCE_PICKABLE = { ofFence: { zh: '围栏', en: 'Fence' } } as const

/** A stay that began so long before the period counts. */
const LONGEST_STAY_DAYS = 31

/** Stays that lay in the period or reached into it, with their fence. */
export const visitsDuring = (db: ScopedDb, { scope, when }: { readonly scope: ChosenTrucks; readonly when: ChosenPeriod }) =>
  db
    .from('record')
    .leftJoin('fence', 'fence.id', 'record.fence_id')
    .where(isChosen(scope, 'record'))
    .where('record.kind', '=', fenceVisitFact.kind)
    .where('record.started_at', '<=', when.to)
    // Further back only those that have not ended.
    .where(
      sql<boolean>`(record.started_at >= ${when.from}::timestamptz - make_interval(days => ${LONGEST_STAY_DAYS}) OR record.ended_at IS NULL)`,
    )
    .where(sql<boolean>`coalesce(record.ended_at, now()) >= ${when.from}`)

/** SQL: milliseconds of a stay that lie in the period. */
export const stayMs = ({ from, to }: ChosenPeriod) =>
  sql<number>`(greatest(0, extract(epoch FROM least(coalesce(record.ended_at, ${thisMinute}), ${to}) - greatest(record.started_at, ${from}))) * 1000)::float8`
