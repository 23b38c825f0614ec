import { sql } from 'kysely'
import type { EntityValues, FieldProblems } from '@tanker/contract/base-data/define-entity'
import { stationTank } from '@tanker/contract/base-data/station-tank'
import type { Write } from '../../base-data/apply-changes.ts'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type ChangedRow, type EntityTable, perRow } from '../../base-data/entity-table.ts'
import { levelColumns, levelsOf, momentOf } from './tank-table-rows.ts'

/** The station must belong to the user's organisations; stations of parents are maintained by them. */
async function stationProblems({ mine }: Write, { after }: ChangedRow<EntityValues<typeof stationTank>>): Promise<FieldProblems> {
  const station = await mine
    .from('place')
    .where('place.kind', '=', 'station')
    .where('place.id', '=', withinInt(after.stationId ?? 0))
    .select('place.id')
    .executeTakeFirst()
  return station ? {} : { stationId: { zh: '没有找到所选油站，请重新选择。', en: 'The station does not exist. Choose again.' } }
}

export const stationTankTable: EntityTable<typeof stationTank> = {
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
  computed: () => ({
    oilCode: sql<string>`station_tank.oil_code::text`,
    capacityL: sql<number>`station_tank.capacity_l::float8`,
    deadStockL: sql<number>`station_tank.dead_stock_l::float8`,
    effectiveAt: momentOf('station_tank.effective_at'),
    rows: levelsOf('station_tank'),
  }),
  derive: (values) => ({
    effective_at: values.effectiveAt === '' ? sql`date_trunc('second', now())` : values.effectiveAt,
    ...levelColumns(values),
  }),
  validate: perRow(stationProblems),
}
