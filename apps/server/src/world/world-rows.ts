import { type Compartment, compartmentsValue } from '@tanker/contract/base-data/compartments'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { depot } from '@tanker/contract/base-data/depot'
import { levelsValue } from '@tanker/contract/base-data/levels-field'
import { park } from '@tanker/contract/base-data/park'
import { repairShop } from '@tanker/contract/base-data/repair-shop'
import { station } from '@tanker/contract/base-data/station'
import { CAMERA_FIELDS } from '@tanker/contract/base-data/truck'
import type { Text } from '@tanker/domain/texts/text'
import type { Requested } from '../base-data/entity-stages.ts'
import { type Known, type KnownOrganisation, noSuchOrganisation, tenantOf } from './world-lookups.ts'

/** A row of a world's file. It names other rows by code, name or plate; the rules for its values are those of the entity. */
export type WorldRow = Readonly<Record<string, unknown>>

const refused = (zh: string, en: string): Requested => ({ unreadable: [{ zh, en }] })
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')
const rowsOf = (value: unknown): WorldRow[] =>
  Array.isArray(value) ? value.filter((one): one is WorldRow => typeof one === 'object' && one !== null) : []

/** The row with the id of its organisation. */
function ofOrganisation(row: WorldRow, { organisations }: Known, also: (organisation: KnownOrganisation) => Requested): Requested {
  const code = textOf(row['companyCode'])
  const organisation = organisations.get(code)
  return organisation ? also(organisation) : { unreadable: [noSuchOrganisation(code)] }
}

export function organisationRow(row: WorldRow, organisations: Known['organisations']): Requested {
  const parentCode = textOf(row['parentCode'])
  if (parentCode === '') return { add: { ...row, parentId: null } }
  // spec 5.2
  if (parentCode === row['code']) return refused('组织不能是自己的上级。', 'An organisation cannot be its own parent.')
  const parent = organisations.get(parentCode)
  return parent ? { add: { ...row, parentId: parent.id } } : { unreadable: [noSuchOrganisation(parentCode)] }
}

/** The entity of each kind of place. */
const PLACES: Readonly<Record<string, Entity>> = { station, depot, park, repair: repairShop }

/** Of a depot the contact is the manager. */
export function placeRow(row: WorldRow, known: Known): { readonly entity: Entity; readonly request: Requested } {
  const entity = PLACES[textOf(row['kind'])]
  if (!entity)
    return { entity: station, request: refused('类型应为油站、油库、停车场或维修厂。', 'The kind must be station, depot, park or repair.') }
  const request = ofOrganisation(row, known, ({ id }) => ({ add: { ...row, organisationId: id, manager: row['contact'] } }))
  return { entity, request }
}

/** The place is found by kind and name: of the fence's organisation, or else of its tenant. */
export const fenceRow = (row: WorldRow, known: Known): Requested =>
  ofOrganisation(row, known, (organisation) => {
    const name = textOf(row['placeName'])
    const named = known.places.filter(
      (place) => place.name === name && place.kind === row['kind'] && tenantOf(place.organisation) === tenantOf(organisation),
    )
    const place = named.find((one) => one.organisation.id === organisation.id) ?? named[0]
    if (name !== '' && !place)
      return refused(`没有名称为 ${name} 的场所，请先添加。`, `There is no place called ${name} of this kind; add it first.`)
    return { add: { ...row, organisationId: organisation.id, placeId: place?.id ?? null, shape: JSON.stringify(row['shape'] ?? null) } }
  })

/** Trucks name their default driver by code; the driver is of the truck's organisation or of one above it. */
export function defaultTrucks(
  trucks: readonly WorldRow[],
  drivers: readonly WorldRow[],
  { organisations }: Known,
): { readonly plates: ReadonlyMap<number, string>; readonly problems: ReadonlyMap<number, Text> } {
  const byCode = new Map<string, { readonly index: number; readonly organisationId: number }[]>()
  for (const [index, row] of drivers.entries()) {
    const organisation = organisations.get(textOf(row['companyCode']))
    const code = textOf(row['code'])
    if (organisation) byCode.set(code, [...(byCode.get(code) ?? []), { index, organisationId: organisation.id }])
  }
  const plates = new Map<number, string>()
  const problems = new Map<number, Text>()
  for (const [index, row] of trucks.entries()) {
    const code = textOf(row['defaultDriverCode'])
    const organisation = organisations.get(textOf(row['companyCode']))
    if (code === '' || !organisation) continue
    const able = (byCode.get(code) ?? []).filter(({ organisationId }) => organisation.ancestors.includes(organisationId))
    const driver = able.find(({ organisationId }) => organisationId === organisation.id) ?? able[0]
    const taken = driver && plates.get(driver.index)
    if (!driver)
      problems.set(index, {
        zh: `没有代码为 ${code} 的驾驶员，请先添加。`,
        en: `There is no driver with the code ${code}; add the driver first.`,
      })
    else if (taken !== undefined)
      problems.set(index, {
        zh: `驾驶员 ${code} 已是车辆 ${taken} 的默认驾驶员。`,
        en: `The driver ${code} is already the default driver of the truck ${taken}.`,
      })
    else plates.set(driver.index, textOf(row['plate']))
  }
  return { plates, problems }
}

export const driverRow = (row: WorldRow, known: Known, defaultPlate: string | undefined): Requested =>
  ofOrganisation(row, known, ({ id }) => ({
    add: { ...row, organisationId: id, defaultTruckId: defaultPlate === undefined ? null : (known.trucks.get(defaultPlate) ?? null) },
  }))

/** The products of a truck are named once, beside its compartments. */
export function truckRow(row: WorldRow, known: Known, problem: Text | undefined): Requested {
  if (problem) return { unreadable: [problem] }
  const products = new Map(rowsOf(row['products']).map((product) => [product['oilCode'], product]))
  const compartments = rowsOf(row['compartments'])
  const odd = compartments.find(({ oilCode }) => !products.has(oilCode))
  if (odd) {
    const number = textOf(odd['compartment'])
    return refused(`${number} 号仓的油品不在油品配置中。`, `The product of compartment ${number} is not in the fuel configuration.`)
  }
  const timeZone = offsetMinutes(textOf(row['timeZone'] ?? 'Asia/Shanghai'))
  if (timeZone === null) return refused('时区名称无效。', 'The time zone must be a name such as Asia/Shanghai.')
  const cameras = rowsOf([row['cameraChannels']])[0] ?? {}
  const configuration = compartments.map((one) => {
    const product = products.get(one['oilCode']) ?? {}
    return {
      ...one,
      blindLevelMm: one['blindLevelMm'] ?? 40,
      oilName: product['name'],
      expansionRate: product['expansionPerC'] ?? 0,
      inflationRate: product['inflationRate'] ?? 0,
    } as Partial<Compartment> as Compartment
  })
  return ofOrganisation(row, known, ({ id }) => ({
    add: {
      country: '中国',
      ...row,
      organisationId: id,
      timeZone: String(timeZone),
      compartments: configuration.length === 0 ? '' : compartmentsValue(configuration),
      ...Object.fromEntries(Object.entries(CAMERA_FIELDS).map(([field, position]) => [field, cameras[position]])),
    },
  }))
}

/** Attempts to send a table, should its truck lose it; the files of a world do not have the number. */
const SENDS = 3

/** The table that a truck has, with its rows as pairs of millimetres and litres. */
export function tankTableRow(row: WorldRow, { trucks }: Known): Requested {
  const plate = textOf(row['plate'])
  const truckId = trucks.get(plate)
  if (truckId === undefined) return refused(`没有车牌号为 ${plate} 的车辆。`, `There is no truck with the plate ${plate}.`)
  const lines = (Array.isArray(row['rows']) ? row['rows'] : []).map((pair) => (Array.isArray(pair) ? pair.join(',') : String(pair)))
  return {
    add: {
      ...row,
      truckId,
      serial: row['serialNumber'],
      tankHeightMm: row['heightMm'],
      pipeCapacityL: row['pipeCapacityL'] ?? 0,
      maxTries: SENDS,
      rows: levelsValue('table.txt', lines.join('\n')),
    },
  }
}

/** Minutes east of UTC, as of now; null for a name that Intl does not know. */
function offsetMinutes(zone: string): number | null {
  try {
    const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(new Date())
      .find((part) => part.type === 'timeZoneName')?.value
    const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name ?? '') ?? []
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  } catch {
    return null
  }
}
