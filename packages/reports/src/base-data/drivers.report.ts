import { driver } from '@tanker/contract/base-data/driver'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ValuesOf } from '../define-report.ts'
import { containsText, EXPIRIES, expiry, isOfOrganisation, oneOf, shortNameOf } from '../kinds.ts'
import { listFilters, statusOf } from './entity-list.ts'
import { listReport } from './list-report.ts'

const CERTIFICATE = { zh: '资格证状态', en: 'Certificate' } as const

const filters = { ...listFilters(), certificate: oneOf(CERTIFICATE, EXPIRIES) }

/** SQL: the certificates are of China, and end with a day there. */
const expiryOf = sql<keyof typeof EXPIRIES | null>`CASE
  WHEN driver.qualified_until < (now() AT TIME ZONE 'Asia/Shanghai')::date THEN 'expired'
  WHEN driver.qualified_until <= (now() AT TIME ZONE 'Asia/Shanghai')::date + 30 THEN 'soon'
  WHEN driver.qualified_until IS NOT NULL THEN 'valid' END`

const truck = sql<string | null>`(SELECT string_agg(truck.plate, ', ' ORDER BY truck.plate) FROM truck WHERE truck.driver_id = driver.id)`

/** SQL: an ID number as all readers see it, as `maskedIdNumber` of the contract has it. */
const masked = (column: string) => sql<string>`regexp_replace(${sql.ref(column)}, '^(\\d{3})\\d{11}(\\d{3}[\\dXx])$', '\\1***********\\2')`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('driver')
    .innerJoin('organisation', 'organisation.id', 'driver.organisation_id')
    .where(isOfOrganisation(asked.scope, 'driver'))
    .where(containsText(sql<string>`driver.name || ' ' || driver.code`, asked.search ?? ''))
    .where(among(statusOf('driver'), asked.status))
    .where(among(expiryOf, asked.certificate))
    .select([
      sql<string>`driver.id::text`.as('id'),
      'driver.name',
      'driver.code',
      shortNameOf('organisation').as('organisation'),
      'driver.sex',
      masked('driver.id_card').as('idNumber'),
      sql<string | null>`to_char(driver.birthday, 'YYYY-MM-DD')`.as('birthday'),
      'driver.mobile',
      'driver.email',
      masked('driver.qualification').as('qualification'),
      expiryOf.as('certificate'),
      sql<string | null>`to_char(driver.qualified_until, 'YYYY-MM-DD')`.as('qualifiedUntil'),
      sql<string | null>`to_char(driver.entered_on, 'YYYY-MM-DD')`.as('enteredOn'),
      truck.as('truck'),
      'driver.birthplace',
      'driver.home_address as homeAddress',
      statusOf('driver').as('status'),
    ])

export default listReport(driver, {
  title: { zh: '驾驶员管理', en: 'Drivers' },
  filters,
  rows,
  columns: {
    name: 'name',
    code: 'code',
    organisation: 'organisationId',
    truck: 'defaultTruckId',
    certificate: expiry(CERTIFICATE),
    mobile: 'mobilePhone',
    sex: 'sex',
    idNumber: 'idNumber',
    birthday: 'birthday',
    qualification: 'qualification',
    qualifiedUntil: 'qualifiedUntil',
    enteredOn: 'entryDate',
    email: 'email',
    birthplace: 'birthplace',
    homeAddress: 'homeAddress',
    status: 'status',
  },
  sorted: ['name', 'code'],
  sort: { by: 'name', order: 'asc' },
})
