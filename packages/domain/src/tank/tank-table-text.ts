import type { TankTable } from './tank-table.ts'
import type { Text } from '../texts/text.ts'

/** Why a table is refused; the line number as in an editor, 0 when it is not one line. */
export type TableProblem = { readonly line: number } & Text

/** What a tank table must fit: litres of the compartment and height of the tank, mm. */
export type TankSize = { readonly capacityL: number; readonly tankHeightMm: number }

/** More rows than a table by the millimetre has. */
export const MAX_TABLE_ROWS = 5_000
const highestMm = 20_000
const mostL = 1_000_000
/** Limit of listed problems: more do not help to correct a file. */
const MAX_PROBLEMS = 20
/** A lying ellipse rises 1.27 times as fast in its middle as on average; a box tank not at all. */
const steepestOfMean = 4
/** A table may end a little above the nominal capacity, or below it where the top is never filled. */
const endOfCapacity = { least: 0.8, most: 1.05 }

type Numbered = { readonly line: number; readonly levelMm: number; readonly volumeL: number }

/** Parses a tank table, or returns its problems, each with its line. */
export type ReadTable = { readonly table: TankTable; readonly lines: readonly number[] } | { readonly problems: readonly TableProblem[] }

/**
 * Reads lines of `level_mm volume_L`, separated by comma, semicolon, tab or blanks; empty lines and those that begin with # say
 * nothing, nor does a heading of words before the first row. Levels must rise, volumes must not fall.
 */
export function readTankTable(text: string): ReadTable {
  const rows: Numbered[] = []
  const problems: TableProblem[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [index, given] of lines.entries()) {
    const line = index + 1
    const content = given.trim()
    if (content === '' || content.startsWith('#')) continue
    if (rows.length === 0 && problems.length === 0 && !/\d/.test(content)) continue
    if (problems.length >= MAX_PROBLEMS) break
    const cells = content.split(/\s*[,;\t]\s*|\s+/).filter((cell) => cell !== '')
    const [levelMm, volumeL] = cells.map(numberOf)
    const problem =
      cells.length !== 2
        ? { zh: `应为“液位 容积”两列，实为 ${cells.length} 列`, en: `must have two columns, level and volume, not ${cells.length}` }
        : wrongRow(levelMm ?? Number.NaN, volumeL ?? Number.NaN, cells, rows.at(-1))
    if (problem) problems.push({ line, ...problem })
    else rows.push({ line, levelMm: levelMm ?? 0, volumeL: volumeL ?? 0 })
  }
  if (problems.length === 0 && rows.length < 2)
    problems.push({ line: 0, zh: `至少要有 2 行数据，实有 ${rows.length} 行`, en: `needs at least 2 rows and has ${rows.length}` })
  if (problems.length === 0 && rows.length > MAX_TABLE_ROWS)
    problems.push({
      line: 0,
      zh: `最多 ${MAX_TABLE_ROWS} 行数据，实有 ${rows.length} 行`,
      en: `may have ${MAX_TABLE_ROWS} rows and has ${rows.length}`,
    })
  if (problems.length > 0) return { problems }
  return {
    table: { levelsMm: rows.map(({ levelMm }) => levelMm), volumesL: rows.map(({ volumeL }) => volumeL) },
    lines: rows.map(({ line }) => line),
  }
}

const numberOf = (cell: string): number => (/^[+-]?\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN)

/** What is wrong with one row after the one before it; null when nothing is. */
function wrongRow(levelMm: number, volumeL: number, cells: readonly string[], before: Numbered | undefined): Text | null {
  const strange = cells.find((cell) => Number.isNaN(numberOf(cell)))
  if (strange !== undefined) return { zh: `“${strange.slice(0, 20)}”不是数字`, en: `"${strange.slice(0, 20)}" is not a number` }
  if (levelMm < 0 || levelMm > highestMm)
    return { zh: `液位 ${levelMm} 应为 0 到 ${highestMm} mm`, en: `level ${levelMm} must be from 0 to ${highestMm} mm` }
  if (volumeL < 0 || volumeL > mostL)
    return { zh: `容积 ${volumeL} 应为 0 到 ${mostL} L`, en: `volume ${volumeL} must be from 0 to ${mostL} L` }
  if (before === undefined) return null
  if (levelMm === before.levelMm)
    return { zh: `液位 ${levelMm} mm 与第 ${before.line} 行重复`, en: `level ${levelMm} mm stands in line ${before.line} already` }
  if (levelMm < before.levelMm)
    return {
      zh: `液位 ${levelMm} mm 低于上一行的 ${before.levelMm} mm`,
      en: `level ${levelMm} mm is below ${before.levelMm} mm of the row before`,
    }
  if (volumeL < before.volumeL)
    return {
      zh: `容积 ${volumeL} L 小于上一行的 ${before.volumeL} L`,
      en: `volume ${volumeL} L is less than ${before.volumeL} L of the row before`,
    }
  return null
}

/**
 * Whether a table can be that of a tank of this size: it stays within the height, ends near the capacity and nowhere rises
 * faster than a tank can widen. `lines` are those of the rows; without them a row is named by its number.
 */
export function misfitsOf(
  { levelsMm, volumesL }: TankTable,
  { capacityL, tankHeightMm }: TankSize,
  lines?: readonly number[],
): TableProblem[] {
  const problems: TableProblem[] = []
  const lineOf = (row: number): number => lines?.[row] ?? row + 1
  const last = levelsMm.length - 1
  const topMm = levelsMm[last] ?? 0
  const endL = volumesL[last] ?? 0
  if (topMm > tankHeightMm)
    problems.push({
      line: lineOf(last),
      zh: `液位 ${topMm} mm 高于罐高 ${tankHeightMm} mm`,
      en: `level ${topMm} mm is above the tank height of ${tankHeightMm} mm`,
    })
  if (endL > capacityL * endOfCapacity.most)
    problems.push({
      line: lineOf(last),
      zh: `容积 ${endL} L 超出容量 ${capacityL} L`,
      en: `volume ${endL} L is more than the capacity of ${capacityL} L`,
    })
  if (endL < capacityL * endOfCapacity.least)
    problems.push({
      line: lineOf(last),
      zh: `最大容积 ${endL} L 远小于容量 ${capacityL} L`,
      en: `the greatest volume ${endL} L is far below the capacity of ${capacityL} L`,
    })
  const steepest = (capacityL / tankHeightMm) * steepestOfMean
  for (let row = 1; row <= last && problems.length < MAX_PROBLEMS; row += 1) {
    const slope = ((volumesL[row] ?? 0) - (volumesL[row - 1] ?? 0)) / ((levelsMm[row] ?? 0) - (levelsMm[row - 1] ?? 0))
    if (slope > steepest)
      problems.push({
        line: lineOf(row),
        zh: `每毫米增加 ${slope.toFixed(1)} L，该罐不应超过 ${steepest.toFixed(1)} L`,
        en: `rises by ${slope.toFixed(1)} L per mm, and this tank by ${steepest.toFixed(1)} L at most`,
      })
  }
  return problems
}

/** The rows as one text, `level,volume` a line: what `readTankTable` reads back as the same table. */
export const tankTableText = ({ levelsMm, volumesL }: TankTable): string =>
  levelsMm.map((levelMm, row) => `${levelMm},${volumesL[row] ?? 0}`).join('\n')
