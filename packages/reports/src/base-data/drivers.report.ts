import { driver, SEXES } from '@tanker/contract/base-data/driver'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, company, containsText, date, EXPIRIES, expiry, isOfCompany, oneOf, text } from '../kinds.ts'
import { listFilters, sortedText, statusColumn, statusOf } from './entity-list.ts'

const CERTIFICATE = { zh: '资格证状态', en: 'Certificate' } as const

const filters = { ...listFilters(), certificate: oneOf(CERTIFICATE, EXPIRIES) }

/** SQL: the certificates are of China, and end with a day there. */
const expiryOf = sql<keyof typeof EXPIRIES | null>`CASE
  WHEN driver.qualified_until < (now() AT TIME ZONE 'Asia/Shanghai')::date THEN 'expired'
  WHEN driver.qualified_until <= (now() AT TIME ZONE 'Asia/Shanghai')::date + 30 THEN 'soon'
  WHEN driver.qualified_until IS NOT NULL THEN 'valid' END`

const truck = sql<string | null>`(SELECT string_agg(truck.plate, ', ' ORDER BY truck.plate) FROM truck WHERE truck.driver_id = driver.id)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('driver')
    .innerJoin('company', 'company.id', 'driver.company_id')
    .where(isOfCompany(asked.scope, 'driver'))
    .where(containsText(sql<string>`driver.name || ' ' || driver.code`, asked.search ?? ''))
    .where(among(statusOf('driver'), asked.status))
    .where(among(expiryOf, asked.certificate))
    .select([
      sql<string>`driver.id::text`.as('id'),
      'driver.name',
      'driver.code',
      'company.name as company',
      'driver.sex',
      'driver.id_card as idNumber',
      sql<string | null>`to_char(driver.birthday, 'YYYY-MM-DD')`.as('birthday'),
      'driver.mobile',
      'driver.email',
      'driver.qualification',
      expiryOf.as('certificate'),
      sql<string | null>`to_char(driver.qualified_until, 'YYYY-MM-DD')`.as('qualifiedUntil'),
      sql<string | null>`to_char(driver.entered_on, 'YYYY-MM-DD')`.as('enteredOn'),
      truck.as('truck'),
      'driver.birthplace',
      'driver.home_address as homeAddress',
      statusOf('driver').as('status'),
    ])

export default defineReport({
  path: 'setting/base_data/driver',
  title: { zh: '驾驶员管理', en: 'Drivers' },
  filters,
  rows,
  columns: {
    name: sortedText({ zh: '姓名', en: 'Name' }),
    code: sortedText({ zh: '驾驶员代码', en: 'Driver code' }),
    company: company(),
    truck: text({ zh: '默认车辆', en: 'Default truck' }),
    certificate: expiry(CERTIFICATE),
    mobile: text({ zh: '手机', en: 'Mobile phone' }),
    sex: choice({ zh: '性别', en: 'Sex' }, SEXES),
    idNumber: text({ zh: '身份证号', en: 'ID number' }),
    birthday: date({ zh: '出生日期', en: 'Birthday' }),
    qualification: text({ zh: '从业资格证号', en: 'Qualification certificate' }),
    qualifiedUntil: date({ zh: '资格证有效期至', en: 'Certificate valid until' }),
    enteredOn: date({ zh: '入职日期', en: 'Entry date' }),
    email: text({ zh: '邮箱', en: 'E-mail' }),
    birthplace: text({ zh: '籍贯', en: 'Birthplace' }),
    homeAddress: text({ zh: '家庭住址', en: 'Home address' }),
    status: statusColumn(),
  },
  sort: { by: 'name', order: 'asc' },
  rowIs: 'record',
  entity: driver,
})
