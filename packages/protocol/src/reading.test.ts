import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as arbitrary from '../test/arbitrary-locations.ts'
import { bodyDigest } from './body-digest.ts'
import { defaultModel, deviceModels } from './device-model.ts'
import { msToDeviceTime } from './device-time.ts'
import { decodeLocation, type Location } from './location.ts'
import { encodeLocation } from './test-location.ts'
import { decodeReading, toReading } from './reading.ts'
import { noTankerReadings } from './tanker-extension/tanker-readings.ts'

const receivedAt = Date.UTC(2026, 5, 1, 4, 0, 0) // noon in Shanghai

const parked: Location = {
  alarmBits: 0,
  statusBits: 0b10, // located, ACC off
  lat: 31.230416,
  lng: 121.473701,
  altitudeM: 14,
  speedKmh: 0,
  headingDeg: 90,
  time: '260601115958',
  extras: {},
  safety: [],
  tanker: { compartments: [], probes: [], events: [], meters: [] },
  raw: [],
}

function readingOf(location: Partial<Location>, model = defaultModel) {
  const reading = decodeReading(encodeLocation({ ...parked, ...location }, model), { receivedAt, model })
  if (typeof reading === 'string') throw new Error(reading)
  return reading
}

describe('a position', () => {
  test('becomes a reading that says the same', () => {
    const reading = readingOf({
      statusBits: 0b11,
      speedKmh: 56.3,
      extras: { mileageKm: 84_213.7, recorderSpeedKmh: 55.9, satellites: 19 },
    })
    expect(reading).toMatchObject({
      at: Date.UTC(2026, 5, 1, 3, 59, 58),
      receivedAt,
      clockError: false,
      resent: false,
      kind: 0x0200,
      position: {
        lat: 31.230416,
        lng: 121.473701,
        altitudeM: 14,
        speedKmh: 56.3,
        recorderSpeedKmh: 55.9,
        headingDeg: 90,
        mileageKm: 84_213.7,
        located: true,
        accOn: true,
        satellites: 19,
        alarmBits: 0,
        statusBits: 3,
      },
      compartments: [],
      probes: [],
      events: [],
      safety: [],
    })
  })

  test('gives the same reading by way of its message', () => {
    fc.assert(
      fc.property(arbitrary.location, fc.boolean(), (location, resent) => {
        const body = encodeLocation(location, defaultModel)
        const decoded = decodeLocation(body, defaultModel) as Location
        expect(decodeReading(body, { receivedAt, resent, kind: 0x0201 })).toEqual(
          toReading(decoded, { receivedAt, resent, kind: 0x0201, body }),
        )
      }),
    )
  })

  test('of fewer than 28 bytes is no reading', () => {
    expect(decodeReading(new Uint8Array(27), { receivedAt })).toBe('short-body')
    expect(decodeReading(new Uint8Array(28), { receivedAt })).toMatchObject({ clockError: true })
  })

  test('south of the line is negative, by status bit or by sign', () => {
    expect(readingOf({ lat: -12.222222 }).position).toMatchObject({ lat: -12.222222, statusBits: 0b110 })
    const body = encodeLocation(parked, defaultModel)
    body.set([0xff, 0x45, 0x80, 0xf2], 8) // −12,222,222 in two's complement, the south bit clear
    expect(decodeReading(body, { receivedAt })).toMatchObject({ position: { lat: -12.222222, statusBits: 0b10 } })
  })
})

describe("the device's clock", () => {
  const at = (ms: number) => readingOf({ time: msToDeviceTime(ms, 480) })

  test('is believed up to five minutes ahead', () => {
    expect(at(receivedAt + 300_000)).toMatchObject({ at: receivedAt + 300_000, clockError: false })
    expect(at(receivedAt + 301_000)).toMatchObject({ at: receivedAt, clockError: true })
  })

  test('is believed as far ahead as the truck may be', () => {
    const body = encodeLocation({ ...parked, time: msToDeviceTime(receivedAt + 600_000, 480) }, defaultModel)
    expect(decodeReading(body, { receivedAt, clockAheadMin: 10 })).toMatchObject({ at: receivedAt + 600_000, clockError: false })
    expect(decodeReading(body, { receivedAt, clockAheadMin: 9 })).toMatchObject({ at: receivedAt, clockError: true })
  })

  test('is believed from 2020 on', () => {
    expect(at(Date.UTC(2020, 0, 1))).toMatchObject({ at: Date.UTC(2020, 0, 1), clockError: false })
    expect(at(Date.UTC(2020, 0, 1) - 1_000)).toMatchObject({ at: receivedAt, clockError: true })
  })

  test('is not believed when its digits are no time', () => {
    for (const time of ['000000000000', 'FFFFFFFFFFFF', '260230120000', '261301000000', '260601240000', '26060112A000']) {
      expect(readingOf({ time })).toMatchObject({ at: receivedAt, clockError: true })
    }
    expect(readingOf({ time: '240229120000' }).clockError).toBe(false)
  })

  test('runs in the zone of its model', () => {
    const utc = { ...defaultModel, name: 'overseas', zoneOffsetMinutes: 0 }
    expect(readingOf({ time: '260601035958' }, utc).at).toBe(Date.UTC(2026, 5, 1, 3, 59, 58))
  })
})

describe('the digest', () => {
  test('is the same for the same bytes wherever they lie', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(9), (bytes, offset) => {
        const elsewhere = new Uint8Array(bytes.length + offset)
        elsewhere.set(bytes, offset)
        expect(bodyDigest(elsewhere.subarray(offset))).toBe(bodyDigest(bytes))
      }),
    )
  })

  test('differs for any one bit, for any length and among very many', () => {
    const body = encodeLocation(parked, defaultModel)
    const digests = new Set([bodyDigest(body)])
    for (let bit = 0; bit < body.length * 8; bit++) {
      const changed = body.slice()
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      digests.add(bodyDigest(changed))
    }
    expect(digests.size).toBe(1 + body.length * 8)
    const zeros = new Set(Array.from({ length: 300 }, (_, length) => bodyDigest(new Uint8Array(length))))
    expect(zeros.size).toBe(300)
    const counted = new Set<bigint>()
    const counter = new DataView(new ArrayBuffer(12))
    for (let i = 0; i < 200_000; i++) {
      counter.setUint32(4, i)
      counted.add(bodyDigest(new Uint8Array(counter.buffer)) & 0xffff_ffff_ffffn)
    }
    expect(counted.size).toBe(200_000)
  })

  test('fits a signed 64-bit column and does not change with the program', () => {
    const digest = bodyDigest(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))
    expect(BigInt.asIntN(64, digest)).toBe(digest)
    expect(digest).toBe(8751525575664547579n)
  })
})

describe('active safety', () => {
  const common = {
    alarmId: 7,
    flag: 1,
    speedKmh: 60,
    altitudeM: 10,
    lat: 31.2,
    lng: 121.4,
    time: '260601115958',
    vehicleStatus: 1,
    mark: { terminalId: 'TK00001', time: '260601115958', sequence: 0, attachments: 3, reserved: 0 },
  }
  const adas = {
    ...common,
    item: 0x64,
    type: 1,
    level: 2,
    frontSpeedKmh: 40,
    frontDistance: 9,
    deviation: 0,
    signKind: 0,
    signValue: 0,
  } as const

  test('of a position reaches the reading', () => {
    expect(readingOf({ safety: [adas] }).safety).toEqual([
      {
        item: 0x64,
        type: 1,
        flag: 1,
        level: 2,
        alarmId: 7,
        attachments: 3,
        mark: { terminalId: 'TK00001', time: '260601115958', sequence: 0 },
      },
    ])
  })

  test('has a mark only where the terminal holds pictures and could be asked for them', () => {
    const markOf = (mark: Partial<typeof common.mark>) =>
      readingOf({ safety: [{ ...adas, mark: { ...common.mark, ...mark } }] }).safety[0]?.mark
    expect(markOf({})).toBeDefined()
    expect(markOf({ attachments: 0 })).toBeUndefined()
    expect(markOf({ terminalId: 'A\u0000B' })).toBeUndefined()
    expect(markOf({ time: 'FF0601115958' })).toBeUndefined()
  })

  test('names the worst tyre', () => {
    const tyre = { position: 0, alarmBits: 1, pressureKPa: 800, temperatureC: 40, batteryPercent: 90 }
    const tyres = [tyre, { ...tyre, position: 1, alarmBits: 0b1010 }, { ...tyre, position: 2, alarmBits: 0b100 }]
    expect(readingOf({ safety: [{ ...common, item: 0x66, tyres }] }).safety).toEqual([
      {
        item: 0x66,
        type: 0b1010,
        flag: 1,
        level: 0,
        alarmId: 7,
        attachments: 3,
        mark: { terminalId: 'TK00001', time: '260601115958', sequence: 0 },
      },
    ])
  })

  test('is read in the edition of Guangdong too', () => {
    const guangdong = { ...defaultModel, safetyProfile: 'guangdong' } as const
    const long = { ...adas, mark: { ...adas.mark, terminalId: 'GD0000000000000000001', reserved: 0x0506 } }
    const body = encodeLocation({ ...parked, safety: [long] }, guangdong)
    expect(body[29]).toBe(71) // 31 bytes and a mark of 40
    expect(decodeLocation(body, defaultModel)?.safety).toEqual([long])
  })

  test('is found although its length byte lies', () => {
    const body = encodeLocation({ ...parked, safety: [adas], raw: [{ id: 0xe5, value: Uint8Array.of(1) }] }, defaultModel)
    expect(body[29]).toBe(47)
    body[29] = 0x20 // as SmallChi's encoder writes it
    const location = decodeLocation(body, defaultModel)
    expect(location?.safety).toEqual([adas])
    expect(location?.raw).toEqual([{ id: 0xe5, value: Uint8Array.of(1) }])
  })

  test('of a tyre of ten bytes is read with ten', () => {
    const tyre = { position: 3, alarmBits: 2, pressureKPa: 1_150, temperatureC: 41, batteryPercent: 88 }
    const body = [...encodeLocation({ ...parked, safety: [{ ...common, item: 0x66, tyres: [tyre] }] }, defaultModel)]
    body.splice(-9, 0, 0x00) // a WORD of position, as the standard's misprinted table has it
    body[29] = (body[29] as number) + 1
    expect(decodeLocation(Uint8Array.from(body), defaultModel)?.safety).toMatchObject([{ tyres: [tyre] }])
  })
})

describe('extras', () => {
  const withExtras = (...bytes: number[]) =>
    decodeLocation(Uint8Array.from([...encodeLocation(parked, defaultModel), ...bytes]), defaultModel) as Location

  test('of an unexpected length stay raw, and those after them are read', () => {
    const location = withExtras(
      0x16,
      0x04,
      0x00,
      0x00,
      0x0b,
      0xfe, // covered channels as the standard has it
      0x17,
      0x01,
      0x02, // storage faults: one byte where the standard has two
      0x18,
      0x04,
      0x01,
      0x1d,
      0x00,
      0x00, // abnormal driving: four
      0x31,
      0x01,
      0x13, // 19 satellites
    )
    expect(location.extras).toEqual({ coveredChannelBits: 0x0bfe, satellites: 19 })
    expect(location.raw).toEqual([
      { id: 0x17, value: Uint8Array.of(2) },
      { id: 0x18, value: Uint8Array.of(1, 0x1d, 0, 0) },
    ])
  })

  test('cut off by the end of the body stay raw as far as they go', () => {
    expect(withExtras(0x01, 0x04, 0x00, 0x00).raw).toEqual([{ id: 0x01, value: Uint8Array.of(0, 0) }])
    expect(withExtras(0x01).raw).toEqual([])
  })

  test('that come twice are kept both', () => {
    const location = withExtras(0x30, 0x01, 0x1f, 0x30, 0x01, 0x20)
    expect(location.extras.signalStrength).toBe(0x1f)
    expect(location.raw).toEqual([{ id: 0x30, value: Uint8Array.of(0x20) }])
  })

  test('of a vendor who uses our ids for something else stay raw', () => {
    const iccid = [0x38, 0x39, 0x38, 0x36] // GPS51 sends text as 0xF1
    const foreign = [0x01, 0x71, 0x18, ...Array<number>(24).fill(0)] // begins like ours, is not as long
    const location = withExtras(0xf1, 4, ...iccid, 0xf3, 27, ...foreign)
    expect(location.tanker.compartments).toEqual([])
    expect(location.tanker.tilt).toBeUndefined()
    expect(location.raw.map(({ id }) => id)).toEqual([0xf1, 0xf3])
  })
})

test('every device model writes what it reads', () => {
  for (const model of Object.values(deviceModels)) {
    fc.assert(
      fc.property(arbitrary.locationBase, (base) => {
        const location = { ...parked, ...base }
        expect(decodeLocation(encodeLocation(location, model), model)).toEqual(location)
      }),
      { numRuns: 30 },
    )
  }
})

test('[3.9-01, 3.11-01] cabinet air, vapour pressure and flow meters reach the reading; a frame without them says nothing', () => {
  const meter = {
    meter: 1,
    oilCode: 92,
    mode: 2,
    answering: true,
    deliveryL: 3_004.2,
    deliveryV20L: 2_989.9,
    deliveryKg: 2_197.6,
    totalL: 1_884_201.5,
    temperatureC: 24.1,
    flowLpm: 640,
    receipt: 10_042,
  }
  const environment = { temperatureC: -3.5, humidityPercent: 61.2, pressureKPa: 101.42, doorBits: 1 }
  const airtight = {
    phase: 'holding',
    test: 'negative',
    valveBits: 4,
    answering: true,
    testNo: 17,
    pressurePa: -1_500,
    temperatureC: -3.5,
    compartmentBits: 0b101,
  } as const
  const tanker = { ...noTankerReadings(), meters: [meter], environment, airtight }
  expect(readingOf({ tanker })).toMatchObject({ meters: [meter], environment, airtight })
  expect(readingOf({})).not.toHaveProperty('airtight')
  expect(readingOf({})).not.toHaveProperty('meters')
  expect(readingOf({})).not.toHaveProperty('environment')
})
