import type { FieldProblems } from '@tanker/contract/base-data/define-entity'
import { driver } from '@tanker/contract/base-data/driver'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import type { EntityTable } from '../../base-data/entity-table.ts'

const TRUCK_TAKEN: Text = {
  zh: '该车辆已有默认驾驶员，请先在其资料中取消。',
  en: 'This truck already has a default driver. Remove that driver first.',
}

/** The default truck of a driver is stored with the truck. */
export const driverTable: EntityTable<typeof driver> = {
  entity: driver,
  table: 'driver',
  fixed: {},
  columns: {
    name: 'name',
    code: 'code',
    organisationId: 'organisation_id',
    sex: 'sex',
    idNumber: 'id_card',
    birthday: 'birthday',
    mobilePhone: 'mobile',
    email: 'email',
    qualification: 'qualification',
    qualifiedUntil: 'qualified_until',
    entryDate: 'entered_on',
    birthplace: 'birthplace',
    homeAddress: 'home_address',
    status: 'enabled',
  },
  uniqueBy: { driver_code: 'code', driver_organisation_id_code_key: 'code' },
  references: [{ from: 'truck', column: 'driver_id', organisation: 'organisation_id', shown: 'plate', what: { zh: '车辆', en: 'truck' } }],
  computed: () => ({ defaultTruckId: sql`(SELECT min(truck.id) FROM truck WHERE truck.driver_id = driver.id)` }),
  async validate({ db }, rows) {
    const wanted = rows.map(({ after, before }) => (after.defaultTruckId === before?.defaultTruckId ? null : after.defaultTruckId))
    const driverOf = await driversOf(
      db,
      wanted.filter((truckId) => truckId !== null),
    )
    return rows.map(({ id }, index): FieldProblems => {
      const truckId = wanted[index] ?? null
      const other = truckId === null ? null : (driverOf.get(truckId) ?? null)
      // Of two drivers in one write the later one is refused.
      if (truckId !== null) driverOf.set(truckId, id ?? 0)
      return other === null || other === id ? {} : { defaultTruckId: TRUCK_TAKEN }
    })
  },
  async afterWrite({ db }, rows) {
    for (const { id, before, after } of rows) {
      if (after.defaultTruckId === (before?.defaultTruckId ?? null)) continue
      // Removed from the former truck first.
      if (before !== null) await db.updateTable('truck').set({ driver_id: null }).where('driver_id', '=', id).execute()
      if (after.defaultTruckId !== null)
        await db.updateTable('truck').set({ driver_id: id }).where('id', '=', after.defaultTruckId).execute()
    }
    return []
  },
}

/** The drivers of trucks that have one. */
async function driversOf(db: Db, truckIds: readonly number[]): Promise<Map<number, number>> {
  if (truckIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('truck')
    .where(sql<boolean>`truck.id = ANY (${truckIds}::int[])`)
    .where('truck.driver_id', 'is not', null)
    .select(['truck.id', 'truck.driver_id'])
    .execute()
  return new Map(rows.map(({ id, driver_id }) => [id, driver_id ?? 0]))
}
