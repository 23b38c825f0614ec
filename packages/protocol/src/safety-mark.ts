import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { DeviceTime } from './device-time.ts'

/**
 * The alarm identification of T/JSATL 12-2017 table 4-16 (16 bytes), in Guangdong's edition 40:
 * what ties an alarm to its pictures.
 */
export type SafetyMark = {
  /** 7 characters, in Guangdong's edition up to 30. */
  readonly terminalId: string
  readonly time: DeviceTime
  /** From 0 within one second. */
  readonly sequence: number
  /** Pictures and clips that the terminal holds. */
  readonly attachments: number
  readonly reserved: number
}

export function readSafetyMark(reader: ByteReader, length: 16 | 40): SafetyMark {
  return {
    terminalId: reader.paddedText(length === 16 ? 7 : 30),
    time: reader.digits(6),
    sequence: reader.u8(),
    attachments: reader.u8(),
    reserved: length === 16 ? reader.u8() : reader.u16(),
  }
}

export function writeSafetyMark(mark: SafetyMark, writer: ByteWriter, length: 16 | 40): void {
  writer.paddedText(mark.terminalId, length === 16 ? 7 : 30)
  writer.digits(mark.time, 6)
  writer.u8(mark.sequence)
  writer.u8(mark.attachments)
  if (length === 16) writer.u8(mark.reserved)
  else writer.u16(mark.reserved)
}
