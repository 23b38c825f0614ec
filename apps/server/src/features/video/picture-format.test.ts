import { payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import { expect, test } from 'vitest'
import { nalUnits } from './nal-units.ts'
import { pictureParts } from './picture-format.ts'

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const h264 = (text: string) => pictureParts(payloadTypes.h264, hex(text))
/** As x264 writes them. */
const CIF_BASELINE = '6742c00d da 0582 5a 1000 0003 0010 0000 0301 e8f1 42aa'
const HD_HIGH = '6764001f acd9 4050 05bb 0110 0000 0300 1000 0003 0320 f183 1960'

test('NAL units are cut at start codes of three and four bytes', () => {
  expect(nalUnits(hex('00000001 6742 000001 68ce 00000001 6588 00 84')).map((unit) => Buffer.from(unit).toString('hex'))).toEqual([
    '6742',
    '68ce',
    '65880084',
  ])
  expect(nalUnits(hex('1234'))).toEqual([])
})

test('a key frame of H.264 says codec and size, and brings its parameter sets', () => {
  expect(h264(`00000001 ${HD_HIGH} 00000001 68ebe3cb22c0 00000001 658884`)).toMatchObject({
    isKey: true,
    hasPicture: true,
    format: { codec: 'avc1.64001F', width: 1280, height: 720 },
  })
  const cif = h264(`00000001 ${CIF_BASELINE} 00000001 68ce3c80 000001 6588`)
  expect(cif?.format).toEqual({ codec: 'avc1.42C00D', width: 352, height: 288 })
  expect(Buffer.from(cif?.parameters ?? []).toString('hex')).toBe(`00000001${CIF_BASELINE.replaceAll(' ', '')}0000000168ce3c80`)
})

test('a picture between key frames is none, and parameter sets alone are no picture', () => {
  expect(h264('00000001 419a24')).toMatchObject({ isKey: false, hasPicture: true, format: null, parameters: new Uint8Array(0) })
  expect(h264(`00000001 ${CIF_BASELINE} 00000001 68ce3c80`)).toMatchObject({ isKey: false, hasPicture: false })
})

test('a damaged parameter set gives a codec without a size, and nothing where it is cut before the codec', () => {
  expect(h264('00000001 67640028 acd9 00000001 6588')?.format).toEqual({ codec: 'avc1.640028', width: 0, height: 0 })
  expect(h264('00000001 6764 00000001 6588')?.format).toBeNull()
})

test('a key frame of H.265 says its codec', () => {
  const sps = '4201 01 01 6000 0003 0090 0000 0300 0003 005d a002 8080 2d16 59'
  expect(pictureParts(payloadTypes.h265, hex(`00000001 40010c01 00000001 ${sps} 00000001 4401c1 00000001 2601af`))).toMatchObject({
    isKey: true,
    hasPicture: true,
    format: { codec: 'hev1.1.6.L93.90' },
  })
  expect(pictureParts(payloadTypes.h265, hex('00000001 0201d0'))).toMatchObject({ isKey: false, hasPicture: true })
})

test('other codecs are not known', () => {
  expect(pictureParts(100, hex('00000001 6588'))).toBeNull()
})
