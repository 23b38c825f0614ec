import { type ProbeSensing, SENSING_ERRORS } from '@tanker/domain/reading'

/** Electrical values of seal probes in the bytes of a reading (`packed-readings.ts`): laid out as on the wire. */
export const SENSING_BYTES = 21
const NOT_KNOWN = 0xffff

/** Where the next one begins. */
export function packSensing(out: Buffer, at: number, probe: ProbeSensing): number {
  out[at] = probe.compartment
  out[at + 1] = probe.type
  out[at + 2] = probe.line
  out[at + 3] = SENSING_ERRORS.indexOf(probe.error)
  out.write(probe.serial.padStart(10, '0'), at + 4, 5, 'hex')
  out.writeUInt16BE(probe.sensorMv ?? NOT_KNOWN, at + 9)
  out.writeUInt16BE(probe.closeMv ?? NOT_KNOWN, at + 11)
  out.writeUInt16BE(probe.gateMv ?? NOT_KNOWN, at + 13)
  out.writeUInt16BE(probe.zeroMv ?? NOT_KNOWN, at + 15)
  out.writeUInt16BE(probe.midMv ?? NOT_KNOWN, at + 17)
  out.writeUInt16BE(probe.maxMv ?? NOT_KNOWN, at + 19)
  return at + SENSING_BYTES
}

/** Those from a place in the bytes up to another. */
export function unpackSensing(bytes: Buffer, from: number, end: number): ProbeSensing[] {
  const list: ProbeSensing[] = []
  const millivolts = (at: number): number | null => {
    const value = bytes.readUInt16BE(at)
    return value === NOT_KNOWN ? null : value
  }
  for (let at = from; at + SENSING_BYTES <= end; at += SENSING_BYTES) {
    list.push({
      compartment: bytes[at] as number,
      type: bytes[at + 1] as number,
      line: bytes[at + 2] as number,
      error: SENSING_ERRORS[bytes[at + 3] as number] ?? 'none',
      serial: bytes.toString('hex', at + 4, at + 9),
      sensorMv: millivolts(at + 9),
      closeMv: millivolts(at + 11),
      gateMv: millivolts(at + 13),
      zeroMv: millivolts(at + 15),
      midMv: millivolts(at + 17),
      maxMv: millivolts(at + 19),
    })
  }
  return list
}
