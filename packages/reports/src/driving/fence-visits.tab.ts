import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { PARKED_PLACES } from '../driving-words.ts'
import { choice, containsText, duration, oneOf, text, textContains, time, yesNo } from '../kinds.ts'
import { recordFilters, recordRow, truckColumns } from '../record-columns.ts'
import { fenceKindNow, fenceNameNow, FENCE_PICKABLE, ofFence, stayMs, visit, visitsDuring } from './fence-visits.ts'
import { ofTruck, PICKABLE } from './leads.ts'

const ENTERED = { within: { zh: '期间内进入', en: 'Within the period' }, before: { zh: '期间前进入', en: 'Before it' } } as const
const ENTERED_LABEL = { zh: '进入', en: 'Entered' } as const

const filters = recordFilters({
  fence: textContains({ zh: '围栏名称', en: 'Fence name' }),
  kind: oneOf({ zh: '围栏类型', en: 'Kind of fence' }, PARKED_PLACES),
  entered: oneOf(ENTERED_LABEL, ENTERED),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const entered = sql<string>`CASE WHEN record.started_at >= ${asked.when.from} THEN 'within' ELSE 'before' END`
  return visitsDuring(db, asked)
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where(among(fenceKindNow, asked.kind))
    .where(among(entered, asked.entered))
    .$if(asked.fence !== undefined, (query) => query.where(containsText(fenceNameNow, asked.fence ?? '')))
    .select([
      ...recordRow,
      fenceNameNow.as('fence'),
      fenceKindNow.as('kind'),
      entered.as('entered'),
      stayMs(asked.when).as('stay'),
      visit.flag('loaded').as('loaded'),
      ofTruck.as('ofTruck'),
      ofFence.as('ofFence'),
    ])
}

/** From entering a fence to leaving it. */
export default defineReport({
  path: 'visits',
  title: { zh: '进出记录', en: 'Visits' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    fence: text({ zh: '围栏', en: 'Fence' }),
    kind: choice({ zh: '围栏类型', en: 'Kind of fence' }, PARKED_PLACES),
    startedAt: time({ zh: '进入时间', en: 'Entered at' }),
    endedAt: time({ zh: '离开时间', en: 'Left at' }),
    duration: duration({ zh: '停留时长', en: 'Stayed' }),
    stay: duration({ zh: '期间内停留', en: 'Of it in the period' }),
    entered: choice(ENTERED_LABEL, ENTERED),
    loaded: yesNo({ zh: '进入时重车', en: 'Entered loaded' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  rowIs: 'record',
  pickable: { ofTruck: PICKABLE.ofTruck, ...FENCE_PICKABLE },
})
