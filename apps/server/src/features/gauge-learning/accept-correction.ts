import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import { levelsValue } from '@tanker/contract/base-data/levels-field'
import type { Db } from '@tanker/database/connection'
import type { ScopedDb } from '@tanker/database/scope'
import { byPlatformAtSql, countsFromSql, momentSql } from '@tanker/database/table-in-force-sql'
import { correctedTable } from '@tanker/domain/gauge-learning/correct-table'
import { tankTableText } from '@tanker/domain/tank/tank-table-text'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { createRow } from '../../base-data/save-row.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { tankTableRows } from '../tank-tables/feature.ts'
import { findLearned, isOpen, type LearnedRow, lockLearned } from './gauge-learning-rows.ts'
import { gaugeLearningErrors } from './gauge-learning-errors.ts'

const NOTHING_PROPOSED: Text = { zh: '该仓当前没有建议的修正。', en: 'No correction is proposed for this compartment.' }
const ALREADY_ACCEPTED: Text = {
  zh: '该仓的修正已被接受，请等待修正后的数据。',
  en: 'A correction of this compartment has already been accepted. Wait for loads measured with it.',
}
const SEEN_IS_OLD: Text = {
  zh: '分析结果已更新，请查看最新结果后再接受。',
  en: 'The result has been recomputed. Check the new one before you accept it.',
}
const NO_TABLE: Text = {
  zh: '平台没有该仓在用的罐容表，请先在“罐容表管理”中录入。',
  en: 'The platform has no tank table in use for this compartment. Add it under Tank tables first.',
}

/** Throws the reason if nothing can be accepted now. */
function checkProposal(row: LearnedRow, learnedAt: Date): void {
  if (Object.keys(row.correction).length === 0) throw gaugeLearningErrors.refused(NOTHING_PROPOSED)
  if (isOpen(row)) throw gaugeLearningErrors.refused(ALREADY_ACCEPTED)
  if (row.learned_at.getTime() !== learnedAt.getTime()) throw gaugeLearningErrors.refused(SEEN_IS_OLD)
}

/**
 * Accepts the proposed correction of a compartment. Table scale and level offset: creates a new version of the table in use on
 * the platform, effective at once if the platform computes the truck's volumes, else after a user sends it to the truck.
 * A temperature correction is recorded. Nothing is sent from here.
 */
export async function acceptCorrection(mine: ScopedDb, id: number, learnedAt: Date, changer: Changer): Promise<void> {
  const seen = await findLearned(mine, id)
  checkProposal(seen, learnedAt)
  const note = async (db: Db, tankTableId: number | null): Promise<void> => {
    const row = await lockLearned(db, mine, id)
    checkProposal(row, learnedAt)
    await db
      .updateTable('gauge_learning')
      .set({
        accepted_at: changer.at,
        accepted_by: changer.userName,
        accepted: JSON.stringify(row.correction),
        tank_table_id: tankTableId,
      })
      .where('id', '=', row.id)
      .execute()
    await recordChanges(db, changer, [
      {
        entity: 'gauge_learning',
        rowId: row.id,
        organisationId: row.organisation_id,
        action: 'confirm',
        old: {},
        new: { truckId: row.truck_id, compartment: row.compartment, ...rounded(row), tankTableId },
      },
    ])
  }
  if (seen.correction.scale === undefined && seen.correction.offset === undefined) {
    await mine.unscoped.transaction().execute((db) => note(db, null))
    return
  }
  await createRow(tankTableRows, await correctedValues(mine, seen, changer.at), { db: mine, writer: changer }, note)
}

/** The correction as text. */
const rounded = ({ correction }: LearnedRow): Record<string, number> =>
  Object.fromEntries(Object.entries(correction).map(([cause, { value }]) => [cause, Math.round(value * 100) / 100]))

/** The values of the new table: the table in use, corrected. */
async function correctedValues(mine: ScopedDb, row: LearnedRow, now: Date): Promise<PlainValues> {
  const byPlatform = byPlatformAtSql('truck', momentSql(now))
  const countsFrom = sql.raw<Date>(countsFromSql('tank_table', byPlatform))
  const used = await mine
    .from('tank_table')
    .innerJoin('truck', 'truck.id', 'tank_table.truck_id')
    .where('tank_table.truck_id', '=', row.truck_id)
    .where('tank_table.compartment', '=', row.compartment)
    .where(countsFrom, '<=', now)
    .orderBy(countsFrom, 'desc')
    .orderBy('tank_table.id', 'desc')
    .selectAll('tank_table')
    .select(sql.raw<boolean>(byPlatform).as('by_platform'))
    .limit(1)
    .executeTakeFirst()
  if (!used) throw gaugeLearningErrors.refused(NO_TABLE)
  const corrected = correctedTable(
    { levelsMm: used.levels_mm, volumesL: used.volumes_l },
    { scalePermille: row.correction.scale?.value ?? 0, offsetMm: row.correction.offset?.value ?? 0 },
  )
  const day = now.toISOString().slice(0, 10)
  return {
    truckId: row.truck_id,
    compartment: row.compartment,
    serial: used.serial,
    tankHeightMm: used.tank_height_mm,
    capacityL: Number(used.capacity_l),
    pipeCapacityL: Number(used.pipe_capacity_l),
    // The platform uses it from the next second on; loads from then on complete the accepted correction.
    effectiveAt: used.by_platform ? new Date(Math.ceil(now.getTime() / 1000) * 1000).toISOString() : '',
    maxTries: used.max_tries,
    restart: 'no',
    clearFiles: 'no',
    rows: levelsValue(`calibrated-${day}.txt`, tankTableText(corrected)),
  }
}
