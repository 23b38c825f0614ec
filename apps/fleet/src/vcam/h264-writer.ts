/**
 * Writes pictures of squares as H.264, baseline: a square of 16 by 16 points is flat, or given point by point, or as in the picture before.
 * No library encodes on the fly without a native part; these pictures need none of what makes an encoder large.
 */
import { BitWriter } from './bit-writer.ts'

export const SQUARE = 16
const POINTS = SQUARE * SQUARE

/** A flat square has one grey, 16–235; the others have all points, row by row. */
export type Square = number | Uint8Array

/** Pictures of the same size, one after the other. */
export type H264Writer = {
  /** One access unit in Annex B. A key picture has the parameter sets before it and needs no other picture. */
  write(squares: readonly Square[], isKey: boolean): Uint8Array
}

// The quantiser at which the one coefficient of a flat square is its difference from the prediction.
const QP = 28
const FRAME_NUMBERS = 256
const [sequenceSet, pictureSet, keySlice, slice] = [0x67, 0x68, 0x65, 0x41]
// Types of squares in a key picture; others add five.
const [flatSquare, givenSquare] = [3, 25]
const interOffset = 5

/** @param columns of squares; `rows` likewise */
export function createH264Writer(columns: number, rows: number): H264Writer {
  let before: readonly Square[] | null = null
  let frameNumber = 0
  let keyCount = 0
  const parameters = [nalUnit(sequenceSet, sequenceParameters(columns, rows)), nalUnit(pictureSet, pictureParameters())]

  return {
    write(squares, wantsKey) {
      const isKey = wantsKey || before === null
      frameNumber = isKey ? 0 : (frameNumber + 1) % FRAME_NUMBERS
      if (isKey) keyCount += 1
      const bits = new BitWriter()
      sliceHeader(bits, { isKey, frameNumber, keyId: keyCount & 1 })
      writeSquares(bits, { squares, before: isKey ? null : before, columns })
      before = squares.map((square) => square)
      return join([...(isKey ? parameters : []), nalUnit(isKey ? keySlice : slice, bits.finish())])
    },
  }
}

function sequenceParameters(columns: number, rows: number): Uint8Array {
  const bits = new BitWriter()
  bits.bits(66, 8) // baseline
  bits.bits(0b1100_0000, 8) // also constrained baseline and main
  bits.bits(30, 8) // level 3
  bits.unsigned(0)
  bits.unsigned(4) // numbers of frames have 8 bits
  bits.unsigned(2) // shown in the order in which they come
  bits.unsigned(1) // one picture is referred to
  bits.bits(0, 1)
  bits.unsigned(columns - 1)
  bits.unsigned(rows - 1)
  bits.bits(0b1100, 4) // frames, direct 8 × 8, no cropping, nothing about use
  return bits.finish()
}

function pictureParameters(): Uint8Array {
  const bits = new BitWriter()
  bits.unsigned(0)
  bits.unsigned(0)
  bits.bits(0, 2) // CAVLC
  bits.unsigned(0)
  bits.unsigned(0)
  bits.unsigned(0)
  bits.bits(0, 3)
  bits.signed(QP - 26)
  bits.signed(0)
  bits.signed(0)
  bits.bits(0b100, 3) // slices say whether edges are smoothed
  return bits.finish()
}

type SliceOf = { readonly isKey: boolean; readonly frameNumber: number; readonly keyId: number }

function sliceHeader(bits: BitWriter, { isKey, frameNumber, keyId }: SliceOf): void {
  bits.unsigned(0)
  bits.unsigned(isKey ? 7 : 5)
  bits.unsigned(0)
  bits.bits(frameNumber, 8)
  if (isKey) bits.unsigned(keyId)
  else bits.bits(0, 2) // references as they are
  bits.bits(0, isKey ? 2 : 1)
  bits.signed(0)
  bits.unsigned(1) // edges stay as they are
}

type Picture = { readonly squares: readonly Square[]; readonly before: readonly Square[] | null; readonly columns: number }

function writeSquares(bits: BitWriter, { squares, before, columns }: Picture): void {
  const offset = before === null ? 0 : interOffset
  let skipped = 0
  for (const [index, square] of squares.entries()) {
    if (before !== null && isSame(square, before[index])) {
      skipped += 1
      continue
    }
    if (before !== null) bits.unsigned(skipped)
    skipped = 0
    if (typeof square !== 'number') {
      bits.unsigned(givenSquare + offset)
      bits.align()
      bits.raw(square)
      bits.raw(NEUTRAL)
      continue
    }
    bits.unsigned(flatSquare + offset)
    bits.unsigned(0) // chroma as its neighbours, which is neutral
    bits.signed(0)
    const left = index % columns === 0 ? null : (squares[index - 1] as Square)
    const above = index < columns ? null : (squares[index - columns] as Square)
    // What is skipped has no coefficients, as a flat square; a given one counts as full of them.
    const isFull = (at: number): boolean =>
      typeof squares[at] !== 'number' && !(before !== null && isSame(squares[at] as Square, before[at]))
    writeLevel(
      bits,
      square - predicted(left, above),
      contextOf(left !== null && isFull(index - 1), above !== null && isFull(index - columns)),
    )
  }
  if (skipped > 0) bits.unsigned(skipped)
}

/** Both colours of a given square: grey. */
const NEUTRAL = new Uint8Array(POINTS / 2).fill(128)

const isSame = (one: Square, other: Square | undefined): boolean =>
  one === other || (typeof one !== 'number' && typeof other === 'object' && one.every((point, at) => point === other[at]))

/** The mean of the points at the left and above (8.3.3.3). */
function predicted(left: Square | null, above: Square | null): number {
  const column = left === null ? null : sumOf(left, (at) => at * SQUARE + SQUARE - 1)
  const row = above === null ? null : sumOf(above, (at) => POINTS - SQUARE + at)
  if (column === null && row === null) return 128
  return column === null || row === null ? ((column ?? row ?? 0) + 8) >> 4 : (column + row + 16) >> 5
}

function sumOf(square: Square, place: (at: number) => number): number {
  if (typeof square === 'number') return square * SQUARE
  let sum = 0
  for (let at = 0; at < SQUARE; at += 1) sum += square[place(at)] as number
  return sum
}

/** Whether the table for many coefficients counts: the mean of the neighbours is 8 or more where one of them is full (9.2.1). */
const contextOf = (left: boolean, above: boolean): 'few' | 'many' => (left || above ? 'many' : 'few')

/** The one coefficient of a flat square, or none (9.2). */
function writeLevel(bits: BitWriter, level: number, context: 'few' | 'many'): void {
  if (level === 0) return context === 'few' ? bits.bits(1, 1) : bits.bits(0b000011, 6)
  const isOne = Math.abs(level) === 1
  if (context === 'many') bits.bits(isOne ? 1 : 0, 6)
  else bits.bits(isOne ? 0b01 : 0b000101, isOne ? 2 : 6)
  if (isOne) bits.bits(level < 0 ? 1 : 0, 1)
  else writeMagnitude(bits, (level > 0 ? level * 2 - 2 : level * -2 - 1) - 2)
  bits.bits(1, 1) // nothing before it
}

function writeMagnitude(bits: BitWriter, code: number): void {
  if (code < 14) return bits.bits(1, code + 1)
  bits.bits(1, code < 30 ? 15 : 16)
  bits.bits(code < 30 ? code - 14 : code - 30, code < 30 ? 4 : 12)
}

/** With its start code, and without bytes that look like one. */
function nalUnit(header: number, payload: Uint8Array): Uint8Array {
  const out = new Uint8Array(5 + payload.length + Math.ceil(payload.length / 2))
  out.set([0, 0, 0, 1, header])
  let at = 5
  let zeros = 0
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      out[at] = 3
      at += 1
      zeros = 0
    }
    out[at] = byte
    at += 1
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return out.subarray(0, at)
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
