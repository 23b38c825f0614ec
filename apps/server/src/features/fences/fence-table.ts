import { fence } from '@tanker/contract/base-data/fence'
import { type EntityTable, perRow } from '../../base-data/entity-table.ts'
import { placeProblems } from '../../base-data/place-problems.ts'
import { fenceSaved } from './ask-approval.ts'

/** The form edits the requested fence; the fence in force changes with the approval. */
export const fenceTable: EntityTable<typeof fence> = {
  entity: fence,
  table: 'fence',
  fixed: {},
  columns: {
    name: 'name',
    organisationId: 'organisation_id',
    kind: 'wanted_kind',
    placeId: 'wanted_place_id',
    speedLimitKmh: 'wanted_speed_limit_kmh',
    status: 'enabled',
    address: 'address',
    shape: 'wanted_shape',
  },
  uniqueBy: { fence_organisation_id_name_key: 'name' },
  references: [],
  validate: perRow(placeProblems),
  // The fences of a world are approved by the operator.
  derive: (_, source) => (source === 'world' ? { status: 'approved' } : {}),
  async afterWrite(write, rows) {
    if (write.source === 'world') return []
    for (const row of rows) await fenceSaved(write, row)
    return []
  },
}
