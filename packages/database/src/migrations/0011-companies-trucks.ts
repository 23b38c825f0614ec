import { type Kysely, sql } from 'kysely'

/** Organisations and trucks become base data: versions for those who save at once, unique names, rates of products, certificates that end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE company ADD COLUMN version int NOT NULL DEFAULT 1`,
  // Unique within the tenant, which is the first of the ancestors; a row has none until its place in the tree is known.
  `CREATE UNIQUE INDEX company_name ON company ((ancestors[1]), name)`,
  `CREATE UNIQUE INDEX company_short_name ON company ((ancestors[1]), short_name) WHERE short_name <> ''`,
  `CREATE INDEX company_parent ON company (parent_id)`,
  `ALTER TABLE truck ADD COLUMN version int NOT NULL DEFAULT 1`,
  // Per °C, as expansion_rate; the share of the compartment that stays free for the product to swell, 0 to 1.
  `ALTER TABLE compartment ADD COLUMN inflation_rate real NOT NULL DEFAULT 0`,
  `ALTER TABLE driver ADD COLUMN qualified_until date`,
] as const
