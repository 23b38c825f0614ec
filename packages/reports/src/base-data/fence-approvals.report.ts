import { decideFence, viewFenceChange } from '@tanker/contract/actions/fences'
import { APPROVAL_STATES, APPROVAL_TYPES, FENCE_KIND_NAMES } from '@tanker/contract/base-data/fence'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisations,
  organisation,
  containsText,
  decimal,
  isOfOrganisation,
  oneOf,
  text,
  textContains,
  time,
  shortNameOf,
} from '../kinds.ts'

const STATUS = { zh: '审批状态', en: 'Approval' } as const
const TYPE = { zh: '变更类型', en: 'Change' } as const

const filters = {
  scope: organisations(),
  status: oneOf(STATUS, APPROVAL_STATES),
  type: oneOf(TYPE, APPROVAL_TYPES),
  search: textContains({ zh: '围栏 / 修改人', en: 'Fence / modifier' }),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('fence_approval')
    .innerJoin('organisation', 'organisation.id', 'fence_approval.organisation_id')
    .where(isOfOrganisation(asked.scope, 'fence_approval'))
    .where(containsText(sql<string>`fence_approval.fence_name || ' ' || fence_approval.modifier`, asked.search ?? ''))
    .where(among(sql<string>`fence_approval.status`, asked.status))
    .where(among(sql<string>`fence_approval.type`, asked.type))
    .select([
      sql<string>`fence_approval.id::text`.as('id'),
      'fence_approval.fence_name as name',
      shortNameOf('organisation').as('organisation'),
      'fence_approval.type',
      sql<string>`fence_approval.new_terms ->> 'kind'`.as('kind'),
      sql<string | null>`fence_approval.new_terms ->> 'placeName'`.as('place'),
      'fence_approval.moved_m as moved',
      'fence_approval.area_change_m2 as areaChange',
      'fence_approval.modifier',
      'fence_approval.modified_at as modified',
      'fence_approval.status',
      'fence_approval.approver',
      'fence_approval.approved_at as approved',
      'fence_approval.note',
    ])

export default defineReport({
  path: 'setting/base_data/enclosure_approval',
  title: { zh: '电子围栏审批', en: 'Fence approval' },
  filters,
  rows,
  columns: {
    name: { ...text({ zh: '围栏名称', en: 'Fence' }), sortable: true },
    organisation: organisation(),
    type: choice(TYPE, APPROVAL_TYPES),
    kind: choice({ zh: '围栏类型', en: 'Type' }, FENCE_KIND_NAMES),
    place: text({ zh: '所属场所', en: 'Place' }),
    moved: decimal({ zh: '位置移动', en: 'Moved' }, 'm', 1),
    areaChange: decimal({ zh: '面积变化', en: 'Area change' }, 'm²', 0),
    modifier: text({ zh: '修改人', en: 'Modifier' }),
    modified: time({ zh: '修改时间', en: 'Modified' }),
    status: choice(STATUS, APPROVAL_STATES),
    approver: text({ zh: '审批人', en: 'Approver' }),
    approved: time({ zh: '审批时间', en: 'Reviewed' }),
    note: text({ zh: '审批意见', en: 'Note' }),
  },
  sort: { by: 'modified', order: 'desc' },
  actions: [decideFence, viewFenceChange],
  rowIs: 'record',
})
