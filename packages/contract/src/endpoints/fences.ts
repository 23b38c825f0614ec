import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { correctionAsked, correctionOfAlarm, correctionProposal } from '../fence-correction.ts'
import { approvalDetail, approvalTimer, decideApprovals, fencePlaces, pendingApprovals } from '../fence-approvals.ts'
import { rowId } from '../input-bounds.ts'

/** A proposal changes nothing; who may change fences may ask for one. */
const PROPOSAL = {
  method: 'POST',
  policy: { permission: 'setting/base_data/user_enclosure:change' },
  answer: correctionProposal,
  audit: { exempt: 'asks and changes nothing' },
  onlyReads: true,
} as const

export const fenceCalls = {
  pending: endpoint({
    method: 'GET',
    path: '/fenceApproval',
    policy: { permission: 'setting/base_data/enclosure_approval' },
    summary: 'Fences that wait for approval, the oldest first',
    input: null,
    answer: pendingApprovals,
  }),
  approval: endpoint({
    method: 'POST',
    path: '/fenceApproval/id',
    policy: { permission: 'setting/base_data/enclosure_approval' },
    summary: 'One request for approval with the current and the requested fence',
    input: z.object({ id: rowId }),
    answer: approvalDetail,
    audit: { exempt: 'asks and changes nothing' },
    onlyReads: true,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/fenceApproval',
    policy: { permission: 'setting/base_data/enclosure_approval' },
    summary: 'Approves or rejects the shown version; users cannot approve their own changes',
    input: decideApprovals,
    answer: z.null(),
    audit: 'history',
  }),
  timer: endpoint({
    method: 'GET',
    path: '/fenceApproval/timer',
    policy: { permission: 'setting/base_data/enclosure_approval' },
    summary: 'The polling interval and the number of pending approvals',
    input: null,
    answer: approvalTimer,
  }),
  places: endpoint({
    method: 'GET',
    path: '/fencePlaces',
    policy: { permission: 'setting/base_data/user_enclosure' },
    summary: 'Places for which a fence can be drawn',
    input: null,
    answer: fencePlaces,
  }),
  proposeCorrection: endpoint({
    ...PROPOSAL,
    path: '/fenceCorrection',
    summary: 'A proposed fence around the positions where trucks loaded or unloaded',
    input: correctionAsked,
  }),
  proposeCorrectionOfAlarm: endpoint({
    ...PROPOSAL,
    path: '/fenceCorrection/alarm',
    summary: 'The same for the fence of an alarm',
    input: correctionOfAlarm,
  }),
}
