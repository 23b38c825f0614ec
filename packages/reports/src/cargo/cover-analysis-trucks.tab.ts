import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { coverFact } from '@tanker/domain/facts/seal-facts'
import { COVER_GROUPS } from '../analysis-words.ts'
import { COVERS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { count, decimal, duration, oneOf, percent, plateCell, shortNameOf } from '../kinds.ts'
import { recordFilters, recordsOf, truckColumns } from '../record-columns.ts'

const cover = propertiesIn('record', coverFact)

const filters = recordFilters({ cover: oneOf({ zh: '铅封类型', en: 'Seal' }, COVERS) })

const many = (condition: ReturnType<typeof among>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`
const at = (...places: string[]) => many(among(cover.text('placeKind'), places))
const of = (group: keyof typeof COVER_GROUPS) => many(among(cover.text('probeType'), COVER_GROUPS[group]))
const abnormal = many(among(cover.text('judge'), ['abnormal']))

/** Openings of each truck, by place, by judgement and by cover. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const trips = sql<number>`(SELECT count(*) FROM record AS trip WHERE trip.truck_id = truck.id AND trip.kind = 'trip'
    AND trip.started_at BETWEEN ${asked.when.from} AND ${asked.when.to})::int`
  return recordsOf(db, coverFact, asked)
    .where(among(cover.text('probeType'), asked.cover))
    .groupBy(['truck.id', 'organisation.id'])
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<number>`count(*)::int`.as('total'),
      at('trip-depot').as('depot'),
      at('trip-station').as('station'),
      at('other-site').as('otherSite'),
      at('park', 'authorised', 'elsewhere').as('elsewhere'),
      at('moving').as('moving'),
      abnormal.as('abnormal'),
      sql<number>`${abnormal} * 100.0::float8 / count(*)`.as('abnormalRate'),
      sql<number | null>`(avg(extract(epoch FROM record.ended_at - record.started_at)) * 1000)::float8`.as('duration'),
      trips.as('trips'),
      sql<number | null>`count(*)::float8 / nullif(${trips}, 0)`.as('perTrip'),
      of('api').as('api'),
      of('manhole').as('manhole'),
      of('bottom').as('bottom'),
      of('door').as('door'),
    ])
}

export default defineReport({
  path: 'trucks',
  title: { zh: '按车辆', en: 'By truck' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    total: count({ zh: '开启次数', en: 'Openings' }),
    depot: count({ zh: '油库', en: 'At the depot' }),
    station: count({ zh: '油站', en: 'At the station' }),
    otherSite: count({ zh: '其他油库油站', en: 'Other sites' }),
    elsewhere: count({ zh: '其他地点', en: 'Elsewhere' }),
    moving: count({ zh: '行驶中', en: 'While moving' }),
    abnormal: count({ zh: '异常', en: 'Abnormal' }),
    abnormalRate: percent({ zh: '异常率', en: 'Abnormal share' }, { of: 'abnormal', by: 'total' }),
    duration: duration({ zh: '平均时长', en: 'Mean duration' }),
    trips: count({ zh: '配送次数', en: 'Trips' }),
    perTrip: decimal({ zh: '每次配送开启', en: 'Openings a trip' }, null, 1),
    api: count({ zh: 'API阀', en: 'API valves' }),
    manhole: count({ zh: '人孔盖', en: 'Manholes' }),
    bottom: count({ zh: '底阀', en: 'Bottom valves' }),
    door: count({ zh: '箱门', en: 'Box doors' }),
  },
  sort: { by: 'abnormal', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'stacked',
    title: { zh: '开启地点', en: 'Where covers were opened' },
    x: 'plate',
    y: ['depot', 'station', 'otherSite', 'elsewhere', 'moving'],
    rowsFor: 'all',
  },
})
