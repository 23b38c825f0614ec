import { sql } from 'kysely'
import { organisation } from '@tanker/contract/base-data/organisation'
import type { EntityValues, FieldProblems } from '@tanker/contract/base-data/define-entity'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Db } from '@tanker/database/connection'
import { OPERATOR_SCOPE } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import type { Write } from '../../base-data/apply-changes.ts'
import { type ChangedRow, type EntityTable, perRow, referencesBy, type SavedRow } from '../../base-data/entity-table.ts'

type Values = EntityValues<typeof organisation>

const NO_PARENT: Text = { zh: '上级组织不能为空。', en: 'Parent organisation must not be empty.' }
// spec 5.2
const OWN_PARENT: Text = { zh: '组织不能是自己的上级。', en: 'An organisation cannot be its own parent.' }
const BELOW_ITSELF: Text = { zh: '组织不能移到自己的下级组织之下。', en: 'An organisation cannot be moved below itself.' }
const TOP_STAYS: Text = { zh: '您所在组织的上级不能更改。', en: 'The parent of your own organisation cannot be changed.' }
const TOP_ENABLED: Text = { zh: '不能停用您所在的组织。', en: 'Your own organisation cannot be disabled.' }

/** Refuses changes that would break the tree or lock out the user. The user does not see the parent of its own organisation. */
async function problemsOf({ db, mine: { scope } }: Write, { id, after: { parentId, status } }: ChangedRow<Values>): Promise<FieldProblems> {
  if (id === scope.organisationId) {
    if (parentId !== null) return { parentId: TOP_STAYS }
    return status === 'disabled' ? { status: TOP_ENABLED } : {}
  }
  // Only the operator adds an organisation that belongs to no other.
  if (parentId === null) return scope === OPERATOR_SCOPE ? {} : { parentId: NO_PARENT }
  if (id === null) return {}
  if (parentId === id) return { parentId: OWN_PARENT }
  const { rows } = await sql`SELECT FROM organisation WHERE id = ${parentId} AND ancestors @> ARRAY[${id}]::int[]`.execute(db)
  return rows.length > 0 ? { parentId: BELOW_ITSELF } : {}
}

/** Moves an organisation, with everything below it, below its parent. */
async function place(db: Db, { id, before, after: { parentId } }: SavedRow<Values>): Promise<void> {
  if (parentId === null) {
    if (before === null) await sql`UPDATE organisation SET ancestors = ARRAY[id] WHERE id = ${id}`.execute(db)
    return
  }
  if (before?.parentId === parentId) return
  await sql`UPDATE organisation SET parent_id = ${parentId} WHERE id = ${id}`.execute(db)
  // A new organisation has no ancestors yet and is in none.
  await sql`
    UPDATE organisation SET ancestors = (SELECT ancestors FROM organisation WHERE id = ${parentId})
      || CASE WHEN organisation.ancestors = '{}' THEN ARRAY[organisation.id] ELSE organisation.ancestors[array_position(organisation.ancestors, ${id}):] END
    WHERE organisation.id = ${id} OR organisation.ancestors @> ARRAY[${id}]::int[]`.execute(db)
  // A new organisation has no trucks.
  if (before !== null)
    await freeForeignDrivers(db, sql`truck.organisation_id IN (SELECT c.id FROM organisation c WHERE c.ancestors @> ARRAY[${id}]::int[])`)
}

/** Removes default drivers who no longer belong to the truck's organisation or one above it. */
export async function freeForeignDrivers(db: Db, where: ReturnType<typeof sql>): Promise<void> {
  await sql`
    UPDATE truck SET driver_id = NULL FROM driver, organisation
    WHERE driver.id = truck.driver_id AND organisation.id = truck.organisation_id AND NOT driver.organisation_id = ANY (organisation.ancestors) AND ${where}`.execute(
    db,
  )
}

const named = referencesBy('organisation_id')

export const organisationTable: EntityTable<typeof organisation> = {
  entity: organisation,
  table: 'organisation',
  fixed: {},
  columns: { name: 'name', shortName: 'short_name', code: 'code', phone: 'phone', address: 'address', status: 'enabled' },
  uniqueBy: { organisation_code: 'code', organisation_name: 'name', organisation_short_name: 'shortName' },
  references: [
    { from: 'organisation', column: 'parent_id', organisation: 'id', shown: 'name', what: { zh: '下级组织', en: 'organisation below' } },
    // Rows of base data are added by withOwnedRows.
    named('slip', 'slip_no', '配送单', 'slip'),
    named('integration_key', 'name', '接口密钥', 'integration key'),
    named(
      `(SELECT id AS organisation_id, name FROM organisation WHERE EXISTS (SELECT FROM record WHERE record.organisation_id = organisation.id)
        OR EXISTS (SELECT FROM alarm WHERE alarm.organisation_id = organisation.id)) AS past`,
      'name',
      '历史记录',
      'past record',
    ),
  ],
  computed: ({ organisationId }) => ({ parentId: sql`CASE WHEN organisation.id <> ${organisationId} THEN organisation.parent_id END` }),
  lockKey: ADVISORY_LOCKS.organisationTree,
  validate: perRow(problemsOf),
  async afterWrite({ db }, rows) {
    for (const row of rows) await place(db, row)
    return []
  },
}
