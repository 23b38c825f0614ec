import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { CONSOLE_FAULT_TEXTS } from '@tanker/domain/devices/console-fault'
import { DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import { PROBABLE_CAUSES } from '@tanker/domain/devices/probable-cause'
import { cargoDeviceFact } from '@tanker/domain/facts/equipment-facts'
import { sealFaultAlarmFact } from '@tanker/domain/facts/seal-facts'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { alarmColumns, alarmRow } from '../alarm-columns.ts'
import { DEVICE_TROUBLES, typeNames } from '../alarm-words.ts'
import { among, isKnownTo } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { SEAL_FAULTS } from '../device-words.ts'
import { alarmTypeOf, choice, choices, compartment, handled, isChosen, oneOf, oneTruck, period, probeType, wholeNumber } from '../kinds.ts'
import { PART_ALARM_TYPES, partOfAlarm } from './device-days.ts'
import { howItFailed, probableCause } from './probable-causes.ts'

const PART = { zh: '设备', en: 'Device' } as const
const CAUSE = { zh: '可能原因', en: 'Probable cause' } as const

const of = <K extends 'text' | 'why'>(key: K): Readonly<Record<string, Text>> =>
  Object.fromEntries(Object.entries(PROBABLE_CAUSES).map(([cause, words]) => [cause, words[key]]))

const filters = {
  truck: oneTruck(),
  when: period({ maxDays: 31 }), // spec 5.4
  part: oneOf(PART, DEVICE_PART_TEXTS),
  cause: oneOf(CAUSE, of('text')),
}

const device = propertiesIn('alarm', sealFaultAlarmFact, cargoDeviceFact)

/** How far from a fault other alarms count as its neighbours. */
const near = sql`interval '10 minutes'`
/** A fault that is older still counts while it lasts. */
const longest = sql`interval '92 days'`

const rows = (db: ScopedDb, { truck, when, ...asked }: ValuesOf<typeof filters>) => {
  const neighbours = db
    .from('alarm')
    .where(isChosen(truck, 'alarm'))
    .where(isKnownTo(db.scope, 'alarm'))
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', sql<Date>`${when.from}::timestamptz - ${longest}`)
    .select(['alarm.id', 'alarm.type', 'alarm.started_at'])
  return db
    .from('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .innerJoinLateral(
      sql<{ types: string | null; events: number }>`(SELECT string_agg(DISTINCT n.type::text, ',') AS types, count(*)::int AS events
        FROM (${neighbours}) AS n WHERE n.id <> alarm.id AND n.started_at BETWEEN alarm.started_at - ${near} AND alarm.started_at + ${near})`.as(
        'around',
      ),
      (join) => join.onTrue(),
    )
    .where(isChosen(truck, 'alarm'))
    .where('alarm.type', 'in', [...PART_ALARM_TYPES])
    .where(isKnownTo(db.scope, 'alarm'))
    .where('alarm.superseded_at', 'is', null)
    .where(sql<boolean>`${partOfAlarm} IS NOT NULL`)
    .where('alarm.started_at', '>=', sql<Date>`${when.from}::timestamptz - ${longest}`)
    .where('alarm.started_at', '<=', when.to)
    .where(sql<boolean>`coalesce(alarm.ended_at, now()) >= ${when.from}`)
    .where(among(partOfAlarm, asked.part))
    .where(among(probableCause, asked.cause))
    .select([
      ...alarmRow,
      partOfAlarm.as('part'),
      sql<number | null>`nullif(${device.number('compartment')}, 0)`.as('compartment'),
      sql<string | null>`CASE WHEN alarm.type = ${sql.lit(ALARM.sealFault)} THEN ${device.text('probeType')} END`.as('probe'),
      howItFailed.as('fault'),
      probableCause.as('cause'),
      probableCause.as('why'),
      'around.types as near',
      'around.events',
      sql<boolean>`alarm.handled_at IS NOT NULL`.as('handled'),
    ])
}

const { plate, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** The faults of one truck's devices along time, what happened beside them, and what probably caused them. */
export default defineReport({
  path: 'device_monitor/device_analysis/abnormal_analysis',
  title: { zh: '异常分析', en: 'Device fault analysis' },
  filters,
  rows,
  columns: {
    plate,
    part: choice(PART, DEVICE_PART_TEXTS),
    compartment: compartment(),
    probe: probeType(),
    type: alarmTypeOf(PART_ALARM_TYPES),
    fault: choice({ zh: '故障', en: 'Fault' }, { ...DEVICE_TROUBLES, ...CONSOLE_FAULT_TEXTS, ...SEAL_FAULTS }),
    startedAt,
    endedAt,
    duration,
    cause: choice(CAUSE, of('text')),
    why: choice({ zh: '依据', en: 'What speaks for it' }, of('why')),
    near: {
      ...choices({ zh: '同时事件', en: 'Events nearby' }, typeNames(ALARM_TYPES.map(({ code }) => code))),
      hint: { zh: '前后十分钟内该车的其他报警', en: 'Other alarms of the truck within ten minutes' },
    },
    events: wholeNumber({ zh: '同时事件数', en: 'Number of them' }),
    grade,
    ended,
    place,
    handled: handled(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
  chart: {
    kind: 'lanes',
    title: { zh: '设备故障时间线', en: 'Faults of each device over time' },
    x: 'startedAt',
    y: [],
    lanes: { to: 'endedAt', lane: ['part', 'compartment', 'probe'], words: ['type', 'fault', 'cause'], grade: 'grade' },
    limit: 500,
    rowsFor: 'all',
  },
})
