import fc from 'fast-check'
import type { Version } from '../src/frame.ts'
import { presenceOf, type Context, type FieldMap, type Shape } from '../src/layout.ts'
import * as locations from './arbitrary-locations.ts'

/** Values of the layouts that are written by hand. */
const named: Readonly<Record<string, (version: Version) => fc.Arbitrary<unknown>>> = {
  location: () => locations.location,
  locationBase: () => locations.locationBase,
  safetyMark: () => locations.safetyMark,
  authentication: (version) =>
    fc.record({
      authCode: locations.gbkText(40),
      ...(version === 2019 ? { imei: fc.stringMatching(/^[0-9]{15}$/), software: locations.gbkText(20) } : undefined),
    }),
  batch: () => fc.record({ type: fc.nat(1), items: fc.array(locations.bytesOf(1, 90), { maxLength: 6 }) }),
  vehicleControl: (version) =>
    version === 2019
      ? fc.record({
          items: fc.array(fc.record({ type: locations.word, parameter: locations.byte }), { maxLength: 4 }),
        })
      : fc.record({ flag: locations.byte }),
  mediaData: () =>
    fc.record({
      mediaId: locations.doubleWord,
      type: locations.byte,
      format: locations.byte,
      event: locations.byte,
      channel: locations.byte,
      location: locations.locationBase.map((base) => ({ ...base, alarmBits: base.alarmBits & 0xffff })),
      data: locations.bytesOf(0, 100),
    }),
  mediaFound: () =>
    fc.record({
      replySerial: locations.word,
      items: fc.array(
        fc.record({
          mediaId: locations.doubleWord,
          type: locations.byte,
          channel: locations.byte,
          event: locations.byte,
          location: locations.locationBase,
        }),
        { maxLength: 4 },
      ),
    }),
  transparentUp: () => fc.oneof(bytesThrough, tankerEvent, fileAnswer, peripheralStatus, peripheralInfo),
  transparentDown: () => fc.oneof(bytesThrough, fileChunk),
}

const bytesThrough = fc.record({
  type: locations.byte.filter((type) => type < 0xf0),
  content: fc.constant('bytes'),
  data: locations.bytesOf(0, 60),
})

const tankerEvent = fc.record({
  type: fc.constant(0xf1),
  content: fc.constant('tanker-event'),
  eventId: locations.doubleWord,
  location: locations.location,
})

const fileHead = {
  type: fc.constant(0xf6),
  content: fc.constant('tanker-file'),
  version: fc.constant(1),
  action: locations.byte,
  file: locations.byte,
  subject: locations.byte,
  crc32: locations.doubleWord,
  total: locations.doubleWord,
  data: locations.bytesOf(0, 200),
}
const fileAnswer = fc.record({ ...fileHead, result: locations.byte, next: locations.doubleWord })
const fileChunk = fc.record({ ...fileHead, offset: locations.doubleWord })

const peripheralStatus = fc.record({
  type: fc.constant(0xf7),
  content: fc.constant('peripheral-status'),
  peripherals: fc.array(fc.record({ id: locations.byte, state: locations.byte, alarmBits: locations.doubleWord }), { maxLength: 4 }),
})

const name = locations.gbkText(16)
const peripheralInfo = fc.record({
  type: fc.constant(0xf8),
  content: fc.constant('peripheral-info'),
  peripherals: fc.array(
    fc.record({
      id: locations.byte,
      company: name,
      model: name,
      hardware: name,
      software: name,
      deviceId: name,
      customer: name,
    }),
    { maxLength: 3 },
  ),
})

/** Values of a layout that the wire of that edition can carry. */
export function arbitraryOf(shape: Shape, context: Context): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'integer':
      return locations.onGrid(shape.min, shape.max, shape.perUnit)
    case 'text':
      return locations.gbkText(shape.maxBytes)
    case 'bytes':
      return locations.bytesOf(shape.min, shape.max)
    case 'digits':
      return locations.digits(shape.length)
    case 'list':
      return fc.array(arbitraryOf(shape.item, context), { maxLength: shape.max })
    case 'struct':
      return arbitraryStruct(shape.fields, context)
    case 'named': {
      const arbitrary = named[shape.name]
      if (arbitrary === undefined) throw new Error(`no values for ${shape.name}`)
      return arbitrary(context.version)
    }
  }
}

function arbitraryStruct(fields: FieldMap, context: Context): fc.Arbitrary<unknown> {
  const values = fc.record(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, arbitraryOf(field.shape, context)])))
  return fc.tuple(values, fc.nat(10)).map(([all, tailLength]) => {
    const kept: Record<string, unknown> = {}
    let tails = 0
    for (const [key, field] of Object.entries(fields)) {
      const presence = presenceOf(field)
      if (typeof presence === 'function' && !presence(kept, context)) continue
      if (presence === 'tail' && (tails++ >= tailLength || all[key] === '')) break
      kept[key] = all[key]
    }
    return kept
  })
}
