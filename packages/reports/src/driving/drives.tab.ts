import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { drivenFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { LOADED } from '../driving-words.ts'
import {
  choice,
  containsText,
  decimal,
  driver,
  drivers,
  duration,
  isDrivenBy,
  oneOf,
  place,
  speed,
  text,
  textContains,
  time,
  totalDistance,
  yesNo,
} from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'
import { fenceKindNow, fenceNameNow, FENCE_PICKABLE, ofFence, OUTSIDE } from './fence-visits.ts'
import { PICKABLE, pickedRow } from './leads.ts'

const driven = propertiesIn('record', drivenFact)

const filters = recordFilters({
  driver: drivers(),
  load: oneOf({ zh: '载重', en: 'Load' }, LOADED),
  fence: textContains({ zh: '围栏名称', en: 'Fence name' }),
  kind: oneOf({ zh: '围栏类型', en: 'Kind of fence' }, OUTSIDE),
})

/** Pieces of driving, each within one clock hour, one fence or none, and one load: distances and driving times are their sums. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, drivenFact, asked)
    .leftJoin('fence', 'fence.id', 'record.fence_id')
    .where(isDrivenBy('record', driven.text('driverName'), asked.driver))
    .where(among(driven.text('loaded'), asked.load))
    .where(among(fenceKindNow, asked.kind))
    .$if(asked.fence !== undefined, (query) => query.where(containsText(fenceNameNow, asked.fence ?? '')))
    .select([
      ...recordRow,
      driven.text('driverName').as('driver'),
      sql<number>`${driven.number('distanceM')} / 1000`.as('distance'),
      sql<number>`${driven.number('drivingS')} * 1000`.as('driving'),
      driven.number('maxKmh').as('highest'),
      driven.flag('loaded').as('loaded'),
      fenceNameNow.as('fence'),
      fenceKindNow.as('kind'),
      driven.number('fromKm').as('from'),
      driven.number('toKm').as('to'),
      ...pickedRow('record', driven.text('driverName')),
      ofFence.as('ofFence'),
    ])

export default defineReport({
  path: 'drives',
  title: { zh: '行驶明细', en: 'Drives' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    driver: driver(),
    distance: totalDistance({ zh: '里程', en: 'Distance' }),
    driving: duration({ zh: '行驶时长', en: 'Driving time' }),
    highest: speed({ zh: '最高速度', en: 'Highest speed' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    fence: text({ zh: '围栏', en: 'Fence' }),
    kind: choice({ zh: '围栏类型', en: 'Kind of fence' }, OUTSIDE),
    place: place({ zh: '开始位置', en: 'Start place' }),
    from: decimal({ zh: '起始里程表', en: 'Odometer, start' }, 'km', 1),
    to: decimal({ zh: '结束里程表', en: 'Odometer, end' }, 'km', 1),
  },
  sort: { by: 'startedAt', order: 'desc' },
  rowIs: 'record',
  pickable: { ...PICKABLE, ...FENCE_PICKABLE },
})
