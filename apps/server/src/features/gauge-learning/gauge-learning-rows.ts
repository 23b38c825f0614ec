import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Db } from '@tanker/database/connection'
import { withinInt } from '../../base-data/entity-rows.ts'
import { errors } from '../../platform/http/errors.ts'

/** The learning result of one compartment in the user's scope. */
export async function findLearned(db: ScopedDb, id: number) {
  const row = await db
    .from('gauge_learning')
    .innerJoin('truck', 'truck.id', 'gauge_learning.truck_id')
    .leftJoin('tank_table', 'tank_table.id', 'gauge_learning.tank_table_id')
    .where('gauge_learning.id', '=', withinInt(id))
    .selectAll('gauge_learning')
    .select(['truck.plate', 'truck.volume_source', 'tank_table.synced_at'])
    .executeTakeFirst()
  if (!row) throw errors.rowNotFound()
  return row
}
export type LearnedRow = Awaited<ReturnType<typeof findLearned>>

/** The same inside a transaction, locked against concurrent decisions. */
export async function lockLearned(db: Db, mine: ScopedDb, id: number): Promise<LearnedRow> {
  await scoped(db, mine.scope)
    .from('gauge_learning')
    .where('gauge_learning.id', '=', withinInt(id))
    .select('gauge_learning.id')
    .forUpdate()
    .executeTakeFirst()
  return findLearned(scoped(db, mine.scope), id)
}

/** An accepted correction is open until loads measured with it are counted, or its table is deleted. */
export const isOpen = ({
  accepted_at,
  accepted,
  since,
  tank_table_id,
}: Pick<LearnedRow, 'accepted_at' | 'accepted' | 'since' | 'tank_table_id'>): boolean => {
  const madeTable = accepted !== null && ('scale' in accepted || 'offset' in accepted)
  return accepted_at !== null && since < accepted_at && !(madeTable && tank_table_id === null)
}

export const shownLearned = (row: LearnedRow, mayAccept: boolean): GaugeLearning => ({
  id: row.id,
  truckId: row.truck_id,
  plate: row.plate,
  compartment: row.compartment,
  byPlatform: row.volume_source === 'platform',
  oilCode: row.oil_code,
  learnedAt: row.learned_at.toISOString(),
  since: row.since.toISOString(),
  loadings: row.loadings,
  unloadings: row.unloadings,
  leftOut: row.left_out,
  verdict: row.verdict,
  rivals: row.rivals,
  estimates: {
    scale: { value: row.scale_permille, sigma: row.scale_sigma },
    offset: { value: row.offset_mm, sigma: row.offset_sigma },
    temperature: { value: row.temperature_c, sigma: row.temperature_sigma },
  },
  correction: row.correction,
  condition: row.condition,
  noise: row.noise,
  unsteady: row.unsteady,
  litresALoad: row.litres_a_load,
  litresALoadSigma: row.litres_a_load_sigma,
  litresAMonth: row.litres_a_month,
  points: [...row.points],
  curve: [...row.curve],
  accepted:
    row.accepted_at === null || row.accepted === null
      ? null
      : {
          at: row.accepted_at.toISOString(),
          by: row.accepted_by,
          correction: row.accepted,
          tankTableId: row.tank_table_id,
          sent: row.synced_at !== null,
          open: isOpen(row),
        },
  mayAccept: mayAccept && Object.keys(row.correction).length > 0 && !isOpen(row),
})
