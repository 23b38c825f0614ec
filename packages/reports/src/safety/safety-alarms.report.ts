import { changeVerdict, handleAlarm } from '@tanker/contract/actions/alarms'
import { showEvidence } from '@tanker/contract/actions/evidence'
import { openDetail } from '@tanker/contract/actions/row-details'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { SAFETY_FAMILIES, SAFETY_TYPES } from '@tanker/domain/alarms/safety-score'
import { safetyEventFact } from '@tanker/domain/facts/driving-facts'
import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import { sql } from 'kysely'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { HOURS } from '../analysis-words.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { alarmTypeOf, atLeast, choice, driver, drivers, isDrivenBy, oneOf, speed, wholeNumber } from '../kinds.ts'
import { PICKABLE, pickedRow } from '../driving/leads.ts'
import { driverName, FAMILY_LABEL, familyOf, hourOf, LEVEL_LABEL, levelOf, VERDICT_LABEL } from './safety-counts.ts'
import { EVIDENCE_WORDS, SAFETY_LEVELS, SAFETY_VERDICTS } from './safety-words.ts'

const safety = propertiesIn('alarm', safetyEventFact(0))

const EVIDENCE_LABEL = { zh: '证据', en: 'Pictures' } as const

const filters = alarmFilters({
  driver: drivers(),
  family: oneOf(FAMILY_LABEL, SAFETY_FAMILIES),
  type: oneOf(
    { zh: '报警类型', en: 'Alarm type' },
    Object.fromEntries(SAFETY_TYPES.map((code) => [String(code), alarmType(code)?.name ?? NOT_NAMED])),
  ),
  level: oneOf(LEVEL_LABEL, SAFETY_LEVELS),
  fast: atLeast({ zh: '车速不低于', en: 'Speed at least' }, 'km/h'),
  evidence: oneOf(EVIDENCE_LABEL, EVIDENCE_WORDS),
  verdict: oneOf(VERDICT_LABEL, SAFETY_VERDICTS),
  hour: oneOf({ zh: '时段', en: 'Hour' }, HOURS),
})

const files = sql<number>`(SELECT count(*)::int FROM evidence_file f JOIN evidence_request e ON e.id = f.request_id WHERE e.alarm_id = alarm.id)`
/** Of several events of one alarm: what still happens, else what there is. */
const evidence = sql<string>`coalesce((SELECT CASE
    WHEN bool_or(e.state = 'receiving') THEN 'receiving' WHEN bool_or(e.state = 'asked') THEN 'asked' WHEN bool_or(e.state = 'waiting') THEN 'waiting'
    WHEN bool_and(e.state = 'complete') THEN 'complete' WHEN bool_or(e.state IN ('complete', 'partly')) THEN 'partly'
    WHEN bool_or(e.state = 'expired') THEN 'expired' WHEN bool_or(e.state = 'refused') THEN 'refused' END
  FROM evidence_request e WHERE e.alarm_id = alarm.id), 'none')`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, SAFETY_TYPES, asked)
    .where(isDrivenBy('alarm', driverName, asked.driver))
    .where(among(familyOf, asked.family))
    .where(among(sql<number>`alarm.type`, asked.type))
    .where(among(levelOf, asked.level))
    .where(notBelow(sql<number | null>`alarm.speed_kmh`, asked.fast))
    .where(among(evidence, asked.evidence))
    .where(among(sql<string>`alarm.confirm`, asked.verdict))
    .where(among(hourOf(asked.when.zone), asked.hour))
    .select([
      ...alarmRow,
      familyOf.as('family'),
      levelOf.as('level'),
      driverName.as('driver'),
      'alarm.speed_kmh as speed',
      safety.number('count').as('times'),
      evidence.as('evidence'),
      files.as('files'),
      ...handlingRow,
      ...pickedRow('alarm', driverName),
    ])

const { plate, organisation, startedAt, endedAt, place } = alarmColumns()
const { handleRemark, ...handling } = handlingColumns()

/** What cameras and sensors of active safety reported, with the pictures that the truck sent. */
export default defineReport({
  path: 'active_safety/exception_report/alarm_adas_can',
  title: { zh: '主动安全报警明细', en: 'Active-safety alarms' },
  filters,
  rows,
  columns: {
    plate,
    startedAt,
    type: alarmTypeOf(SAFETY_TYPES),
    family: choice(FAMILY_LABEL, SAFETY_FAMILIES),
    level: choice(LEVEL_LABEL, SAFETY_LEVELS),
    driver: driver(),
    speed: speed({ zh: '速度', en: 'Speed' }),
    times: wholeNumber({ zh: '次数', en: 'Times' }),
    evidence: choice(EVIDENCE_LABEL, EVIDENCE_WORDS),
    files: wholeNumber({ zh: '文件数', en: 'Files' }),
    place,
    confirm: choice(VERDICT_LABEL, SAFETY_VERDICTS),
    endedAt,
    organisation,
    ...handling,
    handleRemark: { ...handleRemark, label: { zh: '教育备注', en: 'Coaching note' } },
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, changeVerdict, showEvidence, openDetail],
  rowIs: 'alarm',
  pickable: PICKABLE,
})
