/**
 * The world of the virtual fleet as rows in import shape: flat, one row a thing, referring to others by name,
 * code or plate as an import sheet would. The start command hands them to the server's bulk import.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FenceKind, FenceShape, LngLat } from '@tanker/domain/fences/fence'

export type World = {
  readonly organisations: readonly OrganisationRow[]
  readonly places: readonly PlaceRow[]
  readonly fences: readonly FenceRow[]
  readonly drivers: readonly DriverRow[]
  readonly trucks: readonly TruckRow[]
  readonly tankTables: readonly TankTableRow[]
  readonly roads: RoadMap
}

/** An organisation. The first row is the tenant's root; parents come before children. */
export type OrganisationRow = {
  readonly name: string
  readonly nameEn: string
  readonly shortName: string
  /** At most 12 digits. */
  readonly code: string
  /** Code of the parent; null for the root. */
  readonly parentCode: string | null
  readonly kind: 'root' | 'carrier' | 'customer'
  readonly phone: string
  readonly address: string
}

/** A station, depot, park or repair shop (spec 3.6). */
export type PlaceRow = {
  readonly kind: Exclude<FenceKind, 'custom'>
  readonly name: string
  readonly nameEn: string
  readonly shortName: string
  /** Stations: exactly 4 digits; others at most 12. */
  readonly code: string
  readonly companyCode: string
  readonly address: string
  readonly phone: string
  /** WGS-84 degrees; where trucks stop. */
  readonly lat: number
  readonly lng: number
  readonly status: 'enabled' | 'disabled'
  /** Depots: the manager. Parks: the contact person. Otherwise null. */
  readonly contact: string | null
  /** Parks only. */
  readonly parkType: 'service-area' | 'general' | null
}

/** An approved fence around a place. */
export type FenceRow = {
  readonly kind: FenceKind
  readonly name: string
  /** Name of the place; null for a free fence. */
  readonly placeName: string | null
  readonly companyCode: string
  readonly address: string
  readonly shape: FenceShape
  /** km/h; null when the fence sets none. */
  readonly speedLimitKmh: number | null
}

export type DriverRow = {
  readonly name: string
  readonly sex: 'male' | 'female'
  /** 18 characters with a right checksum; invented. */
  readonly idNumber: string
  /** YYYY-MM-DD, the same day as inside the ID number. */
  readonly birthday: string
  /** At most 7 digits. */
  readonly code: string
  /** IC card number, at most 19 digits. */
  readonly cardCode: string
  readonly mobilePhone: string
  readonly qualification: string
  readonly birthplace: string
  readonly homeAddress: string
  /** YYYY-MM-DD. */
  readonly entryDate: string
  /** Last day of the qualification certificate, YYYY-MM-DD. */
  readonly qualifiedUntil: string
  readonly companyCode: string
  readonly defaultPlate: string | null
}

export type ProductRow = {
  /** > 0 gasoline, −1 other, otherwise diesel (spec 9). */
  readonly oilCode: number
  readonly name: string
  readonly nameEn: string
  /** At 20 °C. */
  readonly densityKgM3: number
  /** Volume change per °C, e.g. 0.0012. */
  readonly expansionPerC: number
}

export type CompartmentRow = {
  /** 1–10. */
  readonly compartment: number
  readonly capacityL: number
  readonly oilCode: number
  /** Below it the gauge shows nothing. */
  readonly blindLevelMm: number
  /** Inner height of the tank. */
  readonly heightMm: number
}

export type TruckRow = {
  /** Licence plate, at most 10 characters. */
  readonly plate: string
  readonly plateColour: 'yellow' | 'blue' | 'white' | 'green'
  readonly bodyColour: string
  /** 10-digit serial of the on-board console. */
  readonly consoleCode: string
  /** 11 digits, unique: the identity of the terminal on the wire. */
  readonly terminalPhone: string
  /** 7 characters A–Z 0–9. */
  readonly terminalId: string
  /** Edition of JT/T 808 that the terminal speaks. */
  readonly protocolVersion: '2013' | '2019'
  readonly model: 'oil-tanker' | 'sprinkler'
  readonly companyCode: string
  /** The carrier above; equals companyCode where the carrier itself runs the truck. */
  readonly carrierCode: string
  /** VIN, 17 characters with a right check digit. */
  readonly frameNumber: string
  readonly country: string
  readonly city: string
  readonly district: string
  /** IANA name; all trucks live at +08:00. */
  readonly timeZone: 'Asia/Shanghai'
  readonly capacityL: number
  readonly deadweightKg: number
  readonly lengthMm: number
  readonly trailerCount: number
  readonly channelCount: number
  readonly flowMeterCount: number
  readonly products: readonly ProductRow[]
  readonly compartments: readonly CompartmentRow[]
  readonly parkingMode: 'speed' | 'acc' | 'mixed'
  readonly speedSource: 'gps' | 'device'
  readonly unloadingMode: 'api' | 'level-change'
  readonly emptyingMode: 'fence' | 'timer'
  /** Video channel of each camera position; null where there is none. */
  readonly cameraChannels: {
    readonly api: number | null
    readonly subsea: number | null
    readonly manhole: number | null
    readonly cab: number | null
  }
  readonly defaultDriverCode: string | null
  /** Where it loads: name of a depot, for a sprinkler of the park where it fills. */
  readonly homeDepot: string
  readonly status: 'enabled' | 'disabled'
}

/** Level–volume table of one compartment. */
export type TankTableRow = {
  readonly plate: string
  readonly compartment: number
  readonly serialNumber: string
  /** ISO 8601 with offset. */
  readonly effectiveAt: string
  readonly capacityL: number
  readonly heightMm: number
  readonly pipeCapacityL: number
  readonly frameNumber: string
  /** Level mm → volume L, each 10 mm, strictly increasing, first [0, 0]. */
  readonly rows: readonly (readonly [levelMm: number, volumeL: number])[]
}

export type RoadClass = 'expressway' | 'main' | 'local'

/** GeoJSON FeatureCollection; lines meet only at equal end points. */
export type RoadMap = { readonly type: 'FeatureCollection'; readonly features: readonly RoadFeature[] }

export type RoadFeature = {
  readonly type: 'Feature'
  readonly properties: { readonly name_zh: string; readonly name_en: string; readonly class: RoadClass }
  readonly geometry: { readonly type: 'LineString'; readonly coordinates: readonly LngLat[] }
}

/** Names of the files of a world folder, by the part of the world they hold. */
export const worldFiles = {
  organisations: 'organisations.json',
  places: 'places.json',
  fences: 'fences.json',
  drivers: 'drivers.json',
  trucks: 'trucks.json',
  tankTables: 'tank-tables.json',
  roads: 'roads.geojson',
} as const satisfies Record<keyof World, string>

/** Reads a world folder. The files are our own, made and tested here, so their shape is trusted. */
export function loadWorld(folder: string): World {
  const read = <Part extends keyof World>(part: Part): World[Part] =>
    JSON.parse(readFileSync(join(folder, worldFiles[part]), 'utf8')) as World[Part]
  return {
    organisations: read('organisations'),
    places: read('places'),
    fences: read('fences'),
    drivers: read('drivers'),
    trucks: read('trucks'),
    tankTables: read('tankTables'),
    roads: read('roads'),
  }
}
