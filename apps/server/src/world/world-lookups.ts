import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'

export type KnownCompany = { readonly id: number; readonly ancestors: readonly number[] }
type KnownPlace = { readonly id: number; readonly name: string; readonly kind: string; readonly company: KnownCompany }

/** What the rows of a world may name: organisations by code, places, trucks by plate. */
export type Known = {
  readonly companies: ReadonlyMap<string, KnownCompany>
  readonly places: readonly KnownPlace[]
  readonly trucks: ReadonlyMap<string, number>
}

export async function readKnown(db: Db): Promise<Known> {
  const companies = await db.selectFrom('company').select(['id', 'code', 'ancestors']).execute()
  const byId = new Map(companies.map((row) => [row.id, row]))
  const places = await db.selectFrom('place').select(['id', 'name', 'kind', 'company_id']).orderBy('id').execute()
  const trucks = await db.selectFrom('truck').select(['id', 'plate']).execute()
  return {
    companies: new Map(companies.map((row) => [row.code, row])),
    places: places.flatMap(({ company_id, ...place }) => {
      const company = byId.get(company_id)
      return company ? [{ ...place, company }] : []
    }),
    trucks: new Map(trucks.map(({ id, plate }) => [plate, id])),
  }
}

/** The top organisation. */
export const tenantOf = ({ id, ancestors }: KnownCompany): number => ancestors[0] ?? id

export const noSuchCompany = (code: string): Text => ({
  zh: `没有代码为 ${code} 的组织，请先添加该组织。`,
  en: `There is no organisation with the code ${code}; add it first.`,
})
