import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { type ChosenPeriod, type ChosenTrucks, defineReport, defineTabs, type ValuesOf } from '../define-report.ts'
import { driver, duration, oneOf, period, place, text, time, truckOrOrganisation } from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { lastPlace, silentMs, silentTruckRow, silentTrucks } from '../silent-trucks.ts'

/** Disjoint, so that several may be chosen. */
const SILENCES = {
  hours: { zh: '15分钟至24小时', en: '15 min to 24 h' },
  days: { zh: '24小时至7天', en: '24 h to 7 days' },
  weeks: { zh: '超过7天', en: 'Over 7 days' },
} as const
const SILENCE = { zh: '离线时长', en: 'Offline for' } as const

const silence = sql<string>`CASE WHEN truck_state.contact_at < now() - interval '7 days' THEN 'weeks'
  WHEN truck_state.contact_at < now() - interval '24 hours' THEN 'days' ELSE 'hours' END`

const nowFilters = { scope: truckOrOrganisation(), silence: oneOf(SILENCE, SILENCES) }
const sinceFilters = { scope: truckOrOrganisation(), when: period({ maxDays: 31 }), silence: oneOf(SILENCE, SILENCES) }

const offlineTrucks = (
  db: ScopedDb,
  asked: { readonly scope: ChosenTrucks; readonly silence: readonly string[] | undefined; readonly when?: ChosenPeriod },
) =>
  silentTrucks(db, asked.scope)
    .leftJoin('driver', 'driver.id', 'truck.driver_id')
    .where(among(silence, asked.silence))
    .$if(asked.when !== undefined, (query) =>
      query.where('truck_state.contact_at', '>=', asked.when?.from ?? null).where('truck_state.contact_at', '<=', asked.when?.to ?? null),
    )
    .select([
      ...silentTruckRow,
      'driver.name as driver',
      'driver.mobile as phone',
      silentMs.as('silence'),
      lastPlace(sql`NULL::text`).as('place'),
    ])

const columns = () => ({
  ...truckColumns(),
  contact: time({ zh: '最后通信', en: 'Last contact' }),
  silence: duration(SILENCE),
  driver: driver(),
  phone: text({ zh: '驾驶员电话', en: 'Driver phone' }),
  position: time({ zh: '最后定位', en: 'Last position' }),
  place: place({ zh: '最后位置', en: 'Last place' }),
})

const offlineNow = (db: ScopedDb, asked: ValuesOf<typeof nowFilters>) => offlineTrucks(db, asked)
const offlineSince = (db: ScopedDb, asked: ValuesOf<typeof sinceFilters>) => offlineTrucks(db, asked)

const now = defineReport({
  path: 'now',
  title: { zh: '当前离线', en: 'Offline now' },
  filters: nowFilters,
  rows: offlineNow,
  columns: columns(),
  sort: { by: 'contact', order: 'asc' },
  live: { everyS: [30, 60] },
  rowIs: 'record',
})

const since = defineReport({
  path: 'since',
  title: { zh: '按离线时间', en: 'By last contact' },
  filters: sinceFilters,
  rows: offlineSince,
  columns: columns(),
  sort: { by: 'contact', order: 'desc' },
  rowIs: 'record',
})

/** Which trucks are silent, since when, where they were last and who drives them. */
export default defineTabs({
  path: 'monitor/offline_truck',
  title: { zh: '离线车辆', en: 'Offline trucks' },
  tabs: [
    { name: 'now', label: { zh: '当前离线', en: 'Offline now' }, report: now },
    { name: 'since', label: { zh: '按离线时间', en: 'By last contact' }, report: since },
  ],
})
