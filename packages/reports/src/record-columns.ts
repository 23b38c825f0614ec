import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { RecordDeclaration } from '@tanker/domain/facts/declaration'
import type { ChosenPeriod, ChosenTrucks, Filters } from './define-report.ts'
import { organisation, durationOf, isChosen, period, placeCell, plate, plateCell, truckOrOrganisation, shortNameOf } from './kinds.ts'

/** What every journal asks, with the report's own filters behind. */
export const recordFilters = <F extends Filters>(own: F) => ({
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  ...own,
})

/** Records of one kind with their truck and organisation. */
export const recordsOf = (db: ScopedDb, { kind }: RecordDeclaration, { scope, when }: { scope: ChosenTrucks; when: ChosenPeriod }) =>
  db
    .from('record')
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .innerJoin('organisation', 'organisation.id', 'record.organisation_id')
    .where(isChosen(scope, 'record'))
    .where('record.kind', '=', kind)
    .where('record.started_at', '>=', when.from)
    .where('record.started_at', '<=', when.to)

/** A record has no number of its own: its key as a text. */
export const recordId = sql<string>`concat_ws('-', record.truck_id, (extract(epoch FROM record.started_at) * 1000)::bigint, record.object)`

/** What every journal selects: who, when and where. */
export const recordRow = [
  recordId.as('id'),
  plateCell.as('plate'),
  shortNameOf('organisation').as('organisation'),
  'record.started_at as startedAt',
  'record.ended_at as endedAt',
  durationOf('record').as('duration'),
  placeCell('record').as('place'),
] as const

export const truckColumns = () => ({ plate: plate(), organisation: organisation() })
