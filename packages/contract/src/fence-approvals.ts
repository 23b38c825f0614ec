import { FENCE_KINDS } from '@tanker/domain/fences/fence'
import { z } from 'zod'

export const lngLat = z.tuple([z.number(), z.number()])
/** WGS-84, longitude first. */
export const fenceShape = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('circle'), lat: z.number(), lng: z.number(), radiusM: z.number() }),
  z.object({ shape: z.literal('polygon'), points: z.array(lngLat) }),
  z.object({ shape: z.literal('corridor'), points: z.array(lngLat), widthM: z.number() }),
])

/** What a fence is or is to be. */
const fenceTerms = z.object({
  kind: z.enum(FENCE_KINDS),
  placeName: z.string().nullable(),
  speedLimitKmh: z.number().nullable(),
  shape: fenceShape,
})
export type FenceTermsShown = z.infer<typeof fenceTerms>

/** A request for approval. Times are ISO 8601 UTC. */
const pendingApproval = z.object({
  id: z.number().int(),
  /** Counts up with every change of what is asked for; a decision names the one that was seen. */
  version: z.number().int(),
  fenceName: z.string(),
  type: z.enum(['new', 'modify']),
  modifier: z.string(),
  modifiedAt: z.string(),
  /** How far the middle goes, m; null of a new fence. */
  movedM: z.number().nullable(),
  /** How much the area grows, m²; of a new fence its area. */
  areaChangeM2: z.number(),
})

/** GET /fenceApproval (spec 7.2): what waits for a decision, the oldest first, at most this many. */
export const MAX_PENDING = 500
export const pendingApprovals = z.array(pendingApproval)
export type PendingApprovals = z.infer<typeof pendingApprovals>

/** POST /fenceApproval/id (spec 7.2): one request with both fences, decided or not. */
export const approvalDetail = pendingApproval.extend({
  companyName: z.string(),
  status: z.enum(['pending', 'approved', 'refused']),
  old: fenceTerms.nullable(),
  wanted: fenceTerms,
  approver: z.string().nullable(),
  approvedAt: z.string().nullable(),
  note: z.string(),
  /** The user had a hand in it: may withdraw, and may not approve. */
  isMine: z.boolean(),
})
export type ApprovalDetail = z.infer<typeof approvalDetail>

const numbers = z.string().regex(/^\d{1,10}(,\d{1,10}){0,199}$/)

/** PUT /fenceApproval (spec 7.2): decides one or many, all or none. `versions` are those that were seen, in the order of `ids`. */
export const decideApprovals = z.object({
  ids: numbers,
  versions: numbers,
  status: z.enum(['approved', 'refused']),
  /** Required where it is refused. */
  note: z.string().trim().max(200).default(''),
})

/** GET /fenceApproval/timer (spec 7.2): how often to ask, and how many wait. */
export const approvalTimer = z.object({ everyS: z.number().int(), pending: z.number().int() })

/** GET /fencePlaces: the places that a fence of the user's may surround. */
export const fencePlaces = z.array(
  z.object({
    id: z.number().int(),
    kind: z.enum(['depot', 'station', 'park', 'repair']),
    name: z.string(),
    lng: z.number(),
    lat: z.number(),
  }),
)
export type FencePlaces = z.infer<typeof fencePlaces>

/** Spec 6: the roles that are notified of waiting approvals. */
export const APPROVING_ROLES: readonly string[] = ['用户管理员', '管理员']
