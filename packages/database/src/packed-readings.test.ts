import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AIRTIGHT_PHASES, AIRTIGHT_TESTS, DATA_TYPES, DEVICE_EVENTS, SENSING_ERRORS, type Reading } from '@tanker/domain/reading'
import { PROBE_CONDITIONS } from '@tanker/domain/devices/probe-type'
import { type LiveRow, LiveRowBytes, unpackLiveRow } from './live-row.ts'
import { type PositionRow, packReading, positionFlags, unpackReading } from './packed-readings.ts'
import { type TestDatabase, createTestDatabase } from './test-database.ts'

const tenth = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10)
const hundredth = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100)
const compartment = fc.record({
  compartment: fc.integer({ min: 1, max: 10 }),
  dataType: fc.constantFrom(...DATA_TYPES),
  oilCode: fc.integer({ min: -1, max: 300 }),
  rawLevelMm: tenth(0, 6000),
  levelMm: tenth(0, 6000),
  waterMm: tenth(0, 6000),
  volumeL: tenth(0, 60_000),
  v20L: tenth(0, 60_000),
  temperatureC: tenth(-50, 90),
  densityKgM3: tenth(0, 1500),
  fault: fc.integer({ min: 0, max: 255 }),
})
const probe = fc.record({
  compartment: fc.integer({ min: 0, max: 10 }),
  type: fc.integer({ min: 0, max: 31 }),
  line: fc.integer({ min: 0, max: 1 }),
  answering: fc.boolean(),
  open: fc.boolean(),
  wet: fc.boolean(),
  uncertain: fc.boolean(),
  sealCount: fc.integer({ min: 0, max: 65_535 }),
})
const millivolts = fc.option(fc.nat(0xfffe))
const reading: fc.Arbitrary<Reading> = fc.record(
  {
    at: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }).map((s) => s * 1000),
    receivedAt: fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }),
    clockError: fc.boolean(),
    resent: fc.boolean(),
    kind: fc.constantFrom(0x0200, 0x0900),
    digest: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    position: fc.record(
      {
        lat: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((n) => n / 1e6),
        lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((n) => n / 1e6),
        altitudeM: fc.integer({ min: -400, max: 9000 }),
        speedKmh: tenth(0, 250),
        headingDeg: fc.integer({ min: 0, max: 359 }),
        located: fc.boolean(),
        accOn: fc.boolean(),
        alarmBits: fc.nat(0xffffffff),
        statusBits: fc.nat(0xffffffff),
        recorderSpeedKmh: tenth(0, 250),
        mileageKm: tenth(0, 900_000),
        satellites: fc.integer({ min: 0, max: 40 }),
      },
      { requiredKeys: ['lat', 'lng', 'altitudeM', 'speedKmh', 'headingDeg', 'located', 'accOn', 'alarmBits', 'statusBits'] },
    ),
    tilt: fc.record({ axialDeg: hundredth(-90, 90), lateralDeg: hundredth(-90, 90) }),
    environment: fc.record({
      temperatureC: tenth(-50, 90),
      humidityPercent: tenth(0, 100),
      pressureKPa: hundredth(0, 600),
      doorBits: fc.integer({ min: 0, max: 15 }),
    }),
    airtight: fc.record({
      phase: fc.constantFrom(...AIRTIGHT_PHASES),
      test: fc.constantFrom(...AIRTIGHT_TESTS),
      valveBits: fc.integer({ min: 0, max: 7 }),
      answering: fc.boolean(),
      testNo: fc.nat(0xffffffff),
      pressurePa: fc.integer({ min: -32_768, max: 32_767 }),
      temperatureC: tenth(-50, 90),
      compartmentBits: fc.integer({ min: 0, max: 1023 }),
    }),
    sensing: fc.array(
      fc.record({
        compartment: fc.nat(10),
        type: fc.nat(31),
        line: fc.nat(1),
        error: fc.constantFrom(...SENSING_ERRORS),
        serial: fc.stringMatching(/^[0-9]{10}$/),
        sensorMv: millivolts,
        closeMv: millivolts,
        gateMv: millivolts,
        zeroMv: millivolts,
        midMv: millivolts,
        maxMv: millivolts,
      }),
      { minLength: 1, maxLength: 64 },
    ),
    meters: fc.array(
      fc.record({
        meter: fc.integer({ min: 1, max: 8 }),
        oilCode: fc.integer({ min: -1, max: 300 }),
        mode: fc.integer({ min: 0, max: 3 }),
        answering: fc.boolean(),
        deliveryL: tenth(0, 60_000),
        deliveryV20L: tenth(0, 60_000),
        deliveryKg: tenth(0, 60_000),
        totalL: tenth(0, 90_000_000),
        temperatureC: tenth(-50, 90),
        flowLpm: tenth(0, 4_000),
        receipt: fc.nat(0xffffffff),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    power: fc.record({ externalV: hundredth(0, 60), backupV: hundredth(0, 10) }),
    compartments: fc.array(compartment, { maxLength: 10 }),
    probes: fc.array(probe, { maxLength: 64 }),
    events: fc.array(
      fc.record({
        event: fc.constantFrom(...DEVICE_EVENTS),
        subject: fc.nat(0xffffffff),
        text: fc.string({ maxLength: 40, unit: 'grapheme-ascii' }),
      }),
      { maxLength: 3 },
    ),
    safety: fc.array(
      fc.record(
        {
          item: fc.constantFrom(0x64, 0x65, 0x66, 0x67, 0x70),
          type: fc.integer({ min: 0, max: 65_535 }),
          flag: fc.constantFrom(0 as const, 1 as const, 2 as const),
          level: fc.integer({ min: 0, max: 2 }),
          alarmId: fc.nat(0xffffffff),
          attachments: fc.integer({ min: 0, max: 255 }),
          mark: fc.record({
            terminalId: fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' }),
            time: fc.integer({ min: 0, max: 999_999_999_999 }).map((digits) => String(digits).padStart(12, '0')),
            sequence: fc.nat(255),
          }),
        },
        { requiredKeys: ['item', 'type', 'flag', 'level', 'alarmId', 'attachments'] },
      ),
      { maxLength: 3 },
    ),
  },
  {
    requiredKeys: ['at', 'receivedAt', 'clockError', 'resent', 'kind', 'digest', 'position', 'compartments', 'probes', 'events', 'safety'],
  },
)

const rowOf = (r: Reading): PositionRow => ({
  at: new Date(r.at),
  kind: r.kind,
  digest: r.digest.toString(),
  received_at: new Date(r.receivedAt),
  lat: Math.round(r.position.lat * 1e6),
  lng: Math.round(r.position.lng * 1e6),
  speed: Math.round(r.position.speedKmh * 10),
  heading: r.position.headingDeg,
  flags: positionFlags(r),
  packed: Buffer.from(packReading(r)),
})

test('a reading that was stored comes back as it was', () => {
  fc.assert(fc.property(reading, (r) => void expect(unpackReading(rowOf(r))).toEqual(r)))
})

test('[3.9-01] a row of the first layout is read as ever: it had neither environment nor meters nor marks', () => {
  fc.assert(
    fc.property(reading, (r) => {
      const { environment: _, meters: __, airtight: ___, sensing: ____, ...rest } = r
      const old = { ...rest, safety: [] }
      const row = rowOf(old)
      row.packed[0] = 1
      expect(row.packed.readUInt16BE(18)).toBe(0) // what version 1 kept there
      expect(unpackReading(row)).toEqual(old)
    }),
  )
})

test('a live row comes back as it was', () => {
  const parts = fc.record({
    at: fc.integer({ min: 1, max: 2_000_000_000_000 }),
    mileageKm: fc.option(tenth(0, 900_000)),
    accOn: fc.boolean(),
    loaded: fc.boolean(),
    moving: fc.boolean(),
    stoppedSince: fc.option(fc.integer({ min: 1, max: 2_000_000_000_000 })),
    processState: fc.integer({ min: 0, max: 11 }),
    processSince: fc.option(fc.integer({ min: 1, max: 2_000_000_000_000 })),
    compartments: fc
      .uniqueArray(compartment, { maxLength: 10, selector: (c) => c.compartment })
      .map((list) => list.toSorted((a, b) => a.compartment - b.compartment)),
    probes: fc.array(
      fc
        .tuple(probe, fc.constantFrom(...PROBE_CONDITIONS))
        .map(([{ line: _line, uncertain: _uncertain, ...p }, condition]) => ({ ...p, condition })),
      { maxLength: 20 },
    ),
  })
  const nowhere = { lat: null, lng: null, speedKmh: 0, headingDeg: 0, located: false }
  const place = fc.record({
    lat: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((n) => n / 1e6),
    lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((n) => n / 1e6),
    speedKmh: tenth(0, 250),
    headingDeg: fc.integer({ min: 0, max: 359 }),
    located: fc.boolean(),
  })
  const power = fc.record({ externalV: hundredth(0, 60), backupV: hundredth(0, 10) })
  const tilt = fc.record({ axialDeg: hundredth(-90, 90), lateralDeg: hundredth(-90, 90) })
  const live: fc.Arbitrary<LiveRow> = fc
    .tuple(
      parts,
      fc.option(place, { nil: nowhere }),
      fc.option(power, { nil: { externalV: null, backupV: null } }),
      fc.option(tilt, { nil: { axialDeg: null, lateralDeg: null } }),
    )
    .map(([a, b, c, d]) => ({ ...a, ...b, ...c, ...d }))
  fc.assert(
    fc.property(live, fc.infiniteStream(fc.nat(9)), (row, order) => {
      expect(unpackLiveRow(LiveRowBytes.of(row).bytes)).toEqual(row)
      // Compartments come in any order, and more than once.
      const shuffled = row.compartments.map((c) => [order.next().value, c] as const).toSorted(([a], [b]) => a - b)
      const again = LiveRowBytes.of({ ...row, compartments: [...row.compartments.slice(1), ...shuffled.map(([, c]) => c)] })
      expect(unpackLiveRow(again.bytes)).toEqual(row)
      expect(again.volumeL).toBeCloseTo(
        row.compartments.reduce((sum, c) => sum + c.volumeL, 0),
        6,
      )
    }),
  )
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('[3.9-01, 3.9-02, 3.11-01] the views that reports query say what the encoder was given', async () => {
  const readings = fc.sample(reading, { numRuns: 60, seed: 7 })
  for (const [index, r] of readings.entries()) {
    const row = rowOf(r)
    await database.pool.query('INSERT INTO position VALUES ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11)', [
      index + 1,
      row.at,
      row.kind,
      row.digest,
      row.received_at,
      row.lat,
      row.lng,
      row.speed,
      row.heading,
      row.flags,
      row.packed,
    ])
  }
  const compartments = await rowsOf('compartment_reading')
  const probes = await rowsOf('probe_reading')
  const environments = await rowsOf('environment_reading')
  const meters = await rowsOf('meter_reading')
  const boxes = await rowsOf('airtight_reading')
  const fixes = await rowsOf('fix_reading')
  const powers = await rowsOf('power_reading')
  for (const [index, r] of readings.entries()) {
    const truck = index + 1
    expect(compartments.get(truck) ?? []).toEqual(
      r.compartments.map((c) => ({
        compartment: c.compartment,
        data_type: c.dataType,
        oil_code: c.oilCode,
        raw_level_mm: c.rawLevelMm,
        level_mm: c.levelMm,
        water_mm: c.waterMm,
        volume_l: c.volumeL,
        v20_l: c.v20L,
        temperature_c: c.temperatureC,
        density_kg_m3: c.densityKgM3,
        fault: c.fault,
        speed_kmh: r.position.speedKmh,
        axial_deg: r.tilt?.axialDeg ?? null,
        lateral_deg: r.tilt?.lateralDeg ?? null,
        sent_level_mm: c.levelMm,
        sent_volume_l: c.volumeL,
        sent_v20_l: c.v20L,
      })),
    )
    expect(probes.get(truck) ?? []).toEqual(
      r.probes.map(({ sealCount, ...probe }) => ({
        ...probe,
        seal_count: sealCount,
      })),
    )
    expect(environments.get(truck) ?? []).toEqual(
      r.environment === undefined
        ? []
        : [
            {
              temperature_c: r.environment.temperatureC,
              humidity_percent: r.environment.humidityPercent,
              pressure_kpa: r.environment.pressureKPa,
              door_bits: r.environment.doorBits,
            },
          ],
    )
    expect(boxes.get(truck) ?? []).toEqual(
      r.airtight === undefined
        ? []
        : [
            {
              phase: r.airtight.phase,
              test: r.airtight.test,
              valve_bits: r.airtight.valveBits,
              answering: r.airtight.answering,
              test_no: r.airtight.testNo,
              pressure_pa: r.airtight.pressurePa,
              temperature_c: r.airtight.temperatureC,
              compartment_bits: r.airtight.compartmentBits,
            },
          ],
    )
    const { position, power } = r
    expect(fixes.get(truck)).toEqual([
      {
        speed_kmh: position.speedKmh,
        recorder_speed_kmh: position.recorderSpeedKmh ?? null,
        heading_deg: position.headingDeg,
        mileage_km: position.mileageKm ?? null,
        located: position.located,
        acc_on: position.accOn,
        resent: r.resent,
        altitude_m: position.altitudeM,
        satellites: position.satellites ?? null,
        clock_error: r.clockError,
      },
    ])
    expect(powers.get(truck) ?? []).toEqual(
      power === undefined
        ? []
        : [{ external_v: power.externalV, backup_v: power.backupV, acc_on: position.accOn, speed_kmh: position.speedKmh }],
    )
    expect(meters.get(truck) ?? []).toEqual(
      (r.meters ?? []).map((m) => ({
        meter: m.meter,
        oil_code: m.oilCode,
        mode: m.mode,
        answering: m.answering,
        delivery_l: m.deliveryL,
        delivery_v20_l: m.deliveryV20L,
        delivery_kg: m.deliveryKg,
        total_l: m.totalL,
        temperature_c: m.temperatureC,
        flow_lpm: m.flowLpm,
        receipt: m.receipt,
      })),
    )
  }
})

/** What a view measures, by truck, in the order of the frame. */
async function rowsOf(view: string): Promise<Map<number, object[]>> {
  const { rows } = await database.pool.query(`SELECT * FROM ${view}`)
  const byTruck = new Map<number, object[]>()
  for (const { truck_id, at: _at, kind: _k, digest: _d, organisation_id: _c, received_at: _r, lat: _lat, lng: _lng, ...measured } of rows) {
    byTruck.set(truck_id, [...(byTruck.get(truck_id) ?? []), measured])
  }
  return byTruck
}

test('a safety event that an older release stored has no mark, and the next one is read behind it', () => {
  const event = { item: 0x64, type: 1, flag: 0 as const, level: 2, alarmId: 7, attachments: 3 }
  const [sample] = fc.sample(reading, { numRuns: 1, seed: 1 })
  if (sample === undefined) throw new Error('no reading')
  const { airtight: _, sensing: __, ...boxless } = sample
  const row = rowOf({ ...boxless, safety: [event, { ...event, alarmId: 8 }] })
  // As release 2 laid it out: without the length of a mark behind each event.
  const end = row.packed.length
  const packed = Buffer.concat([row.packed.subarray(0, end - 13), row.packed.subarray(end - 12, end - 1)])
  packed[0] = 2
  expect(unpackReading({ ...row, packed }).safety).toEqual([event, { ...event, alarmId: 8 }])
})
