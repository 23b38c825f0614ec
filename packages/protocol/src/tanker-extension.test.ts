import { describe, expect, test } from 'vitest'
import { glued } from '../test/arbitrary-frames.ts'
import { defaultModel } from './device-model.ts'
import { encodeFrame } from './frame.ts'
import { decodeLocation, type Location } from './location.ts'
import { encodeLocation } from './test-location.ts'
import { decodeBody, encodeMessage } from './message.ts'
import { noTankerReadings, type TankerReadings } from './tanker-extension/tanker-readings.ts'

const nowhere: Location = {
  alarmBits: 0,
  statusBits: 0,
  lat: 0,
  lng: 0,
  altitudeM: 0,
  speedKmh: 0,
  headingDeg: 0,
  time: '260601115958',
  extras: {},
  safety: [],
  tanker: noTankerReadings(),
  raw: [],
}

/** The worked example of docs/tanker-extension.md. */
const example = Uint8Array.of(
  0xf3,
  0x35, // compartments, 53 bytes
  0x01, // version 1
  0x17, // 23 bytes to a compartment
  0x00,
  0x2a, // axial tilt 0.42°
  0xff,
  0xf5, // lateral tilt −0.11°
  0x02, // two compartments
  0x01, // compartment 1
  0x0c, // data type 12: TT, timed
  0x00, // no fault
  0x00,
  0x5c, // oil code 92
  0x2f,
  0x0b, // raw level 1,204.3 mm
  0x2f,
  0x2e, // level 1,207.8 mm
  0x00,
  0x00, // water 0.0 mm
  0x00,
  0x01,
  0x48,
  0x9e, // volume 8,412.6 L
  0x00,
  0x01,
  0x47,
  0x3b, // at 20 °C 8,377.1 L
  0x00,
  0xea, // 23.4 °C
  0x1d,
  0x01, // 742.5 kg/m³
  0x02, // compartment 2
  0x0e, // data type 14: LE, end of loading or unloading
  0x01, // fault 1
  0xff,
  0xff, // oil code −1: other
  0x00,
  0x00,
  0x00,
  0x00,
  0x00,
  0x00, // levels and water 0
  0x00,
  0x00,
  0x00,
  0x00,
  0x00,
  0x00,
  0x00,
  0x00, // volumes 0
  0xff,
  0xce, // −5.0 °C
  0x00,
  0x00, // density unknown
  0xf4,
  0x0d, // seal probes, 13 bytes
  0x01, // version 1
  0x05, // five bytes to a probe
  0x02, // two probes
  0x01,
  0x00,
  0x0a,
  0x01,
  0x9c, // compartment 1, API valve, answers and is wet, opened 412 times
  0x00,
  0x0d,
  0x07,
  0x00,
  0x03, // whole truck, box door, line 1, answers, is open, opened 3 times
  0xf6,
  0x05,
  0x01,
  0x60,
  0xe0,
  0x10,
  0x04, // power: 24.800 V and 4.100 V
)

const exampleReadings: TankerReadings = {
  tilt: { axialDeg: 0.42, lateralDeg: -0.11 },
  compartments: [
    {
      compartment: 1,
      dataType: 'TT',
      oilCode: 92,
      rawLevelMm: 1_204.3,
      levelMm: 1_207.8,
      waterMm: 0,
      volumeL: 8_412.6,
      v20L: 8_377.1,
      temperatureC: 23.4,
      densityKgM3: 742.5,
      fault: 0,
    },
    {
      compartment: 2,
      dataType: 'LE',
      oilCode: -1,
      rawLevelMm: 0,
      levelMm: 0,
      waterMm: 0,
      volumeL: 0,
      v20L: 0,
      temperatureC: -5,
      densityKgM3: 0,
      fault: 1,
    },
  ],
  probes: [
    { compartment: 1, type: 0, line: 0, answering: true, open: false, wet: true, uncertain: false, sealCount: 412 },
    { compartment: 0, type: 13, line: 1, answering: true, open: true, wet: false, uncertain: false, sealCount: 3 },
  ],
  events: [],
  power: { externalV: 24.8, backupV: 4.1 },
  meters: [],
}

const base = () => encodeLocation(nowhere, defaultModel)
const followedBy = (extras: ArrayLike<number>) => decodeLocation(glued([base(), Uint8Array.from(extras)]), defaultModel) as Location

test('the example of the document reads and writes byte by byte', () => {
  expect(followedBy(example).tanker).toEqual(exampleReadings)
  expect(encodeLocation({ ...nowhere, tanker: exampleReadings }, defaultModel).slice(28)).toEqual(example)
})

describe('one position', () => {
  test('carries ten compartments in one extra', () => {
    const [compartment] = exampleReadings.compartments
    const compartments = Array.from({ length: 10 }, (_, i) => ({ ...compartment, compartment: i + 1 }))
    const body = encodeLocation({ ...nowhere, tanker: { ...noTankerReadings(), compartments } as TankerReadings }, defaultModel)
    expect(body[29]).toBe(237)
    expect(body.length).toBe(28 + 2 + 237)
  })

  test('carries sixty-four probes in two', () => {
    const [probe] = exampleReadings.probes
    const probes = Array.from({ length: 64 }, () => ({ ...probe })) as TankerReadings['probes']
    const body = encodeLocation({ ...nowhere, tanker: { ...noTankerReadings(), probes } }, defaultModel)
    expect(body[29]).toBe(253)
    expect(decodeLocation(body, defaultModel)?.tanker.probes).toEqual(probes)
  })

  test('carries a tilt without compartments', () => {
    const tanker = { ...noTankerReadings(), tilt: { axialDeg: -1.5, lateralDeg: 89.99 } }
    expect(decodeLocation(encodeLocation({ ...nowhere, tanker }, defaultModel), defaultModel)?.tanker).toEqual(tanker)
  })
})

test('a test box reads and writes byte by byte; more bytes are skipped, what is not ours is kept raw', () => {
  const box = [
    0xfc,
    0x10, // 16 bytes
    0x01, // version 1
    0x0e, // 14 bytes follow
    0x02, // holding
    0x02, // negative pressure
    0x04, // the valve of the vapour line is open
    0x01, // answers
    0x00,
    0x00,
    0x00,
    0x11, // test 17
    0xfa,
    0x24, // −1,500 Pa
    0xff,
    0xdd, // −3.5 °C
    0x00,
    0x05, // compartments 1 and 3
  ]
  const airtight = {
    phase: 'holding',
    test: 'negative',
    valveBits: 4,
    answering: true,
    testNo: 17,
    pressurePa: -1_500,
    temperatureC: -3.5,
    compartmentBits: 5,
  } as const
  expect(followedBy(box).tanker.airtight).toEqual(airtight)
  const written = encodeLocation({ ...nowhere, tanker: { ...noTankerReadings(), airtight } }, defaultModel)
  expect(written.slice(28)).toEqual(Uint8Array.from(box))
  expect(followedBy([0xfc, 0x11, 0x01, 0x0f, ...box.slice(4), 0xaa]).tanker.airtight).toEqual(airtight)
  const changed = (at: number, byte: number) => box.map((one, i) => (i === at ? byte : one))
  for (const other of [changed(2, 2), changed(3, 0x0d), changed(4, 5), changed(5, 4), [0xfc, 0x0f, ...box.slice(2, 17)]])
    expect(followedBy(other)).toMatchObject({ raw: [{ id: 0xfc }], tanker: noTankerReadings() })
})

test('electrical values of a probe read and write byte by byte; a value of 0xFFFF is not known', () => {
  const item = [
    0xfd,
    0x18, // 24 bytes
    0x01, // version 1
    0x15, // 21 bytes each
    0x01, // one probe
    0x02, // compartment 2
    0x00, // API valve
    0x01, // bus 1
    0x04, // drift
    0x00,
    0x12,
    0x34,
    0x56,
    0x78, // serial 0012345678
    0x02,
    0xb2, // 690 mV now
    0x09,
    0x60, // 2,400 mV when it was calibrated
    0x02,
    0x58, // gate 600 mV
    0x00,
    0xc8, // zero 200 mV
    0xff,
    0xff, // mid not known
    0x0b,
    0xb8, // at most 3,000 mV
  ]
  const probe = {
    compartment: 2,
    type: 0,
    line: 1,
    error: 'drift',
    serial: '0012345678',
    sensorMv: 690,
    closeMv: 2_400,
    gateMv: 600,
    zeroMv: 200,
    midMv: null,
    maxMv: 3_000,
  } as const
  expect(followedBy(item).tanker.sensing).toEqual([probe])
  const written = encodeLocation({ ...nowhere, tanker: { ...noTankerReadings(), sensing: [probe] } }, defaultModel)
  expect(written.slice(28)).toEqual(Uint8Array.from(item))
  const changed = (at: number, byte: number) => item.map((one, i) => (i === at ? byte : one))
  for (const other of [changed(2, 2), changed(3, 0x14), changed(4, 2)])
    expect(followedBy(other)).toMatchObject({ raw: [{ id: 0xfd }], tanker: noTankerReadings() })
  // An error that is not known here is none, a half-byte above 9 is a 9.
  expect(followedBy(changed(8, 0x63)).tanker.sensing).toMatchObject([{ error: 'none' }])
  expect(followedBy(changed(10, 0x1f)).tanker.sensing).toMatchObject([{ serial: '0019345678' }])
})

describe('a newer console', () => {
  test('may append bytes to each item', () => {
    const longer = [0xf4, 0x09, 0x01, 0x06, 0x01, 0x02, 0x01, 0x02, 0x00, 0x07, 0xaa]
    expect(followedBy(longer).tanker.probes).toMatchObject([{ compartment: 2, type: 1, sealCount: 7 }])
  })

  test('may know more data types and events than we do', () => {
    const types = example.slice(0, 55)
    types[10] = 99
    expect(followedBy(types).tanker.compartments[0]?.dataType).toBe('TT')
    const events = [0xf5, 0x0f, 0x01, 0x02, 0xc8, 0, 0, 0, 1, 0x00, 0x05, 0, 0, 0, 9, 0x01, 0x41]
    expect(followedBy(events).tanker.events).toEqual([{ event: 'repair-card', subject: 9, text: 'A' }])
  })

  test('of another version is kept raw', () => {
    const other = [0xf6, 0x05, 0x02, 0x60, 0xe0, 0x10, 0x04]
    expect(followedBy(other)).toMatchObject({ raw: [{ id: 0xf6 }], tanker: noTankerReadings() })
  })

  test('whose item is cut short is kept raw', () => {
    for (const extra of [example.slice(0, 55), example.slice(55, 70), example.slice(70)]) {
      const cut = extra.slice(0, -1)
      cut[1] = (cut[1] as number) - 1
      const location = followedBy(cut)
      expect(location.tanker).toEqual(noTankerReadings())
      expect(location.raw.length).toBe(1)
    }
  })
})

describe('an upload through 0x0900', () => {
  test('of an event carries a whole position and a number to know it again by', () => {
    const message = {
      kind: 'transparent-up',
      type: 0xf1,
      content: 'tanker-event',
      eventId: 77,
      location: { ...nowhere, tanker: exampleReadings },
    } as const
    const { id, body } = encodeMessage(message, 2013)
    expect(body.slice(0, 5)).toEqual(Uint8Array.of(0xf1, 0x00, 0x00, 0x00, 0x4d)) // type, event id
    expect(decodeBody(id, body, 2013)).toEqual(message)
  })

  test('of an event that is too short stays bytes', () => {
    const body = Uint8Array.of(0xf1, 0x00, 0x00, 0x00, 0x4d, 0x01)
    expect(decodeBody(0x0900, body, 2013)).toEqual({
      kind: 'transparent-up',
      type: 0xf1,
      content: 'bytes',
      data: body.slice(1),
    })
  })
})

describe('a batch', () => {
  test('goes on after a bad item and does not believe its number', () => {
    const good = base()
    const body = Uint8Array.from([
      0x00,
      0x09, // nine items, it says
      0x01, // kept through a blind zone
      0x00,
      0x1c,
      ...good, // 28 bytes: a position
      0x00,
      0x03,
      0x01,
      0x02,
      0x03, // three bytes: nothing
      0x00,
      0x1c,
      ...good, // a position
      0x00,
      0x40,
      0x01, // 64 bytes, it says, and one is there
    ])
    const batch = decodeBody(0x0704, body, 2013)
    expect(batch).toMatchObject({ kind: 'location-batch', type: 1 })
    if (batch.kind !== 'location-batch') return
    expect(batch.items.map((item) => item.length)).toEqual([28, 3, 28, 1])
    expect(batch.items.map((item) => decodeLocation(item, defaultModel) !== undefined)).toEqual([true, false, true, false])
  })
})

test('the packet of the document is what our own encoder sends', () => {
  const [compartment] = exampleReadings.compartments
  const [probe] = exampleReadings.probes
  const tanker = { ...exampleReadings, compartments: [compartment], probes: [probe] } as TankerReadings
  const location = {
    ...nowhere,
    statusBits: 3,
    lat: 31.230416,
    lng: 121.473701,
    altitudeM: 14,
    speedKmh: 56.3,
    headingDeg: 271,
    tanker,
  }
  const wire = encodeFrame({
    version: 2013,
    phone: '13800138000',
    serial: 294,
    ...encodeMessage({ kind: 'location-report', location }, 2013),
  })
  const hex = Array.from(wire, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')
  expect(hex).toBe(
    '7E 02 00 00 4D 01 38 00 13 80 00 01 26 ' + // header
      '00 00 00 00 00 00 00 03 01 DC 89 D0 07 3D 8A A5 00 0E 02 33 01 0F 26 06 01 11 59 58 ' + // position
      'F3 1E 01 17 00 2A FF F5 01 ' + // tilt, one compartment
      '01 0C 00 00 5C 2F 0B 2F 2E 00 00 00 01 48 9E 00 01 47 3B 00 EA 1D 01 ' + // compartment 1
      'F4 08 01 05 01 01 00 0A 01 9C ' + // one probe
      'F6 05 01 60 E0 10 04 ' + // power
      'AB 7E', // checksum
  )
})
