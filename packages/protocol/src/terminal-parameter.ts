import { type ParameterValue, PERIOD, type ParameterWire, type TerminalParameter } from '@tanker/parameters/define-parameter'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { decodePaddedGbk } from './gbk-text.ts'

/** Bytes of a number; the other wires have lengths of their own. */
const NUMBER_BYTES: Partial<Record<ParameterWire, number>> = { byte: 1, word: 2, 'double-word': 4 }
/** Two times of day in BCD, `hhmm` each. */
const PERIOD_BYTES = 4

/** The parts of a unit that a number counts: a step of 0.1 goes down in tenths. */
const perUnitOf = ({ content }: TerminalParameter): number =>
  content.type === 'number' ? Math.round(1 / Math.min(1, content.step ?? 1)) : 1

/** A parameter's value as 0x8103 and 0x0104 carry it. @throws TypeError for a value of another type */
export function encodeParameter(parameter: TerminalParameter, value: ParameterValue): Uint8Array {
  const writer = new ByteWriter()
  const bytes = NUMBER_BYTES[parameter.wire]
  if (bytes !== undefined) {
    if (typeof value !== 'number') throw new TypeError(`${parameter.key} is a number`)
    const whole = Math.round(value * perUnitOf(parameter))
    if (bytes === 1) writer.u8(whole)
    else if (bytes === 2) writer.u16(whole)
    else writer.u32(whole)
  } else if (parameter.wire === 'period') {
    const [, ...times] = PERIOD.exec(String(value)) ?? []
    if (times.length === 0) throw new TypeError(`${parameter.key} is a period`)
    writer.digits(times.join(''), PERIOD_BYTES)
  } else {
    if (typeof value !== 'string') throw new TypeError(`${parameter.key} is text`)
    writer.text(value)
  }
  return writer.finish()
}

/**
 * A parameter's value from its bytes; null when they are none. Some terminals send a number longer or shorter than the standard says:
 * its own length counts. Text may be padded.
 */
export function decodeParameter(parameter: TerminalParameter, bytes: Uint8Array): ParameterValue | null {
  const reader = new ByteReader(bytes)
  if (parameter.wire === 'text') return decodePaddedGbk(bytes)
  if (parameter.wire === 'period') {
    if (bytes.length !== PERIOD_BYTES) return null
    const [from = '', to = ''] = reader.digits(PERIOD_BYTES).match(/.{4}/g) ?? []
    const period = `${from.slice(0, 2)}:${from.slice(2)}-${to.slice(0, 2)}:${to.slice(2)}`
    return PERIOD.test(period) ? period : null
  }
  const raw = bytes.length === 4 ? reader.u32() : bytes.length === 2 ? reader.u16() : bytes.length === 1 ? reader.u8() : null
  return raw === null ? null : raw / perUnitOf(parameter)
}
