import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { shutdownAlarmFact } from '@tanker/domain/facts/equipment-facts'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { SHUTDOWN_WAYS, STARTED_DEVICES } from '../device-words.ts'
import { choice, duration, oneOf, yesNo } from '../kinds.ts'

const shutdown = propertiesIn('alarm', shutdownAlarmFact)

const filters = alarmFilters({
  device: oneOf({ zh: '设备', en: 'Device' }, STARTED_DEVICES),
  way: oneOf({ zh: '方式', en: 'How' }, SHUTDOWN_WAYS),
})

/** From the start before to this shutdown; null before the first one. */
const ranMs = sql<number | null>`(SELECT extract(epoch FROM alarm.started_at - max(before.ended_at)) * 1000 FROM alarm AS before
  WHERE before.truck_id = alarm.truck_id AND before.type = alarm.type AND before.object = alarm.object
    AND before.superseded_at IS NULL AND before.started_at < alarm.started_at)::float8`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.shutdown], asked)
    .where(among(shutdown.text('device'), asked.device))
    .where(among(shutdown.text('announced'), asked.way))
    .select([
      ...alarmRow,
      shutdown.text('device').as('device'),
      shutdown.text('announced').as('way'),
      shutdown.flag('loaded').as('loaded'),
      ranMs.as('ran'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration: off, place } = alarmColumns()

/** Shutdowns and starts of consoles and controllers, and how long they ran before. */
export default defineReport({
  path: 'device_monitor/console/bz_bootup',
  title: { zh: '开关机记录', en: 'Shutdowns and starts' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    device: choice({ zh: '设备', en: 'Device' }, STARTED_DEVICES),
    way: choice({ zh: '方式', en: 'How' }, SHUTDOWN_WAYS),
    startedAt: { ...startedAt, label: { zh: '关机时间', en: 'Shut down' } },
    endedAt: { ...endedAt, label: { zh: '开机时间', en: 'Started' } },
    duration: { ...off, label: { zh: '关机时长', en: 'Off for' } },
    ran: duration({ zh: '此前运行', en: 'Ran before' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    place,
    grade,
    ended,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
