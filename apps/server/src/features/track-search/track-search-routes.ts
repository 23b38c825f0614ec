import { shapeOf } from '@tanker/contract/base-data/shape-field'
import { trackSearchCalls } from '@tanker/contract/endpoints/track-search'
import { MAX_SEARCH_DAYS, MAX_SEARCH_FENCES } from '@tanker/contract/track-search'
import { fenceInForce } from '@tanker/database/fence-in-force'
import { type ScopedDb, sharedWith } from '@tanker/database/scope'
import { cellsOf } from '@tanker/domain/fences/cells'
import type { FenceShape } from '@tanker/domain/fences/fence'
import { fenceProblem } from '@tanker/domain/fences/fence-geometry'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { askedPeriod, chosenTruckIds } from '../cargo/feature.ts'
import { searchTracks } from './search-tracks.ts'
import { trackSearchErrors } from './track-search-errors.ts'

/** Cells of an area: about 10,000 km². */
const MAX_AREA_CELLS = 4_000
const hourMs = 3_600_000

function areaOf(given: string): { shape: FenceShape; cells: number[] } {
  const shape = shapeOf(given)
  if (!shape) throw trackSearchErrors.noArea()
  const problem = fenceProblem(shape)
  if (problem) throw trackSearchErrors.wrongArea(problem)
  const cells = cellsOf(shape)
  if (cells === null || cells.length > MAX_AREA_CELLS) throw trackSearchErrors.areaTooLarge()
  return { shape, cells }
}

/** Until when positions have their cells. Refuses a period whose first hours have none yet. */
async function indexedAt(db: ScopedDb, from: Date): Promise<Date> {
  const cursor = await db.unscoped.selectFrom('track_cell_cursor').select(['received_at', 'back_to']).executeTakeFirst()
  if (!cursor) throw trackSearchErrors.beingPrepared(null)
  if (cursor.back_to !== null && Math.floor(from.getTime() / hourMs) * hourMs < cursor.back_to.getTime())
    throw trackSearchErrors.beingPrepared(cursor.back_to)
  return cursor.received_at
}

export const trackSearchRoutes = ({ now }: HttpParts): Route[] => [
  handle(trackSearchCalls.passes, async ({ db, input }) => {
    const { from, to } = askedPeriod(input, MAX_SEARCH_DAYS)
    const area = areaOf(input.area)
    const isChosen = (input.truckIds ?? []).length > 0 || (input.organisationIds ?? []).length > 0
    const truckIds = isChosen ? await chosenTruckIds(db, input) : null
    return searchTracks(db, { ...area, from, to, truckIds }, await indexedAt(db, from), now())
  }),

  handle(trackSearchCalls.fences, async ({ db, user }) => {
    const fences = await sharedWith(db.read, user.scope, 'fence')
      .where(fenceInForce)
      .orderBy('fence.name')
      .limit(MAX_SEARCH_FENCES)
      .select(['fence.id', 'fence.name', 'fence.shape'])
      .execute()
    return fences.map(({ id, name, shape }) => ({ id, name, area: JSON.stringify(shape) }))
  }),
]
