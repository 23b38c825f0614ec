import { AIRTIGHT_PHASES, AIRTIGHT_TESTS, DATA_TYPES, DEVICE_EVENTS, SENSING_ERRORS } from '@tanker/domain/reading'
import fc from 'fast-check'
import type { Location, LocationBase } from '../src/location.ts'
import type { StandardExtras } from '../src/location-extras.ts'
import type { SafetyBlock } from '../src/safety-block.ts'
import type { SafetyMark } from '../src/safety-mark.ts'
import type { TankerReadings } from '../src/tanker-extension/tanker-readings.ts'

export const byte = fc.nat(0xff)
export const word = fc.nat(0xffff)
export const doubleWord = fc.nat(0xffff_ffff)

/** A number on the grid of the wire: whole steps of 1 / perUnit. */
export const onGrid = (min: number, max: number, perUnit: number) => fc.integer({ min, max }).map((raw) => raw / perUnit)

const tenthsOfWord = onGrid(0, 0xffff, 10)
const tenthsOfDoubleWord = onGrid(0, 0xffff_ffff, 10)
const tenthsOfSignedWord = onGrid(-0x8000, 0x7fff, 10)
const microdegrees = onGrid(0, 0x7fff_ffff, 1_000_000)

/** Text that GBK can carry and that padding does not eat. */
export const gbkText = (maxBytes: number) =>
  fc
    .array(fc.constantFrom(...'粤沪京A油罐车铅封7-Zé°α鑫b9'), { maxLength: Math.floor(maxBytes / 2) })
    .map((characters) => characters.join(''))

export const bytesOf = (min: number, max: number) => fc.uint8Array({ minLength: min, maxLength: max })

const pair = (min: number, max: number) => fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'))

/** Twelve digits that are a time. */
export const deviceTime = fc
  .tuple(pair(0, 99), pair(1, 12), pair(1, 28), pair(0, 23), pair(0, 59), pair(0, 59))
  .map((pairs) => pairs.join(''))

export const digits = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length }).map((all) => all.join(''))

export const locationBase: fc.Arbitrary<LocationBase> = fc
  .record({
    alarmBits: doubleWord,
    statusBits: doubleWord,
    lat: microdegrees,
    lng: microdegrees,
    altitudeM: word,
    speedKmh: tenthsOfWord,
    headingDeg: word,
    time: fc.oneof(deviceTime, digits(12), fc.constant('FFFFFFFFFFFF')),
  })
  .map((base) => ({
    ...base,
    lat: (base.statusBits & 4) !== 0 && base.lat !== 0 ? -base.lat : base.lat,
    lng: (base.statusBits & 8) !== 0 && base.lng !== 0 ? -base.lng : base.lng,
  }))

const extras: fc.Arbitrary<StandardExtras> = fc
  .record(
    {
      mileageKm: tenthsOfDoubleWord,
      fuelL: tenthsOfWord,
      recorderSpeedKmh: tenthsOfWord,
      alarmEventId: word,
      tyrePressures: bytesOf(30, 30),
      carriageTemperatureC: fc.integer({ min: -32_767, max: 32_767 }),
      overspeedPlace: fc.record({ type: byte, areaId: doubleWord }, { requiredKeys: ['type'] }),
      areaPassage: fc.record({ type: byte, areaId: doubleWord, direction: byte }),
      segmentTime: fc.record({
        segmentId: doubleWord,
        seconds: word,
        result: byte,
      }),
      videoAlarmBits: doubleWord,
      lostChannelBits: doubleWord,
      coveredChannelBits: doubleWord,
      storageFaultBits: word,
      abnormalDrivingBits: word,
      fatigueDegree: byte,
      signalBits: doubleWord,
      ioBits: word,
      analog: fc.record({ ad0: word, ad1: word }),
      signalStrength: byte,
      satellites: byte,
    },
    { requiredKeys: [] },
  )
  .map((all) => {
    const { fatigueDegree, ...rest } = all as StandardExtras
    return rest.abnormalDrivingBits === undefined || fatigueDegree === undefined ? rest : { ...rest, fatigueDegree }
  })

/** As the 16-byte edition carries it. */
export const safetyMark: fc.Arbitrary<SafetyMark> = fc.record({
  terminalId: fc.stringMatching(/^[A-Z0-9]{0,7}$/),
  time: deviceTime,
  sequence: byte,
  attachments: byte,
  reserved: byte,
})

const safetyEnds = {
  alarmId: doubleWord,
  flag: byte,
  speedKmh: byte,
  altitudeM: word,
  lat: microdegrees,
  lng: microdegrees,
  time: deviceTime,
  vehicleStatus: word,
  mark: safetyMark,
}

export const safetyBlock: fc.Arbitrary<SafetyBlock> = fc.oneof(
  fc.record({
    item: fc.constant(0x64 as const),
    type: byte,
    level: byte,
    frontSpeedKmh: byte,
    frontDistance: byte,
    deviation: byte,
    signKind: byte,
    signValue: byte,
    ...safetyEnds,
  }),
  fc.record({
    item: fc.constant(0x65 as const),
    type: byte,
    level: byte,
    fatigue: byte,
    reserved: doubleWord,
    ...safetyEnds,
  }),
  fc.record({
    item: fc.constant(0x66 as const),
    tyres: fc.array(fc.record({ position: byte, alarmBits: word, pressureKPa: word, temperatureC: word, batteryPercent: word }), {
      minLength: 1,
      maxLength: 12,
    }),
    ...safetyEnds,
  }),
  fc.record({ item: fc.constant(0x67 as const), type: byte, ...safetyEnds }),
  fc.record({
    item: fc.constant(0x70 as const),
    type: byte,
    timeThreshold: word,
    threshold1: word,
    threshold2: word,
    ...safetyEnds,
  }),
)

const millivolts = fc.option(fc.nat(0xfffe))

export const tankerReadings: fc.Arbitrary<TankerReadings> = fc.record(
  {
    tilt: fc.record({ axialDeg: onGrid(-9_000, 9_000, 100), lateralDeg: onGrid(-9_000, 9_000, 100) }),
    compartments: fc.array(
      fc.record({
        compartment: fc.integer({ min: 1, max: 10 }),
        dataType: fc.constantFrom(...DATA_TYPES),
        oilCode: fc.integer({ min: -0x8000, max: 0x7fff }),
        rawLevelMm: tenthsOfWord,
        levelMm: tenthsOfWord,
        waterMm: tenthsOfWord,
        volumeL: tenthsOfDoubleWord,
        v20L: tenthsOfDoubleWord,
        temperatureC: tenthsOfSignedWord,
        densityKgM3: tenthsOfWord,
        fault: byte,
      }),
      { maxLength: 13 },
    ),
    probes: fc.array(
      fc.record({
        compartment: fc.nat(10),
        type: fc.nat(31),
        line: fc.nat(1),
        answering: fc.boolean(),
        open: fc.boolean(),
        wet: fc.boolean(),
        uncertain: fc.boolean(),
        sealCount: word,
      }),
      { maxLength: 64 },
    ),
    events: fc.array(fc.record({ event: fc.constantFrom(...DEVICE_EVENTS), subject: doubleWord, text: gbkText(40) }), { maxLength: 3 }),
    power: fc.record({ externalV: onGrid(0, 0xffff, 1_000), backupV: onGrid(0, 0xffff, 1_000) }),
    process: fc.record({ state: byte, slipNo: gbkText(40), orderNo: gbkText(40) }),
    meters: fc.array(
      fc.record({
        meter: byte,
        oilCode: fc.integer({ min: -0x8000, max: 0x7fff }),
        mode: byte,
        answering: fc.boolean(),
        deliveryL: tenthsOfDoubleWord,
        deliveryV20L: tenthsOfDoubleWord,
        deliveryKg: tenthsOfDoubleWord,
        totalL: tenthsOfDoubleWord,
        temperatureC: tenthsOfSignedWord,
        flowLpm: tenthsOfWord,
        receipt: doubleWord,
      }),
      { maxLength: 9 },
    ),
    environment: fc.record({
      temperatureC: tenthsOfSignedWord,
      humidityPercent: tenthsOfWord,
      pressureKPa: onGrid(0, 0xffff, 100),
      doorBits: byte,
    }),
    airtight: fc.record({
      phase: fc.constantFrom(...AIRTIGHT_PHASES),
      test: fc.constantFrom(...AIRTIGHT_TESTS),
      valveBits: byte,
      answering: fc.boolean(),
      testNo: doubleWord,
      pressurePa: fc.integer({ min: -0x8000, max: 0x7fff }),
      temperatureC: tenthsOfSignedWord,
      compartmentBits: word,
    }),
    sensing: fc.array(
      fc.record({
        compartment: fc.nat(10),
        type: fc.nat(31),
        line: fc.nat(1),
        error: fc.constantFrom(...SENSING_ERRORS),
        serial: digits(10),
        sensorMv: millivolts,
        closeMv: millivolts,
        gateMv: millivolts,
        zeroMv: millivolts,
        midMv: millivolts,
        maxMv: millivolts,
      }),
      { minLength: 1, maxLength: 30 },
    ),
  },
  { requiredKeys: ['compartments', 'probes', 'events', 'meters'] },
) as fc.Arbitrary<TankerReadings>

const idOfNoOne = byte.filter((id) => (id > 0x31 && id < 0x64) || (id > 0x70 && id < 0xf0) || (id > 0xf9 && id !== 0xfc && id !== 0xfd))

export const location: fc.Arbitrary<Location> = fc
  .record({
    base: locationBase,
    extras,
    safety: fc.array(safetyBlock, { maxLength: 3 }),
    tanker: tankerReadings,
    raw: fc.array(fc.record({ id: idOfNoOne, value: bytesOf(0, 30) }), { maxLength: 3 }),
  })
  .map(({ base, ...rest }) => ({ ...base, ...rest }))
