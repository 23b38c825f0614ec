import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { LOADED, LOST_STATES, SILENCE_CAUSES, SILENCE_CLASSES } from '../driving-words.ts'
import { choice, decimal, dimension, duration, oneOf, time, yesNo } from '../kinds.ts'
import { ofTruck, PICKABLE } from './leads.ts'
import { lostAt, lostPlace, offline, silenceCause, silenceClass, silentMs } from './silences.ts'

/** Which moments the period is compared with. */
const TIMES = { started: { zh: '报警开始', en: 'Start of the alarm' }, silent: { zh: '离线期间', en: 'Time offline' } } as const

const filters = alarmFilters({
  times: dimension({ zh: '时间按', en: 'Period of' }, TIMES),
  silence: oneOf({ zh: '离线时长', en: 'Offline for' }, SILENCE_CLASSES),
  cause: oneOf({ zh: '原因', en: 'Cause' }, SILENCE_CAUSES),
  load: oneOf({ zh: '载重', en: 'Load' }, LOADED),
})

const lostState = sql<string>`CASE WHEN alarm.speed_kmh >= 5 THEN 'driving' ELSE 'standing' END
  || CASE WHEN ${offline.flag('loaded')} THEN '-loaded' ELSE '-empty' END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.offline], asked, asked.times === 'silent' ? 'lasted' : 'began')
    .where(among(silenceClass, asked.silence))
    .where(among(silenceCause, asked.cause))
    .where(among(offline.text('loaded'), asked.load))
    .select([
      ...alarmRow,
      lostAt.as('lostAt'),
      sql<number>`floor(${silentMs} / 60000) * 60000`.as('silent'),
      silenceClass.as('silence'),
      silenceCause.as('cause'),
      lostState.as('lostState'),
      offline.flag('loaded').as('loaded'),
      offline.number('thresholdMin').as('limit'),
      ...handlingRow,
      ofTruck.as('ofTruck'),
      lostPlace.as('ofPlace'),
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, place } = alarmColumns()

/** Trucks that fell silent for longer than the threshold. */
export default defineReport({
  path: 'driving_monitor/exception_report/alarm_off_line',
  title: { zh: '离线报警', en: 'Offline alarms' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    grade,
    ended,
    silent: duration({ zh: '离线时长', en: 'Offline for' }),
    silence: choice({ zh: '时长分组', en: 'Group' }, SILENCE_CLASSES),
    lostAt: time({ zh: '最后通信', en: 'Last contact' }),
    place,
    lostState: choice({ zh: '离线前状态', en: 'State when lost' }, LOST_STATES),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    cause: {
      ...choice({ zh: '原因', en: 'Cause' }, SILENCE_CAUSES),
      hint: {
        zh: '断电：当时断电或关机。信号：终端仍在记录，恢复后补传。',
        en: 'Power: the supply was cut or it shut down. No network: it went on recording and uploaded afterwards.',
      },
    },
    limit: decimal({ zh: '阈值', en: 'Limit' }, 'min', 0),
    startedAt,
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
  pickable: { ofTruck: PICKABLE.ofTruck, ofPlace: PICKABLE.ofPlace },
})
