/** A virtual camera that films: its picture is a function of truck, channel and time alone. */
import { glyphOf, LATIN_ROWS, rowsOf } from '../camera/glyphs.ts'
import { createH264Writer, SQUARE, type Square } from './h264-writer.ts'
import { TIME_BARS, timeBars } from './time-bars.ts'

/** What is written into the picture. */
export type CameraLabel = { readonly sim: string; readonly channel: number; readonly plate: string }

export type FilmedFrame = { readonly bytes: Uint8Array; readonly isKey: boolean }

export type Camera = {
  /** @param at milliseconds since 1970. @returns one access unit of H.264 in Annex B */
  frameAt(at: number, isFirst: boolean): FilmedFrame
}

/** Squares of a picture: 352 × 288 points, or twice as many each way. */
const SIZES = { sub: { columns: 22, rows: 18 }, main: { columns: 44, rows: 36 } } as const
const keyEveryMs = 2_000
/** Of the clock that is written into the picture. */
const zoneMs = 8 * 3_600_000
const [LIGHT, DARK, PAPER, INK] = [220, 30, 24, 232]
const dotSize = 2

export function createCamera(label: CameraLabel, stream: 'main' | 'sub'): Camera {
  const size = SIZES[stream]
  const writer = createH264Writer(size.columns, size.rows)
  const scene = sceneOf(label, size)
  let keyAt = Number.NEGATIVE_INFINITY
  return {
    frameAt(at, isFirst) {
      const isKey = isFirst || at - keyAt >= keyEveryMs || at < keyAt
      if (isKey) keyAt = at
      return { bytes: writer.write(scene(at), isKey), isKey }
    },
  }
}

type Size = { readonly columns: number; readonly rows: number }

/** The squares at a time: a still background, something that moves through it, the clock, and the time as bars at the bottom. */
function sceneOf({ sim, channel, plate }: CameraLabel, size: Size): (at: number) => readonly Square[] {
  const { columns, rows } = size
  const seed = Number(sim.slice(-6)) + channel * 37
  const still = Array.from({ length: columns * rows }, (_, index): Square =>
    backgroundOf(index % columns, Math.floor(index / columns), size, seed),
  )
  place(still, columns, 0, written(`${plate} CH${channel}`, columns))
  let clockOf = -1
  let clock: readonly Uint8Array[] = []
  return (at) => {
    const squares = [...still]
    for (const index of moving(at, size, seed)) squares[index] = LIGHT
    const second = Math.floor(at / 1_000)
    if (second !== clockOf) {
      clockOf = second
      clock = written(new Date(second * 1_000 + zoneMs).toISOString().slice(0, 19).replace('T', ' '), columns)
    }
    place(squares, columns, 1, clock)
    const bars = timeBars(at)
    // The bars fill the width: two squares each in the larger picture.
    const wide = columns / TIME_BARS
    for (let column = 0; column < columns; column += 1)
      squares[(rows - 1) * columns + column] = bars[Math.floor(column / wide)] ? LIGHT : DARK
    return squares
  }
}

/** Sky, road and verge, lighter or darker by the camera. */
function backgroundOf(column: number, row: number, { columns, rows }: Size, seed: number): number {
  const share = row / rows
  if (share < 0.4) return 150 - Math.round(share * 60) + (seed % 20)
  const fromMiddle = Math.abs(column + 0.5 - columns / 2) / columns
  const isRoad = fromMiddle < (share - 0.3) * 0.55
  return (isRoad ? 84 : 112) + Math.round(share * 20) - (seed % 12)
}

/** Nine squares that cross the picture in eight seconds. */
function moving(at: number, { columns, rows }: Size, seed: number): number[] {
  const left = Math.floor((((at + seed * 131) % 8_000) / 8_000) * (columns - 3))
  const top = Math.floor(rows * 0.5) + (seed % 3)
  return Array.from({ length: 9 }, (_, part) => (top + Math.floor(part / 3)) * columns + left + (part % 3))
}

function place(squares: Square[], columns: number, row: number, given: readonly Uint8Array[]): void {
  for (const [at, square] of given.entries()) if (at < columns) squares[row * columns + at] = square
}

/** Words as squares given point by point, in one row of squares. */
function written(words: string, columns: number): Uint8Array[] {
  const glyphs = [...words].map((letter) => glyphOf(letter))
  const width = Math.min(
    columns * SQUARE,
    glyphs.reduce((sum, { length }) => sum + (length + 1) * dotSize, dotSize),
  )
  const squares = Array.from({ length: Math.ceil(width / SQUARE) }, () => new Uint8Array(SQUARE * SQUARE).fill(PAPER))
  let left = dotSize
  for (const glyph of glyphs) {
    const glyphRows = rowsOf(glyph)
    // Taller letters are drawn with smaller dots.
    const dot = glyphRows > LATIN_ROWS ? 1 : dotSize
    for (const [column, bits] of glyph.entries())
      for (let row = 0; row < glyphRows; row += 1) if (bits & (1 << row)) ink(squares, left + column * dot, 1 + row * dot, dot)
    left += (glyph.length + 1) * dot
  }
  return squares
}

function ink(squares: readonly Uint8Array[], x: number, y: number, dot: number): void {
  for (let dy = 0; dy < dot; dy += 1)
    for (let dx = 0; dx < dot; dx += 1) {
      const square = squares[Math.floor((x + dx) / SQUARE)]
      if (square && y + dy < SQUARE) square[(y + dy) * SQUARE + ((x + dx) % SQUARE)] = INK
    }
}
