import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { METER_MODES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  celsius,
  choice,
  decimal,
  flowRate,
  isChosen,
  litres,
  oneOf,
  place,
  plateCell,
  product,
  text,
  time,
  totalLitres,
  truckOrOrganisation,
  wholeNumber,
  yesNo,
  shortNameOf,
} from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'

const filters = { scope: truckOrOrganisation(), mode: oneOf({ zh: '模式', en: 'Mode' }, METER_MODES) }

type Newest = {
  meter: number
  at: Date
  oil_code: number
  mode: number
  answering: boolean
  delivery_l: number
  delivery_v20_l: number
  delivery_kg: number
  total_l: number
  temperature_c: number
  flow_lpm: number
  receipt: number
  lat: number
  lng: number
}

/** The newest reading of each meter, from the last quarter of an hour that the truck spoke. */
const rows = (db: ScopedDb, { scope, mode }: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<Newest>`(SELECT DISTINCT ON (meter) * FROM meter_reading
        WHERE meter_reading.truck_id = truck.id AND at BETWEEN truck_state.last_at - interval '15 minutes' AND truck_state.last_at
        ORDER BY meter, at DESC)`.as('newest'),
      (join) => join.onTrue(),
    )
    .where(isChosen(scope, 'truck'))
    .where(among(sql<number>`newest.mode`, mode))
    .select([
      sql<string>`concat_ws('-', truck.id, newest.meter)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'newest.meter',
      'newest.mode',
      'newest.oil_code as product',
      'newest.delivery_l as delivery',
      'newest.delivery_v20_l as compensated',
      'newest.delivery_kg as mass',
      'newest.total_l as total',
      'newest.flow_lpm as flow',
      'newest.temperature_c as temperature',
      sql<string | null>`nullif(newest.receipt, 0)::bigint::text`.as('receipt'),
      'newest.at',
      'newest.answering as valid',
      sql<{ name: string; lat: number; lng: number }>`json_build_object('name', '', 'lat', newest.lat, 'lng', newest.lng)`.as('place'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/meter_status',
  title: { zh: '流量计状态', en: 'Flow meters now' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    meter: wholeNumber({ zh: '流量计', en: 'Meter' }),
    mode: choice({ zh: '模式', en: 'Mode' }, METER_MODES),
    product: product(),
    flow: flowRate({ zh: '流量', en: 'Flow' }),
    delivery: totalLitres({ zh: '本次体积', en: 'This delivery' }),
    compensated: totalLitres({ zh: '本次标准体积', en: 'This delivery at 20 °C' }),
    mass: decimal({ zh: '质量', en: 'Mass' }, 'kg', 1),
    temperature: celsius({ zh: '平均温度', en: 'Mean temperature' }),
    total: litres({ zh: '累计体积', en: 'All deliveries' }),
    receipt: text({ zh: '小票号', en: 'Receipt' }),
    valid: yesNo({ zh: '应答', en: 'Answering' }),
    at: time({ zh: '时间', en: 'Time' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
  live: { everyS: [5, 10, 30, 60] },
})
