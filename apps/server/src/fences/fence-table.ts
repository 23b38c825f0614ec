import { fence } from '@tanker/contract/base-data/fence'
import type { FieldProblems, PlainValues } from '@tanker/contract/base-data/define-entity'
import { WrongValue } from '@tanker/contract/base-data/fields'
import type { ScopedDb } from '@tanker/database/scope'
import type { FenceKind } from '@tanker/domain/fence'
import type { Text } from '@tanker/domain/text'
import type { EntityTable } from '../base-data/entity-table.ts'
import { fenceSaved } from './ask-approval.ts'

const NO_PLACE: Text = { zh: '没有找到所选场所，请重新选择。', en: 'There is no such place. Please choose again.' }

/** A newly chosen place must be of the right kind and of the user's organisations. */
async function placeProblems(db: ScopedDb, values: PlainValues, id: number | null): Promise<FieldProblems> {
  const placeId = values['placeId']
  if (typeof placeId !== 'number') return {}
  const held =
    id === null
      ? undefined
      : await db.from('fence').where('fence.id', '=', id).select(['wanted_place_id', 'wanted_kind']).executeTakeFirst()
  if (held?.wanted_place_id === placeId && held.wanted_kind === values['kind']) return {}
  const place = await db
    .from('place')
    .where('place.id', '=', placeId)
    .where('place.kind', '=', values['kind'] as Exclude<FenceKind, 'custom'>)
    .select('place.id')
    .executeTakeFirst()
  return place ? {} : { placeId: NO_PLACE }
}

/** A sheet has the name and the kind of the place as text. */
async function withPlace(db: ScopedDb, line: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const name = String(line['placeId'] ?? '').trim()
  const kind = fence.fields.kind.read(line['kind'])
  if (name === '' || kind instanceof WrongValue || kind === 'custom') return line
  const place = await db
    .from('place')
    .where('place.name', '=', name)
    .where('place.kind', '=', kind)
    .select('place.id')
    .orderBy('place.id')
    .executeTakeFirst()
  // No row has this id, so the field reports an unknown place.
  return { ...line, placeId: place?.id ?? 0 }
}

/** The form edits the requested fence; the fence in force changes with the approval. */
export const fenceTable: EntityTable = {
  entity: fence,
  table: 'fence',
  fixed: {},
  columns: {
    name: 'name',
    companyId: 'company_id',
    kind: 'wanted_kind',
    placeId: 'wanted_place_id',
    speedLimitKmh: 'wanted_speed_limit_kmh',
    status: 'enabled',
    address: 'address',
    shape: 'wanted_shape',
  },
  uniqueBy: { fence_company_id_name_key: 'name' },
  references: [],
  truckField: null,
  refuse: placeProblems,
  fromSheet: withPlace,
  follow: async (db, changer, saved) => {
    await fenceSaved(db, changer, saved)
    return []
  },
}
