import type { Selectable } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { Database } from '@tanker/database/tables'
import type { Text } from '@tanker/domain/texts/text'
import { type JudgedStep, judgeDeviceTest } from '@tanker/domain/devices/judge-device-test'
import { withinInt } from '../../base-data/entity-rows.ts'
import { readEvidence } from './tested-truck.ts'
import { deviceTestErrors } from './device-test-errors.ts'

export type DeviceTestRow = Selectable<Database['device_test']>

const NOT_FOUND: Text = { zh: '没有找到该检测，请刷新列表。', en: 'The test was not found. Please refresh the list.' }

/** A test within the user's organisations; can be locked in a transaction of the owner role. */
export async function findTest(db: ScopedDb, id: number, locks: boolean): Promise<DeviceTestRow> {
  const query = db.from('device_test').where('device_test.id', '=', withinInt(id)).selectAll('device_test')
  const row = await (locks ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw deviceTestErrors.refused(NOT_FOUND)
  return row
}

/** The steps of a test: stored results of an ended test, current results of an open one. */
export async function stepsOf(db: ScopedDb, row: DeviceTestRow, now: Date): Promise<readonly JudgedStep[]> {
  return row.steps ?? judgeDeviceTest(row.equipment, await readEvidence(db, row.truck_id, row.started_at, now), row.entries)
}
