import { fenceVisitFact } from '@tanker/domain/facts/driving-facts'
import type { FenceKind } from '@tanker/domain/fences/fence'
import { FENCE_KINDS } from '@tanker/domain/fences/fence'
import { type Moment, note, placeNow } from '../moment.ts'
import { flag, oneOf, place, type StateOf, time, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

export const visitState = stateOf({
  ...when('enteredAt', { enteredAt: time(), place: place(), fenceKind: oneOf<FenceKind>(FENCE_KINDS, 'custom'), loaded: flag() }),
})
type VisitState = StateOf<typeof visitState>

/** From entering a fence to leaving it. Of fences in each other the one that counts is visited. */
export function stepFenceVisits(moment: Moment, visit: VisitState): void {
  const { at, state } = moment
  const { fence } = state.membership
  const visited = visit.place?.fenceId ?? null
  if (visited === (fence?.id ?? null)) return
  if (visited !== null) report(moment, visit, at)
  visit.enteredAt = 0
  visit.place = null
  if (fence === null) return
  visit.enteredAt = at
  visit.place = placeNow(state)
  visit.fenceKind = fence.kind
  visit.loaded = state.loaded
  report(moment, visit, null)
}

function report(moment: Moment, visit: VisitState, endedAt: number | null): void {
  if (visit.place === null) return
  note(moment, fenceVisitFact, {
    name: endedAt === null ? 'fence-entered' : 'fence-left',
    startedAt: visit.enteredAt,
    object: visit.place.fenceId ?? 0,
    ...(endedAt === null ? {} : { endedAt }),
    place: visit.place,
    properties: { fenceKind: visit.fenceKind, loaded: visit.loaded },
  })
}
