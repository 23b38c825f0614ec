import type { FieldProblems } from '@tanker/contract/base-data/define-entity'
import type { Text } from '@tanker/domain/texts/text'
import type { Write } from './apply-changes.ts'
import type { ChangedRow } from './entity-table.ts'

const NO_PLACE: Text = { zh: '没有找到所选场所，请重新选择。', en: 'The place was not found. Please choose again.' }

type WithPlace = { readonly placeId: number | null; readonly kind: 'station' | 'depot' | 'park' | 'repair' | 'custom' | 'any' }

/** A newly chosen place must be of the chosen kind and of the user’s organisations; where no place is meant there is nothing to check. */
export async function placeProblems({ mine }: Write, { before, after }: ChangedRow<WithPlace>): Promise<FieldProblems> {
  const { placeId, kind } = after
  if (placeId === null || kind === 'custom' || kind === 'any' || (before?.placeId === placeId && before.kind === kind)) return {}
  const place = await mine
    .from('place')
    .where('place.id', '=', placeId)
    .where('place.kind', '=', kind)
    .select('place.id')
    .executeTakeFirst()
  return place ? {} : { placeId: NO_PLACE }
}
