import { hashPassword } from '@tanker/contract/password'
import { z } from 'zod'
import type { Db } from '@tanker/database/connection'
import { EVERYTHING } from '@tanker/contract/rights'
import { ALL_FUNCTIONS } from '../access/grants.ts'
import { storedPassword } from '../access/passwords.ts'
import { companiesByCode, exists, noSuchCompany } from './companies.ts'
import { checkRows, checkUnique, readRows } from './import-rows.ts'
import { companyCode, name, status } from './row-fields.ts'

const roleRow = z.object({
  companyCode,
  name,
  remark: z.string().trim().max(150).default(''),
  superMan: z.boolean().default(false),
  customer: z.boolean().default(false),
  sign: z.boolean().default(true),
  /** Screens and actions; '*' is everything. */
  functions: z.array(z.enum([EVERYTHING, ...ALL_FUNCTIONS])).default([]),
})

const userRow = z.object({
  companyCode,
  roleName: name,
  userName: name,
  realName: z.string().trim().max(80).default(''),
  /** As a person types it. */
  password: z.string().min(6).max(200),
  /** The password was chosen by another user, so it must be changed at the first sign-in. */
  mustChangePassword: z.boolean().default(true),
  status,
})

/** Adds roles with their functions. Call it inside a transaction. */
export async function importRoles(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('roles', roleRow, rows)
  const check = checkRows('roles')
  const companies = await companiesByCode(db)
  for (const [index, row] of read.entries()) if (!companies.has(row.companyCode)) check.wrong(index, noSuchCompany(row.companyCode))
  const existing = await db.selectFrom('role').select(['company_id', 'name']).execute()
  checkUnique(
    check,
    read,
    existing.map((row) => `${row.company_id} ${row.name}`),
    (row) => `${companies.get(row.companyCode)?.id} ${row.name}`,
    (row) => exists('角色名称', 'role name', row.name),
  )
  check.settle()
  for (const row of read) {
    const { id } = await db
      .insertInto('role')
      .values({
        company_id: companies.get(row.companyCode)?.id ?? 0,
        name: row.name,
        remark: row.remark,
        super_man: row.superMan,
        customer: row.customer,
        sign: row.sign,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const functions = [...new Set(row.functions)]
    if (functions.length > 0)
      await db
        .insertInto('role_grant')
        .values(functions.map((one) => ({ role_id: id, function: one })))
        .execute()
  }
  return read.length
}

/** Adds users; a role is found in the user's organisation or in one above it. Call it inside a transaction. */
export async function importUsers(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('users', userRow, rows)
  const check = checkRows('users')
  const companies = await companiesByCode(db)
  const roles = await db.selectFrom('role').select(['id', 'company_id', 'name']).execute()
  const existing = await db.selectFrom('app_user').select('user_name').execute()
  checkUnique(
    check,
    read,
    existing.map((row) => row.user_name.toLowerCase()),
    (row) => row.userName.toLowerCase(),
    (row) => exists('用户名', 'user name', row.userName),
  )
  const found = read.map((row, index) => {
    const company = companies.get(row.companyCode)
    if (!company) check.wrong(index, noSuchCompany(row.companyCode))
    // The nearest one, if several levels of the tree have the name.
    const role = [...(company?.ancestors ?? [])]
      .reverse()
      .map((id) => roles.find((one) => one.company_id === id && one.name === row.roleName))
      .find((one) => one !== undefined)
    if (company && !role) {
      check.wrong(index, {
        zh: `没有名称为 ${row.roleName} 的角色，请先添加。`,
        en: `There is no role called ${row.roleName}; add it first.`,
      })
    }
    return { row, companyId: company?.id ?? 0, roleId: role?.id ?? 0 }
  })
  check.settle()
  for (const { row, companyId, roleId } of found) {
    await db
      .insertInto('app_user')
      .values({
        company_id: companyId,
        role_id: roleId,
        user_name: row.userName,
        real_name: row.realName,
        password_hash: await storedPassword(hashPassword(row.userName, row.password)),
        must_change_password: row.mustChangePassword,
        enabled: row.status === 'enabled',
      })
      .execute()
  }
  return read.length
}
