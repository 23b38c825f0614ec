import { payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import { type H264Size, h264Size } from './h264-size.ts'
import { nalUnits, withoutEmulation } from './nal-units.ts'

/** How a stream is to be decoded. */
export type PictureFormat = { readonly codec: string } & H264Size

/** What a picture of a camera is, by its NAL units. */
export type PictureParts = {
  readonly isKey: boolean
  /** The parameter sets that it brings, in Annex B; empty where it brings none. */
  readonly parameters: Uint8Array
  /** Of its sequence parameter set; null where it brings none or an unreadable one. */
  readonly format: PictureFormat | null
  /** Whether there is anything to show. */
  readonly hasPicture: boolean
}

const START_CODE = Uint8Array.of(0, 0, 0, 1)
const NOTHING = new Uint8Array(0)
const H264 = { slice: 1, idr: 5, sps: 7, pps: 8 } as const
const H265 = { lastPicture: 31, firstKey: 16, lastKey: 21, vps: 32, sps: 33, pps: 34 } as const

/** Looks at a picture of a stream with this payload type; null: a codec that is not known here. */
export function pictureParts(payloadType: number, bytes: Uint8Array): PictureParts | null {
  if (payloadType === payloadTypes.h264) return ofH264(nalUnits(bytes))
  if (payloadType === payloadTypes.h265) return ofH265(nalUnits(bytes))
  return null
}

function ofH264(units: readonly Uint8Array[]): PictureParts {
  const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f
  const sps = units.find((unit) => typeOf(unit) === H264.sps)
  return {
    isKey: units.some((unit) => typeOf(unit) === H264.idr),
    parameters: annexB(units.filter((unit) => typeOf(unit) === H264.sps || typeOf(unit) === H264.pps)),
    format: sps === undefined || sps.length < 4 ? null : { codec: `avc1.${hex(sps.subarray(1, 4))}`, ...h264Size(sps) },
    hasPicture: units.some((unit) => typeOf(unit) >= H264.slice && typeOf(unit) <= H264.idr),
  }
}

function ofH265(units: readonly Uint8Array[]): PictureParts {
  const typeOf = (unit: Uint8Array): number => ((unit[0] ?? 0) >> 1) & 0x3f
  const sps = units.find((unit) => typeOf(unit) === H265.sps)
  return {
    isKey: units.some((unit) => typeOf(unit) >= H265.firstKey && typeOf(unit) <= H265.lastKey),
    parameters: annexB(units.filter((unit) => typeOf(unit) >= H265.vps && typeOf(unit) <= H265.pps)),
    format: sps === undefined || sps.length < 15 ? null : { codec: h265Codec(sps), width: 0, height: 0 },
    hasPicture: units.some((unit) => typeOf(unit) <= H265.lastPicture),
  }
}

/** By ISO/IEC 14496-15 annex E, from the profile, tier and level of a sequence parameter set. */
function h265Codec(sps: Uint8Array): string {
  const bytes = withoutEmulation(sps)
  const general = bytes[3] ?? 0
  const compatibility = [4, 5, 6, 7].reduce((bits, at) => bits * 256 + (bytes[at] ?? 0), 0)
  const reversed = Number.parseInt(compatibility.toString(2).padStart(32, '0').split('').toReversed().join(''), 2)
  const constraints = [...bytes.subarray(8, 14)]
  while (constraints.at(-1) === 0) constraints.pop()
  const space = ['', 'A', 'B', 'C'][general >> 6] ?? ''
  const tier = (general & 0x20) === 0 ? 'L' : 'H'
  return [
    'hev1',
    `${space}${general & 0x1f}`,
    reversed.toString(16).toUpperCase(),
    `${tier}${bytes[14] ?? 0}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.')
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

function annexB(units: readonly Uint8Array[]): Uint8Array {
  return units.length === 0 ? NOTHING : Buffer.concat(units.flatMap((unit) => [START_CODE, unit]))
}
