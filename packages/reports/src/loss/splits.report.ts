import { openDetail, openTripCurve } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  compartment,
  compartments,
  litres,
  loss,
  product,
  station,
  text,
  time,
  totalLitres,
  wholeNumber,
  plate,
  organisation,
} from '../kinds.ts'
import { deliveryLinesOf, isUnmeasured, leftOut, lineRow, lossFilters, measured } from '../loss-columns.ts'

const filters = lossFilters({ compartment: compartments() })

/** The other parts of the same compartment on the same trip. */
const parts = sql`FROM delivery_line part WHERE part.truck_id = delivery_line.truck_id AND part.trip_started_at = delivery_line.trip_started_at
  AND part.compartment = delivery_line.compartment AND part.leg > 0`
/** Not known once one of the parts is not. */
const sumSoFar = sql<
  number | null
>`(SELECT CASE WHEN bool_and(part.unload_v20_l IS NOT NULL) THEN sum(part.unload_v20_l) END ${parts} AND part.leg <= delivery_line.leg)`
const loaded = sql<number | null>`(SELECT part.load_v20_l ${parts} AND part.first)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  deliveryLinesOf(db, asked)
    .leftJoin('place as station_place', 'station_place.id', 'delivery_line.station_id')
    .where('delivery_line.leg', '>', 0)
    .where(sql<boolean>`EXISTS (SELECT ${parts} AND part.leg <> delivery_line.leg)`)
    .where(among(sql<number>`delivery_line.compartment`, asked.compartment))
    .select([
      ...lineRow,
      loaded.as('loaded'),
      sql<number>`(SELECT count(*)::int ${parts} AND part.leg <= delivery_line.leg)`.as('sequence'),
      'delivery_line.unload_started_at as startedAt',
      'delivery_line.unload_ended_at as endedAt',
      'delivery_line.unload_l as partVolume',
      'delivery_line.unload_v20_l as part',
      'delivery_line.leave_v20_l as remaining',
      sumSoFar.as('sum'),
      sql<number | null>`${loaded} - ${sumSoFar} - delivery_line.leave_v20_l`.as('difference'),
      'delivery_line.trip_started_at as tripStartedAt',
      sql<number | null>`CASE WHEN ${isUnmeasured()} THEN 1 END`.as('leftOut'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/split_unload_record',
  title: { zh: '分卸记录', en: 'Split unloadings' },
  filters,
  rows,
  columns: {
    plate: plate(),
    tripStartedAt: time({ zh: '离库时间', en: 'Left depot' }),
    difference: measured(loss({ zh: '差量', en: 'Difference' })),
    compartment: compartment(),
    product: product(),
    loaded: measured(litres({ zh: '装油量(V20)', en: 'Loaded (V20)' })),
    sequence: wholeNumber({ zh: '次序', en: 'Part' }),
    station: station(),
    part: measured(totalLitres({ zh: '本次卸量(V20)', en: 'Part (V20)' })),
    remaining: measured(litres({ zh: '剩余(V20)', en: 'Remaining (V20)' })),
    sum: measured(litres({ zh: '累计卸量(V20)', en: 'Sum so far (V20)' })),
    slipNo: text({ zh: '配送单号', en: 'Slip' }),
    startedAt: time({ zh: '卸油开始', en: 'Started' }),
    endedAt: time({ zh: '卸油结束', en: 'Ended' }),
    partVolume: measured(totalLitres({ zh: '本次卸量(Vt)', en: 'Part (Vt)' })),
    organisation: organisation(),
    leftOut: leftOut(),
  },
  sort: { by: 'tripStartedAt', order: 'desc' },
  actions: [openDetail, openTripCurve],
  rowIs: 'record',
})
