import { openCurve } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { WATER_TRUCK_STATES } from '@tanker/domain/trucks/water-truck-state'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  compartment,
  duration,
  isChosen,
  level,
  litres,
  oneOf,
  percent,
  place,
  plateCell,
  shortNameOf,
  time,
  truckOrOrganisation,
} from '../kinds.ts'
import { limitOf } from '../limits.ts'
import { truckColumns } from '../record-columns.ts'
import { spraysAt } from './water-readings.ts'
import { carriesWater } from './water-works.ts'

const STATE = { zh: '状态', en: 'State' } as const
const { spraying, driving, parked } = WATER_TRUCK_STATES
const STATES = { spraying, driving, parked, offline: { zh: '离线', en: 'Offline' } } as const
type State = keyof typeof STATES

const filters = { scope: truckOrOrganisation(), state: oneOf(STATE, STATES) }

/** Moves faster than a fix jitters. */
const MOVES_KMH = 3

type Newest = {
  truck_id: number
  compartment: number
  at: Date
  level_mm: number
  volume_l: number
  speed_kmh: number
  lat: number
  lng: number
}

const state = sql<State>`CASE WHEN newest.at < now() - ${limitOf('statusOfflineMin')} * interval '1 minute' THEN 'offline'
  WHEN ${spraysAt('newest')} THEN 'spraying' WHEN newest.speed_kmh >= ${sql.lit(MOVES_KMH)} THEN 'driving' ELSE 'parked' END`

/** The newest reading of each tank of a water truck, from the last quarter of an hour that the truck spoke. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoin('compartment', 'compartment.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<Newest>`(SELECT * FROM compartment_reading
        WHERE compartment_reading.truck_id = truck.id AND compartment_reading.compartment = compartment.compartment
          AND at BETWEEN truck_state.last_at - interval '15 minutes' AND truck_state.last_at
        ORDER BY at DESC LIMIT 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .where(isChosen(asked.scope, 'truck'))
    .where(carriesWater)
    .where(among(state, asked.state))
    .select([
      sql<string>`concat_ws('-', truck.id, compartment.compartment)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'compartment.compartment',
      state.as('state'),
      'newest.level_mm as level',
      'newest.volume_l as volume',
      sql<number | null>`compartment.capacity_l::float8`.as('capacity'),
      sql<number | null>`newest.volume_l / nullif(compartment.capacity_l, 0)::float8 * 100`.as('fill'),
      'newest.at',
      sql<number>`(extract(epoch FROM now() - newest.at) * 1000)::float8`.as('age'),
      sql<{ name: string; lat: number; lng: number }>`json_build_object('name', '', 'lat', newest.lat, 'lng', newest.lng)`.as('place'),
    ])

/** What stands in the tanks of water trucks now. */
export default defineReport({
  path: 'monitor/sprinkler_real_inventory',
  title: { zh: '洒水车实时水量', en: 'Real-time water inventory' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    compartment: compartment(),
    state: choice(STATE, STATES),
    level: level({ zh: '液位', en: 'Level' }),
    volume: litres({ zh: '水量', en: 'Water' }),
    capacity: litres({ zh: '容量', en: 'Capacity' }),
    fill: percent({ zh: '剩余比例', en: 'Filled' }),
    at: time({ zh: '时间', en: 'Time' }),
    age: duration({ zh: '距今', en: 'Age' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'fill', order: 'asc' },
  actions: [openCurve],
  rowIs: 'record',
  live: { everyS: [5, 10, 30, 60] },
})
