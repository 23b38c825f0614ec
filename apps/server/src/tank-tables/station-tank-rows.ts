import { sql } from 'kysely'
import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import { stationTank } from '@tanker/contract/base-data/station-tank'
import type { Db } from '@tanker/database/connection'
import type { ScopedDb } from '@tanker/database/scope'
import { withinInt } from '../base-data/entity-rows.ts'
import type { EntityTable } from '../base-data/entity-table.ts'
import { levelColumns, levelsOf, momentOf } from './tank-table-rows.ts'

const stationOf = (values: PlainValues): number => withinInt(Number(values['stationId'] ?? 0))

/** The station must belong to the user's organisations; stations of parents are maintained by them. */
async function refuse(db: ScopedDb, values: PlainValues) {
  const station = await db
    .from('place')
    .where('place.kind', '=', 'station')
    .where('place.id', '=', stationOf(values))
    .select('place.id')
    .executeTakeFirst()
  return station ? {} : { stationId: { zh: '没有找到所选油站，请重新选择。', en: 'The station does not exist. Choose again.' } }
}

/** The organisation of the station. */
async function owner(db: Db, values: PlainValues): Promise<number> {
  const station = await db.selectFrom('place').where('id', '=', stationOf(values)).select('company_id').executeTakeFirst()
  return station?.company_id ?? 0
}

export const stationTankTable: EntityTable = {
  entity: stationTank,
  table: 'station_tank',
  fixed: {},
  columns: {
    stationId: 'station_id',
    tankNo: 'tank_no',
    oilCode: 'oil_code',
    probe: 'probe',
    diameterMm: 'diameter_mm',
    capacityL: 'capacity_l',
    deadStockL: 'dead_stock_l',
    status: 'enabled',
  },
  uniqueBy: { station_tank_station_id_tank_no_effective_at_key: 'effectiveAt' },
  references: [],
  truckField: null,
  computed: () => ({
    oilCode: sql<string>`station_tank.oil_code::text`,
    capacityL: sql<number>`station_tank.capacity_l::float8`,
    deadStockL: sql<number>`station_tank.dead_stock_l::float8`,
    effectiveAt: momentOf('station_tank.effective_at'),
    rows: levelsOf('station_tank'),
  }),
  made: (values) => ({
    effective_at: values['effectiveAt'] === '' ? sql`date_trunc('second', now())` : values['effectiveAt'],
    ...levelColumns(values),
  }),
  refuse,
  owner,
}
