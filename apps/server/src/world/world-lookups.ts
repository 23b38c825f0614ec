import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'

export type KnownOrganisation = { readonly id: number; readonly ancestors: readonly number[] }
type KnownPlace = { readonly id: number; readonly name: string; readonly kind: string; readonly organisation: KnownOrganisation }

/** What the rows of a world may name: organisations by code, places, trucks by plate. */
export type Known = {
  readonly organisations: ReadonlyMap<string, KnownOrganisation>
  readonly places: readonly KnownPlace[]
  readonly trucks: ReadonlyMap<string, number>
}

export async function readKnown(db: Db): Promise<Known> {
  const organisations = await db.selectFrom('organisation').select(['id', 'code', 'ancestors']).execute()
  const byId = new Map(organisations.map((row) => [row.id, row]))
  const places = await db.selectFrom('place').select(['id', 'name', 'kind', 'organisation_id']).orderBy('id').execute()
  const trucks = await db.selectFrom('truck').select(['id', 'plate']).execute()
  return {
    organisations: new Map(organisations.map((row) => [row.code, row])),
    places: places.flatMap(({ organisation_id, ...place }) => {
      const organisation = byId.get(organisation_id)
      return organisation ? [{ ...place, organisation }] : []
    }),
    trucks: new Map(trucks.map(({ id, plate }) => [plate, id])),
  }
}

/** The top organisation. */
export const tenantOf = ({ id, ancestors }: KnownOrganisation): number => ancestors[0] ?? id

export const noSuchOrganisation = (code: string): Text => ({
  zh: `没有代码为 ${code} 的组织，请先添加该组织。`,
  en: `There is no organisation with the code ${code}; add it first.`,
})
