// Usage: npx tsx bench/decode-vectors.ts <folder of packet vectors>
// Runs the codec over packets of public test suites and says where it and they disagree, and why.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '@tanker/protocol/device-model'
import type { Frame } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { createFragmentStore } from '@tanker/protocol/fragments'
import { decodeBody, decodeMessage, encodeMessage, type DecodedMessage } from '@tanker/protocol/message'
import { compare, hexOf, type Disagreement } from './decode-vectors-compare.ts'
import { reasonFor } from './decode-vectors-reasons.ts'

type Vector = {
  hex: string
  msgId: string | null
  version: number | string | null
  kind: 'frame' | 'body' | 'jt1078'
  valid: boolean
  expected: Record<string, unknown> | null
  refDecode: { phone?: string; sn?: number; total?: number; index?: number; body?: unknown } | null
}

type Sequence = { msgId: string; version: number; framesInOrder: string[]; reassembledBodyHex: string; refDecode: unknown }

const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: npx tsx bench/decode-vectors.ts <folder of packet vectors>')
  process.exit(2)
}

const tally = {
  read: 0,
  frames: 0,
  valid: 0,
  decoded: 0,
  opaque: 0,
  compared: 0,
  agreed: 0,
  fields: 0,
  uncompared: 0,
  refused: 0,
  delivered: 0,
  rewritten: 0,
  bodies: 0,
  bodiesAgreed: 0,
  unexplained: 0,
}
const explained: string[] = []
const unexplained: string[] = []

for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.json')) continue
  const content = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { vectors?: Vector[]; sequences?: Sequence[] }
  for (const vector of content.vectors ?? []) {
    tally.read++
    const where = `${file} ${vector.msgId ?? 'no id'} ${vector.hex.slice(0, 60)}${vector.hex.length > 60 ? '…' : ''}`
    if (vector.kind === 'frame') runFrame(vector, where)
    else if (vector.kind === 'body' && vector.msgId !== null) runBody(vector, where)
  }
  for (const sequence of content.sequences ?? []) runSequence(sequence, `${file} ${sequence.msgId}`)
}

console.log(`read ${tally.read} packets, ${tally.frames} of them whole frames`)
console.log(`valid frames decoded: ${tally.decoded + tally.opaque} of ${tally.valid} (${tally.opaque} as encrypted or unknown)`)
console.log(
  `agreed with the expected values: ${tally.agreed} of ${tally.compared} frames, ${tally.fields} fields; ` +
    `nothing to compare with for ${tally.uncompared}`,
)
console.log(`written again to the same bytes: ${tally.rewritten} of ${tally.decoded}`)
console.log(`invalid frames: ${tally.refused} refused, ${tally.delivered} delivered as their checksum is right`)
console.log(`message bodies agreed: ${tally.bodiesAgreed} of ${tally.bodies}`)
if (explained.length > 0) console.log(`\ndisagreements with a reason: ${explained.length}\n${explained.join('\n')}`)
if (unexplained.length > 0) console.log(`\nUNEXPLAINED: ${unexplained.length}\n${unexplained.join('\n')}`)
process.exitCode = unexplained.length > 0 ? 1 : 0

function runFrame(vector: Vector, where: string): void {
  tally.frames++
  const { frames, bad } = framesOf([vector.hex])
  if (!vector.valid) {
    if (bad.length > 0) tally.refused++
    else tally.delivered++
    return
  }
  tally.valid++
  const [frame] = frames
  if (frame === undefined || frames.length !== 1 || bad.length > 0) {
    note(where, vector, { field: 'frame', theirs: 'valid', ours: bad.join(', ') })
    return
  }
  const message = decodeMessage(frame)
  if (message.kind === 'malformed') {
    note(where, vector, { field: 'body', theirs: 'valid', ours: message.reason })
    return
  }
  if (message.kind === 'unknown' || message.kind === 'encrypted') {
    tally.opaque++
    note(where, vector, { field: 'body', theirs: 'readable', ours: message.kind })
    return
  }
  tally.decoded++
  if (isRewritten(message, frame)) tally.rewritten++
  const header = compareHeader(frame, vector)
  const expected = compareAll(message, vector)
  const disagreements = [...header, ...expected.disagreements]
  tally.fields += expected.compared
  if (expected.compared === 0 && header.length === 0) tally.uncompared++
  else tally.compared++
  if (disagreements.length === 0 && expected.compared > 0) tally.agreed++
  for (const disagreement of disagreements) note(where, vector, disagreement)
}

function runBody(vector: Vector, where: string): void {
  const body = bytesOf(vector.hex)
  const message = decodeBody(Number(vector.msgId), body, vector.version === 2019 ? 2019 : 2013)
  const { compared, disagreements } = compareAll(message, vector)
  if (compared === 0 && message.kind !== 'malformed') return
  tally.bodies++
  if (message.kind === 'malformed') note(where, vector, { field: 'body', theirs: 'readable', ours: message.reason })
  else if (disagreements.length === 0) tally.bodiesAgreed++
  for (const disagreement of disagreements) note(where, vector, disagreement)
}

/** In order and in reverse; the assembled body must be theirs. */
function runSequence(sequence: Sequence, where: string): void {
  const bodies = new Set<string>()
  for (const wires of [sequence.framesInOrder, sequence.framesInOrder.toReversed()]) {
    const store = createFragmentStore({ maxTotal: 4_096, maxBytesPerSet: 1e6, maxSets: 10, maxBytes: 1e7, ttlMs: 60_000 })
    for (const frame of framesOf(wires).frames) {
      const outcome = store.add(frame, 0)
      if (outcome.kind === 'complete') bodies.add(hexOf(outcome.body).toUpperCase())
    }
  }
  if (bodies.size !== 1 || !bodies.has(sequence.reassembledBodyHex.toUpperCase())) {
    unexplained.push(`${where}: its parts do not make its body`)
    return
  }
  const message = decodeBody(Number(sequence.msgId), bytesOf(sequence.reassembledBodyHex), sequence.version === 2019 ? 2019 : 2013)
  const { compared, disagreements } = compare(message, sequence.refDecode, defaultModel)
  console.log(`${where}: ${sequence.framesInOrder.length} parts made one ${message.kind}, ${compared} fields compared`)
  for (const { field, theirs, ours } of disagreements) unexplained.push(`${where} ${field}: ${theirs} / ${ours}`)
}

function compareHeader(frame: Frame, { refDecode }: Vector): Disagreement[] {
  if (refDecode === null) return []
  const pairs: [string, unknown, unknown][] = [
    ['phone', refDecode.phone, frame.phoneDigits],
    ['sn', refDecode.sn, frame.serial],
    ['total', refDecode.total, frame.fragment?.total],
    ['index', refDecode.index, frame.fragment?.index],
  ]
  return pairs
    .filter(([, theirs, ours]) => theirs !== undefined && theirs !== ours)
    .map(([field, theirs, ours]) => ({ field, theirs: String(theirs), ours: String(ours) }))
}

function compareAll(message: DecodedMessage, vector: Vector): { compared: number; disagreements: Disagreement[] } {
  const parts = [vector.expected, vector.refDecode?.body]
    .filter((part) => part !== null && part !== undefined)
    .map((part) => compare(message, flattened(part), defaultModel))
  return {
    compared: parts.reduce((sum, { compared }) => sum + compared, 0),
    disagreements: parts.flatMap(({ disagreements }) => disagreements),
  }
}

/** `location`, `items` and `decoded` only group: their fields' own names are enough. */
function flattened(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(flattened)
  if (typeof part !== 'object' || part === null) return part
  const flat: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(part)) {
    if (key === 'location') Object.assign(flat, flattened(value))
    else if (key === 'extras' && Array.isArray(value)) {
      flat['extras'] = value
      for (const { id, decoded } of value as { id: string; decoded?: Record<string, unknown> }[]) {
        if (Number(id) === 0x11) flat['overspeed'] = decoded
        else if (Number(id) === 0x12) flat['passage'] = decoded
        else if (Number(id) === 0x13) flat['segment'] = decoded
        else if (Number(id) === 0x64) flat['block'] = decoded
        else Object.assign(flat, decoded)
      }
    } else flat[key] = value
  }
  return flat
}

function isRewritten(message: DecodedMessage, frame: Frame): boolean {
  if (message.kind === 'fragment') return true
  if (message.kind === 'unknown' || message.kind === 'encrypted' || message.kind === 'malformed') return false
  return hexOf(encodeMessage(message, frame.version).body) === hexOf(frame.body)
}

function framesOf(wires: readonly string[]): { frames: Frame[]; bad: string[] } {
  const frames: Frame[] = []
  const bad: string[] = []
  const stream = createFrameStream({ onFrame: (frame) => frames.push(frame), onBad: ({ reason }) => bad.push(reason) })
  for (const wire of wires) stream.push(bytesOf(wire))
  return { frames, bad }
}

function note(where: string, vector: Vector, disagreement: Disagreement): void {
  const { field, theirs, ours } = disagreement
  const reason = reasonFor(vector, disagreement)
  const line = `${where}\n    ${field}: theirs ${theirs}, ours ${ours}`
  if (reason === undefined) unexplained.push(line)
  else explained.push(`${line}\n    ${reason}`)
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
