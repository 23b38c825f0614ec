import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { parkingFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { LOADED, PARKED_PLACES, STOP_MODES } from '../driving-words.ts'
import { atLeast, choice, duration, litres, oneOf, place, time, yesNo, thisMinute } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const parking = propertiesIn('record', parkingFact)

const filters = recordFilters({
  minutes: atLeast({ zh: '停车时长不低于', en: 'Parked for at least' }, 'min'),
  placeKind: oneOf({ zh: '地点类型', en: 'Kind of place' }, PARKED_PLACES),
  mode: oneOf({ zh: '判断方式', en: 'Judged by' }, STOP_MODES),
  load: oneOf({ zh: '载重', en: 'Load' }, LOADED),
})

/** While it lasts, until now. */
const stoodMs = sql<number>`(extract(epoch FROM coalesce(record.ended_at, ${thisMinute}) - record.started_at) * 1000)::float8`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, parkingFact, asked)
    .where(notBelow(stoodMs, asked.minutes === undefined ? undefined : asked.minutes * 60_000))
    .where(among(parking.text('fenceKind'), asked.placeKind))
    .where(among(parking.text('judgeMode'), asked.mode))
    .where(among(parking.text('loaded'), asked.load))
    .select([
      ...recordRow,
      parking.text('fenceKind').as('placeKind'),
      parking.flag('accOn').as('accOn'),
      parking.text('judgeMode').as('mode'),
      parking.flag('loaded').as('loaded'),
      parking.number('loadL').as('load'),
    ])

/** Every stop of three minutes or more: when, where, ignition, load. */
export default defineReport({
  path: 'driving_monitor/event_report/parking_source',
  title: { zh: '停车记录（原始停车）', en: 'Parking records' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    startedAt: time({ zh: '停车时间', en: 'Stopped' }),
    endedAt: time({ zh: '驶离时间', en: 'Drove off' }),
    duration: duration({ zh: '停车时长', en: 'Parked for' }),
    place: place({ zh: '位置', en: 'Place' }),
    placeKind: choice({ zh: '地点类型', en: 'Kind of place' }, PARKED_PLACES),
    accOn: yesNo({ zh: '未熄火', en: 'Ignition on' }),
    mode: choice({ zh: '判断方式', en: 'Judged by' }, STOP_MODES),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    load: litres({ zh: '载油量', en: 'Aboard' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
