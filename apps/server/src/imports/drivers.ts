import { z } from 'zod'
import { type Entity, type PlainValues, readValues } from '@tanker/contract/base-data/define-entity'
import { driver } from '@tanker/contract/base-data/driver'
import type { Db } from '@tanker/database/connection'
import { insertRows } from '../base-data/entity-rows.ts'
import { tableOf } from '../base-data/all-entity-tables.ts'
import { companiesByCode, exists, noSuchCompany, tenantOf } from './companies.ts'
import { checkRows, checkUnique, readRows } from './import-rows.ts'
import { companyCode } from './row-fields.ts'

/** Adds drivers, by the rules of their declaration. Call it inside a transaction. */
export async function importDrivers(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('drivers', z.looseObject({ companyCode }), rows)
  const check = checkRows('drivers')
  const companies = await companiesByCode(db)
  const right = read.map((row, index) => {
    const company = companies.get(row.companyCode)
    if (!company) check.wrong(index, noSuchCompany(row.companyCode))
    const result = readValues<Entity>(driver, { ...row, companyId: company?.id ?? 1 })
    if ('problems' in result) for (const text of Object.values(result.problems)) check.wrong(index, text)
    const values: PlainValues = 'values' in result ? result.values : {}
    return { values, tenant: company ? tenantOf(company) : 0, code: String(values['code'] ?? '') }
  })
  check.settle()
  const existing = await db
    .selectFrom('driver')
    .innerJoin('company', 'company.id', 'driver.company_id')
    .select(['driver.company_id', 'driver.code', 'company.ancestors'])
    .execute()
  checkUnique(
    check,
    right,
    existing.map((row) => `${tenantOf({ id: row.company_id, ancestors: row.ancestors })} ${row.code}`),
    (row) => `${row.tenant} ${row.code}`,
    (row) => exists('驾驶员代码', 'driver code', row.code),
  )
  check.settle()
  for (const { values } of right) await insertRows(db, tableOf(driver), [values], 'world')
  return right.length
}
