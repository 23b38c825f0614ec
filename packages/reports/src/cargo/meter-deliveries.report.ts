import { openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { meterDeliveryFact } from '@tanker/domain/facts/cargo-facts'
import { VALIDITY } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  celsius,
  containsText,
  decimal,
  duration,
  flowRate,
  litres,
  oneOf,
  place,
  product,
  productGroupOf,
  products,
  text,
  textContains,
  time,
  totalLitres,
  wholeNumber,
  yesNo,
} from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const delivery = propertiesIn('record', meterDeliveryFact)

const filters = recordFilters({
  customer: textContains({ zh: '客户', en: 'Customer' }),
  product: products(),
  valid: oneOf({ zh: '有效性', en: 'Validity' }, VALIDITY),
})

/** Whose station it was delivered to. */
const customer = sql<string | null>`owner.name`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, meterDeliveryFact, asked)
    .leftJoin('fence', 'fence.id', 'record.fence_id')
    .leftJoin('place', (join) => join.onRef('place.id', '=', 'fence.place_id').on('place.kind', '=', 'station'))
    .leftJoin('organisation as owner', 'owner.id', 'place.organisation_id')
    .where(asked.customer ? containsText(sql<string>`coalesce(owner.name, '')`, asked.customer) : sql<boolean>`true`)
    .where(among(productGroupOf(delivery.number('oilCode')), asked.product))
    .where(among(delivery.text('valid'), asked.valid))
    .select([
      ...recordRow,
      delivery.number('meter').as('meter'),
      delivery.text('receipt').as('receipt'),
      delivery.text('slipNo').as('slip'),
      customer.as('customer'),
      delivery.number('oilCode').as('product'),
      delivery.number('rawL').as('raw'),
      delivery.number('v20L').as('compensated'),
      delivery.number('massKg').as('mass'),
      delivery.number('averageTemperatureC').as('temperature'),
      delivery.number('averageLpm').as('flow'),
      delivery.number('gaugeL').as('gauge'),
      delivery.number('differenceL').as('difference'),
      delivery.flag('valid').as('valid'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/meter_unload',
  title: { zh: '流量计卸油记录', en: 'Metered unloadings' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    receipt: text({ zh: '小票号', en: 'Receipt' }),
    slip: text({ zh: '配送单号', en: 'Slip' }),
    customer: text({ zh: '客户', en: 'Customer' }),
    place: place({ zh: '位置', en: 'Place' }),
    meter: wholeNumber({ zh: '流量计', en: 'Meter' }),
    product: product(),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    duration: duration({ zh: '卸油时长', en: 'Duration' }),
    raw: totalLitres({ zh: '原始体积', en: 'Raw volume' }),
    compensated: totalLitres({ zh: '补偿体积', en: 'Compensated volume' }),
    mass: decimal({ zh: '质量', en: 'Mass' }, 'kg', 1),
    temperature: celsius({ zh: '平均温度', en: 'Mean temperature' }),
    flow: flowRate({ zh: '平均流量', en: 'Mean flow' }),
    gauge: litres({ zh: '液位仪体积', en: 'Gauge volume' }),
    difference: totalLitres({ zh: '差值', en: 'Difference' }),
    valid: yesNo({ zh: '有效', en: 'Valid' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
