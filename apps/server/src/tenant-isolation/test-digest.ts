import type pg from 'pg'

/**
 * Columns that a refused call may change, because they only record the attempt: when a session was last active, when a key was
 * last used. Everything else of every table must stay as it is.
 */
const MAY_CHANGE: Readonly<Record<string, readonly string[]>> = { session: ['seen_at'], integration_key: ['last_used_at'] }

/** The access log records refused attempts with a password. */
const MAY_GROW: readonly string[] = ['access_log']

/** Digest of the whole database: for each table the number of rows and a hash over all of them. */
export async function digestOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  )
  const parts = tables
    .filter(({ name }) => !MAY_GROW.includes(name))
    .map(({ name }) => {
      const columns = (MAY_CHANGE[name] ?? []).map((column) => ` - '${column}'`).join('')
      return `SELECT '${name}' AS name, count(*) || ' rows ' || coalesce(md5(string_agg(h, '' ORDER BY h)), '') AS digest
      FROM (SELECT md5((to_jsonb(t)${columns})::text) AS h FROM "${name}" t) hashed`
    })
  const { rows } = await pool.query<{ name: string; digest: string }>(parts.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
