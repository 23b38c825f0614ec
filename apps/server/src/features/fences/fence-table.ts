import { fence } from '@tanker/contract/base-data/fence'
import type { EntityValues, FieldProblems } from '@tanker/contract/base-data/define-entity'
import type { Text } from '@tanker/domain/texts/text'
import type { Write } from '../../base-data/apply-changes.ts'
import { type ChangedRow, type EntityTable, perRow } from '../../base-data/entity-table.ts'
import { fenceSaved } from './ask-approval.ts'

const NO_PLACE: Text = { zh: '没有找到所选场所，请重新选择。', en: 'The place was not found. Please choose again.' }

/** A newly chosen place must be of the right kind and of the user's organisations. */
async function placeProblems({ mine }: Write, { before, after }: ChangedRow<EntityValues<typeof fence>>): Promise<FieldProblems> {
  const { placeId, kind } = after
  if (placeId === null || kind === 'custom' || (before?.placeId === placeId && before.kind === kind)) return {}
  const place = await mine
    .from('place')
    .where('place.id', '=', placeId)
    .where('place.kind', '=', kind)
    .select('place.id')
    .executeTakeFirst()
  return place ? {} : { placeId: NO_PLACE }
}

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
