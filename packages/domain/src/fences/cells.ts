import type { FenceShape } from './fence.ts'
import { boundsOf, distanceM, metresOutside } from './geo.ts'

/** Side of a cell, millionths of a degree: about two kilometres. Stored cells have this size. */
export const CELL_E6 = 20_000
/** Cells of one row round the earth: a cell's number is row * this + column, rows from the south pole, columns from 180° west. */
export const CELLS_A_ROW = 18_000
/** Cells of the box around an area, which are looked at one by one. */
export const MAX_BOX_CELLS = 20_000

const SIDE = CELL_E6 / 1e6
/** A position is stored to a tenth of a metre. */
const MARGIN_M = 2
/** Distances are computed as if the earth were flat around a point. */
const ROUNDING = 1.01

const cellAt = (degrees: number): number => Math.floor(degrees / SIDE)

/** Numbers of all cells that have a part in the area, rising; null of an area whose box has too many cells. */
export function cellsOf(shape: FenceShape): number[] | null {
  const box = boundsOf({ shape }, MARGIN_M)
  const [south, north] = [cellAt(box.south + 90), cellAt(box.north + 90)]
  const [west, east] = [cellAt(box.west + 180), cellAt(box.east + 180)]
  if ((north - south + 1) * (east - west + 1) > MAX_BOX_CELLS) return null
  const cells: number[] = []
  for (let row = south; row <= north; row += 1) {
    const lat = row * SIDE - 90
    const widestLat = Math.min(Math.abs(lat), Math.abs(lat + SIDE))
    const reachM = (distanceM(widestLat, 0, widestLat + SIDE, SIDE) / 2 + MARGIN_M) * ROUNDING
    for (let column = west; column <= east; column += 1)
      if (metresOutside(shape, lat + SIDE / 2, column * SIDE - 180 + SIDE / 2) <= reachM) cells.push(row * CELLS_A_ROW + column)
  }
  return cells
}
