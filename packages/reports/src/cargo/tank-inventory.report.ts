import { openCurve } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { DATA_TYPE_TEXTS, GAUGE_FAULTS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  celsius,
  choice,
  compartment,
  compartments,
  decimal,
  density,
  isChosen,
  level,
  litres,
  oneOf,
  percent,
  place,
  plateCell,
  pointCell,
  product,
  productGroupOf,
  products,
  recentPeriod,
  speed,
  time,
  truckOrOrganisation,
  wholeNumber,
  shortNameOf,
} from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'

const filters = {
  scope: truckOrOrganisation(),
  when: recentPeriod({ maxDays: 7, backDays: 7 }), // spec 5.4
  compartment: compartments(),
  product: products(),
  dataType: oneOf({ zh: '数据类型', en: 'Data type' }, DATA_TYPE_TEXTS),
  fault: oneOf({ zh: '故障类型', en: 'Fault' }, GAUGE_FAULTS),
}

const faultGroup = sql<string>`CASE WHEN compartment_reading.fault = 0 THEN '0' ELSE 'faulty' END`

/** Asked for the rows of a page, not joined to all that the page is cut from. */
const fill = sql<number | null>`compartment_reading.volume_l / nullif((SELECT capacity_l FROM compartment
  WHERE compartment.truck_id = compartment_reading.truck_id AND compartment.compartment = compartment_reading.compartment), 0)::float8 * 100`

const rows = (db: ScopedDb, { scope, when, ...asked }: ValuesOf<typeof filters>) =>
  db
    .from('compartment_reading')
    .innerJoin('truck', 'truck.id', 'compartment_reading.truck_id')
    .innerJoin('organisation', 'organisation.id', 'compartment_reading.organisation_id')
    .where(isChosen(scope, 'compartment_reading'))
    .where('compartment_reading.at', '>=', when.from)
    .where('compartment_reading.at', '<=', when.to)
    .where(among(sql<number>`compartment_reading.compartment`, asked.compartment))
    .where(among(productGroupOf(sql<number>`compartment_reading.oil_code`), asked.product))
    .where(among(sql<string>`compartment_reading.data_type`, asked.dataType))
    .where(among(faultGroup, asked.fault))
    .select([
      sql<string>`concat_ws('-', compartment_reading.truck_id, (extract(epoch FROM at) * 1000)::bigint, kind, digest,
        compartment_reading.compartment)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'compartment_reading.at',
      'compartment_reading.compartment',
      'compartment_reading.oil_code as product',
      'compartment_reading.data_type as dataType',
      'compartment_reading.raw_level_mm as rawLevel',
      'compartment_reading.level_mm as level',
      'compartment_reading.volume_l as volume',
      'compartment_reading.v20_l as v20',
      fill.as('fill'),
      'compartment_reading.temperature_c as temperature',
      'compartment_reading.density_kg_m3 as density',
      'compartment_reading.water_mm as water',
      'compartment_reading.axial_deg as axial',
      'compartment_reading.lateral_deg as lateral',
      faultGroup.as('fault'),
      // The gauge's own number for what ails it.
      sql<number | null>`nullif(compartment_reading.fault, 0)`.as('faultCode'),
      pointCell('compartment_reading').as('place'),
      'compartment_reading.speed_kmh as speed',
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/tank_inventory',
  title: { zh: '历史罐存', en: 'Tank inventory history' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    at: time({ zh: '时间', en: 'Time' }),
    compartment: compartment(),
    product: product(),
    dataType: choice({ zh: '数据类型', en: 'Data type' }, DATA_TYPE_TEXTS),
    level: level({ zh: '修正液位', en: 'Corrected level' }),
    volume: litres({ zh: '视体积', en: 'Apparent volume' }),
    v20: litres({ zh: '标准体积 V20', en: 'Volume at 20 °C' }),
    fill: percent({ zh: '充装率', en: 'Filled' }),
    temperature: celsius({ zh: '温度', en: 'Temperature' }),
    density: density({ zh: '密度', en: 'Density' }),
    water: level({ zh: '水位', en: 'Water level' }),
    rawLevel: level({ zh: '原始液位', en: 'Original level' }),
    axial: decimal({ zh: '轴向倾角', en: 'Axial tilt' }, '°', 2),
    lateral: decimal({ zh: '横向倾角', en: 'Lateral tilt' }, '°', 2),
    speed: speed({ zh: '速度', en: 'Speed' }),
    place: place({ zh: '位置', en: 'Place' }),
    fault: choice({ zh: '故障类型', en: 'Fault' }, GAUGE_FAULTS),
    faultCode: wholeNumber({ zh: '故障码', en: 'Fault code' }),
  },
  sort: { by: 'at', order: 'desc' },
  actions: [openCurve],
  rowIs: 'record',
})
