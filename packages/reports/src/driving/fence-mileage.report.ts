import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { drivenFact, fenceVisitFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { PARKED_PLACES } from '../driving-words.ts'
import {
  choice,
  containsText,
  count,
  duration,
  isChosen,
  oneOf,
  plateCell,
  shortNameOf,
  speed,
  text,
  textContains,
  totalDistance,
  thisMinute,
} from '../kinds.ts'
import { recordFilters, recordsOf, truckColumns } from '../record-columns.ts'
import { drivenKm, drivingMs, highestKmh } from './driven-columns.ts'

const visit = propertiesIn('record', fenceVisitFact)

const filters = recordFilters({
  fence: textContains({ zh: '围栏名称', en: 'Fence name' }),
  kind: oneOf({ zh: '围栏类型', en: 'Kind of fence' }, PARKED_PLACES),
})

/** A stay that began so long before the period counts. */
const LONGEST_STAY_DAYS = 31

/** A row for each truck and fence, and one for what it drove outside of all. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const { from, to } = asked.when
  const drives = recordsOf(db, drivenFact, asked)
    .groupBy(['record.truck_id', 'record.fence_id'])
    .select([
      'record.truck_id as truckId',
      sql<number>`coalesce(record.fence_id, 0)`.as('fenceId'),
      sql<string | null>`max(record.fence_name)`.as('name'),
      drivenKm.as('distance'),
      drivingMs.as('driving'),
      highestKmh.as('highest'),
    ])
  // A stay that began before the period counts from its start.
  const stays = db
    .from('record')
    .where(isChosen(asked.scope, 'record'))
    .where('record.kind', '=', fenceVisitFact.kind)
    .where('record.started_at', '<=', to)
    // Further back only those that have not ended.
    .where(
      sql<boolean>`(record.started_at >= ${from}::timestamptz - make_interval(days => ${LONGEST_STAY_DAYS}) OR record.ended_at IS NULL)`,
    )
    .where(sql<boolean>`coalesce(record.ended_at, now()) >= ${from}`)
    .groupBy(['record.truck_id', 'record.fence_id'])
    .select([
      'record.truck_id as truckId',
      sql<number>`coalesce(record.fence_id, 0)`.as('fenceId'),
      sql<string | null>`max(record.fence_name)`.as('name'),
      sql<string | null>`max(${visit.text('fenceKind')})`.as('kind'),
      sql<number>`(count(*) FILTER (WHERE record.started_at >= ${from}))::int`.as('entries'),
      sql<number>`(sum(greatest(0, extract(epoch FROM least(coalesce(record.ended_at, ${thisMinute}), ${to}) - greatest(record.started_at, ${from})))) * 1000)::float8`.as(
        'stay',
      ),
    ])
  const name = sql<string>`coalesce(stay.name, drive.name, '')`
  const kind = sql<string | null>`CASE WHEN coalesce(stay."fenceId", drive."fenceId") = 0 THEN 'none' ELSE stay.kind END`
  return db.read
    .selectFrom(drives.as('drive'))
    .fullJoin(stays.as('stay'), (join) => join.onRef('stay.truckId', '=', 'drive.truckId').onRef('stay.fenceId', '=', 'drive.fenceId'))
    .innerJoin('truck', (join) => join.on(sql<boolean>`truck.id = coalesce(drive."truckId", stay."truckId")`))
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where(among(kind, asked.kind))
    .$if(asked.fence !== undefined, (query) => query.where(containsText(name, asked.fence ?? '')))
    .select([
      sql<string>`concat_ws('-', truck.id, coalesce(stay."fenceId", drive."fenceId"))`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      name.as('fence'),
      kind.as('kind'),
      sql<number>`coalesce(stay.entries, 0)`.as('entries'),
      'stay.stay',
      sql<number>`coalesce(drive.distance, 0)`.as('distance'),
      'drive.driving',
      'drive.highest',
    ])
}

/** What each truck drove in each fence, how often it entered and how long it stayed. */
export default defineReport({
  path: 'driving_monitor/data_analysis/fency_mileage',
  title: { zh: '围栏里程统计', en: 'Fence mileage' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    fence: text({ zh: '围栏', en: 'Fence' }),
    kind: choice({ zh: '围栏类型', en: 'Kind of fence' }, { ...PARKED_PLACES, none: { zh: '围栏外', en: 'Outside fences' } }),
    entries: count({ zh: '进入次数', en: 'Entries' }),
    stay: duration({ zh: '停留时长', en: 'Stayed' }),
    distance: totalDistance({ zh: '里程', en: 'Distance' }),
    driving: duration({ zh: '行驶时长', en: 'Driving time' }),
    highest: speed({ zh: '最高速度', en: 'Highest speed' }),
  },
  sort: { by: 'distance', order: 'desc' },
  rowIs: 'record',
})
