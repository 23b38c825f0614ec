import type { Flow, OperationRow, Operations } from '@tanker/contract/flow-change'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { FLOW_STEPS, flowStepFact, operationFact } from '@tanker/domain/facts/cargo-facts'
import { stored, type StoredProperties } from '@tanker/domain/facts/stored-properties'
import { sql } from 'kysely'
import { plateOf } from './chosen-trucks.ts'
import { flowPerMinute } from './flow-per-minute.ts'
import { readGauges } from '../../fleet/truck-readings.ts'
import { cargoErrors } from './cargo-errors.ts'

/** Operations shown; the screen says when there are more. */
const MAX_OPERATIONS = 500
/** Readings this long before the start and after the end are included, so that the line through them covers both. */
const aroundMs = 150_000

type Asked = {
  readonly truckIds: readonly number[]
  readonly from: Date
  readonly to: Date
  /** Empty for all. */
  readonly compartments: ReadonlySet<number>
}

/** Loadings and unloadings of the chosen trucks, newest first, each with the steps that detection found in it. */
export async function readOperations(db: ScopedDb, { truckIds, from, to, compartments }: Asked): Promise<Operations> {
  const rows = await db
    .from('record')
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .where('record.kind', '=', 'operation')
    .where(sql<boolean>`record.truck_id = ANY (${truckIds}::int[])`)
    .where('record.started_at', '>=', from)
    .where('record.started_at', '<=', to)
    .$if(compartments.size > 0, (query) => query.where('record.object', 'in', [...compartments]))
    .select([
      'record.truck_id',
      'truck.plate',
      'record.object',
      'record.started_at',
      'record.ended_at',
      'record.fence_name',
      'record.properties',
      sql<number>`(SELECT count(*)::int FROM record step WHERE step.truck_id = record.truck_id AND step.kind = 'flow-step'
        AND step.started_at >= record.started_at AND step.started_at <= coalesce(record.ended_at, 'infinity')
        AND (${propertiesIn('step', flowStepFact).text('compartment')})::int = record.object)`.as('steps'),
    ])
    .orderBy('record.started_at', 'desc')
    .orderBy('record.object')
    .orderBy('record.truck_id')
    .limit(MAX_OPERATIONS + 1)
    .execute()
  return {
    rows: rows.slice(0, MAX_OPERATIONS).map((row): OperationRow => {
      const said = stored(row.properties, operationFact)
      const [startL, endL] = [said.number('startVolumeL'), said.number('endVolumeL')]
      return {
        truckId: row.truck_id,
        signCode: row.plate,
        compartment: row.object,
        oilCode: said.number('oilCode') ?? 0,
        direction: directionOf(said),
        startedAt: row.started_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
        place: row.fence_name ?? '',
        movedL: startL === null || endL === null ? null : Math.round(Math.abs(endL - startL) * 10) / 10,
        averageLpm: said.number('averageLpm'),
        steps: row.steps,
      }
    }),
    more: rows.length > MAX_OPERATIONS,
  }
}

const directionOf = (said: StoredProperties<typeof operationFact>): OperationRow['direction'] =>
  said.text('direction') === 'loading' ? 'loading' : 'unloading'

type AskedOperation = { readonly truckId: number; readonly compartment: number; readonly startedAt: Date }

/** One operation per minute, from the gauge's readings, with what detection found at the time. */
export async function readFlow(db: ScopedDb, { truckId, compartment, startedAt }: AskedOperation, now: Date): Promise<Flow> {
  await plateOf(db, truckId)
  const operation = await db
    .from('record')
    .where('record.truck_id', '=', truckId)
    .where('record.kind', '=', 'operation')
    .where('record.started_at', '=', startedAt)
    .where('record.object', '=', compartment)
    .select(['record.ended_at', 'record.properties'])
    .executeTakeFirst()
  if (!operation) throw cargoErrors.operationNotFound()
  const endedAt = operation.ended_at ?? now
  const [readings, steps] = await Promise.all([
    readGauges(db, truckId, new Date(startedAt.getTime() - aroundMs), new Date(endedAt.getTime() + aroundMs)),
    db
      .from('record')
      .where('record.truck_id', '=', truckId)
      .where('record.kind', '=', 'flow-step')
      .where('record.started_at', '>=', startedAt)
      .where('record.started_at', '<=', endedAt)
      .where(sql<boolean>`(${propertiesIn('record', flowStepFact).text('compartment')})::int = ${compartment}`)
      .select(['record.started_at', 'record.properties'])
      .orderBy('record.started_at')
      .limit(MAX_OPERATIONS)
      .execute(),
  ])
  const volumes = readings.flatMap(({ at, compartments }) => {
    const gauge = compartments.find((one) => one.compartment === compartment)
    return gauge && gauge.fault === 0 ? [{ at, volumeL: gauge.volumeL }] : []
  })
  // What flowed since the last reading is not known yet: a minute reaching beyond it would show a drop that never was.
  const knownUntil = operation.ended_at?.getTime() ?? Math.min(now.getTime(), volumes.at(-1)?.at ?? now.getTime())
  return {
    minutes: [...flowPerMinute(volumes, startedAt.getTime(), knownUntil, directionOf(stored(operation.properties, operationFact)))],
    detected: steps.flatMap((row) => {
      const said = stored(row.properties, flowStepFact)
      const step = FLOW_STEPS.find((one) => one === said.text('step'))
      if (step === undefined) return []
      return {
        at: row.started_at.toISOString(),
        step,
        rateLpm: said.number('rateLpm'),
        beforeLpm: said.number('beforeLpm'),
      }
    }),
  }
}
