import { z } from 'zod'
import { type Entity, type PlainValues, readValues } from '@tanker/contract/base-data/define-entity'
import { depot } from '@tanker/contract/base-data/depot'
import { park } from '@tanker/contract/base-data/park'
import { repairShop } from '@tanker/contract/base-data/repair-shop'
import { station } from '@tanker/contract/base-data/station'
import type { Db } from '@tanker/database/connection'
import { FENCE_KINDS } from '@tanker/domain/fence'
import { insertRows } from '../base-data/entity-rows.ts'
import { tableOf } from '../base-data/all-entity-tables.ts'
import { companiesByCode, exists, noSuchCompany, tenantOf } from './companies.ts'
import { checkRows, checkUnique, readRows } from './import-rows.ts'
import { address, companyCode, fenceShape, name } from './row-fields.ts'

/** The declaration of each kind of place. */
const ENTITIES = { station, depot, park, repair: repairShop } as const

/** Further fields of a row of the world besides its declaration. */
const placeRow = z.looseObject({
  kind: z.enum(['depot', 'station', 'park', 'repair']),
  companyCode,
  /** Depots: the manager. Parks: the contact person. */
  contact: z.string().nullable().default(null),
})

const fenceRow = z.object({
  kind: z.enum(FENCE_KINDS),
  name,
  placeName: z.string().trim().nullable().default(null),
  companyCode,
  address,
  shape: fenceShape,
  speedLimitKmh: z.number().min(5).max(120).nullable().default(null),
})

/** Adds stations, depots, parks and repair shops, by the rules of their declarations. Call it inside a transaction. */
export async function importPlaces(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('places', placeRow, rows)
  const check = checkRows('places')
  const companies = await companiesByCode(db)
  const existing = await db
    .selectFrom('place')
    .innerJoin('company', 'company.id', 'place.company_id')
    .select(['place.kind', 'place.code', 'place.name', 'place.short_name', 'place.company_id', 'company.ancestors'])
    .execute()
  const right = read.map((row, index) => {
    const company = companies.get(row.companyCode)
    if (!company) check.wrong(index, noSuchCompany(row.companyCode))
    const asGiven = { ...row, manager: row.contact, companyId: company?.id ?? 1 }
    const result = readValues<Entity>(ENTITIES[row.kind], asGiven)
    if ('problems' in result) for (const text of Object.values(result.problems)) check.wrong(index, text)
    const values: PlainValues = 'values' in result ? result.values : {}
    const text = (name: string): string => String(values[name] ?? '')
    return {
      kind: row.kind,
      values,
      company: company ?? { id: 0, ancestors: [] },
      code: text('code'),
      name: text('name'),
      shortName: text('shortName'),
    }
  })
  check.settle()
  const within = (row: { kind: string }, company: { id: number; ancestors: readonly number[] }, text: string): string =>
    `${tenantOf(company)} ${row.kind} ${text}`
  const taken = existing.map((row) => ({ ...row, company: { id: row.company_id, ancestors: row.ancestors } }))
  checkUnique(
    check,
    right,
    taken.map((row) => within(row, row.company, row.code)),
    (row) => within(row, row.company, row.code),
    (row) => exists('代码', 'code', row.code),
  )
  checkUnique(
    check,
    right,
    taken.map((row) => nameKey(row.kind, row.name, row.company)),
    (row) => nameKey(row.kind, row.name, row.company),
    (row) => exists('名称', 'name', row.name),
  )
  checkUnique(
    check,
    right,
    taken.map((row) => within(row, row.company, row.short_name)),
    (row) => (row.shortName === '' ? null : within(row, row.company, row.shortName)),
    (row) => exists('简称', 'short name', row.shortName),
  )
  check.settle()
  for (const { kind, values } of right) await insertRows(db, tableOf(ENTITIES[kind]), [values], 'world')
  return right.length
}

/** A station's name is unique under its organisation, other names within the tenant (readings: station names). */
const nameKey = (kind: string, text: string, company: { id: number; ancestors: readonly number[] }): string =>
  `${kind === 'station' ? company.id : tenantOf(company)} ${kind} ${text}`

/** Adds fences as approved, on the authority of the importing user. Call it inside a transaction. */
export async function importFences(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('fences', fenceRow, rows)
  const check = checkRows('fences')
  const companies = await companiesByCode(db)
  const places = await db
    .selectFrom('place')
    .innerJoin('company', 'company.id', 'place.company_id')
    .select(['place.id', 'place.name', 'place.kind', 'place.company_id', 'company.ancestors'])
    .execute()
  const existing = await db.selectFrom('fence').select(['company_id', 'name']).execute()
  const values = read.map((row, index) => {
    const company = companies.get(row.companyCode)
    if (!company) {
      check.wrong(index, noSuchCompany(row.companyCode))
      return null
    }
    const candidates = places.filter(
      (place) =>
        place.name === row.placeName &&
        place.kind === row.kind &&
        tenantOf({ id: place.company_id, ancestors: place.ancestors }) === tenantOf(company),
    )
    const place = candidates.find((one) => one.company_id === company.id) ?? candidates[0]
    if (row.placeName !== null && !place) {
      check.wrong(index, {
        zh: `没有名称为 ${row.placeName} 的场所，请先添加。`,
        en: `There is no place called ${row.placeName} of this kind; add it first.`,
      })
    }
    return {
      company_id: company.id,
      kind: row.kind,
      place_id: place?.id ?? null,
      name: row.name,
      address: row.address,
      shape: JSON.stringify(row.shape),
      speed_limit_kmh: row.speedLimitKmh,
      status: 'approved' as const,
    }
  })
  checkUnique(
    check,
    read,
    existing.map((row) => `${row.company_id} ${row.name}`),
    (row) => `${companies.get(row.companyCode)?.id} ${row.name}`,
    (row) => exists('名称', 'name', row.name),
  )
  check.settle()
  const complete = values.filter((value) => value !== null)
  if (complete.length > 0) await db.insertInto('fence').values(complete).execute()
  return complete.length
}
