import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'

export type KnownTruck = { readonly id: number; readonly organisationId: number; readonly compartments: ReadonlySet<number> }
export type KnownPlace = { readonly id: number; readonly organisationId: number }

/** References allowed to a sender: trucks of its organisation and below; depots and stations also of those above. */
export type KnownThings = {
  readonly trucks: ReadonlyMap<string, KnownTruck>
  readonly depots: ReadonlyMap<string, KnownPlace>
  readonly stations: ReadonlyMap<string, KnownPlace>
}

/** Looks up the plates and place codes of a batch. */
export async function knownThings(
  db: Db,
  organisationId: number,
  plates: readonly string[],
  codes: readonly string[],
): Promise<KnownThings> {
  const below = sql<boolean>`organisation.ancestors @> ARRAY[${organisationId}]::int[]`
  const [trucks, places] = await Promise.all([
    db
      .selectFrom('truck')
      .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
      .where(below)
      .where('truck.enabled', '=', true)
      .where(sql<boolean>`truck.plate = ANY (${plates}::text[])`)
      .select([
        'truck.id',
        'truck.organisation_id',
        'truck.plate',
        sql<number[]>`ARRAY(SELECT k.compartment FROM compartment k WHERE k.truck_id = truck.id)`.as('compartments'),
      ])
      .execute(),
    db
      .selectFrom('place')
      .innerJoin('organisation', 'organisation.id', 'place.organisation_id')
      .where(
        sql<boolean>`(${below} OR organisation.id = ANY (ARRAY(SELECT unnest(ancestors) FROM organisation WHERE id = ${organisationId})))`,
      )
      .where('place.enabled', '=', true)
      .where('place.kind', 'in', ['depot', 'station'])
      .where(sql<boolean>`place.code = ANY (${codes}::text[])`)
      .select(['place.id', 'place.organisation_id', 'place.kind', 'place.code'])
      .orderBy('place.id', 'desc')
      .execute(),
  ])
  const placesOf = (kind: string): Map<string, KnownPlace> =>
    new Map(
      places.filter((place) => place.kind === kind).map((place) => [place.code, { id: place.id, organisationId: place.organisation_id }]),
    )
  return {
    trucks: new Map(
      trucks.map((truck) => [
        truck.plate,
        { id: truck.id, organisationId: truck.organisation_id, compartments: new Set(truck.compartments) },
      ]),
    ),
    depots: placesOf('depot'),
    stations: placesOf('station'),
  }
}

/** Problems of a row other than its shape. */
export const ROW_PROBLEMS = {
  noTruck: (plate: string): Text => ({ zh: `没有车牌号为 ${plate} 的车辆。`, en: `There is no truck with the plate ${plate}.` }),
  noDepot: (code: string): Text => ({ zh: `没有编码为 ${code} 的油库。`, en: `There is no depot with the code ${code}.` }),
  noStation: (code: string): Text => ({ zh: `没有编码为 ${code} 的油站。`, en: `There is no station with the code ${code}.` }),
  noCompartment: (plate: string, compartment: number): Text => ({
    zh: `车辆 ${plate} 没有 ${compartment} 号仓。`,
    en: `The truck ${plate} has no compartment ${compartment}.`,
  }),
  twiceInBatch: (number: string): Text => ({
    zh: `编号 ${number} 在本次数据中重复。`,
    en: `The number ${number} occurs twice in this batch.`,
  }),
  sameStopTwice: (stop: number, compartment: number): Text => ({
    zh: `第 ${stop} 站的 ${compartment} 号仓重复。`,
    en: `Compartment ${compartment} occurs twice at stop ${stop}.`,
  }),
  twoProducts: (compartment: number): Text => ({
    zh: `${compartment} 号仓不能装两种油品。`,
    en: `Compartment ${compartment} cannot hold two products.`,
  }),
  twoStations: (stop: number): Text => ({ zh: `第 ${stop} 站只能是一个油站。`, en: `Stop ${stop} can only be one station.` }),
  v20Unlike: (): Text => ({
    zh: '视体积与标准体积相差超过 10%，请检查。',
    en: 'volumeL and v20L differ by more than 10 %. Please check both.',
  }),
  endsBeforeStart: (): Text => ({ zh: '结束时间不能早于开始时间。', en: 'The end must not be before the start.' }),
  lastsTooLong: (): Text => ({ zh: '一次卸油不能超过 24 小时。', en: 'One delivery cannot last longer than 24 hours.' }),
  nothingReceived: (): Text => ({
    zh: '卸后 − 卸前 + 期间销售应大于 0，请检查。',
    en: 'after − before + sales must be above 0. Please check them.',
  }),
  inFuture: (): Text => ({ zh: '时间不能晚于现在。', en: 'The time must not be in the future.' }),
  closed: (number: string): Text => ({
    zh: `编号 ${number} 所属配送已结束，不能再修改。`,
    en: `The delivery of ${number} is closed and cannot be changed.`,
  }),
} as const
