import { allMessages } from './all-messages.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { defaultModel, type DeviceModel } from './device-model.ts'
import type { Frame, Version } from './frame.ts'
import type { DeclaredIntake, Intake } from './intake.ts'
import type { Field, MessageCodec } from './layout.ts'

type MessageOf<C> = C extends MessageCodec<infer K, infer T> ? { kind: K } & T : never

/** Any message that can be written, distinguished by `kind`. */
export type Message = MessageOf<(typeof allMessages)[number]>

/** The message of one kind. */
export type MessageOfKind<K extends Message['kind']> = Extract<Message, { kind: K }>

/** Any received message, distinguished by `kind`. */
export type DecodedMessage =
  | Message
  /** No codec knows the id. */
  | { kind: 'unknown'; id: number; body: Uint8Array }
  /** The body is shorter than its message. */
  | { kind: 'malformed'; id: number; reason: 'short-body'; body: Uint8Array }
  /** A part: put it into a `FragmentStore`, then `decodeBody` what comes out. */
  | { kind: 'fragment'; id: number; total: number; index: number; body: Uint8Array }
  /** The header says RSA; there is no key to read it with. */
  | { kind: 'encrypted'; id: number; body: Uint8Array }

type AnyCodec = {
  readonly id: number
  readonly kind: Message['kind']
  readonly layout: Field<object>
  readonly intake: DeclaredIntake | null
}

const codecs: readonly AnyCodec[] = allMessages
const codecById = new Map(codecs.map((codec) => [codec.id, codec]))
const codecByKind = new Map(codecs.map((codec) => [codec.kind, codec]))

/** Reads the message of a whole packet. Byte fields are views on the frame's body. Never throws. */
export function decodeMessage(frame: Frame, model: DeviceModel = defaultModel): DecodedMessage {
  const { id, body, fragment } = frame
  if (fragment !== undefined && fragment.total > 1) {
    return { kind: 'fragment', id, total: fragment.total, index: fragment.index, body }
  }
  if (frame.encrypted !== 0) return { kind: 'encrypted', id, body }
  return decodeBody(id, body, frame.version, model)
}

/** Reads the body of a message, e.g. one assembled from parts. Never throws. */
export function decodeBody(id: number, body: Uint8Array, version: Version, model: DeviceModel = defaultModel): DecodedMessage {
  const codec = codecById.get(id)
  if (codec === undefined) return { kind: 'unknown', id, body }
  const reader = new ByteReader(body)
  const value = codec.layout.read(reader, { version, model })
  if (reader.short) return { kind: 'malformed', id, reason: 'short-body', body }
  // the registry pairs each kind with its own layout
  return { kind: codec.kind, ...value } as Message
}

/** Whether a body was read as its message. */
export const isDecoded = (message: DecodedMessage): message is Message => codecByKind.has(message.kind as Message['kind'])

/** What the gateway does with a message of this id and body; null: it does not support it. */
export function intakeOf(id: number, body: Uint8Array): Intake | null {
  const intake = codecById.get(id)?.intake ?? null
  return typeof intake === 'function' ? intake(body) : intake
}

/** Whether the gateway takes in messages of this id. */
export const isTakenIn = (id: number): boolean => (codecById.get(id)?.intake ?? null) !== null

/** Writes a message's body in the edition that the terminal speaks. */
export function encodeMessage(message: Message, version: Version, model: DeviceModel = defaultModel): { id: number; body: Uint8Array } {
  const codec = codecByKind.get(message.kind)
  if (codec === undefined) throw new TypeError(`no message of kind ${message.kind}`)
  const writer = new ByteWriter()
  codec.layout.write(writer, message, { version, model })
  return { id: codec.id, body: writer.finish() }
}
