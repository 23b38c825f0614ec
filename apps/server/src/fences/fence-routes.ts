import {
  approvalDetail,
  approvalTimer,
  decideApprovals as decision,
  type FenceTermsShown,
  fencePlaces,
  MAX_PENDING,
  pendingApprovals,
} from '@tanker/contract/fence-approvals'
import { correctionAsked, correctionOfAlarm, correctionProposal } from '@tanker/contract/fence-correction'
import { FEED_TIMES } from '@tanker/contract/feed'
import type { FenceTerms } from '@tanker/database/fence-tables'
import type { ScopedDb } from '@tanker/database/scope'
import { rowId } from '@tanker/contract/input-bounds'
import { z } from 'zod'
import { withinInt } from '../base-data/entity-rows.ts'
import { missingAlarm } from '../alarms/alarm-rows.ts'
import { errors } from '../http/errors.ts'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { decideApprovals } from './decide-approvals.ts'
import { fenceOfAlarm, NO_FENCE, proposeCorrection } from './propose-correction.ts'

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
    .select([...SHOWN, 'fence_approval.company_id', 'status', 'old_terms', 'new_terms', 'approver', 'approved_at', 'note', 'maker_ids'])
    .executeTakeFirst()
  if (!row) return null
  const company = await db.companies().where('company.id', '=', row.company_id).select('company.name').executeTakeFirst()
  const termsOf = ({ kind, placeName, speedLimitKmh, shape }: FenceTerms): FenceTermsShown => ({
    kind,
    placeName,
    speedLimitKmh,
    shape: shape as FenceTermsShown['shape'],
  })
  return {
    ...shownOf(row),
    companyName: company?.name ?? '',
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
export const fenceRoutes = ({ bus, now }: HttpParts): Route[] => {
  const policy = { function: 'setting/base_data/enclosure_approval' } as const
  return [
    userRoute({
      method: 'GET',
      path: '/fenceApproval',
      policy,
      summary: 'Fences that wait for approval, the oldest first',
      input: null,
      answer: pendingApprovals,
      handle: async ({ db }) => {
        const rows = await pending(db).select(SHOWN).orderBy('modified_at').orderBy('id').limit(MAX_PENDING).execute()
        return rows.map(shownOf)
      },
    }),
    userRoute({
      method: 'POST',
      path: '/fenceApproval/id',
      audit: { exempt: 'asks and changes nothing' },
      policy,
      onlyReads: true,
      summary: 'One request for approval with the current and the requested fence',
      input: z.object({ id: rowId }),
      answer: approvalDetail,
      handle: async ({ input, db }) => {
        const detail = await detailOf(db, input.id)
        if (!detail) throw errors.approvalNotFound()
        return detail
      },
    }),
    userRoute({
      method: 'PUT',
      path: '/fenceApproval',
      audit: 'history',
      policy,
      summary: 'Approves or rejects the shown version; users cannot approve their own changes',
      input: decision,
      answer: z.null(),
      handle: async ({ input, db, user }) => {
        const versions = numbersOf(input.versions)
        const requests = numbersOf(input.ids).map((id, index) => ({ id: withinInt(id), version: versions[index] ?? 0 }))
        const changer = { id: user.id, userName: user.userName, at: now() }
        await decideApprovals(db, changer, { requests, status: input.status, note: input.note })
        // The gateway, maps and place names are updated at once.
        bus.publish('context', '')
        return null
      },
    }),
    userRoute({
      method: 'GET',
      path: '/fenceApproval/timer',
      policy,
      summary: 'The polling interval and the number of pending approvals',
      input: null,
      answer: approvalTimer,
      handle: async ({ db }) => {
        const row = await pending(db)
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirst()
        return { everyS: FEED_TIMES.slowPollMs / 1000, pending: Number(row?.count ?? 0) }
      },
    }),
    userRoute({
      method: 'GET',
      path: '/fencePlaces',
      policy: { function: 'setting/base_data/user_enclosure' },
      summary: 'Places for which a fence can be drawn',
      input: null,
      answer: fencePlaces,
      handle: ({ db }) => db.from('place').select(['id', 'kind', 'name', 'lng', 'lat']).orderBy('name').orderBy('id').execute(),
    }),
    ...correctionRoutes(now),
  ]
}

/** Corrections of fences from truck positions. An accepted proposal becomes a change of the fence that needs approval like any other. */
function correctionRoutes(now: HttpParts['now']): Route[] {
  const shared = {
    method: 'POST',
    audit: { exempt: 'asks and changes nothing' },
    policy: { function: 'setting/base_data/user_enclosure:change' },
    onlyReads: true,
    answer: correctionProposal,
  } as const
  return [
    userRoute({
      ...shared,
      path: '/fenceCorrection',
      summary: 'A proposed fence around the positions where trucks loaded or unloaded',
      input: correctionAsked,
      handle: async ({ input, db }) => {
        const proposal = await proposeCorrection(db, withinInt(input.fenceId), now())
        if (!proposal) throw errors.rowNotFound()
        return proposal
      },
    }),
    userRoute({
      ...shared,
      path: '/fenceCorrection/alarm',
      summary: 'The same for the fence of an alarm',
      input: correctionOfAlarm,
      handle: async ({ input, db, timeZone }) => {
        const fenceId = await fenceOfAlarm(db, input.alarmId)
        if (fenceId === null) throw await missingAlarm(db, [input.alarmId], timeZone)
        return (fenceId === 0 ? null : await proposeCorrection(db, withinInt(fenceId), now())) ?? NO_FENCE
      },
    }),
  ]
}
