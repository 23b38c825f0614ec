import { handleAlarm } from '@tanker/contract/actions/alarms'
import { recordPhoneCall } from '@tanker/contract/actions/phone-calls'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { CALLED } from '@tanker/domain/alarms/phone-call'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { emergencyFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { EMERGENCY_TRIGGERS } from '../driving-words.ts'
import { alarmTypeOf, choice, driver, litres, oneOf, speed, text, time, wholeNumber, yesNo } from '../kinds.ts'

const TYPES = [ALARM.emergencyButton, ALARM.emergency]
const emergency = propertiesIn('alarm', emergencyFact)

const filters = alarmFilters({ trigger: oneOf({ zh: '触发方式', en: 'Trigger' }, EMERGENCY_TRIGGERS) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, TYPES, asked)
    .leftJoin('driver', 'driver.id', 'truck.driver_id')
    .where(among(emergency.text('trigger'), asked.trigger))
    .select([
      ...alarmRow,
      emergency.text('trigger').as('trigger'),
      emergency.text('driverName').as('driver'),
      // Of the driver then, if the truck has not got another since.
      sql<string | null>`CASE WHEN driver.name = ${emergency.text('driverName')} THEN driver.mobile END`.as('phone'),
      emergency.flag('loaded').as('loaded'),
      emergency.number('loadL').as('load'),
      'alarm.speed_kmh as speed',
      sql<number>`(SELECT count(*)::int FROM phone_call WHERE phone_call.alarm_id = alarm.id)`.as('calls'),
      sql<string | null>`(SELECT phone_call.called FROM phone_call WHERE phone_call.alarm_id = alarm.id AND phone_call.outcome = 'reached'
        ORDER BY phone_call.at LIMIT 1)`.as('reached'),
      sql<Date | null>`(SELECT min(phone_call.at) FROM phone_call WHERE phone_call.alarm_id = alarm.id AND phone_call.outcome = 'reached')`.as(
        'reachedAt',
      ),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()
const { handler, ...handling } = handlingColumns()

/** Emergency button, collision, roll-over: who, where, and who acknowledged it when. */
export default defineReport({
  path: 'driving_monitor/exception_report/alarm_emergency',
  title: { zh: '紧急报警', en: 'Emergencies' },
  filters,
  rows,
  columns: {
    plate,
    startedAt,
    type: alarmTypeOf(TYPES),
    trigger: choice({ zh: '触发方式', en: 'Trigger' }, EMERGENCY_TRIGGERS),
    driver: driver(),
    phone: text({ zh: '驾驶员电话', en: 'Driver phone' }),
    place,
    speed: speed({ zh: '速度', en: 'Speed' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    load: litres({ zh: '载油量', en: 'Aboard' }),
    grade,
    ended,
    endedAt,
    duration,
    ...handling,
    handler: { ...handler, label: { zh: '确认人', en: 'Acknowledged by' } },
    handledAt: time({ zh: '确认时间', en: 'Acknowledged at' }),
    calls: wholeNumber({ zh: '通话次数', en: 'Calls' }),
    reached: choice({ zh: '首次接通', en: 'First reached' }, CALLED),
    reachedAt: time({ zh: '接通时间', en: 'Reached at' }),
    organisation,
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, recordPhoneCall, openDetail],
  rowIs: 'alarm',
})
