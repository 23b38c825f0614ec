import { driver } from '@tanker/contract/base-data/driver'
import { scoped } from '@tanker/database/scope'
import type { Saver } from '../../base-data/apply-changes.ts'
import { findRow } from '../../base-data/entity-rows.ts'
import { recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { driverTable } from './driver-table.ts'

/**
 * The whole numbers of a driver visible to the user. The history notes who saw them before they are answered; it does not hold
 * the numbers.
 */
export async function readIdNumber(driverId: number, { db: mine, writer }: Saver): Promise<{ idNumber: string; qualification: string }> {
  return mine.unscoped.transaction().execute(async (db) => {
    const row = await findRow(scoped(db, mine.scope), driverTable, driverId)
    if (!row) throw errors.rowNotFound()
    const { organisationId, idNumber, qualification } = row.values
    await recordChanges(db, writer, [
      { entity: driver.key, rowId: row.id, organisationId: Number(organisationId), action: 'reveal', old: null, new: null },
    ])
    return { idNumber: String(idNumber ?? ''), qualification: String(qualification ?? '') }
  })
}
