import type { Db } from '@tanker/database/connection'
import { fenceInForce } from '@tanker/database/fence-in-force'
import { type Scope, sharedWith } from '@tanker/database/scope'
import { type Fence, FENCE_KINDS } from '@tanker/domain/fences/fence'
import { fenceGrid } from '@tanker/domain/fences/fence-grid'
import { areaM2, distanceM } from '@tanker/domain/fences/geo'
import type { Language } from '@tanker/domain/texts/text'
import type pino from 'pino'
import type { Bus } from '../bus/bus.ts'

/** The name of a truck's position: the fence it is in, else the nearest place within 30 km, else none. */
export type NameArea = (lat: number | null, lng: number | null, language: Language) => string

export type AreaNames = {
  /**
   * The names visible to a user; cached for half a minute or until places change. If they cannot be read, the last ones are
   * used, or none: showing trucks without area names is better than a failed call.
   */
  for(scope: Scope): Promise<NameArea>
  close(): void
}

const nearestWithinM = 30_000
const keptMs = 30_000
/** A load that failed is tried again after this, ms. */
const RETRY_MS = 5_000
/** Organisations with cached names; the names of 30,000 stations take about 10 MB. */
const MAX_ORGANISATIONS = 200
/** Cells of the index: about 5.5 km of latitude, so that few places share one. */
const cellDeg = 0.05
const metresPerDegree = 111_195

export function areaNames(db: Db, bus: Bus, log: pino.Logger, now: () => Date): AreaNames {
  const kept = new Map<number, { at: number; names: Promise<NameArea> }>()
  /** The last names read, used while reading fails. */
  const last = new Map<number, NameArea>()
  const unsubscribe = bus.subscribe('context', () => kept.clear())
  return {
    for(scope) {
      const at = now().getTime()
      const held = kept.get(scope.organisationId)
      if (held && at - held.at < keptMs) return held.names
      const names = loadNames(db, log, scope).then(
        (read) => {
          keep(last, scope.organisationId, read)
          return read
        },
        (error: unknown) => {
          log.warn({ err: error, organisationId: scope.organisationId }, 'names of areas could not be read, the last ones serve')
          // Retried after a while, not by each call until then.
          const entry = kept.get(scope.organisationId)
          if (entry?.names === names) entry.at = now().getTime() - keptMs + RETRY_MS
          return last.get(scope.organisationId) ?? NAMELESS
        },
      )
      keep(kept, scope.organisationId, { at, names })
      return names
    },
    close: unsubscribe,
  }
}

const NAMELESS: NameArea = () => ''

/** Sets an entry; evicts the one that was set longest ago. */
function keep<T>(entries: Map<number, T>, organisationId: number, value: T): void {
  entries.delete(organisationId)
  entries.set(organisationId, value)
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_ORGANISATIONS) break
    entries.delete(oldest)
  }
}

async function loadNames(db: Db, log: pino.Logger, scope: Scope): Promise<NameArea> {
  const [fences, places] = await Promise.all([
    sharedWith(db, scope, 'fence').where(fenceInForce).select(['id', 'kind', 'name', 'place_id', 'shape', 'speed_limit_kmh']).execute(),
    sharedWith(db, scope, 'place').where('place.enabled', '=', true).select(['name', 'short_name', 'lat', 'lng']).execute(),
  ])
  return nameAreas(
    fences.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      placeId: row.place_id,
      shape: row.shape,
      speedLimitKmh: row.speed_limit_kmh,
    })),
    places.map((row) => ({ name: row.short_name === '' ? row.name : row.short_name, lat: row.lat, lng: row.lng })),
    ({ id, name }) => log.warn({ fenceId: id, name }, 'a fence has no shape that can be read: it names no area until it is drawn again'),
  )
}

type NamedPoint = { readonly name: string; readonly lat: number; readonly lng: number }

/** An index by cells, fast enough to name ten thousand trucks at once. */
export function nameAreas(fences: readonly Fence[], places: readonly NamedPoint[], onUnreadable?: (fence: Fence) => void): NameArea {
  const grid = fenceGrid(fences, onUnreadable)
  const areas = new Map<Fence, number>()
  const areaOf = (fence: Fence): number => {
    const known = areas.get(fence) ?? areaM2(fence.shape)
    areas.set(fence, known)
    return known
  }
  // Overlapping fences: precedence of kinds, then the smallest (domain rule D.1.5).
  const before = (a: Fence, b: Fence): number => FENCE_KINDS.indexOf(a.kind) - FENCE_KINDS.indexOf(b.kind) || areaOf(a) - areaOf(b)
  const placeCells = new Map<number, NamedPoint[]>()
  for (const place of places) put(placeCells, cell(place.lat), cell(place.lng), place)

  return (lat, lng, language) => {
    if (lat === null || lng === null) return ''
    const fence = grid
      .near(lat, lng, 0)
      .reduce<Fence | null>((first, one) => (first === null || before(one, first) < 0 ? one : first), null)
    if (fence) return fence.name
    const nearest = nearestPlace(placeCells, lat, lng)
    return nearest === null ? '' : awayFrom(nearest.name, distanceM(lat, lng, nearest.lat, nearest.lng), language)
  }
}

/** Searches rings of cells around the point, nearest first, until no further ring can have a nearer place. */
function nearestPlace(cells: ReadonlyMap<number, readonly NamedPoint[]>, lat: number, lng: number): NamedPoint | null {
  const row = cell(lat)
  const column = cell(lng)
  // Flat around the point: exact enough to compare within 30 km.
  const metresPerLng = metresPerDegree * Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  const ringM = cellDeg * Math.min(metresPerDegree, metresPerLng)
  let nearest: NamedPoint | null = null
  let nearestSquared = nearestWithinM * nearestWithinM
  for (let ring = 0; (ring - 1) * ringM <= Math.sqrt(nearestSquared); ring += 1) {
    for (let r = -ring; r <= ring; r += 1) {
      const step = Math.abs(r) === ring ? 1 : Math.max(1, 2 * ring)
      for (let c = -ring; c <= ring; c += step)
        for (const place of cells.get(keyOf(row + r, column + c)) ?? NOWHERE) {
          const squared = ((place.lat - lat) * metresPerDegree) ** 2 + ((place.lng - lng) * metresPerLng) ** 2
          if (squared > nearestSquared) continue
          nearest = place
          nearestSquared = squared
        }
    }
  }
  return nearest
}

const NOWHERE: readonly NamedPoint[] = []

function awayFrom(name: string, metres: number, language: Language): string {
  const km = (metres / 1000).toFixed(1)
  return language === 'zh' ? `距${name} ${km} km` : `${km} km from ${name}`
}

const cell = (degrees: number): number => Math.floor(degrees / cellDeg)

const keyOf = (row: number, column: number): number => row * 100_000 + column

function put<T>(cells: Map<number, T[]>, row: number, column: number, value: T): void {
  const key = keyOf(row, column)
  const held = cells.get(key)
  if (held) held.push(value)
  else cells.set(key, [value])
}
