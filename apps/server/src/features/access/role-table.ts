import { role } from '@tanker/contract/base-data/role'
import type { EntityValues, FieldProblems } from '@tanker/contract/base-data/define-entity'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import type { Write } from '../../base-data/apply-changes.ts'
import { type ChangedRow, type EntityTable, perRow } from '../../base-data/entity-table.ts'
import { DEMO_ROLE, WATER_TRUCK_ROLE } from '../../platform/access/grants.ts'
import { rightsOf, whyNotChange, writingActor } from './actor.ts'
import { rightsErrors } from './rights-errors.ts'

const NOT_HELD: Text = { zh: '您自己没有该权限，不能授予。', en: 'You cannot grant a permission that you do not have.' }
const ONLY_CUSTOMERS: Text = { zh: '客户只能建立客户角色。', en: 'A customer can only create customer roles.' }
const MEANT: Text = {
  zh: '该名称有特定用途，不能修改。',
  en: 'This name has a special meaning and cannot be changed.',
}
const USERS_ELSEWHERE: Text = {
  zh: '该角色的部分用户不属于所选组织及其下级，请先调整这些用户。',
  en: 'Some users of this role belong neither to this organisation nor to one below it. Change these users first.',
}

/** SQL: a boolean column as the form's `yes` or `no`. */
const yesNo = (column: string) => sql<string>`CASE WHEN ${sql.ref(`role.${column}`)} THEN 'yes' ELSE 'no' END`

/** A user cannot grant permissions it does not have, nor change its own role or one with more permissions. */
export const roleTable: EntityTable<typeof role> = {
  entity: role,
  table: 'role',
  fixed: {},
  columns: { name: 'name', organisationId: 'organisation_id', remark: 'remark', status: 'enabled' },
  computed: () => ({
    superMan: yesNo('super_man'),
    customer: yesNo('customer'),
    sign: yesNo('sign'),
    secondFactor: yesNo('second_factor_required'),
  }),
  derive: ({ superMan, customer, sign, secondFactor }) => ({
    super_man: superMan === 'yes',
    customer: customer === 'yes',
    sign: sign === 'yes',
    second_factor_required: secondFactor === 'yes',
  }),
  uniqueBy: { role_name: 'name', role_organisation_id_name_key: 'name' },
  references: [
    { from: 'app_user', column: 'role_id', organisation: 'organisation_id', shown: 'user_name', what: { zh: '用户', en: 'user' } },
  ],
  notifies: 'session',
  lockKey: ADVISORY_LOCKS.permissions,
  async authorize(write, changes) {
    const actor = await writingActor(write)
    for (const { id } of changes) {
      const rights = id === null ? null : await rightsOf(write.db, id)
      const why = id === null || rights === null ? null : whyNotChange(actor, id, rights)
      if (why) throw rightsErrors.refused(why)
    }
  },
  validate: perRow(problemsOf),
}

async function problemsOf(write: Write, { id, before, after: values }: ChangedRow<EntityValues<typeof role>>): Promise<FieldProblems> {
  const actor = await writingActor(write)
  const problems: Record<string, Text> = {}
  if (!actor.superMan) {
    if (values.superMan === 'yes') problems['superMan'] = NOT_HELD
    if (values.customer === 'no' && actor.customer) problems['customer'] = ONLY_CUSTOMERS
    if (values.sign === 'yes' && !actor.sign) problems['sign'] = NOT_HELD
  }
  if (id === null) return problems
  if (before && before.name !== values.name && [DEMO_ROLE, WATER_TRUCK_ROLE].includes(before.name)) problems['name'] = MEANT
  const elsewhere = await write.db
    .selectFrom('app_user')
    .innerJoin('organisation', 'organisation.id', 'app_user.organisation_id')
    .where('app_user.role_id', '=', id)
    .where(sql<boolean>`NOT organisation.ancestors @> ARRAY[${values.organisationId}]::int[]`)
    .select('app_user.id')
    .limit(1)
    .executeTakeFirst()
  if (elsewhere) problems['organisationId'] = USERS_ELSEWHERE
  return problems
}
