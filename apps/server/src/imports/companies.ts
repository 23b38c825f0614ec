import { z } from 'zod'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/text'
import { checkRows, checkUnique, readRows } from './import-rows.ts'
import { address, code, name, phone, shortName } from './row-fields.ts'

const sheet = 'companies'

/** A row of the organisation sheet; parents come before their children. */
const companyRow = z.object({
  name,
  shortName,
  code: code(12),
  parentCode: z.string().trim().nullable().default(null),
  phone,
  address,
})

/** Organisations by code, for the other sheets. */
type CompanyByCode = ReadonlyMap<string, { readonly id: number; readonly ancestors: readonly number[] }>

export async function companiesByCode(db: Db): Promise<CompanyByCode> {
  const rows = await db.selectFrom('company').select(['id', 'code', 'ancestors']).execute()
  return new Map(rows.map((row) => [row.code, { id: row.id, ancestors: row.ancestors }]))
}

/** The top organisation: names and codes are unique below it (readings: station names). */
export const tenantOf = (company: { readonly id: number; readonly ancestors: readonly number[] }): number =>
  company.ancestors[0] ?? company.id

export const noSuchCompany = (given: string): Text => ({
  zh: `没有代码为 ${given} 的组织，请先添加该组织。`,
  en: `There is no organisation with the code ${given}; add it first.`,
})

/** Adds organisations. Call it inside a transaction. */
export async function importCompanies(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows(sheet, companyRow, rows)
  const check = checkRows(sheet)
  const existing = await db.selectFrom('company').select(['code', 'name', 'short_name']).execute()
  checkUnique(
    check,
    read,
    existing.map((row) => row.code),
    (row) => row.code,
    (row) => exists('代码', 'code', row.code),
  )
  checkUnique(
    check,
    read,
    existing.map((row) => row.name),
    (row) => row.name,
    (row) => exists('名称', 'name', row.name),
  )
  checkUnique(
    check,
    read,
    existing.map((row) => row.short_name),
    (row) => row.shortName || null,
    (row) => exists('简称', 'short name', row.shortName),
  )
  const known = new Set(existing.map((row) => row.code))
  for (const [index, row] of read.entries()) {
    if (row.parentCode === row.code) check.wrong(index, { zh: '组织不能是自己的上级。', en: 'An organisation cannot be its own parent.' })
    else if (row.parentCode !== null && !known.has(row.parentCode)) check.wrong(index, noSuchCompany(row.parentCode))
    known.add(row.code)
  }
  check.settle()

  const byCode = new Map(await companiesByCode(db))
  for (const row of read) {
    const parent = row.parentCode === null ? null : byCode.get(row.parentCode)
    const { id } = await db
      .insertInto('company')
      .values({
        parent_id: parent?.id ?? null,
        name: row.name,
        short_name: row.shortName,
        code: row.code,
        phone: row.phone,
        address: row.address,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ancestors = [...(parent?.ancestors ?? []), id]
    await db.updateTable('company').set({ ancestors }).where('id', '=', id).execute()
    byCode.set(row.code, { id, ancestors })
  }
  return read.length
}

/** Spec 8.3: name or code exists. */
export const exists = (zh: string, en: string, given: string): Text => ({
  zh: `${zh} ${given} 已存在，请换一个。`,
  en: `The ${en} ${given} exists already; choose another.`,
})
