import { propertiesIn } from '@tanker/database/fact-properties'
import { airtightTestFact } from '@tanker/domain/facts/equipment-facts'
import { type RawBuilder, sql } from 'kysely'
import type { EXPIRIES } from '../kinds.ts'

/** SQL: numbers of the compartments whose bit is set, with commas between them; null for none. */
export const compartmentsIn = (bits: RawBuilder<number | null>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(SELECT string_agg((bit + 1)::text, ',' ORDER BY bit) FROM generate_series(0, 9) AS bit WHERE (${bits})::int >> bit & 1 = 1)`

/** A passed test counts for a year (GB 20951, decision 57). */
const dueAfter = (at: RawBuilder<Date | null>): RawBuilder<Date | null> => sql<Date | null>`(${at} + interval '1 year')`

/** Whole days from now to a moment; below 0 after it. */
export const daysUntil = (at: RawBuilder<Date | null>): RawBuilder<number | null> =>
  sql<number | null>`floor(extract(epoch FROM ${at} - now()) / 86400)::float8`

/** How long before its end a test is to be repeated, days; as `EXPIRIES` says it. */
const SOON_DAYS = 30

/** SQL: a key of EXPIRIES. */
export const validityOf = (due: RawBuilder<Date | null>): RawBuilder<keyof typeof EXPIRIES | null> =>
  sql<
    keyof typeof EXPIRIES | null
  >`CASE WHEN ${due} < now() THEN 'expired' WHEN ${due} <= now() + ${sql.lit(SOON_DAYS)} * interval '1 day' THEN 'soon'
    WHEN ${due} IS NOT NULL THEN 'valid' END`

/** Filter and column. */
export const VALIDITY = { zh: '有效期', en: 'Validity' } as const

const done = propertiesIn('record', airtightTestFact)
const newer = propertiesIn('newer', airtightTestFact)

/** A later test that the same compartments passed has taken its place, or one that some of them failed has shown that they leak. */
const isReplaced = sql<boolean>`EXISTS (SELECT FROM record AS newer WHERE newer.truck_id = record.truck_id AND newer.kind = record.kind
  AND newer.started_at > record.started_at AND ${newer.text('test')} = ${done.text('test')}
  AND (${newer.number('compartmentBits')})::int & (${done.number('compartmentBits')})::int
    BETWEEN CASE WHEN ${newer.is('result', 'passed')} THEN (${done.number('compartmentBits')})::int ELSE 1 END AND (${done.number('compartmentBits')})::int
  AND ${newer.text('result')} IN ('passed', 'failed'))`

/** SQL: when the test of the query must be made again; null of one that was not passed, or no longer counts. */
export const testDue = sql<Date | null>`CASE WHEN ${done.is('result', 'passed')} AND NOT ${isReplaced}
  THEN ${dueAfter(sql`record.started_at`)} END`

const judged = propertiesIn('judged', airtightTestFact)

/**
 * SQL: when the truck of the query must be tested again. Of each compartment the newest test above and the newest below the air around it
 * count: a passed one for a year, a failed one not at all, so that the truck is due since. The earliest of them; null where one was
 * never tested.
 */
export const truckDue = sql<Date | null>`(SELECT CASE WHEN bool_and(newest.due IS NOT NULL) THEN min(newest.due) END
  FROM compartment AS tested
  CROSS JOIN (VALUES ('positive'), ('negative')) AS kind(test)
  LEFT JOIN LATERAL (SELECT CASE WHEN ${judged.is('result', 'passed')} THEN ${dueAfter(sql`judged.started_at`)} ELSE judged.started_at END AS due
    FROM record AS judged
    WHERE judged.truck_id = truck.id AND judged.kind = ${sql.lit(airtightTestFact.kind)} AND ${judged.text('result')} IN ('passed', 'failed')
      AND ${judged.text('test')} = kind.test AND (${judged.number('compartmentBits')})::int >> (tested.compartment - 1) & 1 = 1
    ORDER BY judged.started_at DESC LIMIT 1) AS newest ON true
  WHERE tested.truck_id = truck.id)`
