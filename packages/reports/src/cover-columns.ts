import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { type Selectable, sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { Database } from '@tanker/database/tables'
import { EXCEPTION_TYPES } from '@tanker/domain/alarms/handling'
import { propertiesIn } from '@tanker/database/fact-properties'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { boxDoorFact, coverFact, sealBreakFact, sealFaultFact, unsealingFact } from '@tanker/domain/facts/seal-facts'
import { UNSEALING_PLACES } from './alarm-words.ts'
import { ALARM_HANDLING, JUDGEMENTS, SENSOR_STATES } from './cargo-words.ts'
import type { ChosenPeriod, ChosenTrucks } from './define-report.ts'
import {
  celsius,
  choice,
  compartment,
  decimal,
  duration,
  heading,
  level,
  litres,
  place,
  processState,
  speed,
  text,
  time,
  totalLitres,
  wholeNumber,
  yesNo,
  handleResult,
} from './kinds.ts'
import { recordRow, recordsOf } from './record-columns.ts'

/** The openings of covers and doors. `judge` is `pending` until the place is known. */
export const cover = propertiesIn('record', coverFact)

/** The alarm that stood while the cover was open; one that merged several openings began up to a day before. */
const raisedAlarm = sql<Selectable<Database['alarm']>>`(SELECT a.* FROM alarm AS a
  WHERE a.truck_id = record.truck_id AND a.type IN (${sql.lit(ALARM.unsealing)}, ${sql.lit(ALARM.highLoss)}, ${sql.lit(ALARM.boxDoorOutside)}, ${sql.lit(ALARM.sealBreak)}, ${sql.lit(ALARM.privateDischarge)}) AND a.superseded_at IS NULL
    -- An alarm of several probes has the first as its object, and names the others.
    AND (a.type IN (${sql.lit(ALARM.unsealing)}, ${sql.lit(ALARM.boxDoorOutside)}, ${sql.lit(ALARM.sealBreak)}) AND a.object = record.object OR ${propertiesIn('a', unsealingFact, highLossFact, boxDoorFact, sealBreakFact, privateDischargeFact).json('openings')} @> jsonb_build_array(jsonb_build_object(
      'compartment', ${cover.json('compartment')}, 'probeType', ${cover.json('probeType')})))
    -- CASE and not coalesce, which PostgreSQL does not let past row security into an index.
    AND a.started_at BETWEEN record.started_at - interval '1 day' AND CASE WHEN record.ended_at IS NULL THEN 'infinity' ELSE record.ended_at END
    AND coalesce(a.ended_at, 'infinity') >= record.started_at
  ORDER BY a.started_at DESC LIMIT 1)`

/** Openings of covers and doors, each with its alarm and the user who handled it. */
export const coversOf = (db: ScopedDb, asked: { scope: ChosenTrucks; when: ChosenPeriod }) =>
  recordsOf(db, coverFact, asked)
    .leftJoinLateral(raisedAlarm.as('raised'), (join) => join.onTrue())
    .leftJoin('app_user', 'app_user.id', 'raised.handled_by')

/** A fault of the probe while the cover stood open says more than open and closed. */
const sensorState = sql<string>`coalesce(
  (SELECT ${propertiesIn('fault', sealFaultFact).text('fault')} FROM record AS fault
   WHERE fault.truck_id = record.truck_id AND fault.kind = 'seal-fault' AND fault.object = record.object
     AND fault.started_at <= coalesce(record.ended_at, 'infinity') AND coalesce(fault.ended_at, 'infinity') >= record.started_at
   ORDER BY fault.started_at DESC LIMIT 1),
  CASE WHEN record.ended_at IS NULL THEN 'open' ELSE 'closed' END)`

/** What the lists of openings select: when, where, by what judged. */
export const openingRow = [
  ...recordRow,
  cover.place('endPlace').as('closePlace'),
  cover.text('placeKind').as('placeKind'),
  cover.text('probeType').as('cover'),
  cover.text('judge').as('judge'),
  cover.text('exemption').as('exemption'),
  cover.flag('loaded').as('loaded'),
  cover.text('processState').as('processState'),
  sensorState.as('sensorState'),
  'record.speed_kmh as speed',
  'record.heading_deg as heading',
] as const

/** What one wants to know first: when, where, whether that was right. */
export const openingColumns = () => ({
  startedAt: time({ zh: '打开时间', en: 'Opened' }),
  endedAt: time({ zh: '关闭时间', en: 'Closed' }),
  duration: duration({ zh: '持续时间', en: 'Duration' }),
  judge: choice({ zh: '判定', en: 'Judgement' }, JUDGEMENTS),
  exemption: text({ zh: '免异常规则', en: 'Exemption' }),
  place: place({ zh: '打开位置', en: 'Opened at' }),
  placeKind: choice({ zh: '地点类型', en: 'Kind of place' }, UNSEALING_PLACES),
  loaded: yesNo({ zh: '重车', en: 'Loaded' }),
  processState: processState(),
})

/** Columns for `openingRow` that one reads when something was not right. */
export const closerColumns = () => ({
  closePlace: place({ zh: '关闭位置', en: 'Closed at' }),
  sensorState: choice({ zh: '传感器状态', en: 'Sensor' }, SENSOR_STATES),
  speed: speed({ zh: '速度', en: 'Speed' }),
  heading: heading({ zh: '方向', en: 'Direction' }),
})

/** What a compartment held before and after the opening, and what its seal counted. */
export const contentsRow = [
  cover.number('compartment').as('compartment'),
  cover.number('levelBeforeMm').as('levelBefore'),
  cover.number('levelAfterMm').as('levelAfter'),
  cover.number('volumeBeforeL').as('volumeBefore'),
  cover.number('volumeAfterL').as('volumeAfter'),
  sql<number | null>`${cover.number('volumeAfterL')} - ${cover.number('volumeBeforeL')}`.as('volumeChange'),
  cover.number('temperatureBeforeC').as('temperatureBefore'),
  cover.number('temperatureAfterC').as('temperatureAfter'),
  cover.number('sealCountBefore').as('sealCountBefore'),
  cover.number('sealCountAfter').as('sealCountAfter'),
  cover.number('altitudeM').as('altitude'),
  'truck.console_code as serial',
] as const

export const contentsColumns = () => ({
  compartment: compartment(),
  levelBefore: level({ zh: '打开液位', en: 'Level before' }),
  levelAfter: level({ zh: '关闭液位', en: 'Level after' }),
  volumeBefore: litres({ zh: '打开体积', en: 'Volume before' }),
  volumeAfter: litres({ zh: '关闭体积', en: 'Volume after' }),
  volumeChange: totalLitres({ zh: '体积变化', en: 'Volume change' }),
  temperatureBefore: celsius({ zh: '打开温度', en: 'Temp. before' }),
  temperatureAfter: celsius({ zh: '关闭温度', en: 'Temp. after' }),
  sealCountBefore: wholeNumber({ zh: '打开前铅封计数', en: 'Seal count before' }),
  sealCountAfter: wholeNumber({ zh: '关闭后铅封计数', en: 'Seal count after' }),
  altitude: decimal({ zh: '海拔', en: 'Altitude' }, 'm', 0),
  serial: text({ zh: '主机序列号', en: 'Console serial no.' }),
})

/** How the alarm of the opening was handled. */
export const raisedRow = [
  sql<string>`CASE WHEN raised.truck_id IS NULL THEN 'none' WHEN raised.handled_at IS NULL THEN 'unhandled' ELSE 'handled' END`.as(
    'handled',
  ),
  'raised.exception_type as exceptionType',
  'raised.handle_result as handleResult',
  sql<string | null>`coalesce(nullif(app_user.real_name, ''), app_user.user_name)`.as('handler'),
] as const

export const raisedColumns = () => ({
  handled: choice({ zh: '报警处理', en: 'Alarm' }, ALARM_HANDLING),
  exceptionType: choice({ zh: '异常类型', en: 'Exception type' }, EXCEPTION_TYPES),
  handleResult: handleResult(),
  handler: text({ zh: '处理人', en: 'Handled by' }),
})
