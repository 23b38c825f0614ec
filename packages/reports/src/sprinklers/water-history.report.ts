import { openCurve } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  compartment,
  isChosen,
  level,
  litres,
  percent,
  place,
  plateCell,
  pointCell,
  recentPeriod,
  shortNameOf,
  speed,
  time,
  truckOrOrganisation,
  yesNo,
} from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { capacityOf, spraysAt } from './water-readings.ts'
import { carriesWater } from './water-works.ts'

const filters = { scope: truckOrOrganisation(), when: recentPeriod({ maxDays: 7, backDays: 7 }) } // spec 5.4

const rows = (db: ScopedDb, { scope, when }: ValuesOf<typeof filters>) =>
  db
    .from('compartment_reading')
    .innerJoin('truck', 'truck.id', 'compartment_reading.truck_id')
    .innerJoin('organisation', 'organisation.id', 'compartment_reading.organisation_id')
    .where(isChosen(scope, 'compartment_reading'))
    .where('compartment_reading.at', '>=', when.from)
    .where('compartment_reading.at', '<=', when.to)
    .where(carriesWater)
    .select([
      sql<string>`concat_ws('-', compartment_reading.truck_id, (extract(epoch FROM at) * 1000)::bigint, kind, digest,
        compartment_reading.compartment)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'compartment_reading.at',
      'compartment_reading.compartment',
      'compartment_reading.level_mm as level',
      'compartment_reading.volume_l as volume',
      sql<number | null>`compartment_reading.volume_l / nullif(${capacityOf('compartment_reading')}, 0)::float8 * 100`.as('fill'),
      spraysAt('compartment_reading').as('sprays'),
      'compartment_reading.speed_kmh as speed',
      pointCell('compartment_reading').as('place'),
    ])

/** Every reading of the tanks of water trucks. */
export default defineReport({
  path: 'monitor/sprinkler_inventory',
  title: { zh: '洒水车水量历史', en: 'Water inventory history' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    at: time({ zh: '时间', en: 'Time' }),
    compartment: compartment(),
    level: level({ zh: '液位', en: 'Level' }),
    volume: litres({ zh: '水量', en: 'Water' }),
    fill: percent({ zh: '剩余比例', en: 'Filled' }),
    sprays: yesNo({ zh: '洒水', en: 'Spraying' }),
    speed: speed({ zh: '速度', en: 'Speed' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  actions: [openCurve],
  rowIs: 'record',
})
