import { type TankTable, volumeAt } from '../tank/tank-table.ts'

/**
 * The table that a correction makes of a table: volumes that are `scalePermille` greater, read `offsetMm` higher. The levels stay
 * as they are; volumes are kept to a hundredth, never fall, and begin at nothing where the table did.
 */
export function correctedTable(table: TankTable, correction: { readonly scalePermille: number; readonly offsetMm: number }): TankTable {
  const factor = 1 + correction.scalePermille / 1000
  let least = 0
  const volumesL = table.levelsMm.map((levelMm, row) => {
    const startsEmpty = row === 0 && (table.volumesL[0] ?? 0) === 0
    const volumeL = startsEmpty ? 0 : volumeAt(table, levelMm + correction.offsetMm).volumeL * factor
    least = Math.max(least, Math.round(volumeL * 100) / 100)
    return least
  })
  return { levelsMm: table.levelsMm, volumesL }
}
