import { MAX_OPEN_H } from './water-works.ts'
import { BOTTOM_VALVE } from '@tanker/domain/devices/probe-type'
import { propertiesIn } from '@tanker/database/fact-properties'
import { sealChangeFact } from '@tanker/domain/facts/seal-facts'
import { type RawBuilder, sql } from 'kysely'

const change = propertiesIn('change', sealChangeFact)

/** SQL: capacity of the tank of a reading, litres; asked for the rows of a page only. */
export const capacityOf = (reading: string): RawBuilder<number | null> =>
  sql`(SELECT capacity_l FROM compartment
    WHERE compartment.truck_id = ${sql.ref(`${reading}.truck_id`)} AND compartment.compartment = ${sql.ref(`${reading}.compartment`)})`

/** SQL: whether the bottom valve stood open at the time of a reading, by the last change before it. */
export const spraysAt = (reading: string): RawBuilder<boolean> =>
  sql`coalesce((SELECT ${change.text('action')} = 'opened' FROM record change
    WHERE change.truck_id = ${sql.ref(`${reading}.truck_id`)} AND change.kind = ${sql.lit(sealChangeFact.kind)}
      AND change.started_at BETWEEN ${sql.ref(`${reading}.at`)} - ${sql.lit(MAX_OPEN_H)} * interval '1 hour' AND ${sql.ref(`${reading}.at`)}
      AND ${change.number('probeType')} = ${sql.lit(BOTTOM_VALVE)} AND ${change.text('action')} IN ('opened', 'closed')
    ORDER BY change.started_at DESC LIMIT 1), false)`
