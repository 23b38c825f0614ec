import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut, frameToSend, garbage, glued } from '../test/arbitrary-frames.ts'
import { encodeFrame, encodeFrames, type Frame, type FrameToSend } from './frame.ts'
import { createFrameStream, type BadFrame } from './frame-stream.ts'

function received(pieces: readonly Uint8Array[], maxFrameBytes = 4_096) {
  const frames: Frame[] = []
  const bad: BadFrame[] = []
  const stream = createFrameStream({
    // bodies are views: keep copies, as a gateway with one read buffer must
    onFrame: (frame) => frames.push({ ...frame, body: frame.body.slice() }),
    onBad: ({ reason, bytes }) => bad.push({ reason, bytes: bytes.slice() }),
    maxFrameBytes,
  })
  for (const piece of pieces) stream.push(piece)
  return { frames, bad }
}

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function looksLike(frame: Frame): FrameToSend {
  const { id, version, phone, serial, body, fragment } = frame
  return fragment === undefined ? { id, version, phone, serial, body } : { id, version, phone, serial, body, fragment }
}

describe('one packet', () => {
  test('comes back as it was sent', () => {
    fc.assert(
      fc.property(frameToSend, (frame) => {
        const { frames, bad } = received([encodeFrame(frame)])
        expect(bad).toEqual([])
        expect(frames.map(looksLike)).toEqual([frame])
        expect(frames[0]?.lengthMismatch).toBe(false)
      }),
    )
  })

  test('reads byte by byte as the 2019 edition lays it out', () => {
    const { frames } = received([
      Uint8Array.of(
        0x7e, // begins
        0x02,
        0x01, // id 0x0201
        0x60,
        0x02, // properties: two bytes of body, a part (bit 13), 2019 (bit 14)
        0x01, // protocol version 1
        0x00,
        0x00,
        0x00,
        0x00,
        0x01,
        0x38,
        0x00,
        0x13,
        0x80,
        0x00, // telephone, 20 digits
        0x00,
        0x7d,
        0x02, // serial 126, escaped
        0x00,
        0x03, // of three parts
        0x00,
        0x02, // the second
        0xb5,
        0x7d,
        0x01, // body B5 7D
        0x7d,
        0x01, // checksum 7D, escaped
        0x7e, // ends
      ),
    ])
    expect(frames).toEqual([
      {
        id: 0x0201,
        version: 2019,
        protocolVersion: 1,
        phone: '13800138000',
        phoneDigits: '00000000013800138000',
        serial: 126,
        encrypted: 0,
        fragment: { total: 3, index: 2 },
        body: Uint8Array.of(0xb5, 0x7d),
        lengthMismatch: false,
      },
    ])
  })

  test('with an escaped checksum is unescaped to its last byte', () => {
    const { frames, bad } = received([hex('7E00020000978290002147029E7D017E')])
    expect(bad).toEqual([])
    expect(frames).toMatchObject([{ id: 0x0002, phone: '978290002147', serial: 670 }])
  })

  test('holding 7D 02 in clear is not unescaped twice', () => {
    const body = Uint8Array.of(0x7d, 0x02) // on the wire 7D 01 02: two passes would make it 7E
    const wire = encodeFrame({ id: 0x0900, version: 2013, phone: '1', serial: 1, body })
    expect(wire.slice(13, 16)).toEqual(Uint8Array.of(0x7d, 0x01, 0x02))
    expect(received([wire]).frames[0]?.body).toEqual(body)
  })

  test('is not copied when nothing in it is escaped', () => {
    const wire = encodeFrame({ id: 0x0900, version: 2013, phone: '1', serial: 1, body: Uint8Array.of(1, 2, 3) })
    let body: Uint8Array | undefined
    createFrameStream({ onFrame: (frame) => (body = frame.body), onBad: () => undefined }).push(wire)
    expect(body?.buffer).toBe(wire.buffer)
  })

  test('whose header declares another length is delivered and marked', () => {
    const wire = Uint8Array.of(
      0x7e, // begins
      0x00,
      0x02, // heartbeat
      0x00,
      0x05, // five bytes of body, it says
      0x00,
      0x00,
      0x00,
      0x00,
      0x00,
      0x01, // telephone 1
      0x00,
      0x01, // serial
      0x07, // checksum
      0x7e, // ends
    )
    expect(received([wire]).frames).toMatchObject([{ id: 2, phone: '1', lengthMismatch: true }])
  })

  test('of a telephone of zeros keeps one', () => {
    const { frames } = received([encodeFrame({ id: 2, version: 2013, phone: '0', serial: 1, body: new Uint8Array(0) })])
    expect(frames[0]).toMatchObject({ phone: '0', phoneDigits: '000000000000' })
  })
})

describe('a stream', () => {
  const sent = fc.array(fc.record({ frame: frameToSend, noise: fc.option(garbage) }), { minLength: 1, maxLength: 6 })

  test('decodes alike wherever it is cut and glued', () => {
    fc.assert(
      fc.property(sent, fc.array(fc.nat(), { maxLength: 30 }), fc.boolean(), (parts, places, shared) => {
        const stream = glued(
          parts.flatMap(({ frame, noise }, i) => {
            const wire = encodeFrame(frame)
            // a closing delimiter may open the next packet too
            return [...(noise === null ? [] : [noise]), shared && i > 0 && noise === null ? wire.slice(1) : wire]
          }),
        )
        const whole = received([stream])
        expect(received(cut(stream, places))).toEqual(whole)
        expect(received(Array.from(stream, (byte) => Uint8Array.of(byte)))).toEqual(whole)
      }),
    )
  })

  test('of good packets delivers each of them, in order', () => {
    fc.assert(
      fc.property(fc.array(frameToSend, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 9 }), (frames, places) => {
        const outcome = received(cut(glued(frames.map(encodeFrame)), places))
        expect(outcome.bad).toEqual([])
        expect(outcome.frames.map(looksLike)).toEqual(frames)
      }),
    )
  })

  test('delivers the good packet after any garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), frameToSend, (noise, frame) => {
        const { frames } = received([noise, encodeFrame(frame)])
        expect(looksLike(frames.at(-1) as Frame)).toEqual(frame)
      }),
      { numRuns: 2_000 },
    )
  })

  test('reports what was no packet with the reason', () => {
    const reasons = (text: string, max?: number) => received([hex(text)], max).bad.map(({ reason }) => reason)
    expect(reasons('0102037E')).toEqual(['garbage'])
    expect(reasons('7E7E')).toEqual([])
    expect(reasons('7E0102037E')).toEqual(['header']) // 01 ^ 02 ^ 03 is 0: the checksum matches
    expect(reasons('7E0102047E')).toEqual(['checksum'])
    expect(reasons('7E007D037E')).toEqual(['escape'])
    expect(reasons('7E007D7E')).toEqual(['escape'])
    expect(reasons('7E01020304050607087E', 5)).toEqual(['too-long'])
  })

  test('without an end is cut at the limit and read again from the next delimiter', () => {
    const good = encodeFrame({ id: 2, version: 2013, phone: '1', serial: 1, body: new Uint8Array(0) })
    const endless = Uint8Array.from({ length: 500 }, () => 0x55)
    const stream = glued([Uint8Array.of(0x7e), endless, good])
    for (const pieces of [[stream], cut(stream, [1, 60, 61, 499]), [...stream].map((byte) => Uint8Array.of(byte))]) {
      const { frames, bad } = received(pieces, 100)
      expect(bad).toEqual([{ reason: 'too-long', bytes: endless.slice(0, 100) }])
      expect(frames).toMatchObject([{ id: 2 }])
    }
  })
})

describe('a body', () => {
  test('of more than a thousand bytes goes in parts with consecutive serials', () => {
    const body = Uint8Array.from({ length: 2_345 }, (_, i) => i & 0xff)
    const wires = encodeFrames({ id: 0x8108, version: 2019, phone: '1', serial: 65_535, body })
    const { frames } = received(wires)
    expect(frames.map(({ serial, fragment, body: part }) => [serial, fragment, part.length])).toEqual([
      [65_535, { total: 3, index: 1 }, 1_000],
      [0, { total: 3, index: 2 }, 1_000],
      [1, { total: 3, index: 3 }, 345],
    ])
    expect(glued(frames.map((frame) => frame.body))).toEqual(body)
  })

  test('that fits one packet is not cut', () => {
    const wires = encodeFrames({ id: 1, version: 2013, phone: '1', serial: 1, body: new Uint8Array(1_000) })
    expect(wires.length).toBe(1)
    expect(received(wires).frames[0]?.fragment).toBeUndefined()
  })

  test('too long for one packet is refused by encodeFrame', () => {
    const frame = { id: 1, version: 2013, phone: '1', serial: 1, body: new Uint8Array(1_024) } as const
    expect(() => encodeFrame(frame)).toThrow(RangeError)
  })
})
