import { boundsOf, metresOutside } from './geo.ts'
import type { Fence } from './fence.ts'
import type { FenceFinder } from './truck-context.ts'

const CELL_DEG = 0.05
/** The shorter side of a cell, at 50° of latitude. */
const CELL_M = 3_500
/** Fences are entered into every cell that they touch with this margin, so that `near` looks at one cell only. */
const MARGIN_M = 1_000
/** A fence over more cells than this (a corridor across the country) is looked at for every point instead. */
const MAX_CELLS = 400

/** An index of fences by place: a grid of about five kilometres. */
export function fenceGrid(fences: readonly Fence[]): FenceFinder {
  const cells = new Map<number, Fence[]>()
  const everywhere: Fence[] = []
  for (const fence of fences) {
    const { south, north, west, east } = boundsOf(fence, MARGIN_M)
    const rows = [Math.floor(south / CELL_DEG), Math.floor(north / CELL_DEG)] as const
    const columns = [Math.floor(west / CELL_DEG), Math.floor(east / CELL_DEG)] as const
    if ((rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1) > MAX_CELLS) {
      everywhere.push(fence)
      continue
    }
    for (let row = rows[0]; row <= rows[1]; row += 1) {
      for (let column = columns[0]; column <= columns[1]; column += 1) {
        const key = cellKey(row, column)
        const cell = cells.get(key)
        if (cell) cell.push(fence)
        else cells.set(key, [fence])
      }
    }
  }
  return {
    near(lat, lng, marginM) {
      const row = Math.floor(lat / CELL_DEG)
      const column = Math.floor(lng / CELL_DEG)
      const candidates = marginM <= MARGIN_M ? inCell(row, column) : around(row, column, Math.ceil(marginM / CELL_M))
      if (candidates.length === 0) return candidates
      return candidates.filter((fence) => metresOutside(fence.shape, lat, lng) <= marginM)
    },
  }

  function inCell(row: number, column: number): readonly Fence[] {
    const cell = cells.get(cellKey(row, column))
    if (!cell) return everywhere
    return everywhere.length > 0 ? [...everywhere, ...cell] : cell
  }

  function around(row: number, column: number, reach: number): readonly Fence[] {
    const found = new Set(everywhere)
    for (let r = row - reach; r <= row + reach; r += 1) {
      for (let c = column - reach; c <= column + reach; c += 1) for (const fence of cells.get(cellKey(r, c)) ?? []) found.add(fence)
    }
    return [...found]
  }
}

const cellKey = (row: number, column: number): number => row * 16_384 + column
