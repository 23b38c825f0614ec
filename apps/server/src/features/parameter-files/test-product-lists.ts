import type { TestApi } from '../../platform/http/test-api.ts'

const LIST = [
  { ptNo: 92, ptName: '92#', ptVEC: 0.0012, ptDensity: 0.735 },
  { ptNo: 0, ptName: '0#', ptVEC: 0.00083, ptDensity: 0.84 },
]

/** A product list that arrived, and one that was read back as another, for every truck. */
export async function seedProductLists({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  for (const [index, [state, result]] of [
    ['done', null],
    ['failed', 'read-back'],
  ].entries()) {
    const at = new Date(now.getTime() - (index + 2) * 3_600_000)
    await pool.query(
      `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at)
       SELECT t.id, t.organisation_id, 'write-file', $2, $3, $4, 1, 3, '外人油品' || o.code, $1, $1
       FROM truck t JOIN organisation o ON o.id = t.organisation_id ORDER BY t.id`,
      [at, JSON.stringify({ file: 8, seen: 0, reason: '新油品', products: LIST }), state, result],
    )
  }
}
