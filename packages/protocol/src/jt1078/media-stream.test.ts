import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeG711a } from './g711a.ts'
import { type CameraItem, MediaFrames } from './media-frames.ts'
import { type MediaFrameToSend, type MediaPacket, mediaPackets, mediaTypes, payloadTypes } from './media-packet.ts'
import { MediaStream } from './media-stream.ts'

const frameOf = (given: Partial<MediaFrameToSend> & Pick<MediaFrameToSend, 'data'>): MediaFrameToSend => ({
  phone: '14400000001',
  simBytes: 6,
  channel: 3,
  payloadType: payloadTypes.h264,
  type: mediaTypes.key,
  sequence: 0,
  at: 1_790_000_000_123,
  sinceKeyMs: 40,
  sinceFrameMs: 66,
  ...given,
})
const bytesOf = (size: number, seed = 1): Uint8Array => Uint8Array.from({ length: size }, (_, i) => (i * 31 + seed) & 0xff)
const readAll = (bytes: Uint8Array): readonly (MediaPacket | 'bad')[] => new MediaStream().push(bytes)
const framesOf = (packets: readonly (MediaPacket | 'bad')[]): CameraItem[] => {
  const frames = new MediaFrames()
  return packets.flatMap((packet) => (packet === 'bad' ? [] : [...frames.push(packet)]))
}

test('a packet of JT/T 1078-2016 is spelled out', () => {
  expect(mediaPackets(frameOf({ data: Uint8Array.of(1, 2), sequence: 0x0203 })).map((one) => Buffer.from(one).toString('hex'))).toEqual([
    `30316364 81 e2 0203 014400000001 03 00 ${timeHex()} 0028 0042 0002 0102`.replaceAll(' ', ''),
  ])
})
const timeHex = (): string => (1_790_000_000_123).toString(16).padStart(16, '0')

test('a packet of a terminal of 2019 has ten bytes of SIM number, sound no intervals, transparent data no time', () => {
  const [sound] = mediaPackets(frameOf({ data: bytesOf(320), simBytes: 10, type: mediaTypes.sound, payloadType: payloadTypes.g711a }))
  expect(sound).toHaveLength(26 + 4 + 320)
  expect(readAll(sound as Uint8Array)).toMatchObject([{ phone: '14400000001', channel: 3, payloadType: 6, type: 3, at: 1_790_000_000_123 }])
  const [transparent] = mediaPackets(frameOf({ data: bytesOf(7), type: mediaTypes.transparent }))
  expect(transparent).toHaveLength(18 + 7)
  expect(readAll(transparent as Uint8Array)).toMatchObject([{ at: 0, type: 4 }])
})

test('frames come out byte by byte as they went in, however the stream is cut', () => {
  const frame = fc.record({ size: fc.integer({ min: 1, max: 4_000 }), type: fc.constantFrom(0, 1, 3), seed: fc.nat(255) })
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(6 as const, 10 as const),
      (given, cuts, simBytes) => {
        let sequence = 0xfffe
        const sent = given.map(({ size, type, seed }) => ({ type, data: bytesOf(type === 3 ? Math.min(size, 900) : size, seed) }))
        const bytes = Buffer.concat(
          sent.flatMap(({ type, data }) => {
            const packets = mediaPackets(frameOf({ simBytes, sequence, type, data }))
            sequence = (sequence + packets.length) & 0xffff
            return packets
          }),
        )
        const stream = new MediaStream()
        const frames = new MediaFrames()
        const items: CameraItem[] = []
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const size = cuts[i % cuts.length] as number
          for (const packet of stream.push(Uint8Array.from(bytes.subarray(at, at + size))))
            if (packet !== 'bad') items.push(...frames.push(packet))
          at += size
        }
        expect(items).toEqual(
          sent.map(({ type, data }) => ({ is: type === 3 ? 'sound' : 'picture', payloadType: 98, at: 1_790_000_000_123, data })),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('bytes that are no packet end the stream: another beginning, an unknown type or part, too much data', () => {
  const good = mediaPackets(frameOf({ data: bytesOf(10) }))[0] as Uint8Array
  const changed = (at: number, byte: number): Uint8Array => good.map((one, i) => (i === at ? byte : one))
  expect(readAll(new TextEncoder().encode('GET / HTTP/1.1\r\n'))).toEqual(['bad'])
  expect(readAll(changed(2, 0x64))).toEqual(['bad'])
  expect(readAll(changed(15, 0x50))).toEqual(['bad'])
  expect(readAll(changed(15, 0x04))).toEqual(['bad'])
  expect(readAll(changed(28, 0x10))).toEqual(['bad'])
  const stream = new MediaStream()
  expect(stream.push(Buffer.concat([good, Uint8Array.of(0)]))).toMatchObject([{ channel: 3 }, 'bad'])
  expect(stream.push(good)).toEqual([])
})

test('a time beyond whole numbers counts as none', () => {
  const packet = (mediaPackets(frameOf({ data: bytesOf(1) }))[0] as Uint8Array).map((byte, i) => (i === 16 ? 0xff : byte))
  expect(readAll(packet)).toMatchObject([{ at: 0 }])
})

test('a lost packet in a frame, between two frames, or at the end of one is a gap', () => {
  const first = mediaPackets(frameOf({ data: bytesOf(2_500), sequence: 10 }))
  const second = mediaPackets(frameOf({ data: bytesOf(2_500, 2), sequence: 13, type: mediaTypes.predicted }))
  const third = mediaPackets(frameOf({ data: bytesOf(5, 3), sequence: 16, type: mediaTypes.predicted }))
  const kinds = (packets: readonly Uint8Array[]): string[] => framesOf(readAll(Buffer.concat(packets))).map(({ is }) => is)
  expect(kinds([...first, ...second, ...third])).toEqual(['picture', 'picture', 'picture'])
  expect(kinds([...first.slice(0, 1), ...first.slice(2), ...second, ...third])).toEqual(['gap', 'picture', 'picture'])
  expect(kinds([...first, ...second.slice(0, 2), ...third])).toEqual(['picture', 'gap', 'picture'])
  expect(kinds([...first, ...third])).toEqual(['picture', 'gap', 'picture'])
  // Without its beginning a frame is none, and so is each of its other parts.
  expect(kinds([...first, ...second.slice(1), ...third])).toEqual(['picture', 'gap', 'gap', 'picture'])
})

test('pictures and sound may be counted together or each by itself', () => {
  const picture = (sequence: number) => mediaPackets(frameOf({ data: bytesOf(5), sequence, type: mediaTypes.predicted }))
  const sound = (sequence: number) => mediaPackets(frameOf({ data: bytesOf(5), sequence, type: mediaTypes.sound, payloadType: 6 }))
  const kinds = (packets: readonly Uint8Array[]): string[] => framesOf(readAll(Buffer.concat(packets))).map(({ is }) => is)
  expect(kinds([picture(1), sound(2), picture(3), sound(4), picture(5)].flat())).toEqual([
    'picture',
    'sound',
    'picture',
    'sound',
    'picture',
  ])
  expect(kinds([picture(1), sound(900), picture(2), sound(901), picture(3)].flat())).toEqual([
    'picture',
    'sound',
    'picture',
    'sound',
    'picture',
  ])
})

test('a frame without an end is given up', () => {
  const frames = new MediaFrames()
  const long = mediaPackets(frameOf({ data: new Uint8Array(1_200_000) }))
  const items = framesOf(readAll(Buffer.concat(long.slice(0, -1))))
  expect(items.map(({ is }) => is)).toContain('gap')
  expect(items.map(({ is }) => is)).not.toContain('picture')
  expect(frames.push(readAll(mediaPackets(frameOf({ data: bytesOf(3) }))[0] as Uint8Array)[0] as MediaPacket)).toHaveLength(1)
})

test('G.711 A-law by the values of the standard, with and without the four bytes of HiSilicon', () => {
  const pcm = (codes: Uint8Array): number[] => [...new Int16Array(decodeG711a(codes).buffer)]
  // The smallest and the greatest of both signs.
  expect(pcm(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a))).toEqual([8, -8, 32_256, -32_256])
  expect(pcm(Uint8Array.of(0, 1, 2, 0, 0xd5, 0x55, 0xaa, 0x2a))).toEqual([8, -8, 32_256, -32_256])
})
