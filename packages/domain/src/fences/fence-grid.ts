import { boundsOf, metresOutside } from './geo.ts'
import type { Fence } from './fence.ts'
import type { FenceFinder } from '../trucks/truck-context.ts'

/** Sides of the cells, degrees: about 5 km, 45 km and 350 km of latitude. A fence goes to the finest that is coarse enough for it. */
const CELLS_DEG = [0.05, 0.4, 3.2] as const
/** Cells that one fence may take up at each size. What needs more at every size is looked at for each point. */
const MAX_CELLS = 64
/** Fences are entered into every cell that they touch with this margin, so that `near` looks at one cell of each size. */
const MARGIN_M = 1_000
const METRES_PER_DEGREE = 111_195

/** `entries`: how many places of the index the fences take up together. */
export type FenceGrid = FenceFinder & { readonly entries: number }

type Entry = { readonly fence: Fence; readonly south: number; readonly north: number; readonly west: number; readonly east: number }
type Level = { readonly cellDeg: number; readonly columns: number; readonly cells: Map<number, Entry[]> }

/**
 * An index of fences by place. However large or many the fences are, it grows by at most `MAX_CELLS` entries for each. A fence
 * with an unreadable shape is left out and passed to `onUnreadable`; the others are still found.
 */
export function fenceGrid(fences: readonly Fence[], onUnreadable?: (fence: Fence) => void): FenceGrid {
  const levels = CELLS_DEG.map((cellDeg): Level => ({ cellDeg, columns: Math.round(360 / cellDeg), cells: new Map() }))
  const everywhere: Entry[] = []
  for (const fence of fences) {
    const entry = entryOf(fence)
    if (entry === null) onUnreadable?.(fence)
    else if (!levels.some((level) => isEntered(level, entry))) everywhere.push(entry)
  }
  const entries = levels.reduce(
    (sum, { cells }) => [...cells.values()].reduce((inCells, held) => inCells + held.length, sum),
    everywhere.length,
  )
  return {
    entries,
    near(lat, lng, marginM) {
      const found = marginM <= MARGIN_M ? at(lat, lng) : around(lat, lng, marginM)
      const near: Fence[] = []
      for (const entry of found) {
        if (isFar(entry, lat, lng, marginM)) continue
        if (metresOutside(entry.fence.shape, lat, lng) <= marginM) near.push(entry.fence)
      }
      return near
    },
  }

  function* at(lat: number, lng: number): Generator<Entry> {
    yield* everywhere
    for (const { cellDeg, columns, cells } of levels)
      yield* cells.get(keyOf(Math.floor(lat / cellDeg), Math.floor(lng / cellDeg), columns)) ?? NOTHING
  }

  function around(lat: number, lng: number, marginM: number): ReadonlySet<Entry> {
    const found = new Set(everywhere)
    for (const { cellDeg, columns, cells } of levels) {
      const rows = Math.ceil(marginM / METRES_PER_DEGREE / cellDeg)
      const across = Math.min(columns, Math.ceil(marginM / METRES_PER_DEGREE / shrinkAt(Math.abs(lat) + rows * cellDeg) / cellDeg))
      const row = Math.floor(lat / cellDeg)
      const column = Math.floor(lng / cellDeg)
      for (let r = row - rows; r <= row + rows; r += 1)
        for (let c = column - across; c <= column + across; c += 1)
          for (const entry of cells.get(keyOf(r, c, columns)) ?? NOTHING) found.add(entry)
    }
    return found
  }
}

const NOTHING: readonly Entry[] = []

/** The fence with the degrees that hold it and the margin; null when its shape is none. */
function entryOf(fence: Fence): Entry | null {
  try {
    const bounds = boundsOf(fence, MARGIN_M)
    const { south, north, west, east } = bounds
    return [south, north, west, east].every(Number.isFinite) && south <= north && west <= east ? { fence, ...bounds } : null
  } catch {
    return null
  }
}

/** Enters the fence into a size of cells, unless it takes up too many of them. */
function isEntered({ cellDeg, columns, cells }: Level, entry: Entry): boolean {
  const [south, north, west, east] = [entry.south, entry.north, entry.west, entry.east].map((degrees) => Math.floor(degrees / cellDeg)) as [
    number,
    number,
    number,
    number,
  ]
  if ((north - south + 1) * (east - west + 1) > MAX_CELLS) return false
  for (let row = south; row <= north; row += 1) {
    for (let column = west; column <= east; column += 1) {
      const key = keyOf(row, column, columns)
      const held = cells.get(key)
      if (held) held.push(entry)
      else cells.set(key, [entry])
    }
  }
  return true
}

/** Whether the point lies outside the box of the fence by more than the margin: most fences of a cell need no closer look. */
function isFar({ fence, south, north, west, east }: Entry, lat: number, lng: number, marginM: number): boolean {
  const more = Math.max(0, marginM - MARGIN_M) / METRES_PER_DEGREE
  if (lat < south - more || lat > north + more) return true
  // The margin of a circle at 180° reaches to the other side of that line.
  const isAcross = fence.shape.shape === 'circle' && (west < -180 || east > 180)
  const moreLng = more / shrinkAt(Math.abs(lat) + more)
  return !isAcross && (lng < west - moreLng || lng > east + moreLng)
}

/** How much shorter a degree of longitude is than one of latitude. */
const shrinkAt = (lat: number): number => Math.max(0.01, Math.cos((Math.min(lat, 90) * Math.PI) / 180))

/** Columns go round the earth: the one after the last is the first. */
const keyOf = (row: number, column: number, columns: number): number => row * 16_384 + (((column % columns) + columns) % columns)
