import type { TestApi } from '../../platform/http/test-api.ts'

/** Two templates of each organisation: one with parameters, and an empty one that is disabled. */
export async function seedParameterTemplates({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  await pool.query(
    `INSERT INTO parameter_template (organisation_id, name, remark, "values", changed_at, changed_by, enabled)
     SELECT o.id, '外人模板' || o.code || names, '', held, $1, '外人模板' || o.code, names = ''
     FROM organisation o, (VALUES ('', '{"1": 90, "41": 30}'::jsonb), ('空', '{}')) AS kept (names, held)`,
    [now],
  )
}
