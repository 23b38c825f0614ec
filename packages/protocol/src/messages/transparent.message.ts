import { ByteReader } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import type { Intake } from '../intake.ts'
import { byte, countedText, doubleWord, list, message, remainingBytes, struct, type Context, type Field, type StructOf } from '../layout.ts'
import { location } from './location-layouts.ts'

/** Types of 0x0900 and 0x8900 that this platform reads; others stay bytes. */
export const transparentTypes = {
  gnssDetail: 0x00,
  cardData: 0x0b,
  serial1: 0x41,
  serial2: 0x42,
  /** docs/tanker-extension.md: an event with the position it happened at. */
  tankerEvent: 0xf1,
  /** docs/tanker-extension.md: keys of one-time passwords, and passwords that no longer count. */
  tankerPassword: 0xf5,
  /** docs/tanker-extension.md: parameter files, tank tables and firmware in chunks. */
  tankerFile: 0xf6,
  /** T/JSATL 12-2017 table 4-28. */
  peripheralStatus: 0xf7,
  /** T/JSATL 12-2017 table 4-30. */
  peripheralInfo: 0xf8,
} as const

/** What a console does with a file, and how it answers a part of one (docs/tanker-extension.md). */
export const fileActions = { write: 1, read: 2, clear: 3 } as const
export const fileResults = {
  goOn: 0,
  finished: 1,
  refused: 2,
  wrongChecksum: 3,
  noSuchFile: 4,
  tableUnusable: 5,
  pipeUnusable: 6,
  beingPutToUse: 7,
  notUpgraded: 8,
} as const

/** What a console does about one-time passwords, and how it answers (docs/tanker-extension.md). */
export const passwordActions = { agree: 1, revoke: 2 } as const
export const passwordResults = { done: 0, refused: 1, used: 2 } as const

/** The type and the event's number stand before the body of 0x0200. */
const EVENT_HEAD_BYTES = 5

const tankerEvent = struct({
  /** Counts up in the device; a repetition keeps it. */
  eventId: doubleWord,
  /** A whole body of 0x0200, its extras saying what happened. */
  location,
})

const fileHead = {
  version: byte,
  /** See `fileActions`. */
  action: byte,
  /** 1–11 as in the catalogue of parameter files (spec 3.12), others as in `@tanker/parameters/device-files`. */
  file: byte,
  /** The compartment of a tank table, else 0. */
  subject: byte,
  /** CRC-32 (IEEE 802.3) of the whole file; 0 when reading and not yet known. */
  crc32: doubleWord,
  /** Bytes of the whole file. */
  total: doubleWord,
}

const fileChunk = struct({ ...fileHead, offset: doubleWord, data: remainingBytes })

const fileAnswer = struct({
  ...fileHead,
  /** See `fileResults`. */
  result: byte,
  /** Writing: the offset that is wanted next. Reading: where `data` belongs. */
  next: doubleWord,
  data: remainingBytes,
})

const passwordHead = {
  version: byte,
  /** See `passwordActions`. */
  action: byte,
}

/** The platform's public key, or the number of a password. */
const passwordOrder = struct({ ...passwordHead, data: remainingBytes })

/** `data`: the console's public key and its proof; otherwise nothing. */
const passwordAnswer = struct({ ...passwordHead, /** See `passwordResults`. */ result: byte, data: remainingBytes })

const peripheralStatus = struct({
  peripherals: list(byte, peripheral(struct({ state: byte, alarmBits: doubleWord }))),
})

const peripheralInfo = struct({
  peripherals: list(
    byte,
    peripheral(
      struct({
        company: countedText(byte),
        model: countedText(byte),
        hardware: countedText(byte),
        software: countedText(byte),
        deviceId: countedText(byte),
        customer: countedText(byte),
      }),
    ),
  ),
})

export type TankerEvent = StructOf<{ eventId: typeof doubleWord; location: typeof location }>

/** What a terminal sends through: one of the contents that this platform reads, or bytes. */
export type TransparentUp =
  | { type: number; content: 'bytes'; data: Uint8Array }
  | ({ type: 0xf1; content: 'tanker-event' } & TankerEvent)
  | ({ type: 0xf5; content: 'tanker-password' } & ValueOf<typeof passwordAnswer>)
  | ({ type: 0xf6; content: 'tanker-file' } & ValueOf<typeof fileAnswer>)
  | ({ type: 0xf7; content: 'peripheral-status' } & ValueOf<typeof peripheralStatus>)
  | ({ type: 0xf8; content: 'peripheral-info' } & ValueOf<typeof peripheralInfo>)

export type TransparentDown =
  | { type: number; content: 'bytes'; data: Uint8Array }
  | ({ type: 0xf5; content: 'tanker-password' } & ValueOf<typeof passwordOrder>)
  | ({ type: 0xf6; content: 'tanker-file' } & ValueOf<typeof fileChunk>)

type ValueOf<F> = F extends Field<infer T> ? T : never

const up: Field<TransparentUp> = {
  read(reader, context) {
    const type = reader.u8()
    switch (type) {
      case transparentTypes.tankerEvent: {
        const value = wholly(tankerEvent, reader, context)
        if (value !== undefined) return { type, content: 'tanker-event', ...value }
        break
      }
      case transparentTypes.tankerPassword: {
        const value = wholly(passwordAnswer, reader, context)
        if (value?.version === 1) return { type, content: 'tanker-password', ...value }
        break
      }
      case transparentTypes.tankerFile: {
        const value = wholly(fileAnswer, reader, context)
        if (value?.version === 1) return { type, content: 'tanker-file', ...value }
        break
      }
      case transparentTypes.peripheralStatus: {
        const value = wholly(peripheralStatus, reader, context)
        if (value !== undefined) return { type, content: 'peripheral-status', ...value }
        break
      }
      case transparentTypes.peripheralInfo: {
        const value = wholly(peripheralInfo, reader, context)
        if (value !== undefined) return { type, content: 'peripheral-info', ...value }
        break
      }
    }
    return { type, content: 'bytes', data: reader.view(reader.remaining) }
  },
  write(writer, value, context) {
    writer.u8(value.type)
    switch (value.content) {
      case 'bytes':
        writer.view(value.data)
        break
      case 'tanker-event':
        tankerEvent.write(writer, value, context)
        break
      case 'tanker-password':
        passwordAnswer.write(writer, value, context)
        break
      case 'tanker-file':
        fileAnswer.write(writer, value, context)
        break
      case 'peripheral-status':
        peripheralStatus.write(writer, value, context)
        break
      case 'peripheral-info':
        peripheralInfo.write(writer, value, context)
        break
    }
  },
  shape: { kind: 'named', name: 'transparentUp' },
}

const down: Field<TransparentDown> = {
  read(reader, context) {
    const type = reader.u8()
    if (type === transparentTypes.tankerPassword) {
      const value = wholly(passwordOrder, reader, context)
      if (value?.version === 1) return { type, content: 'tanker-password', ...value }
    }
    if (type === transparentTypes.tankerFile) {
      const value = wholly(fileChunk, reader, context)
      if (value?.version === 1) return { type, content: 'tanker-file', ...value }
    }
    return { type, content: 'bytes', data: reader.view(reader.remaining) }
  },
  write(writer, value, context) {
    writer.u8(value.type)
    if (value.content === 'bytes') writer.view(value.data)
    else if (value.content === 'tanker-password') passwordOrder.write(writer, value, context)
    else fileChunk.write(writer, value, context)
  },
  shape: { kind: 'named', name: 'transparentDown' },
}

const TRANSPARENT_UP = 0x0900

/** 0x0900, JT/T 808-2019 section 8.63. */
export const transparentUp = message(TRANSPARENT_UP, 'transparent-up', up, intakeByType)

/** 0x8900, JT/T 808-2019 section 8.64. */
export const transparentDown = message(0x8900, 'transparent-down', down)

/** By the first byte (docs/tanker-extension.md): an event carries the position it happened at, other answers are about a command. */
function intakeByType(body: Uint8Array): Intake | null {
  if (body[0] === transparentTypes.tankerEvent && body.length > EVENT_HEAD_BYTES)
    return { to: 'position', at: EVENT_HEAD_BYTES, as: TRANSPARENT_UP }
  if (body[0] === transparentTypes.tankerPassword) return { to: 'commands', acknowledged: true, content: 'tanker-password' }
  if (body[0] === transparentTypes.tankerFile) return { to: 'commands', acknowledged: true, content: 'tanker-file' }
  return null
}

/** Reads only what the layout takes up to the last byte; otherwise nothing, from where it stood. */
function wholly<T>(layout: Field<T>, reader: ByteReader, context: Context): T | undefined {
  const trial = new ByteReader(reader.bytes, reader.position, reader.end)
  const value = layout.read(trial, context)
  if (trial.short || trial.remaining > 0) return undefined
  reader.position = reader.end
  return value
}

/** One peripheral: its id (0x64–0x67), the length of what follows, and that. */
function peripheral<T extends object>(content: Field<T>): Field<{ id: number } & T> {
  const { shape } = content
  return {
    read(reader, context) {
      const id = reader.u8()
      const length = reader.u8()
      const start = reader.position
      const value = { id, ...content.read(reader, context) }
      if (reader.position - start !== length) reader.short = true
      return value
    },
    write(writer: ByteWriter, value, context) {
      writer.u8(value.id)
      const lengthAt = writer.length
      writer.u8(0)
      content.write(writer, value, context)
      writer.patchU8(lengthAt, writer.length - lengthAt - 1)
    },
    shape: { kind: 'struct', fields: { id: byte, ...(shape.kind === 'struct' ? shape.fields : undefined) } },
  }
}
