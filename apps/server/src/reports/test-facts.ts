import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { packReading } from '@tanker/database/packed-readings'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { alarmFactOf, RECORD_FACTS, RECORD_KINDS } from '@tanker/domain/facts/test-declared-facts'
import { API_PROBES } from '@tanker/domain/devices/probe-type'
import { probeSensingFact } from '@tanker/domain/facts/seal-facts'
import type { FactDeclaration } from '@tanker/domain/facts/declaration'
import type { Reading } from '@tanker/domain/reading'
import { aLiveRow, setLive, type TestApi } from '../platform/http/test-api.ts'
import { importWorld } from '../world/import-world.ts'
import { sampleProperties } from './test-properties.ts'

export const PLATES = ['苏A00001', '苏A00002', '苏B00001'] as const

const HANDLED = {
  handled_at: new Date(),
  handle_result: '@属实',
  handle_remark: '-已电话确认',
  exception_type: 'human',
  confirm: 'confirmed',
} as const

/**
 * Three records of every kind and three alarms of every type for each truck, an hour apart, the oldest alarm handled, and
 * readings with everything measured. A fourth alarm of every type was superseded: no list may show it.
 */
export async function seedFacts(server: TestApi): Promise<void> {
  const { db } = server.database
  for (const [index, plate] of PLATES.entries()) {
    const truckId = server.truckId(plate)
    const { organisation_id } = await db.selectFrom('truck').where('id', '=', truckId).select('organisation_id').executeTakeFirstOrThrow()
    const facts = [
      { compartment: 1, probeType: 1 },
      { compartment: 2, probeType: 2 },
      { compartment: 0, probeType: 13 },
    ].map(({ compartment, probeType }, hour) => {
      const startedAt = new Date(server.now.getTime() - (hour + 1) * 3_600_000 - index * 60_000)
      return {
        truck_id: truckId,
        organisation_id,
        started_at: startedAt,
        ended_at: compartment !== 1 ? new Date(startedAt.getTime() + 90_000) : null,
        object: probeType === 13 ? 13 : compartment,
        name: 'test',
        lat: 31.32,
        lng: 120.62,
        fence_name: compartment === 1 ? '-油库围栏' : null,
        speed_kmh: 12,
        heading_deg: 90,
        said: { compartment, probeType, at: startedAt, row: hour },
      }
    })
    const seeded = ({ said, ...fact }: (typeof facts)[number], declared: FactDeclaration | undefined) => ({
      ...fact,
      properties: JSON.stringify(declared === undefined ? {} : sampleProperties(declared.properties, probedOf(declared, said))),
    })
    await db
      .insertInto('record')
      .values(RECORD_KINDS.flatMap((kind) => facts.map((fact) => ({ ...seeded(fact, RECORD_FACTS[kind]), kind }))))
      .execute()
    await db
      .insertInto('alarm')
      .values(
        ALARM_TYPES.flatMap(({ code }) =>
          [...facts, ...facts.slice(0, 1)].map((fact, index) => ({
            ...seeded(fact, alarmFactOf(code)),
            object: index === 3 ? 999 : fact.object,
            type: code,
            grade: 'red' as const,
            live: true,
            remark: code === ALARM.workingHours ? 'day' : '',
            ...(index === 2 ? HANDLED : {}),
            superseded_at: index === 3 ? server.now : null,
          })),
        ),
      )
      .execute()
    for (const minutes of [5, 1]) await storeReading(server, plate, organisation_id, new Date(server.now.getTime() - minutes * 60_000))
    await setLive(server, plate, aLiveRow(new Date(server.now.getTime() - 60_000)))
  }
}

/** Sensor values are recorded of probes at API valves alone. */
const probedOf = <S extends { readonly probeType: number; readonly row: number }>(declared: FactDeclaration, said: S): S =>
  'kind' in declared && declared.kind === probeSensingFact.kind ? { ...said, probeType: API_PROBES[said.row] ?? 0 } : said

async function storeReading({ database, truckId }: TestApi, plate: string, organisationId: number, at: Date): Promise<void> {
  const reading: Reading = {
    at: at.getTime(),
    receivedAt: at.getTime(),
    clockError: false,
    resent: false,
    kind: 0x0200,
    digest: randomBytes(8).readBigInt64BE(),
    position: {
      lat: 31.32,
      lng: 120.62,
      altitudeM: 5,
      speedKmh: 60,
      headingDeg: 90,
      recorderSpeedKmh: 61.5,
      mileageKm: 20_145.3,
      located: true,
      accOn: true,
      alarmBits: 0,
      statusBits: 3,
    },
    power: { externalV: 24.6, backupV: 4.02 },
    tilt: { axialDeg: 0.5, lateralDeg: -0.25 },
    compartments: [1, 2].map((compartment) => ({
      compartment,
      dataType: 'LC',
      oilCode: compartment === 1 ? 92 : 0,
      rawLevelMm: 901.2,
      levelMm: 900.4,
      waterMm: 0,
      volumeL: 5000.1,
      v20L: 4980.2,
      temperatureC: 23.4,
      densityKgM3: 745.6,
      fault: 0,
    })),
    probes: [
      { compartment: 1, type: 0, line: 0, answering: true, open: true, wet: false, uncertain: false, sealCount: 3 },
      { compartment: 0, type: 13, line: 0, answering: true, open: true, wet: false, uncertain: false, sealCount: 5 },
    ],
    events: [],
    safety: [],
    environment: { temperatureC: 31.5, humidityPercent: 55.5, pressureKPa: 101.3, doorBits: 1 },
    airtight: {
      phase: 'holding',
      test: 'positive',
      valveBits: 5,
      answering: true,
      testNo: 41,
      pressurePa: 4_380,
      temperatureC: 21.5,
      compartmentBits: 3,
    },
    sensing: [
      {
        compartment: 1,
        type: 0,
        line: 0,
        error: 'none',
        serial: '0000420100',
        sensorMv: 60,
        closeMv: 2_400,
        gateMv: 600,
        zeroMv: 200,
        midMv: 400,
        maxMv: 3_000,
      },
    ],
    meters: [
      {
        meter: 1,
        oilCode: 92,
        mode: 1,
        answering: true,
        deliveryL: 500.5,
        deliveryV20L: 498.1,
        deliveryKg: 371.2,
        totalL: 90_000,
        temperatureC: 23.1,
        flowLpm: 600.5,
        receipt: 17,
      },
    ],
  }
  await sql`INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
    VALUES (${truckId(plate)}, ${at}, 512, ${reading.digest}, ${organisationId}, ${at}, 31320000, 120620000, 600, 90, 3, ${Buffer.from(packReading(reading))})`.execute(
    database.db,
  )
  await database.db.updateTable('truck_state').set({ last_at: at, contact_at: at }).where('truck_id', '=', truckId(plate)).execute()
}

/** A park, a repair shop, a card and a device, so that every list of base data has a row. */
export const seedPlaces = async ({ database }: TestApi): Promise<void> => {
  const where = { companyCode: 'A', address: '苏州', lat: 31.35, lng: 120.65 }
  await importWorld(database.db, {
    places: [
      { kind: 'park', name: '甲停车场', code: '8001', parkType: 'service-area', contact: '钱', ...where },
      { kind: 'repair', name: '甲维修厂', code: '7001', ...where },
    ],
  })
  const organisation_id = (await database.db.selectFrom('organisation').where('code', '=', 'A').select('id').executeTakeFirstOrThrow()).id
  await database.db.updateTable('driver').set({ qualified_until: '2099-12-31' }).execute()
  await database.db.insertInto('repair_card').values({ organisation_id, code: '6200', holder: '李', issued_on: '2026-01-05' }).execute()
  await database.db
    .insertInto('installed_device')
    .values({ organisation_id, name: '一号主机', code: '2508', device_type: 'console', truck_type: 'oil-tanker', truck_id: null })
    .execute()
  await seedFenceApproval(database, organisation_id)
}

/** A free area that waits for its approval. */
async function seedFenceApproval({ db }: TestApi['database'], organisation_id: number): Promise<void> {
  const terms = {
    kind: 'custom',
    placeId: null,
    placeName: null,
    shape: { shape: 'circle', lat: 31.36, lng: 120.66, radiusM: 200 },
    speedLimitKmh: 30,
  }
  const { id } = await db
    .insertInto('fence')
    .values({ organisation_id, kind: 'custom', name: '甲禁停区', shape: JSON.stringify(terms.shape), speed_limit_kmh: 30 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('fence_approval')
    .values({
      fence_id: id,
      organisation_id,
      fence_name: '甲禁停区',
      type: 'new',
      new_terms: JSON.stringify(terms),
      area_change_m2: 125_663.7,
      maker_ids: [1],
      modifier: 'anna',
      modified_at: new Date(),
    })
    .execute()
}
