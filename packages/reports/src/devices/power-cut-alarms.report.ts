import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { powerCutAlarmFact } from '@tanker/domain/facts/equipment-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { LOAD_STATES } from '../cargo-words.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { atLeast, decimal, durationOf, oneOf, place, totalDecimal, yesNo } from '../kinds.ts'

const cut = propertiesIn('alarm', powerCutAlarmFact)

const filters = alarmFilters({
  seconds: atLeast({ zh: '断电时长不低于', en: 'Cut for at least' }, 's'),
  metres: atLeast({ zh: '断电里程不低于', en: 'Moved at least' }, 'm'),
  load: oneOf({ zh: '载重', en: 'Load' }, LOAD_STATES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.powerCut], asked)
    .where(notBelow(durationOf('alarm'), asked.seconds === undefined ? undefined : asked.seconds * 1000))
    .where(notBelow(cut.number('distanceM'), asked.metres))
    .where(among(cut.text('loaded'), asked.load))
    .select([
      ...alarmRow,
      cut.number('distanceM').as('distance'),
      cut.number('lowestV').as('lowest'),
      cut.flag('loaded').as('loaded'),
      cut.place('endPlace').as('endPlace'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place: startPlace } = alarmColumns()

/** Power cuts as alarms of devices, with what was aboard: a cut with a load may hide an opening. */
export default defineReport({
  path: 'device_monitor/other_devices/bz_powers',
  title: { zh: '断电记录', en: 'Power cut alarms' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    startedAt: { ...startedAt, label: { zh: '断电时间', en: 'Power off' } },
    duration,
    distance: totalDecimal({ zh: '断电里程', en: 'Moved while off' }, 'm', 0),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    grade,
    ended,
    place: startPlace,
    endPlace: place({ zh: '通电位置', en: 'On at' }),
    lowest: decimal({ zh: '最低电压', en: 'Lowest voltage' }, 'V', 2),
    endedAt: { ...endedAt, label: { zh: '通电时间', en: 'Power on' } },
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
