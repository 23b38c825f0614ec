import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryOf } from '../test/arbitrary-messages.ts'
import { allMessages } from './all-messages.ts'
import { defaultModel } from './device-model.ts'
import { encodeFrame, type Version } from './frame.ts'
import { createFrameStream } from './frame-stream.ts'
import { decodeBody, decodeMessage, encodeMessage, intakeOf, isTakenIn, type Message } from './message.ts'

const editions: readonly Version[] = [2013, 2019]

describe('every message', () => {
  for (const codec of allMessages) {
    for (const version of editions) {
      test(`${codec.kind} survives the wire of ${version}`, () => {
        const values = arbitraryOf(codec.layout.shape, { version, model: defaultModel })
        fc.assert(
          fc.property(values, (value) => {
            const message = { kind: codec.kind, ...(value as object) } as Message
            const { id, body } = encodeMessage(message, version)
            expect(id).toBe(codec.id)
            expect(decodeBody(id, body, version)).toEqual(message)
          }),
          { numRuns: 60 },
        )
      })
    }
  }

  test('has an id and a kind of its own', () => {
    expect(new Set(allMessages.map(({ id }) => id)).size).toBe(allMessages.length)
    expect(new Set(allMessages.map(({ kind }) => kind)).size).toBe(allMessages.length)
  })

  test('never throws on a body of random bytes', () => {
    const ids = fc.oneof(fc.constantFrom(...allMessages.map(({ id }) => id)), fc.nat(0xffff))
    fc.assert(
      fc.property(ids, fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...editions), (id, body, version) => {
        expect(decodeBody(id, body, version).kind).toBeTypeOf('string')
      }),
      { numRuns: 4_000 },
    )
  })

  test('never throws when bytes of a good body are changed, lost or added', () => {
    const good = fc.constantFrom(...allMessages).chain((codec) =>
      fc.constantFrom(...editions).chain((version) =>
        arbitraryOf(codec.layout.shape, { version, model: defaultModel }).map((value) => ({
          version,
          ...encodeMessage({ kind: codec.kind, ...(value as object) } as Message, version),
        })),
      ),
    )
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(0xff), fc.constantFrom('set', 'cut', 'add')), { maxLength: 6 })
    fc.assert(
      fc.property(good, changes, ({ id, body, version }, edits) => {
        const bytes = [...body]
        for (const [where, byte, edit] of edits) {
          const at = bytes.length === 0 ? 0 : where % bytes.length
          if (edit === 'set') bytes[at] = byte
          else bytes.splice(at, edit === 'cut' ? 1 : 0, ...(edit === 'add' ? [byte] : []))
        }
        expect(decodeBody(id, Uint8Array.from(bytes), version).kind).toBeTypeOf('string')
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('a packet that is no whole message', () => {
  const frame = {
    id: 0x0200,
    version: 2013,
    phone: '1',
    phoneDigits: '000000000001',
    serial: 1,
    encrypted: 0,
    body: new Uint8Array(28),
    lengthMismatch: false,
  } as const

  test('is a part when its header says so', () => {
    const part = { ...frame, fragment: { total: 3, index: 2 } }
    expect(decodeMessage(part)).toMatchObject({ kind: 'fragment', id: 0x0200, total: 3, index: 2 })
  })

  test('is whole when it is part one of one', () => {
    expect(decodeMessage({ ...frame, fragment: { total: 1, index: 1 } }).kind).toBe('location-report')
  })

  test('stays closed when it is encrypted', () => {
    expect(decodeMessage({ ...frame, encrypted: 1 }).kind).toBe('encrypted')
  })

  test('is malformed when the body is too short', () => {
    const short = { ...frame, body: new Uint8Array(27) }
    expect(decodeMessage(short)).toMatchObject({ kind: 'malformed', id: 0x0200, reason: 'short-body' })
  })

  test('is unknown when its id is unknown', () => {
    expect(decodeMessage({ ...frame, id: 0x7777 }).kind).toBe('unknown')
  })
})

test('a registration of 2011 is distinguished from one of 2013 by its length and its plate', () => {
  const fields = {
    kind: 'registration',
    province: 31,
    city: 115,
    maker: 'TANKC',
    terminalModel: 'TK-10',
    terminalId: 'A000001',
    plateColour: 2,
    plate: '沪D12345',
  } as const
  for (const version of [2011, 2013, 2019] as const) {
    const { id, body } = encodeMessage(fields, version)
    expect(decodeBody(id, body, version === 2011 ? 2013 : version)).toEqual(fields)
  }
})

test('a common reply reads byte by byte as the standard lays it out', () => {
  const wire = encodeFrame({
    version: 2013,
    phone: '13800138000',
    serial: 0x000a,
    ...encodeMessage({ kind: 'platform-reply', replySerial: 0x0064, replyId: 0x0200, result: 0 }, 2013),
  })
  expect([...wire]).toEqual([
    0x7e, // begins
    0x80,
    0x01, // id: platform's common reply
    0x00,
    0x05, // properties: five bytes of body
    0x01,
    0x38,
    0x00,
    0x13,
    0x80,
    0x00, // telephone 013800138000
    0x00,
    0x0a, // serial
    0x00,
    0x64, // serial of the message answered
    0x02,
    0x00, // its id
    0x00, // all well
    0x42, // checksum: XOR of all before it
    0x7e, // ends
  ])
})

test('a logout with a header of 2019 and no body is understood', () => {
  const kinds: string[] = []
  createFrameStream({
    onFrame: (frame) => kinds.push(`${frame.version} ${frame.phone} ${decodeMessage(frame).kind}`),
    onBad: ({ reason }) => kinds.push(reason),
  }).push(encodeFrame({ version: 2019, phone: '41273469434', serial: 1202, ...encodeMessage({ kind: 'logout' }, 2019) }))
  expect(kinds).toEqual(['2019 41273469434 logout'])
})

test('parameters whose number is too high are those that are there', () => {
  const body = Uint8Array.of(
    0x00,
    0x07, // serial of the query
    0x02, // two parameters, it says
    0x00,
    0x00,
    0x00,
    0x01,
    0x04,
    0x00,
    0x00,
    0x00,
    0x0f, // heartbeat: 15 s
  )
  expect(decodeBody(0x0104, body, 2013)).toEqual({
    kind: 'parameters-answer',
    replySerial: 7,
    parameters: [{ id: 1, value: Uint8Array.of(0, 0, 0, 15) }],
  })
})

describe('what the gateway does with a message', () => {
  test('is declared for messages of terminals only', () => {
    expect(allMessages.filter(({ id, intake }) => id >= 0x8000 && intake !== null).map(({ kind }) => kind)).toEqual([])
    expect([0x0200, 0x0704, 0x0002, 0x0900].map(isTakenIn)).toEqual([true, true, true, true])
    expect([0x8001, 0x0301, 0x7fff].map(isTakenIn)).toEqual([false, false, false])
  })

  test('positions begin where their message says, and are acknowledged with what they are stored as', () => {
    const body = new Uint8Array(40)
    expect(intakeOf(0x0200, body)).toEqual({ to: 'position', at: 0, as: 0x0200 })
    expect(intakeOf(0x0201, body)).toEqual({ to: 'position', at: 2, as: 0x0200, answersCommand: true })
    expect(intakeOf(0x0500, body)).toEqual({ to: 'position', at: 2, as: 0x0200, answersCommand: true })
    expect(intakeOf(0x7fff, body)).toBeNull()
  })

  test('depends on the type of a transparent message; an event without its number is not taken in', () => {
    const ofType = (type: number, length = 40) => intakeOf(0x0900, new Uint8Array(length).fill(type, 0, 1))
    expect(ofType(0xf1)).toEqual({ to: 'position', at: 5, as: 0x0900 })
    expect(ofType(0xf1, 5)).toBeNull()
    expect(ofType(0xf6)).toEqual({ to: 'commands', acknowledged: true, content: 'tanker-file' })
    expect(ofType(0x41)).toBeNull()
    expect(intakeOf(0x0900, new Uint8Array(0))).toBeNull()
  })
})
