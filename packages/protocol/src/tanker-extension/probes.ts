import { wordAt } from '../byte-reader.ts'
import type { ByteWriter } from '../byte-writer.ts'
import { extensionVersion, type TankerReadings } from './tanker-readings.ts'

export const probesExtra = 0xf4

const headLength = 3
const itemLength = 5
const itemsPerExtra = 50 // 3 + 50 × 5 = 253
const secondLine = 1
const answering = 2
const open = 4
const wet = 8
const uncertain = 16

/** False when the value is not of this version or its length not that of its items: it is then kept raw. */
export function readProbes(bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
  if (end - start < headLength || bytes[start] !== extensionVersion) return false
  const step = bytes[start + 1] ?? 0
  const count = bytes[start + 2] ?? 0
  if (step < itemLength || start + headLength + count * step !== end) return false
  let at = start + headLength
  for (let i = 0; i < count; i++, at += step) {
    const flags = bytes[at + 2] ?? 0
    into.probes.push({
      compartment: bytes[at] ?? 0,
      type: bytes[at + 1] ?? 0,
      line: flags & secondLine,
      answering: (flags & answering) !== 0,
      open: (flags & open) !== 0,
      wet: (flags & wet) !== 0,
      uncertain: (flags & uncertain) !== 0,
      sealCount: wordAt(bytes, at + 3),
    })
  }
  return true
}

export function writeProbes(readings: TankerReadings, writer: ByteWriter): void {
  for (let first = 0; first < readings.probes.length; first += itemsPerExtra) {
    const part = readings.probes.slice(first, first + itemsPerExtra)
    writer.u8(probesExtra)
    writer.u8(headLength + part.length * itemLength)
    writer.u8(extensionVersion)
    writer.u8(itemLength)
    writer.u8(part.length)
    for (const probe of part) {
      writer.u8(probe.compartment)
      writer.u8(probe.type)
      writer.u8(
        (probe.line === 1 ? secondLine : 0) |
          (probe.answering ? answering : 0) |
          (probe.open ? open : 0) |
          (probe.wet ? wet : 0) |
          (probe.uncertain ? uncertain : 0),
      )
      writer.u16(probe.sealCount)
    }
  }
}
