import type { ColumnType, Generated } from 'kysely'
import type { FenceKind, FenceShape } from '@tanker/domain/fences/fence'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** What makes a fence count: all of it waits for the approval together. */
export type FenceTerms = {
  readonly kind: FenceKind
  readonly placeId: number | null
  /** As it was called then. */
  readonly placeName: string | null
  readonly shape: FenceShape
  readonly speedLimitKmh: number | null
}

/** Fences and their approvals. Meanings that names do not say stand in migration 0013. */
export type FenceTables = {
  fence: {
    id: Generated<number>
    organisation_id: number
    kind: FenceKind
    place_id: number | null
    name: string
    address: Generated<string>
    shape: ColumnType<FenceShape, string, string>
    speed_limit_kmh: number | null
    status: Generated<'pending' | 'approved' | 'refused'>
    enabled: Generated<boolean>
    wanted_kind: Generated<FenceKind>
    wanted_place_id: number | null
    wanted_shape: ColumnType<FenceShape, string | undefined, string>
    wanted_speed_limit_kmh: number | null
    version: Generated<number>
  }
  fence_approval: {
    id: Generated<number>
    fence_id: number | null
    organisation_id: number
    fence_name: string
    type: 'new' | 'modify'
    old_terms: ColumnType<FenceTerms | null, string | null, string | null>
    new_terms: ColumnType<FenceTerms, string, string>
    moved_m: number | null
    area_change_m2: number | null
    maker_ids: number[]
    modifier: string
    modified_at: Time
    status: Generated<'pending' | 'approved' | 'refused'>
    approver_id: number | null
    approver: string | null
    approved_at: OptionalTime
    note: Generated<string>
    version: Generated<number>
  }
}
