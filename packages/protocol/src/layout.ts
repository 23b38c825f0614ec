// The vocabulary in which message bodies are written down once, for reading and for writing.

import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { DeviceModel } from './device-model.ts'
import type { DeviceTime } from './device-time.ts'
import type { Version } from './frame.ts'
import { encodeGbk, encodeGbkWithin } from './gbk-text.ts'
import type { DeclaredIntake } from './intake.ts'

/** What a body cannot say of itself. */
export type Context = { readonly version: Version; readonly model: DeviceModel }

/** A stretch of a body. Reading never throws: a short body shows in `reader.short`. */
export type Field<T> = {
  read(reader: ByteReader, context: Context): T
  write(writer: ByteWriter, value: T, context: Context): void
  /** The values that survive the wire. */
  readonly shape: Shape
}

/** A field that some bodies lack; its key is then absent from the message. */
export type OptionalField<T> = Field<T> & { readonly presence: Presence }

/** `tail`: there when bytes remain; otherwise decided by the fields before it. */
export type Presence = 'tail' | ((earlier: Readonly<Record<string, unknown>>, context: Context) => boolean)

/** The domain of a field, closed so that a generator can be written for it. */
export type Shape =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly perUnit: number }
  | { readonly kind: 'text'; readonly maxBytes: number }
  | { readonly kind: 'bytes'; readonly min: number; readonly max: number }
  | { readonly kind: 'digits'; readonly length: number }
  | { readonly kind: 'list'; readonly item: Shape; readonly max: number }
  | { readonly kind: 'struct'; readonly fields: FieldMap }
  | { readonly kind: 'named'; readonly name: string }

export type FieldMap = Readonly<Record<string, Field<unknown>>>

type ValueOf<F> = F extends Field<infer T> ? T : never
type OptionalKey<M> = { [K in keyof M]: M[K] extends { presence: Presence } ? K : never }[keyof M]

/** The message that a map of fields describes. */
export type StructOf<M> = { -readonly [K in Exclude<keyof M, OptionalKey<M>>]: ValueOf<M[K]> } & {
  -readonly [K in OptionalKey<M>]?: ValueOf<M[K]>
}

function integer(
  min: number,
  max: number,
  read: (reader: ByteReader) => number,
  write: (writer: ByteWriter, value: number) => void,
): Field<number> {
  return { read, write, shape: { kind: 'integer', min, max, perUnit: 1 } }
}

/** BYTE */
export const byte = integer(
  0,
  0xff,
  (r) => r.u8(),
  (w, v) => w.u8(v),
)
/** WORD */
export const word = integer(
  0,
  0xffff,
  (r) => r.u16(),
  (w, v) => w.u16(v),
)
/** DWORD */
export const doubleWord = integer(
  0,
  0xffff_ffff,
  (r) => r.u32(),
  (w, v) => w.u32(v),
)
/** An integer that counts parts of a unit: `scaled(word, 10)` is a WORD in tenths. */
export function scaled(field: Field<number>, perUnit: number): Field<number> {
  const { shape } = field
  if (shape.kind !== 'integer') throw new TypeError('only an integer can be scaled')
  return {
    read: (reader, context) => field.read(reader, context) / perUnit,
    write: (writer, value, context) => field.write(writer, Math.round(value * perUnit), context),
    shape: { ...shape, perUnit },
  }
}

/** Degrees in a DWORD, 1e-6 each. */
export const degrees = scaled(doubleWord, 1_000_000)

/** BCD[6], see `DeviceTime`. */
export const time: Field<DeviceTime> = digits(6)

/** BCD[length], as its digits. */
export function digits(length: number): Field<string> {
  return {
    read: (reader) => reader.digits(length),
    write: (writer, value) => writer.digits(value, length),
    shape: { kind: 'digits', length: length * 2 },
  }
}

/** STRING of fixed length, padded with NULs. */
export function paddedText(length: number): Field<string> {
  return {
    read: (reader) => reader.paddedText(length),
    write: (writer, value) => writer.paddedText(value, length),
    shape: { kind: 'text', maxBytes: length },
  }
}

/** STRING after its length. */
export function countedText(length: Field<number>, maxBytes = 255): Field<string> {
  return {
    read: (reader, context) => reader.paddedText(length.read(reader, context)),
    write(writer, value, context) {
      const bytes = encodeGbkWithin(value, maxBytes)
      length.write(writer, bytes.length, context)
      writer.view(bytes)
    },
    shape: { kind: 'text', maxBytes: Math.min(maxBytes, 40) },
  }
}

/** STRING up to the end of the body. */
export const remainingText: Field<string> = {
  read: (reader) => reader.paddedText(reader.remaining),
  write: (writer, value) => writer.view(encodeGbk(value)),
  shape: { kind: 'text', maxBytes: 60 },
}

export function fixedBytes(length: number): Field<Uint8Array> {
  return {
    read: (reader) => reader.view(length),
    write(writer, value) {
      writer.view(value.subarray(0, length))
      writer.zeros(Math.max(0, length - value.length))
    },
    shape: { kind: 'bytes', min: length, max: length },
  }
}

/** BYTE[n] after its length. */
export function countedBytes(length: Field<number>): Field<Uint8Array> {
  return {
    read: (reader, context) => reader.view(length.read(reader, context)),
    write(writer, value, context) {
      length.write(writer, value.length, context)
      writer.view(value)
    },
    shape: { kind: 'bytes', min: 0, max: 255 },
  }
}

/** All that is left of the body. */
export const remainingBytes: Field<Uint8Array> = {
  read: (reader) => reader.view(reader.remaining),
  write: (writer, value) => writer.view(value),
  shape: { kind: 'bytes', min: 0, max: 200 },
}

/** Items after their number; stops at the end of the body, even if the number is larger. */
export function list<T>(count: Field<number>, item: Field<T>): Field<T[]> {
  return {
    read(reader, context) {
      const items: T[] = []
      for (let left = count.read(reader, context); left > 0 && !reader.short; left--) {
        items.push(item.read(reader, context))
      }
      return items
    },
    write(writer, items, context) {
      count.write(writer, items.length, context)
      for (const value of items) item.write(writer, value, context)
    },
    shape: { kind: 'list', item: item.shape, max: 5 },
  }
}

/** Items after a number that some devices set too high: those that are there. */
export function listAtMost<T>(count: Field<number>, item: Field<T>): Field<T[]> {
  const exact = list(count, item)
  return {
    ...exact,
    read(reader, context) {
      const items: T[] = []
      for (let left = count.read(reader, context); left > 0 && reader.remaining > 0; left--) {
        items.push(item.read(reader, context))
      }
      return items
    },
  }
}

/** Items up to the end of the body. */
export function remainingList<T>(item: Field<T>): Field<T[]> {
  return {
    read(reader, context) {
      const items: T[] = []
      while (reader.remaining > 0) items.push(item.read(reader, context))
      return items
    },
    write(writer, items, context) {
      for (const value of items) item.write(writer, value, context)
    },
    shape: { kind: 'list', item: item.shape, max: 5 },
  }
}

/** Items up to the end of the body after a number that is written but not believed. */
export function loosely<T>(count: Field<number>, items: Field<T[]>): Field<T[]> {
  return {
    read(reader, context) {
      count.read(reader, context)
      return items.read(reader, context)
    },
    write(writer, value, context) {
      count.write(writer, value.length, context)
      items.write(writer, value, context)
    },
    shape: items.shape,
  }
}

/** Fields one after another. */
export function struct<const M extends FieldMap>(fields: M): Field<StructOf<M>> {
  const entries = Object.entries(fields)
  return {
    read(reader, context) {
      const value: Record<string, unknown> = {}
      for (const [key, field] of entries) {
        const presence = presenceOf(field)
        if (presence === 'tail' && reader.remaining === 0) break
        if (typeof presence === 'function' && !presence(value, context)) continue
        value[key] = field.read(reader, context)
      }
      return value as StructOf<M>
    },
    write(writer, struct, context) {
      const value = struct as Readonly<Record<string, unknown>>
      for (const [key, field] of entries) {
        const presence = presenceOf(field)
        if (presence === 'tail' && value[key] === undefined) break
        if (typeof presence === 'function' && !presence(value, context)) continue
        field.write(writer, value[key], context)
      }
    },
    shape: { kind: 'struct', fields },
  }
}

/** The presence of a field: undefined when every body has it. */
export function presenceOf(field: Field<unknown>): Presence | undefined {
  return (field as Partial<OptionalField<unknown>>).presence
}

/** A field that older devices leave off at the end of the body. */
export function tail<T>(field: Field<T>): OptionalField<T> {
  return { ...field, presence: 'tail' }
}

/** A field that is there when fields before it say so. */
export function when<T>(
  presence: (earlier: Readonly<Record<string, unknown>>, context: Context) => boolean,
  field: Field<T>,
): OptionalField<T> {
  return { ...field, presence }
}

/** A field that the 2019 edition added; `fallback` goes out where the message has none. */
export function since2019<T>(field: Field<T>, fallback: T): OptionalField<T> {
  return {
    ...withFallback(field, fallback),
    presence: (_, context) => context.version === 2019,
  }
}

function withFallback<T>(field: Field<T>, fallback: T): Field<T> {
  return { ...field, write: (writer, value: T | undefined, context) => field.write(writer, value ?? fallback, context) }
}

/** One layout before 2019 and another since, of the same meaning. */
export function byEdition<T>(before: Field<T>, since: Field<T>): Field<T> {
  return {
    read: (reader, context) => (context.version === 2019 ? since : before).read(reader, context),
    write: (writer, value, context) => (context.version === 2019 ? since : before).write(writer, value, context),
    shape: before.shape,
  }
}

/** The codec of one message id, and what the gateway does with it; null for what it sends itself or does not support. */
export type MessageCodec<K extends string, T> = {
  readonly id: number
  readonly kind: K
  readonly layout: Field<T>
  readonly intake: DeclaredIntake | null
}

export function message<const K extends string, T>(
  id: number,
  kind: K,
  layout: Field<T>,
  intake: DeclaredIntake | null = null,
): MessageCodec<K, T> {
  return { id, kind, layout, intake }
}
