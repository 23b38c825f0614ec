import { z } from 'zod'
import type { Db } from '@tanker/database/connection'
import { FENCE_KINDS } from '@tanker/domain/fence'
import { companiesByCode, exists, noSuchCompany, tenantOf } from './companies.ts'
import { checkRows, checkUnique, readRows } from './import-rows.ts'
import { ruleText } from '../http/input-errors.ts'
import { address, code, companyCode, fenceShape, name, phone, shortName, status } from './row-fields.ts'

/** A station, depot, park or repair shop. */
const placeRow = z
  .object({
    kind: z.enum(['depot', 'station', 'park', 'repair']),
    name,
    shortName,
    code: code(12),
    companyCode,
    address: address.refine((text) => text !== '', { error: ruleText({ zh: '缺失，请填写', en: 'is missing; please give it' }) }),
    phone,
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
    /** Depots: the manager. Parks: the contact person. */
    contact: z.string().trim().max(80).nullable().default(null),
    parkType: z.enum(['service-area', 'general']).nullable().default(null),
    status,
  })
  .refine((row) => row.kind !== 'station' || /^\d{4}$/.test(row.code), {
    path: ['code'],
    error: ruleText({ zh: '加油站代码应为 4 位数字', en: 'of a station must be exactly 4 digits' }),
  })
  .refine((row) => row.kind !== 'depot' || row.contact !== null, {
    path: ['contact'],
    error: ruleText({ zh: '缺失，油库须有负责人', en: 'is missing: a depot needs its manager' }),
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

/** Adds stations, depots, parks and repair shops. Call it inside a transaction. */
export async function importPlaces(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('places', placeRow, rows)
  const check = checkRows('places')
  const companies = await companiesByCode(db)
  const existing = await db
    .selectFrom('place')
    .innerJoin('company', 'company.id', 'place.company_id')
    .select(['place.kind', 'place.code', 'place.name', 'place.short_name', 'place.company_id', 'company.ancestors'])
    .execute()
  const owner = (row: (typeof read)[number]) => companies.get(row.companyCode) ?? { id: 0, ancestors: [] }
  for (const [index, row] of read.entries()) if (!companies.has(row.companyCode)) check.wrong(index, noSuchCompany(row.companyCode))
  const within = (row: { kind: string }, company: { id: number; ancestors: readonly number[] }, text: string): string =>
    `${tenantOf(company)} ${row.kind} ${text}`
  const taken = existing.map((row) => ({ ...row, company: { id: row.company_id, ancestors: row.ancestors } }))
  checkUnique(
    check,
    read,
    taken.map((row) => within(row, row.company, row.code)),
    (row) => within(row, owner(row), row.code),
    (row) => exists('代码', 'code', row.code),
  )
  checkUnique(
    check,
    read,
    taken.map((row) => nameKey(row.kind, row.name, row.company)),
    (row) => nameKey(row.kind, row.name, owner(row)),
    (row) => exists('名称', 'name', row.name),
  )
  checkUnique(
    check,
    read,
    taken.map((row) => within(row, row.company, row.short_name)),
    (row) => (row.shortName === '' ? null : within(row, owner(row), row.shortName)),
    (row) => exists('简称', 'short name', row.shortName),
  )
  check.settle()
  if (read.length > 0) {
    await db
      .insertInto('place')
      .values(
        read.map((row) => ({
          company_id: owner(row).id,
          kind: row.kind,
          name: row.name,
          short_name: row.shortName,
          code: row.code,
          address: row.address,
          phone: row.phone,
          manager: row.kind === 'depot' ? (row.contact ?? '') : '',
          contact: row.kind === 'depot' ? '' : (row.contact ?? ''),
          park_type: row.kind === 'park' ? (row.parkType ?? 'general') : null,
          lat: row.lat,
          lng: row.lng,
          enabled: row.status === 'enabled',
        })),
      )
      .execute()
  }
  return read.length
}

/** A station's name is unique under its organisation, other names within the tenant (readings: station names). */
const nameKey = (kind: string, text: string, company: { id: number; ancestors: readonly number[] }): string =>
  `${kind === 'station' ? company.id : tenantOf(company)} ${kind} ${text}`

/** Adds fences as approved ones: whoever may import stands for them. Call it inside a transaction. */
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
