import type { LOSS_JUDGEMENTS } from '@tanker/domain/loss/uncertainty'
import { sql } from 'kysely'

/** SQL of a row of `delivery`: whether its loss is known and judged. */

const isWhole = sql<boolean>`delivery.unknown_compartments = 0`
/** A trip on its way has no verdict yet. */
export const isJudged = sql<boolean>`(delivery.transport_loss_l IS NOT NULL AND delivery.state <> 'transit')`
export const judge = sql<(typeof LOSS_JUDGEMENTS)[number] | null>`CASE WHEN ${isJudged} THEN delivery.judge END`
/** Over its quota is only a loss that the error of measurement does not explain. */
export const isOver = sql<boolean>`(delivery.over_quota_l > 0 AND delivery.judge = 'loss' AND ${isJudged})`
/** Litres over the quota; 0 where it holds, or where the error of measurement explains them. */
export const overQuota = sql<number | null>`CASE WHEN ${isOver} THEN delivery.over_quota_l WHEN ${isJudged} THEN 0 END`
export const isKnown = sql<boolean>`coalesce(delivery.transport_loss_l, delivery.total_loss_l) IS NOT NULL OR ${isWhole}`
export const quota = sql<number | null>`delivery.quota_l / nullif(delivery.base_v20_l, 0) * 1000`
