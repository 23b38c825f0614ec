import { sql } from 'kysely'
import type { EntityValues, FieldProblems } from '@tanker/contract/base-data/define-entity'
import { fileOfLevels, tableOfLevels } from '@tanker/contract/base-data/levels-field'
import { tankTable } from '@tanker/contract/base-data/tank-table'
import { usedByPlatformSql } from '@tanker/database/table-in-force-sql'
import type { Write } from '../../base-data/apply-changes.ts'
import { withinInt } from '../../base-data/entity-rows.ts'
import type { ChangedRow, EntityTable, RowChange } from '../../base-data/entity-table.ts'
import { tankTableErrors } from './tank-table-errors.ts'

type Values = EntityValues<typeof tankTable>

/** SQL: the file and its rows in the form of their field. */
export const levelsOf = (table: 'tank_table' | 'station_tank') =>
  sql<string>`('# ' || CASE ${sql.ref(`${table}.file_name`)} WHEN '' THEN 'table.txt' ELSE ${sql.ref(`${table}.file_name`)} END || E'\n' ||
    (SELECT string_agg(l::text || ',' || v::text, E'\n' ORDER BY l) FROM unnest(${sql.ref(`${table}.levels_mm`)}, ${sql.ref(`${table}.volumes_l`)}) AS r (l, v)))`

/** SQL: a time in the form of its field. */
export const momentOf = (column: string) => sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** The columns filled from levels and volumes. */
export function levelColumns({ rows }: { readonly rows: string }): {
  readonly file_name: string
  readonly levels_mm: number[]
  readonly volumes_l: number[]
} {
  const { levelsMm, volumesL } = tableOfLevels(rows)
  return { file_name: fileOfLevels(rows).fileName, levels_mm: [...levelsMm], volumes_l: [...volumesL] }
}

/** Spec 4.5: a table that is being sent, or in use by the console or the platform, cannot be changed. */
async function checkUnused({ mine }: Write, { id }: RowChange<Values>): Promise<void> {
  if (id === null) return
  const row = await mine
    .from('tank_table')
    .where('tank_table.id', '=', withinInt(id))
    .innerJoin('truck', 'truck.id', 'tank_table.truck_id')
    .select([
      'tank_table.send_state',
      'tank_table.synced_at',
      sql.raw<boolean>(usedByPlatformSql('tank_table', 'truck', 'now()')).as('used'),
    ])
    .executeTakeFirst()
  if (row?.send_state === 'sending' || row?.send_state === 'synchronizing') throw tankTableErrors.sending()
  if (row?.synced_at) throw tankTableErrors.inConsole()
  if (row?.used) throw tankTableErrors.inUse()
}

/** Checks that each truck has the compartment, if its compartments are known. */
async function compartmentProblems({ mine }: Write, tables: readonly ChangedRow<Values>[]): Promise<readonly FieldProblems[]> {
  const truckIds = [...new Set(tables.map(({ after }) => withinInt(after.truckId ?? 0)))]
  const rows = await mine
    .from('truck')
    .innerJoin('compartment', 'compartment.truck_id', 'truck.id')
    .where(sql<boolean>`truck.id = ANY (${truckIds}::int[])`)
    .select(['truck.id', 'compartment.compartment'])
    .execute()
  const known = new Map<number, Set<number>>()
  for (const { id, compartment } of rows) known.set(id, (known.get(id) ?? new Set()).add(compartment))
  return tables.map(({ after: { truckId, compartment } }): FieldProblems => {
    if (known.get(truckId ?? 0)?.has(compartment) !== false) return {}
    return { compartment: { zh: `该车没有 ${compartment} 号仓。`, en: `This truck has no compartment ${compartment}.` } }
  })
}

export const tankTableRows: EntityTable<typeof tankTable> = {
  entity: tankTable,
  table: 'tank_table',
  fixed: {},
  columns: {
    truckId: 'truck_id',
    compartment: 'compartment',
    serial: 'serial',
    tankHeightMm: 'tank_height_mm',
    capacityL: 'capacity_l',
    pipeCapacityL: 'pipe_capacity_l',
    maxTries: 'max_tries',
  },
  uniqueBy: { tank_table_truck_id_compartment_effective_at_key: 'effectiveAt' },
  references: [],
  computed: () => ({
    capacityL: sql<number>`tank_table.capacity_l::float8`,
    pipeCapacityL: sql<number>`tank_table.pipe_capacity_l::float8`,
    effectiveAt: momentOf('tank_table.effective_at'),
    restart: sql<string>`CASE WHEN tank_table.restart THEN 'yes' ELSE 'no' END`,
    clearFiles: sql<string>`CASE WHEN tank_table.clear_files THEN 'yes' ELSE 'no' END`,
    rows: levelsOf('tank_table'),
  }),
  derive: (values, source) => ({
    effective_at: values.effectiveAt === '' ? sql`date_trunc('second', now())` : values.effectiveAt,
    restart: values.restart === 'yes',
    clear_files: values.clearFiles === 'yes',
    // Entered here and not yet with the truck; a world brings what trucks have.
    ...(source === 'world' ? {} : { send_state: 'not-sent', synced_at: null }),
    ...levelColumns(values),
  }),
  async authorize(write, changes) {
    for (const change of changes) await checkUnused(write, change)
  },
  validate: compartmentProblems,
}
