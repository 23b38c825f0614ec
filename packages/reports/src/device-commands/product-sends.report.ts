import { sendProducts } from '@tanker/contract/actions/parameter-files'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  containsText,
  decimal,
  isChosen,
  oneOf,
  organisation,
  period,
  plate,
  plateCell,
  shortNameOf,
  text,
  textContains,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { SEND_FAILURES, SEND_STATES, STATE } from './send-words.ts'

const NAME = { zh: '油品名称', en: 'Product' } as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  state: oneOf(STATE, SEND_STATES),
  search: textContains(NAME),
}

type Product = {
  readonly place: number
  readonly number: number
  readonly name: string
  readonly expansion: number
  readonly density: number
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .innerJoin(
      sql<Product>`LATERAL (SELECT place, (one ->> 'ptNo')::int AS number, one ->> 'ptName' AS name, (one ->> 'ptVEC')::float8 AS expansion,
        (one ->> 'ptDensity')::float8 AS density
        FROM jsonb_array_elements(device_command.form_values -> 'products') WITH ORDINALITY AS listed (one, place))`.as<'product'>(
        sql`product`,
      ),
      (join) => join.onTrue(),
    )
    .where('device_command.kind', '=', 'write-file')
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`device_command.state`, asked.state))
    .where(containsText(sql<string>`product.name`, asked.search ?? ''))
    .select([
      sql<string>`device_command.id || '-' || product.place`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'product.number as number',
      'product.name as name',
      'product.expansion as expansion',
      'product.density as density',
      'device_command.state',
      'device_command.result as reason',
      'device_command.tries',
      'device_command.ordered_at as orderedAt',
      'device_command.finished_at as finishedAt',
      'device_command.ordered_by as operator',
      sql<string>`coalesce(device_command.form_values ->> 'reason', '')`.as('note'),
    ])

/** Each product of each list that was sent to a console. */
export default defineReport({
  path: 'setting/alarm_threshold/oil_send',
  title: { zh: '油品下发', en: 'Product dispatch' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    number: wholeNumber({ zh: '油品编号', en: 'Number' }),
    name: text(NAME),
    expansion: decimal({ zh: '膨胀系数', en: 'Expansion coefficient' }, '/°C', 5),
    density: decimal({ zh: '标准密度', en: 'Standard density' }, 'kg/L', 4),
    state: choice(STATE, SEND_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, SEND_FAILURES),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    orderedAt: time({ zh: '下发时间', en: 'Sent' }),
    finishedAt: time({ zh: '结束时间', en: 'Ended' }),
    operator: text({ zh: '操作人', en: 'Sent by' }),
    note: text({ zh: '原因', en: 'Reason' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  actions: [sendProducts],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
