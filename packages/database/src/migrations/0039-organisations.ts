import { type Kysely, sql } from 'kysely'

/**
 * An organisation has one name: table, columns, indexes, constraints, triggers and functions that were named after a company.
 * Read from the catalogue, so that nothing is forgotten. Logged values keep their names, because their rows are a hash chain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const find of RENAMES) {
    const { rows } = await sql<{ statement: string }>`${sql.raw(find)}`.execute(db)
    for (const { statement } of rows) await sql.raw(statement).execute(db)
  }
}

const named = (column: string): string => `${column} ~ 'compan(y|ies)'`
const renamed = (column: string): string => `replace(replace(${column}, 'companies', 'organisations'), 'company', 'organisation')`

/** Queries whose rows are the statements to run, in this order. Partitions follow their table, except for names of indexes. */
const RENAMES = [
  `SELECT format('ALTER TABLE %I RENAME COLUMN %I TO %I', c.relname, attname, ${renamed('attname')}) AS statement
   FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
     AND attnum > 0 AND NOT attisdropped AND ${named('attname')}`,
  `SELECT format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', conrelid::regclass, conname, ${renamed('conname')}) AS statement
   FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND contype IN ('c', 'f', 'n') AND coninhcount = 0 AND ${named('conname')}`,
  `SELECT format('ALTER INDEX %I RENAME TO %I', relname, ${renamed('relname')}) AS statement
   FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('i', 'I') AND ${named('relname')}`,
  `SELECT format('ALTER SEQUENCE %I RENAME TO %I', relname, ${renamed('relname')}) AS statement
   FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' AND ${named('relname')}`,
  `SELECT format('ALTER TRIGGER %I ON %s RENAME TO %I', tgname, tgrelid::regclass, ${renamed('tgname')}) AS statement
   FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 AND ${named('tgname')}`,
  `SELECT 'ALTER TABLE company RENAME TO organisation' AS statement`,
  `SELECT format('ALTER FUNCTION %s RENAME TO %I', oid::regprocedure, ${renamed('proname')}) AS statement
   FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND ${named('proname')}`,
  `SELECT ${renamed('pg_get_functiondef(oid)')} AS statement
   FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND ${named('prosrc')}`,
]
