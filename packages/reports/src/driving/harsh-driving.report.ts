import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openSpeed } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow, momentAlarmColumns } from '../alarm-columns.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, defineTabs, type ValuesOf } from '../define-report.ts'
import { HARSH_KINDS } from '../driving-words.ts'
import { driverOfAlarm } from './exceptions-by.ts'
import { harsh, HARSH_TYPES, harshKind } from './harsh-alarms.ts'
import ranking from './harsh-ranking.tab.ts'
import { pickedRow, PICKABLE } from './leads.ts'
import { alarmTypeOf, atLeast, choice, decimal, driver, oneOf, speed, wholeNumber, yesNo } from '../kinds.ts'

const { ofTruck, ofDriver, ofOrganisation } = PICKABLE
const HARSH_PICKABLE = { ofTruck, ofDriver, ofOrganisation }

const filters = alarmFilters({
  kind: oneOf({ zh: '类别', en: 'Kind' }, HARSH_KINDS),
  rate: atLeast({ zh: '加减速度不低于', en: 'At least' }, 'm/s²'),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, HARSH_TYPES, asked)
    .where(among(harshKind, asked.kind))
    .where(notBelow(harsh.number('peakMs2'), asked.rate))
    .select([
      ...alarmRow,
      harshKind.as('kind'),
      harsh.number('peakMs2').as('rate'),
      harsh.number('fromKmh').as('fromSpeed'),
      harsh.number('toKmh').as('toSpeed'),
      harsh.number('durationS').as('seconds'),
      harsh.number('count').as('times'),
      harsh.text('driverName').as('driver'),
      harsh.flag('loaded').as('loaded'),
      ...handlingRow,
      ...pickedRow('alarm', driverOfAlarm),
    ])

const { plate, organisation, grade, startedAt, place } = momentAlarmColumns()

/** Harsh acceleration and braking, by the platform from speeds a second apart and by the device's own sensor. */
const list = defineReport({
  path: '',
  title: { zh: '明细', en: 'Events' },
  filters,
  rows,
  columns: {
    plate,
    startedAt,
    driver: driver(),
    kind: choice({ zh: '类别', en: 'Kind' }, HARSH_KINDS),
    rate: decimal({ zh: '加减速度', en: 'Rate' }, 'm/s²', 2),
    fromSpeed: speed({ zh: '之前速度', en: 'Speed before' }),
    toSpeed: speed({ zh: '之后速度', en: 'Speed after' }),
    seconds: decimal({ zh: '持续时间', en: 'Lasted' }, 's', 1),
    times: wholeNumber({ zh: '次数', en: 'Times' }),
    place,
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    type: alarmTypeOf(HARSH_TYPES),
    grade,
    organisation,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openSpeed],
  rowIs: 'alarm',
  pickable: HARSH_PICKABLE,
})

export default defineTabs({
  path: 'driving_monitor/exception_report/alarm_urgent',
  title: { zh: '急加速/急减速报警', en: 'Harsh driving' },
  tabs: [
    { name: '', label: { zh: '明细', en: 'Events' }, report: list },
    { name: 'ranking', label: { zh: '排名', en: 'Ranking' }, report: ranking },
  ],
})
