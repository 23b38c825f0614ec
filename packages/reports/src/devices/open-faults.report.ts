import { repairOrder, repairSelected } from '@tanker/contract/actions/repair-orders'
import type { ScopedDb } from '@tanker/database/scope'
import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { REPAIR_STATES } from '@tanker/domain/devices/repair-order'
import { DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import { type RawBuilder, sql } from 'kysely'
import { among, isKnownTo } from '../conditions.ts'
import { defineReport, type PlaceCell, type ValuesOf } from '../define-report.ts'
import {
  choice,
  count,
  duration,
  grade,
  grades,
  isChosen,
  oneOf,
  place,
  plateCell,
  shortNameOf,
  text,
  thisMinute,
  time,
  truckOrOrganisation,
} from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { PART_ALARM_TYPES, partOfAlarm } from './device-days.ts'
import { faultGrade } from './fault-grades.ts'
import { ofOpenOrder } from './repair-of-part.ts'

const PART = { zh: '设备', en: 'Device' } as const

const ORDER = { zh: '维修单', en: 'Repair order' } as const
/** States of an open order, and that there is none. */
const ORDERS = {
  none: { zh: '无', en: 'None' },
  new: REPAIR_STATES.new,
  sent: REPAIR_STATES.sent,
  'at-work': REPAIR_STATES['at-work'],
} as const
const orderOf = sql<keyof typeof ORDERS>`coalesce(${ofOpenOrder('state', sql.ref('truck.id'), sql.ref('fault.part'))}, 'none')`

const filters = { scope: truckOrOrganisation(), part: oneOf(PART, DEVICE_PART_TEXTS), grade: grades(), order: oneOf(ORDER, ORDERS) }

/** Of several faults of a part, the worst. */
const worst = sql<AlarmGrade>`(array_agg(fault.grade ORDER BY array_position(ARRAY['black', 'red', 'yellow'], fault.grade)))[1]`
const newest = <T>(column: string) => sql<T>`(array_agg(${sql.ref(`fault.${column}`)} ORDER BY fault.started_at DESC, fault.id DESC))[1]`
const placeOfNewest: RawBuilder<PlaceCell | null> = sql`json_build_object('name', coalesce(${newest<string | null>('fence_name')}, ''),
  'lat', ${newest<number | null>('lat')}, 'lng', ${newest<number | null>('lng')})`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const faults = db
    .from('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .leftJoin('app_user', 'app_user.id', 'alarm.assigned_to')
    .where(isChosen(asked.scope, 'alarm'))
    .where('alarm.type', 'in', [...PART_ALARM_TYPES])
    .where(isKnownTo(db.scope, 'alarm'))
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.ended_at', 'is', null)
    .where('truck.enabled', '=', true)
    .select([
      'alarm.id',
      'alarm.truck_id',
      'alarm.started_at',
      'alarm.handled_at',
      'alarm.fence_name',
      'alarm.lat',
      'alarm.lng',
      partOfAlarm.as('part'),
      faultGrade.as('grade'),
      sql<string | null>`coalesce(nullif(app_user.real_name, ''), app_user.user_name)`.as('assignee'),
    ])
  return db.read
    .selectFrom(faults.as('fault'))
    .innerJoin('truck', 'truck.id', 'fault.truck_id')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .where(sql<boolean>`fault.part IS NOT NULL`)
    .where(among(sql<string>`fault.part`, asked.part))
    .where(among(orderOf, asked.order))
    .groupBy(['truck.id', 'organisation.id', 'fault.part'])
    .having(among(worst, asked.grade))
    .select([
      sql<string>`concat_ws('-', truck.id, fault.part)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`fault.part`.as('part'),
      worst.as('grade'),
      sql<number>`count(*)::int`.as('faults'),
      sql<number>`(count(*) FILTER (WHERE fault.handled_at IS NULL))::int`.as('unhandled'),
      sql<Date>`min(fault.started_at)`.as('first'),
      sql<number>`greatest(0, extract(epoch FROM ${thisMinute} - min(fault.started_at)) * 1000)::float8`.as('age'),
      sql<Date>`max(fault.started_at)`.as('last'),
      placeOfNewest.as('place'),
      sql<string | null>`string_agg(DISTINCT fault.assignee, ', ' ORDER BY fault.assignee)`.as('assignee'),
      orderOf.as('order'),
      ofOpenOrder('repairer', sql.ref('truck.id'), sql.ref('fault.part')).as('repairer'),
    ])
}

/** What is broken now: one row for a truck and a part, however many faults the part has. */
export default defineReport({
  path: 'device_monitor/other_devices/abnormal_monitor',
  title: { zh: '异常监控', en: 'Open device faults' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    grade: grade(),
    part: choice(PART, DEVICE_PART_TEXTS),
    age: duration({ zh: '已持续', en: 'Open for' }),
    first: time({ zh: '最早开始', en: 'First began' }),
    last: time({ zh: '最近一次', en: 'Last began' }),
    faults: count({ zh: '未结束异常', en: 'Open faults' }),
    unhandled: count({ zh: '未处理', en: 'Not handled' }),
    place: place({ zh: '最近位置', en: 'Last place' }),
    order: choice(ORDER, ORDERS),
    repairer: text({ zh: '维修人', en: 'Repairer' }),
    assignee: text({ zh: '负责人', en: 'Assignee' }),
  },
  sort: { by: 'first', order: 'asc' },
  actions: [repairOrder, repairSelected],
  rowIs: 'record',
  live: { everyS: [10, 30, 60] },
  chart: { kind: 'bars', title: { zh: '未结束异常', en: 'Open faults' }, x: 'part', y: ['faults'], rowsFor: 'all' },
})
