import { STATION_PRODUCTS, stationTank } from '@tanker/contract/base-data/station-tank'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type PlaceCell, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisation,
  organisations,
  containsText,
  isOfOrganisation,
  level,
  litres,
  oneOf,
  product,
  station,
  stations,
  textContains,
  time,
  wholeNumber,
  shortNameOf,
} from '../kinds.ts'
import { listFilters } from './entity-list.ts'
import { listReport } from './list-report.ts'

const filters = {
  scope: organisations(),
  station: stations(),
  product: oneOf({ zh: '油品', en: 'Product' }, STATION_PRODUCTS),
  status: listFilters().status,
  search: textContains({ zh: '探棒编号', en: 'Probe number' }),
}

const STATE = { zh: '使用情况', en: 'In use' } as const
const STATES = {
  current: { zh: '当前使用', en: 'In use' },
  later: { zh: '未生效', en: 'Not yet' },
  history: { zh: '历史', en: 'History' },
} as const

const status = sql<'enabled' | 'disabled'>`CASE WHEN station_tank.enabled THEN 'enabled' ELSE 'disabled' END`
const state = sql<string>`CASE WHEN station_tank.effective_at > now() THEN 'later'
  WHEN EXISTS (SELECT FROM station_tank next WHERE next.station_id = station_tank.station_id AND next.tank_no = station_tank.tank_no AND next.enabled
    AND next.effective_at > station_tank.effective_at AND next.effective_at <= now()) THEN 'history'
  ELSE 'current' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('station_tank')
    .innerJoin('place', 'place.id', 'station_tank.station_id')
    .innerJoin('organisation', 'organisation.id', 'station_tank.organisation_id')
    .where(isOfOrganisation(asked.scope, 'station_tank'))
    .where(among(sql<number>`station_tank.station_id`, asked.station))
    .where(among(sql<number>`station_tank.oil_code`, asked.product))
    .where(among(status, asked.status))
    .where(containsText(sql<string>`station_tank.probe`, asked.search ?? ''))
    .select([
      sql<string>`station_tank.id::text`.as('id'),
      sql<PlaceCell>`json_build_object('name', place.name, 'lat', place.lat, 'lng', place.lng)`.as('station'),
      shortNameOf('organisation').as('organisation'),
      'station_tank.tank_no as tankNo',
      'station_tank.oil_code as product',
      'station_tank.probe',
      'station_tank.diameter_mm as diameter',
      sql<number>`station_tank.capacity_l::float8`.as('capacity'),
      sql<number>`station_tank.dead_stock_l::float8`.as('deadStock'),
      sql<number>`cardinality(station_tank.levels_mm)`.as('rowCount'),
      'station_tank.effective_at as effectiveAt',
      state.as('state'),
      status.as('status'),
    ])

export default listReport(stationTank, {
  title: { zh: 'ATG罐表管理', en: 'Station tank tables' },
  filters,
  rows,
  columns: {
    station: station(),
    organisation: organisation(),
    tankNo: wholeNumber({ zh: '罐号', en: 'Tank no.' }),
    product: product(),
    probe: 'probe',
    diameter: level({ zh: '罐内径', en: 'Diameter' }),
    capacity: litres({ zh: '容量', en: 'Capacity' }),
    deadStock: litres({ zh: '罐底死量', en: 'Dead stock' }),
    rowCount: wholeNumber({ zh: '行数', en: 'Rows' }),
    effectiveAt: time({ zh: '生效时间', en: 'Effective from' }),
    state: choice(STATE, STATES),
    status: 'status',
  },
  sorted: ['probe'],
  sort: { by: 'effectiveAt', order: 'desc' },
})
