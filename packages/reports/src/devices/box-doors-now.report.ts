import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { BOX_DOORS, BOXES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DOOR_STATES } from '../device-words.ts'
import { choice, duration, isChosen, oneOf, place, plateCell, shortNameOf, time, truckOrOrganisation } from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'

const filters = { scope: truckOrOrganisation(), state: oneOf({ zh: '状态', en: 'State' }, DOOR_STATES) }

type Newest = { compartment: number; type: number; open: boolean; answering: boolean; at: Date; lat: number; lng: number }

const state = sql<string>`CASE WHEN NOT newest.answering THEN 'silent' WHEN newest.open THEN 'open' ELSE 'shut' END`

/** The newest word of each box door, from the last quarter of an hour that the truck spoke: all seals are sent every ten minutes. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<Newest>`(SELECT DISTINCT ON (compartment, type) compartment, type, open, answering, at, lat, lng FROM probe_reading
        WHERE probe_reading.truck_id = truck.id AND type = ANY (${Object.keys(BOX_DOORS).map(Number)}::int[])
          AND at BETWEEN truck_state.last_at - interval '15 minutes' AND truck_state.last_at
        ORDER BY compartment, type, at DESC)`.as('newest'),
      (join) => join.onTrue(),
    )
    // Since when it is open: the opening that has not ended.
    .leftJoinLateral(
      sql<{ since: Date }>`(SELECT max(opening.started_at) AS since FROM record AS opening WHERE opening.truck_id = truck.id
        AND opening.kind = 'cover' AND opening.object = newest.compartment * 100 + newest.type AND opening.ended_at IS NULL)`.as('opening'),
      (join) => join.onTrue(),
    )
    .where(isChosen(asked.scope, 'truck'))
    .where(among(state, asked.state))
    .select([
      sql<string>`concat_ws('-', truck.id, newest.compartment, newest.type)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`newest.compartment::text`.as('box'),
      sql<string>`newest.type::text`.as('door'),
      state.as('state'),
      sql<Date | null>`CASE WHEN newest.open THEN opening.since END`.as('since'),
      sql<number | null>`CASE WHEN newest.open THEN floor(extract(epoch FROM now() - opening.since) / 60) * 60000 END`.as('age'),
      'newest.at',
      sql<{ name: string; lat: number; lng: number }>`json_build_object('name', '', 'lat', newest.lat, 'lng', newest.lng)`.as('place'),
    ])

/** How all box doors stand now. */
export default defineReport({
  path: 'device_monitor/other_devices/box_door_cover',
  title: { zh: '箱门盖状态', en: 'Box doors now' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    box: choice({ zh: '箱号', en: 'Box' }, BOXES),
    door: choice({ zh: '箱门', en: 'Box door' }, BOX_DOORS),
    state: choice({ zh: '状态', en: 'State' }, DOOR_STATES),
    since: time({ zh: '打开时间', en: 'Open since' }),
    age: duration({ zh: '已打开', en: 'Open for' }),
    place: place({ zh: '位置', en: 'Place' }),
    at: time({ zh: '上报时间', en: 'Reported' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
  live: { everyS: [10, 30, 60] },
})
