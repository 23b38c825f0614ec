import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '@tanker/database/scope'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'

/** Conditions for filters that the user may leave open: true for every row when nothing was asked. */
const every = sql<boolean>`true`

/** One of the keys or numbers that were chosen. */
export const among = (value: Expression<string | number | null>, chosen: readonly (string | number)[] | undefined): RawBuilder<boolean> =>
  chosen === undefined ? every : sql<boolean>`(${value})::text = ANY (${chosen.map(String)}::text[])`

export const notBelow = (value: Expression<number | null>, least: number | undefined): RawBuilder<boolean> =>
  least === undefined ? every : sql<boolean>`${value} >= ${least}`

/** The fence that counted is one of these places'. */
export const atPlaces = (table: 'alarm' | 'record', placeIds: readonly number[] | undefined): RawBuilder<boolean> =>
  placeIds === undefined
    ? every
    : sql<boolean>`${sql.ref(`${table}.fence_id`)} IN (SELECT fence.id FROM fence WHERE fence.place_id = ANY (${[...placeIds]}::int[]))`

const staffOnlyTypes = ALARM_TYPES.filter(({ staffOnly }) => staffOnly === true).map(({ code }) => code)

/** For counts of alarms, by the alias of the table: customers know nothing of the types of the staff (spec 6). */
export const isKnownTo = ({ customer }: Scope, alias: string): RawBuilder<boolean> =>
  customer ? sql<boolean>`${sql.ref(`${alias}.type`)} <> ALL (${staffOnlyTypes}::int[])` : every

/**
 * For counts of alarms, by the alias of the table: a box door whose opening went into an unsealing keeps its row and is part of that
 * happening, which is counted already (decision 19).
 */
export const isWholeHappening = (alias: string): RawBuilder<boolean> => sql<boolean>`NOT ${sql.ref(`${alias}.is_part`)}`
