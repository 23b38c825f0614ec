import { fenceCalls } from '@tanker/contract/endpoints/fences'
import { type FenceTermsShown, MAX_PENDING } from '@tanker/contract/fence-approvals'
import { FEED_TIMES } from '@tanker/contract/feed'
import type { FenceTerms } from '@tanker/database/fence-tables'
import type { ScopedDb } from '@tanker/database/scope'
import { withinInt } from '../../base-data/entity-rows.ts'
import { missingAlarm } from '../../alarms/alarm-rows.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { decideApprovals } from './decide-approvals.ts'
import { fenceOfAlarm, NO_FENCE, proposeCorrection } from './propose-correction.ts'
import { approvalErrors } from './approval-errors.ts'

/** An approval without its fences. */
const SHOWN = ['id', 'version', 'fence_name', 'type', 'modifier', 'modified_at', 'moved_m', 'area_change_m2'] as const

const pending = (db: ScopedDb) => db.from('fence_approval').where('fence_approval.status', '=', 'pending')

type Shown = {
  id: number
  version: number
  fence_name: string
  type: 'new' | 'modify'
  modifier: string
  modified_at: Date
  moved_m: number | null
  area_change_m2: number | null
}
const shownOf = (row: Shown) => ({
  id: row.id,
  version: row.version,
  fenceName: row.fence_name,
  type: row.type,
  modifier: row.modifier,
  modifiedAt: row.modified_at.toISOString(),
  movedM: row.moved_m,
  areaChangeM2: row.area_change_m2 ?? 0,
})

/** One approval with the current and the requested fence; null when the user cannot see it. */
async function detailOf(db: ScopedDb, id: number) {
  const row = await db
    .from('fence_approval')
    .where('fence_approval.id', '=', withinInt(id))
    .select([
      ...SHOWN,
      'fence_approval.organisation_id',
      'status',
      'old_terms',
      'new_terms',
      'approver',
      'approved_at',
      'note',
      'maker_ids',
    ])
    .executeTakeFirst()
  if (!row) return null
  const organisation = await db
    .organisations()
    .where('organisation.id', '=', row.organisation_id)
    .select('organisation.name')
    .executeTakeFirst()
  const termsOf = ({ kind, placeName, speedLimitKmh, shape }: FenceTerms): FenceTermsShown => ({
    kind,
    placeName,
    speedLimitKmh,
    shape: shape as FenceTermsShown['shape'],
  })
  return {
    ...shownOf(row),
    companyName: organisation?.name ?? '',
    status: row.status,
    old: row.old_terms && termsOf(row.old_terms),
    wanted: termsOf(row.new_terms),
    approver: row.approver,
    approvedAt: row.approved_at?.toISOString() ?? null,
    note: row.note,
    isMine: row.maker_ids.includes(db.scope.userId),
  }
}

const numbersOf = (list: string): number[] => list.split(',').map(Number)

/** Pending approvals and decisions (spec 7.2); data for the form of a fence. */
export const fenceRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(fenceCalls.pending, async ({ db }) => {
    const rows = await pending(db).select(SHOWN).orderBy('modified_at').orderBy('id').limit(MAX_PENDING).execute()
    return rows.map(shownOf)
  }),
  handle(fenceCalls.approval, async ({ input, db }) => {
    const detail = await detailOf(db, input.id)
    if (!detail) throw approvalErrors.notFound()
    return detail
  }),
  handle(fenceCalls.decide, async ({ input, db, user }) => {
    const versions = numbersOf(input.versions)
    const requests = numbersOf(input.ids).map((id, index) => ({ id: withinInt(id), version: versions[index] ?? 0 }))
    const changer = { id: user.id, userName: user.userName, at: now() }
    await decideApprovals(db, changer, { requests, status: input.status, note: input.note })
    // The gateway, maps and place names are updated at once.
    bus.publish('context', '')
    return null
  }),
  handle(fenceCalls.timer, async ({ db }) => {
    const row = await pending(db)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirst()
    return { everyS: FEED_TIMES.slowPollMs / 1000, pending: Number(row?.count ?? 0) }
  }),
  handle(fenceCalls.places, ({ db }) =>
    db.from('place').select(['id', 'kind', 'name', 'lng', 'lat']).orderBy('name').orderBy('id').execute(),
  ),
  ...correctionRoutes(now),
]

/** Corrections of fences from truck positions. An accepted proposal becomes a change of the fence that needs approval like any other. */
const correctionRoutes = (now: HttpParts['now']): Route[] => [
  handle(fenceCalls.proposeCorrection, async ({ input, db }) => {
    const proposal = await proposeCorrection(db, withinInt(input.fenceId), now())
    if (!proposal) throw errors.rowNotFound()
    return proposal
  }),
  handle(fenceCalls.proposeCorrectionOfAlarm, async ({ input, db, timeZone }) => {
    const fenceId = await fenceOfAlarm(db, input.alarmId)
    if (fenceId === null) throw await missingAlarm(db, [input.alarmId], timeZone)
    return (fenceId === 0 ? null : await proposeCorrection(db, withinInt(fenceId), now())) ?? NO_FENCE
  }),
]
