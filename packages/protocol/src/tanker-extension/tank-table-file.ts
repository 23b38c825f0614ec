import type { TankTable } from '@tanker/domain/tank/tank-table'
import { misfitsOf, readTankTable, tankTableText } from '@tanker/domain/tank/tank-table-text'

/** File 32 of docs/tanker-extension.md: what a console needs to measure a compartment with another table. */
export type TankTableFile = {
  /** 1–10. */
  readonly compartment: number
  /** Letters and digits; '' none. */
  readonly serial: string
  /** From when it is to be measured with, ms since 1970 UTC, whole seconds. */
  readonly effectiveAt: number
  readonly tankHeightMm: number
  readonly capacityL: number
  /** Litres in the pipe behind the bottom valve. */
  readonly pipeL: number
  /** The console restarts when it has put the table to use. */
  readonly restart: boolean
  /** The console deletes the compartment's earlier tables. */
  readonly clearFiles: boolean
  readonly table: TankTable
}

const heading = 'tanktable 1'

/** The bytes of the file. */
export function encodeTankTableFile(file: TankTableFile): Uint8Array {
  const lines = [
    heading,
    `compartment ${file.compartment}`,
    `serial ${file.serial}`.trimEnd(),
    `effective ${new Date(file.effectiveAt).toISOString().slice(0, 19)}Z`,
    `height ${file.tankHeightMm}`,
    `capacity ${file.capacityL}`,
    `pipe ${file.pipeL}`,
    `restart ${file.restart ? 1 : 0}`,
    `clear ${file.clearFiles ? 1 : 0}`,
    `rows ${file.table.levelsMm.length}`,
    tankTableText(file.table),
    '',
  ]
  return Uint8Array.from(lines.join('\n'), (letter) => letter.charCodeAt(0))
}

/** Reads the file; null when it is not one, or its table is none that could be measured with. */
export function decodeTankTableFile(bytes: Uint8Array): TankTableFile | null {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  const lines = text.split('\n')
  const rowsAt = lines.findIndex((line) => line.startsWith('rows '))
  if (lines[0] !== heading || rowsAt < 0) return null
  // Words that this version does not know are left out.
  const said = new Map(
    lines.slice(1, rowsAt + 1).map((line): [string, string] => [line.split(' ', 1)[0] ?? '', line.replace(/^\S+ ?/, '')]),
  )
  const numberOf = (word: string): number => (/^\d+(\.\d+)?$/.test(said.get(word) ?? '') ? Number(said.get(word)) : Number.NaN)
  const read = readTankTable(lines.slice(rowsAt + 1).join('\n'))
  if ('problems' in read) return null
  const file: TankTableFile = {
    compartment: numberOf('compartment'),
    serial: said.get('serial') ?? '',
    effectiveAt: Date.parse(said.get('effective') ?? ''),
    tankHeightMm: numberOf('height'),
    capacityL: numberOf('capacity'),
    pipeL: numberOf('pipe'),
    restart: said.get('restart') === '1',
    clearFiles: said.get('clear') === '1',
    table: read.table,
  }
  const numbers = [file.compartment, file.effectiveAt, file.tankHeightMm, file.capacityL, file.pipeL]
  if (numbers.some(Number.isNaN) || numberOf('rows') !== read.table.levelsMm.length) return null
  return misfitsOf(file.table, file).length > 0 ? null : file
}
