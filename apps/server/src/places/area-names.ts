import type { Db } from '@tanker/database/connection'
import { type Scope, sharedWith } from '@tanker/database/scope'
import { type Fence, FENCE_KINDS } from '@tanker/domain/fence'
import { areaM2, boundsOf, distanceM, metresOutside } from '@tanker/domain/geo'
import type { Language } from '@tanker/domain/text'
import type { Bus } from '../bus/bus.ts'

/** Names where a truck is: the fence it stands in, else the nearest place within 30 km, else nothing. */
export type NameArea = (lat: number | null, lng: number | null, language: Language) => string

export type AreaNames = {
  /** The names that a user may see; kept for half a minute or until places change. */
  for(scope: Scope): Promise<NameArea>
  close(): void
}

const nearestWithinM = 30_000
const keptMs = 30_000
/** About 33 km of latitude: the nearest place lies in the cell of a point or in one beside it. */
const cellDeg = 0.3
/** Cells to look at beside the own one to the east and west, where degrees are shorter; enough up to 60° of latitude. */
const cellsAside = 2

export function areaNames(db: Db, bus: Bus, now: () => Date): AreaNames {
  const kept = new Map<number, { at: number; names: Promise<NameArea> }>()
  const unsubscribe = bus.subscribe('context', () => kept.clear())
  return {
    for(scope) {
      const at = now().getTime()
      const held = kept.get(scope.companyId)
      if (held && at - held.at < keptMs) return held.names
      const names = loadNames(db, scope)
      kept.set(scope.companyId, { at, names })
      // A failed load is not kept.
      names.catch(() => kept.delete(scope.companyId))
      return names
    },
    close: unsubscribe,
  }
}

async function loadNames(db: Db, scope: Scope): Promise<NameArea> {
  const [fences, places] = await Promise.all([
    sharedWith(db, scope, 'fence')
      .where('fence.enabled', '=', true)
      .where('fence.status', '=', 'approved')
      .select(['id', 'kind', 'name', 'place_id', 'shape', 'speed_limit_kmh'])
      .execute(),
    sharedWith(db, scope, 'place').where('place.enabled', '=', true).select(['name', 'short_name', 'lat', 'lng']).execute(),
  ])
  return nameAreas(
    fences.map((row) => ({ id: row.id, kind: row.kind, name: row.name, placeId: row.place_id, shape: row.shape, speedLimitKmh: row.speed_limit_kmh })),
    places.map((row) => ({ name: row.short_name === '' ? row.name : row.short_name, lat: row.lat, lng: row.lng })),
  )
}

type NamedPoint = { readonly name: string; readonly lat: number; readonly lng: number }

/** Over plain data, indexed by cells of a third of a degree. */
export function nameAreas(fences: readonly Fence[], places: readonly NamedPoint[]): NameArea {
  const fenceCells = new Map<string, Fence[]>()
  // Overlapping fences: precedence of kinds, then the smallest (domain rule D.1.5), so the first that holds the point wins.
  const inOrder = fences.toSorted((a, b) => FENCE_KINDS.indexOf(a.kind) - FENCE_KINDS.indexOf(b.kind) || areaM2(a.shape) - areaM2(b.shape))
  for (const fence of inOrder) {
    const { south, north, west, east } = boundsOf(fence, 0)
    for (let row = cell(south); row <= cell(north); row += 1)
      for (let column = cell(west); column <= cell(east); column += 1) put(fenceCells, row, column, fence)
  }
  const placeCells = new Map<string, NamedPoint[]>()
  for (const place of places) put(placeCells, cell(place.lat), cell(place.lng), place)

  return (lat, lng, language) => {
    if (lat === null || lng === null) return ''
    const row = cell(lat)
    const column = cell(lng)
    const fence = fenceCells.get(`${row} ${column}`)?.find((one) => metresOutside(one.shape, lat, lng) <= 0)
    if (fence) return fence.name
    let nearest: NamedPoint | null = null
    let nearestM = nearestWithinM
    for (let r = row - 1; r <= row + 1; r += 1)
      for (let c = column - cellsAside; c <= column + cellsAside; c += 1)
        for (const place of placeCells.get(`${r} ${c}`) ?? []) {
          const away = distanceM(lat, lng, place.lat, place.lng)
          if (away <= nearestM) {
            nearest = place
            nearestM = away
          }
        }
    return nearest === null ? '' : awayFrom(nearest.name, nearestM, language)
  }
}

function awayFrom(name: string, metres: number, language: Language): string {
  const km = (metres / 1000).toFixed(1)
  return language === 'zh' ? `距${name} ${km} km` : `${km} km from ${name}`
}

const cell = (degrees: number): number => Math.floor(degrees / cellDeg)

function put<T>(cells: Map<string, T[]>, row: number, column: number, value: T): void {
  const key = `${row} ${column}`
  const held = cells.get(key)
  if (held) held.push(value)
  else cells.set(key, [value])
}
