import { EXEMPT_PLACES, exemption } from '@tanker/contract/base-data/exemption'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ValuesOf } from '../define-report.ts'
import { choice, containsText, isOfOrganisation, oneOf, organisations, shortNameOf, text, textContains, wholeNumber } from '../kinds.ts'
import { statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const STATES = {
  valid: { zh: '生效中', en: 'In force' },
  coming: { zh: '未开始', en: 'Not yet' },
  expired: { zh: '已过期', en: 'Expired' },
  disabled: { zh: '停用', en: 'Disabled' },
} as const
const STATE = { zh: '有效性', en: 'Validity' } as const

const filters = {
  scope: organisations(),
  search: textContains({ zh: '原因 / 车牌号', en: 'Reason / plate' }),
  state: oneOf(STATE, STATES),
}

const state = sql<keyof typeof STATES>`CASE WHEN NOT exemption.enabled THEN 'disabled' WHEN exemption.until_on < current_date THEN 'expired'
  WHEN exemption.from_on > current_date THEN 'coming' ELSE 'valid' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('exemption')
    .innerJoin('organisation', 'organisation.id', 'exemption.organisation_id')
    .leftJoin('truck', 'truck.id', 'exemption.truck_id')
    .leftJoin('place', 'place.id', 'exemption.place_id')
    .where(isOfOrganisation(asked.scope, 'exemption'))
    .where(containsText(sql<string>`concat_ws(' ', exemption.reason, truck.plate)`, asked.search ?? ''))
    .where(among(state, asked.state))
    .select([
      sql<string>`exemption.id::text`.as('id'),
      'exemption.id as number',
      'exemption.reason',
      shortNameOf('organisation').as('organisation'),
      'truck.plate as truck',
      'exemption.kind',
      'place.name as place',
      'exemption.compartment',
      sql<string | null>`to_char(exemption.from_on, 'YYYY-MM-DD')`.as('fromOn'),
      sql<string | null>`to_char(exemption.until_on, 'YYYY-MM-DD')`.as('untilOn'),
      sql<string | null>`CASE WHEN clock_from = '' THEN NULL ELSE clock_from || ' – ' || clock_to END`.as('daily'),
      state.as('state'),
      statusOf('exemption').as('status'),
    ])

/** Where and when openings are no alarm, and until when. */
export default listReport(exemption, {
  title: { zh: '免异常设置', en: 'Exemptions' },
  filters,
  rows,
  columns: {
    number: wholeNumber({ zh: '编号', en: 'No.' }),
    reason: 'reason',
    state: choice(STATE, STATES),
    organisation: 'organisationId',
    truck: 'truckId',
    kind: choice({ zh: '地点', en: 'Where' }, EXEMPT_PLACES),
    place: text({ zh: '场所', en: 'Place' }),
    compartment: 'compartment',
    fromOn: 'fromOn',
    untilOn: 'untilOn',
    daily: text({ zh: '每日时段', en: 'Daily' }),
    status: 'status',
  },
  sorted: ['reason'],
  sort: { by: 'untilOn', order: 'desc' },
})
