// JT/T 808-2019 table 12 and JT/T 1078-2016 table 2.

import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { decodePaddedGbk } from './gbk-text.ts'

/** A terminal parameter as 0x8103 and 0x0104 carry it. */
export type Parameter = { id: number; value: Uint8Array }

/** How the value is to be read; 'bytes' where it is a structure or the maker's own. */
export type ParameterType = 'byte' | 'word' | 'double-word' | 'text' | 'bytes'

const doubleWords = [
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x18, 0x19, 0x1b, 0x1c, 0x20, 0x21, 0x22, 0x27, 0x28, 0x29, 0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x45,
  0x46, 0x47, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x64, 0x65, 0x70, 0x71, 0x72, 0x73, 0x74, 0x7a, 0x80, 0x93,
  0x95, 0x100, 0x102,
]
const words = [0x31, 0x5b, 0x5c, 0x5d, 0x5e, 0x81, 0x82, 0x101, 0x103]
const bytes = [0x84, 0x90, 0x91, 0x92, 0x94]
const texts = [
  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x1a, 0x1d, 0x23, 0x24, 0x25, 0x26, 0x40, 0x41, 0x42, 0x43, 0x44, 0x48, 0x49, 0x83,
]

const typeById = new Map<number, ParameterType>([
  ...doubleWords.map((id) => [id, 'double-word'] as const),
  ...words.map((id) => [id, 'word'] as const),
  ...bytes.map((id) => [id, 'byte'] as const),
  ...texts.map((id) => [id, 'text'] as const),
])

const lengths: Readonly<Record<'byte' | 'word' | 'double-word', number>> = { byte: 1, word: 2, 'double-word': 4 }

export function parameterType(id: number): ParameterType {
  return typeById.get(id) ?? 'bytes'
}

/** The value by its type; the bytes themselves where their length is not that of the type. */
export function parameterValue({ id, value }: Parameter): number | string | Uint8Array {
  const type = parameterType(id)
  if (type === 'bytes') return value
  if (type === 'text') return decodePaddedGbk(value)
  if (value.length !== lengths[type]) return value
  const reader = new ByteReader(value)
  return type === 'byte' ? reader.u8() : type === 'word' ? reader.u16() : reader.u32()
}

/** A parameter to send. A number for a text is written as its digits, a text for a number must be digits. */
export function parameterOf(id: number, value: number | string | Uint8Array): Parameter {
  if (value instanceof Uint8Array) return { id, value }
  const writer = new ByteWriter(8)
  switch (parameterType(id)) {
    case 'byte':
      writer.u8(Number(value))
      break
    case 'word':
      writer.u16(Number(value))
      break
    case 'double-word':
      writer.u32(Number(value))
      break
    case 'text':
      writer.text(String(value))
      break
    case 'bytes':
      throw new TypeError(`parameter ${id.toString(16)} is bytes`)
  }
  return { id, value: writer.finish() }
}
