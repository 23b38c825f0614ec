import type { AirtightRecord } from '@tanker/contract/airtight'
import type { ScopedDb } from '@tanker/database/scope'
import { AIRTIGHT_RESULTS, AIRTIGHT_TEST_TEXTS, type AirtightResult, type TestedPressure } from '@tanker/domain/devices/airtight-test'
import { airtightTestFact } from '@tanker/domain/facts/equipment-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { testDue } from '@tanker/reports/airtight/airtight-columns'
import { airtightErrors } from './airtight-errors.ts'
import { readPressures } from './truck-pressure.ts'

const TESTS = Object.keys(AIRTIGHT_TEST_TEXTS) as TestedPressure[]
const RESULTS = Object.keys(AIRTIGHT_RESULTS) as AirtightResult[]

type Asked = { readonly truckId: number; readonly startedAt: Date; readonly madeBy: string; readonly now: Date }

/** What is drawn before the hold begins and after it ends: how the pressure came and went. */
const AROUND_MS = 120_000
/** A test that has not ended is drawn for as long. */
const LONGEST_MS = 1_800_000

/** One test on paper, with the readings of its box. */
export async function readAirtightRecord(db: ScopedDb, { truckId, startedAt, madeBy, now }: Asked): Promise<AirtightRecord> {
  const row = await db
    .from('record')
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .innerJoin('organisation', 'organisation.id', 'record.organisation_id')
    .where('record.truck_id', '=', truckId)
    .where('record.kind', '=', airtightTestFact.kind)
    .where('record.started_at', '=', startedAt)
    .select([
      'truck.plate',
      'organisation.name as organisation',
      'record.started_at',
      'record.ended_at',
      'record.fence_name',
      'record.properties',
      testDue.as('due'),
    ])
    .executeTakeFirst()
  if (!row) throw airtightErrors.testNotFound()
  const test = stored(row.properties, airtightTestFact)
  const until = row.ended_at?.getTime() ?? startedAt.getTime() + LONGEST_MS
  const curve = await readPressures(db, truckId, new Date(startedAt.getTime() - AROUND_MS), new Date(until + AROUND_MS))
  const bits = test.number('compartmentBits') ?? 0
  const result = RESULTS.find((one) => one === test.text('result')) ?? null
  return {
    truck: { truckId, plate: row.plate, organisation: row.organisation },
    testNo: test.number('testNo') ?? 0,
    test: TESTS.find((one) => one === test.text('test')) ?? 'positive',
    compartments: Array.from({ length: 10 }, (_, bit) => bit + 1).filter((compartment) => (bits & (1 << (compartment - 1))) !== 0),
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    startPa: test.number('startPa') ?? 0,
    endPa: test.number('endPa'),
    lossPa: test.number('lossPa'),
    limitPa: test.number('limitPa'),
    volumeL: test.number('volumeL'),
    temperatureC: test.number('temperatureC') ?? 0,
    result,
    dueAt: row.due?.toISOString() ?? null,
    place: row.fence_name ?? '',
    curve,
    madeBy,
    madeAt: now.toISOString(),
  }
}
