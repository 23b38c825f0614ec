import type { RowLeads } from '@tanker/contract/report-view'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type LeadsTo, type ValuesOf } from '../define-report.ts'
import {
  choice,
  containsText,
  count,
  duration,
  leading,
  oneOf,
  plateCell,
  shortNameOf,
  speed,
  text,
  textContains,
  totalDistance,
} from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'
import { drivenKm, drivingMs, highestKmh, piecesOf } from './driven-columns.ts'
import { OUTSIDE, stayMs, visit, visitsDuring } from './fence-visits.ts'
import { ofTruck, toDrives } from './leads.ts'

const filters = recordFilters({
  fence: textContains({ zh: '围栏名称', en: 'Fence name' }),
  kind: oneOf({ zh: '围栏类型', en: 'Kind of fence' }, OUTSIDE),
})

/** A row for each truck and fence, and one for what it drove outside of all. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const drives = piecesOf(db, asked)
    .groupBy(['driven_piece.truck_id', 'driven_piece.fence_id'])
    .select([
      'driven_piece.truck_id as truckId',
      sql<number>`coalesce(driven_piece.fence_id, 0)`.as('fenceId'),
      sql<string | null>`max(driven_piece.fence_name)`.as('name'),
      drivenKm.as('distance'),
      drivingMs.as('driving'),
      highestKmh.as('highest'),
    ])
  // A stay that began before the period counts from its start.
  const stays = visitsDuring(db, asked)
    .groupBy(['record.truck_id', 'record.fence_id'])
    .select([
      'record.truck_id as truckId',
      sql<number>`coalesce(record.fence_id, 0)`.as('fenceId'),
      sql<string | null>`max(record.fence_name)`.as('name'),
      sql<string | null>`max(${visit.text('fenceKind')})`.as('kind'),
      sql<number>`(count(*) FILTER (WHERE record.started_at >= ${asked.when.from}))::int`.as('entries'),
      sql<number>`sum(${stayMs(asked.when)})::float8`.as('stay'),
    ])
  const fenceId = sql<number>`coalesce(stay."fenceId", drive."fenceId")`
  const name = sql<string>`coalesce(fence.name, stay.name, drive.name, '')`
  const kind = sql<string | null>`CASE WHEN ${fenceId} = 0 THEN 'none' ELSE coalesce(fence.kind, stay.kind) END`
  return db.read
    .selectFrom(drives.as('drive'))
    .fullJoin(stays.as('stay'), (join) => join.onRef('stay.truckId', '=', 'drive.truckId').onRef('stay.fenceId', '=', 'drive.fenceId'))
    .innerJoin('truck', (join) => join.on(sql<boolean>`truck.id = coalesce(drive."truckId", stay."truckId")`))
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .leftJoin('fence', (join) => join.on(sql<boolean>`fence.id = ${fenceId}`))
    .where(among(kind, asked.kind))
    .$if(asked.fence !== undefined, (query) => query.where(containsText(name, asked.fence ?? '')))
    .select([
      sql<string>`concat_ws('-', truck.id, ${fenceId})`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      name.as('fence'),
      kind.as('kind'),
      sql<number>`coalesce(stay.entries, 0)`.as('entries'),
      'stay.stay',
      sql<number>`coalesce(drive.distance, 0)`.as('distance'),
      'drive.driving',
      'drive.highest',
      sql<RowLeads>`jsonb_build_object('picked', jsonb_build_object('ofTruck', ${ofTruck}, 'ofFence', concat(${fenceId}, ':', ${name})))`.as(
        'leads',
      ),
    ])
}

const NARROWED = { fence: 'fence', kind: 'kind' } as const
const drives: LeadsTo = { ...toDrives(), keeps: { ...toDrives().keeps, ...NARROWED } }

/** What each truck drove in each fence, how often it entered and how long it stayed. */
export default defineReport({
  path: 'fences',
  title: { zh: '按围栏', en: 'By fence' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    fence: text({ zh: '围栏', en: 'Fence' }),
    kind: choice({ zh: '围栏类型', en: 'Kind of fence' }, OUTSIDE),
    entries: leading(count({ zh: '进入次数', en: 'Entries' }), { entered: ['within'] }),
    stay: leading(duration({ zh: '停留时长', en: 'Stayed' })),
    distance: leading(totalDistance({ zh: '里程', en: 'Distance' }), {}, drives),
    driving: leading(duration({ zh: '行驶时长', en: 'Driving time' }), {}, drives),
    highest: speed({ zh: '最高速度', en: 'Highest speed' }),
  },
  sort: { by: 'distance', order: 'desc' },
  rowIs: 'record',
  summed: true,
  leadsTo: {
    path: 'driving_monitor/data_analysis/fency_mileage',
    tab: 'visits',
    keeps: { scope: 'scope', when: 'when', ...NARROWED },
  },
})
