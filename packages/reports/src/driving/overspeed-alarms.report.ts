import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openSpeed } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { SPEED_SOURCES } from '@tanker/domain/trucks/truck-choices'
import { propertiesIn } from '@tanker/database/fact-properties'
import { overspeedFact, deviceOverspeedFact } from '@tanker/domain/facts/driving-facts'
import { alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { ROAD_CLASSES, ROAD_SOURCE_WORDS } from '../alarm-words.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  alarmTypeOf,
  atLeast,
  choice,
  organisation,
  driver,
  duration,
  durationOf,
  grade,
  handledOrNot,
  oneOf,
  percent,
  period,
  place,
  placeCell,
  plate,
  plateCell,
  speed,
  time,
  totalDistance,
  truckOrOrganisation,
  yesNo,
  shortNameOf,
} from '../kinds.ts'

const overspeed = propertiesIn('alarm', overspeedFact, deviceOverspeedFact)

const TYPES = [ALARM.overspeed, ALARM.deviceOverspeed]

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  roadClass: oneOf({ zh: '道路类型', en: 'Road' }, ROAD_CLASSES),
  overPercent: atLeast({ zh: '超速比例不低于', en: 'Over the limit by at least' }, '%'),
  seconds: atLeast({ zh: '持续时间不低于', en: 'Lasting at least' }, 's'),
  handled: handledOrNot(),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, TYPES, asked)
    .$if(asked.roadClass !== undefined, (query) => query.where(overspeed.text('roadClass'), 'in', asked.roadClass ?? []))
    .$if(asked.overPercent !== undefined, (query) => query.where(overspeed.number('overPct'), '>=', asked.overPercent ?? 0))
    .$if(asked.seconds !== undefined, (query) => query.where(durationOf('alarm'), '>=', (asked.seconds ?? 0) * 1000))
    .select([
      'alarm.id',
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      overspeed.text('driverName').as('driver'),
      'alarm.type',
      'alarm.grade',
      'alarm.started_at as startedAt',
      'alarm.ended_at as endedAt',
      durationOf('alarm').as('duration'),
      overspeed.number('limitKmh').as('limit'),
      overspeed.number('maxKmh').as('maxSpeed'),
      overspeed.number('meanKmh').as('meanSpeed'),
      overspeed.number('overPct').as('overPercent'),
      sql<number | null>`${overspeed.number('distanceM')} / 1000`.as('distance'),
      overspeed.text('roadClass').as('roadClass'),
      overspeed.text('roadSource').as('roadSource'),
      overspeed.flag('loaded').as('loaded'),
      overspeed.text('speedSource').as('speedSource'),
      // The device's report within one of our stretches is a detail of it.
      sql<boolean>`alarm.type = ${sql.lit(ALARM.deviceOverspeed)} OR coalesce(${overspeed.flag('deviceToo')}, false)`.as('byDevice'),
      placeCell('alarm').as('startPlace'),
      overspeed.place('endPlace').as('endPlace'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'driving_monitor/exception_report/alarm_over_speed',
  title: { zh: '超速报警', en: 'Overspeed alarms' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    driver: driver(),
    grade: grade(),
    type: alarmTypeOf(TYPES),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    duration: duration({ zh: '持续时间', en: 'Duration' }),
    distance: totalDistance({ zh: '超速里程', en: 'Distance' }),
    limit: speed({ zh: '限速', en: 'Limit' }),
    maxSpeed: speed({ zh: '最高速度', en: 'Highest speed' }),
    meanSpeed: speed({ zh: '平均速度', en: 'Mean speed' }),
    overPercent: percent({ zh: '超速比例', en: 'Over the limit' }),
    roadClass: choice({ zh: '道路类型', en: 'Road' }, ROAD_CLASSES),
    roadSource: choice({ zh: '道路判断依据', en: 'Road known by' }, ROAD_SOURCE_WORDS),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    speedSource: choice({ zh: '速度来源', en: 'Speed from' }, SPEED_SOURCES),
    byDevice: yesNo({ zh: '设备同时报警', en: 'Device said so' }),
    startPlace: place({ zh: '开始位置', en: 'Start place' }),
    endPlace: place({ zh: '结束位置', en: 'End place' }),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openSpeed],
  rowIs: 'alarm',
})
