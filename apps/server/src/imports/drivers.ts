import { z } from 'zod'
import type { Db } from '@tanker/database/connection'
import { ruleText } from '../http/input-errors.ts'
import { companiesByCode, exists, noSuchCompany } from './companies.ts'
import { checkRows, checkUnique, readRows } from './import-rows.ts'
import { address, companyCode, day, isIdNumber, name, phone, status } from './row-fields.ts'

const driverRow = z.object({
  name,
  sex: z.enum(['male', 'female']).default('male'),
  // spec 8.3: ID number incorrect
  idNumber: z
    .string()
    .trim()
    .refine((text) => text === '' || isIdNumber(text), { error: ruleText({ zh: '身份证号码不正确', en: 'is not a correct ID number' }) })
    .default(''),
  birthday: day.nullable().default(null),
  code: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, ruleText({ zh: '应为最多 7 位数字', en: 'must be at most 7 digits' })),
  mobilePhone: phone,
  qualification: z.string().trim().max(80).default(''),
  birthplace: z.string().trim().max(80).default(''),
  homeAddress: address,
  email: z.union([z.literal(''), z.email()]).default(''),
  entryDate: day.nullable().default(null),
  companyCode,
  status,
})

/** Adds drivers. Call it inside a transaction. */
export async function importDrivers(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('drivers', driverRow, rows)
  const check = checkRows('drivers')
  const companies = await companiesByCode(db)
  for (const [index, row] of read.entries()) if (!companies.has(row.companyCode)) check.wrong(index, noSuchCompany(row.companyCode))
  const existing = await db.selectFrom('driver').select(['company_id', 'code']).execute()
  checkUnique(
    check,
    read,
    existing.map((row) => `${row.company_id} ${row.code}`),
    (row) => `${companies.get(row.companyCode)?.id} ${row.code}`,
    (row) => exists('驾驶员代码', 'driver code', row.code),
  )
  check.settle()
  if (read.length > 0) {
    await db
      .insertInto('driver')
      .values(
        read.map((row) => ({
          company_id: companies.get(row.companyCode)?.id ?? 0,
          name: row.name,
          sex: row.sex,
          id_card: row.idNumber,
          birthday: row.birthday,
          qualification: row.qualification,
          home_address: row.homeAddress,
          birthplace: row.birthplace,
          mobile: row.mobilePhone,
          email: row.email,
          code: row.code,
          entered_on: row.entryDate,
          enabled: row.status === 'enabled',
        })),
      )
      .execute()
  }
  return read.length
}
